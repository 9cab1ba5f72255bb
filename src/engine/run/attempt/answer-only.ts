import { answerForm } from "../../../core/envelope/answer-format.ts";
import type { Violation } from "../../../schema/envelope.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";

/** How often whoever answers may mend a rejected answer (decisions.md, Gates and criteria). */
export const ANSWER_ONLY_TURNS = 2;

/** The assignment once more, from the first packet, for the answer alone: `context` says that the work itself is done. */
export const answerOnly = (
  packet: AssignmentPacket,
  context: string,
  { turn, violations, diff = "" }: { turn: number; violations: readonly Violation[]; diff?: string },
): AssignmentPacket => ({
  ...packet,
  context,
  answer_only: { turn, violations: [...violations], diff_summary: diff, form: answerForm(packet) },
});
