import { existsSync } from "node:fs";
import type { Agent } from "../../../src/agents/port.ts";
import { openRecording, readRecording } from "../../../src/agents/recording-file.ts";
import { AssignmentPacket } from "../../../src/schema/packet.ts";
import { UNKNOWN_USAGE } from "../../../src/schema/usage-sums.ts";
import type { Problems } from "./invariants.ts";

const RECORDING = "/simulated/recordings/run.jsonl";

/** `--record FILE`: every turn is on disk before the harness hears of it. `onRecorded` is told what was acknowledged. */
export function recorded(agent: Agent, onRecorded: () => void): Agent {
  const recording = openRecording(RECORDING, { agent: agent.name });
  return {
    ...agent,
    async run(turn) {
      const answer = await agent.run(turn);
      if (answer.end === "aborted") return answer;
      const { task_id, feature, attempt } = AssignmentPacket.parse(JSON.parse(turn.packet));
      recording.append({
        type: "turn",
        task_id,
        feature_id: feature.id,
        attempt,
        answer_only: 0,
        gate: "",
        round: 0,
        end: answer.end,
        text: answer.text,
        diagnostics: answer.diagnostics,
        duration_ms: 1,
        changes: [],
        usage: UNKNOWN_USAGE,
        transcript: "",
      });
      onRecorded();
      return answer;
    },
  };
}

export function checkRecording(acknowledged: number, problems: Problems): void {
  if (acknowledged === 0) return;
  const turns = existsSync(RECORDING) ? readRecording(RECORDING).turns.length : 0;
  if (turns < acknowledged) problems.push(`${acknowledged} turns were recorded, ${turns} are there`);
}
