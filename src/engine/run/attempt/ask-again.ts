import type { AgentAnswer } from "../../../agents/port.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";
import { hasEnvelope, type Heard } from "./answer.ts";
import { ANSWER_ONLY_TURNS, answerOnly } from "./answer-only.ts";
import { changedFiles } from "../checks/changed-files.ts";
import { hearAgent } from "./firewall.ts";
import { layAnswerForm, type Attempt } from "./attempt.ts";
import type { Turn } from "../context.ts";
import type { Left } from "./take.ts";

const ONLY_THE_ANSWER =
  "Your work on this task is taken already; what you change now is not looked at. Only your answer was rejected: give it " +
  'again, whole, with what "answer_only" names put right. Its form is there, and in artifacts/answer.md.';

/**
 * Sends a rejected envelope back with its violations, twice at most (ENV-13). An answer without any envelope is not sent
 * back: there is nothing to mend in it, and the work counts without it (ONE-13).
 */
export async function askAgain(
  turn: Turn,
  attempt: Attempt,
  left: Left,
  first: Heard,
  ask: (packet: AssignmentPacket) => Promise<AgentAnswer>,
): Promise<[Heard, ...Heard[]]> {
  const heard: [Heard, ...Heard[]] = [first];
  if (!hasEnvelope(first)) return heard;
  let last = first;
  for (let asked = 1; asked <= ANSWER_ONLY_TURNS && last.violations.length > 0; asked += 1) {
    turn.options.onEvent?.({ kind: "asked_again", task: attempt.task, asked, violations: last.violations });
    layAnswerForm(attempt.place, attempt.packet);
    const diff = changedFiles(turn.project.git, attempt.baseTree.tree, left.tree);
    const said = await ask(
      answerOnly(attempt.packet, ONLY_THE_ANSWER, { turn: asked, violations: last.violations, diff }),
    );
    if (said.end !== "answered") {
      const message = `asked only for its answer, the agent gave none (${said.end}); its work is judged all the same`;
      turn.options.onEvent?.({ kind: "warning", message });
      return heard;
    }
    last = hearAgent(said, attempt, turn.options.registry);
    heard.push(last);
  }
  return heard;
}

/** Whether the answer stayed wrong for as often as it may be mended: then a person is asked about the work (decisions.md). */
export const isGivenUp = (heard: readonly Heard[]): boolean =>
  heard.length > ANSWER_ONLY_TURNS && (heard.at(-1)?.violations.length ?? 0) > 0;
