import { AssignmentPacket } from "../schema/packet.ts";
import { UNKNOWN_USAGE } from "../schema/usage-sums.ts";
import type { Redact } from "../util/redact.ts";
import { watchClone } from "./clone-changes.ts";
import type { Agent } from "./port.ts";
import { openRecording } from "./recording-file.ts";

/** `--record FILE` for one agent. Throws REPLAY_INVALID. */
export const recordAgent = (agent: Agent, path: string, redact: Redact, run?: string): Agent =>
  openRecorder(agent.name, path, redact, run)(agent);

/**
 * `--record FILE`: the same agents, and each of their turns as a line of FILE, which `replay:FILE` plays again: the run's own
 * agent, after whom it is named, and whoever reviews. A turn that somebody broke off is no deed of the agent's and is not
 * recorded. Throws REPLAY_INVALID.
 */
export function openRecorder(name: string, path: string, redact: Redact, run?: string): (agent: Agent) => Agent {
  const recording = openRecording(path, { agent: name, ...(run === undefined ? {} : { run }) });
  return (agent) => ({
    ...agent,
    async run(turn) {
      const clone = watchClone(turn.workspace);
      try {
        const answer = await agent.run(turn);
        if (answer.end === "aborted") return answer;
        const packet = AssignmentPacket.parse(JSON.parse(turn.packet));
        recording.append({
          type: "turn",
          task_id: packet.task_id,
          feature_id: packet.feature.id,
          attempt: packet.attempt,
          answer_only: packet.answer_only?.turn ?? 0,
          gate: packet.review?.gate ?? "",
          round: packet.review?.round ?? 0,
          end: answer.end,
          ...(answer.failed === undefined ? {} : { failed: answer.failed }),
          ...(answer.unusable === undefined ? {} : { unusable: redact(answer.unusable) }),
          text: redact(answer.text),
          diagnostics: redact(answer.diagnostics),
          duration_ms: Math.round(answer.durationMs),
          changes: clone.changes(redact),
          usage: answer.usage ?? UNKNOWN_USAGE,
          transcript: redact(answer.transcript ?? ""),
        });
        return answer;
      } finally {
        clone.end();
      }
    },
  });
}
