import { resolve } from "node:path";
import { BatonError } from "../errors.ts";
import { AssignmentPacket } from "../schema/packet.ts";
import { applyChanges } from "./clone-changes.ts";
import type { Agent } from "./port.ts";
import { readRecording } from "./recording-file.ts";

/**
 * `replay:FILE`: does and says what a recorded agent did for the same feature, task and attempt. It keeps no count of its
 * own, so that a run which is stopped and taken up again goes on the same way. Throws REPLAY_INVALID, REPLAY_MISSING.
 */
export function createReplayAgent(path: string): Agent {
  const absolute = resolve(path);
  const { agent, turns } = readRecording(absolute);
  return {
    name: agent,
    specification: `replay:${absolute}`,
    inProcess: true,
    async run({ packet: text, workspace }) {
      const packet = AssignmentPacket.parse(JSON.parse(text));
      const asked = packet.answer_only?.turn ?? 0;
      const { gate = "", round = 0 } = packet.review ?? {};
      const fitting = turns.filter(
        (one) =>
          one.feature_id === packet.feature.id &&
          one.task_id === packet.task_id &&
          one.attempt === packet.attempt &&
          one.gate === gate &&
          one.answer_only === asked,
      );
      // A recording that was gone on with after a crash may hold a turn twice: the later one counts. A review that was asked
      // for once more than it was recorded says the same again.
      const turn = fitting.findLast((one) => one.round === round) ?? fitting.at(-1);
      if (turn === undefined) {
        const whose = `attempt ${packet.attempt} of ${packet.task_id} (${packet.feature.id})`;
        const what = gate === "" ? whose : `${gate} for ${whose}`;
        const only = asked === 0 ? "" : `, answer ${asked + 1}`;
        throw new BatonError("REPLAY_MISSING", `${absolute} has no ${what}${only}`);
      }
      applyChanges(workspace, turn.changes);
      const { text: said, end, failed, unusable, diagnostics, duration_ms: durationMs, usage, transcript } = turn;
      return {
        text: said,
        end,
        ...(failed === undefined ? {} : { failed }),
        ...(unusable === undefined ? {} : { unusable }),
        diagnostics,
        durationMs,
        usage,
        transcript,
      };
    },
  };
}
