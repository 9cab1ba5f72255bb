import type { Envelope, EnvelopeStatus } from "../../schema/envelope.ts";
import type { AssignmentPacket } from "../../schema/packet.ts";
import { BUILT_IN } from "../gate/registry.ts";
import { reviewForm } from "./review-format.ts";
import { renderEnvelope } from "./render-envelope.ts";
import { nextStatuses, ownsGate } from "./roles.ts";

type PacketFacts = Pick<
  AssignmentPacket,
  "task_id" | "assigned_agent" | "role" | "status" | "goal" | "gates_required" | "inputs"
>;

/** What is said of work that an agent left without an answer, and a person with the form as it was laid there. */
export const NO_ENVELOPE = "the answer holds no envelope; answer_format in the packet shows one";
export const HELD_NO_ENVELOPE =
  "what was handed in as the answer holds no envelope: it is kept, and the work is judged by itself";
export const FORM_UNFILLED = "artifacts/answer.md, which is optional, was not filled in";

const TREE = {
  folder: "Do not commit; your working folder is taken as it is and tested.",
  done: "when the work is done",
} as const;

/** What is taken of an agent: the tree that it leaves, for tests or for a person to look at; or what it says alone. */
const TAKEN = {
  tree: {
    ...TREE,
    output: "what you made, in a few lines, each indented by two spaces. No file contents, no data URLs.",
    example: "Wrote a failing test first, then the code that makes it pass.\nAll tests of the project pass here.",
    next: "orchestrator to run the tests of this task",
  },
  shown: {
    ...TREE,
    output:
      "what you made, and what a person is to look at and how, in a few lines, each indented by two spaces. No file contents, no data URLs.",
    example: "Made the page of the prices. Look at it: open docs/prices.html in a browser, wide and narrow.",
    next: "orchestrator to have a person look at it",
  },
  words: {
    folder: "Change nothing; your working folder is thrown away.",
    done: "when you have an answer",
    output: "your answer, each line indented by two spaces. No file contents, no data URLs.",
    example: "Totals are rounded in src/money.js, once, at the end.",
    next: "orchestrator to read the answer",
  },
} as const;

/** The explanation of the envelope in a packet: with it an agent needs no other document. Ends with a filled example. */
export function answerFormat(packet: PacketFacts, taken: keyof typeof TAKEN = "tree"): string {
  const { folder, done: when, output } = TAKEN[taken];
  const done = doneStatus(packet);
  const own = packet.gates_required.filter((gate) => ownsGate(packet.assigned_agent, packet.role, gate, BUILT_IN));
  return `End your answer with this envelope as plain text: twelve fields, all of them, in this order, each once, each name at
the start of a line. What you say besides it is not read. If you cannot
print it, complete artifacts/answer.md, which holds it with all that is known. ${folder}

STATUS: ${done} ${when}; BLOCKED when you cannot go on. No other value from you.
TASK_ID: ${packet.task_id}
TASK: in plain words, what you attempted.
ASSIGNED_AGENT: ${packet.assigned_agent}
REPORTS_TO: orchestrator
INPUTS_USED: files you used, one "- path" line each; only files that were in the repository when you began or stand in
"inputs", none that you made.
GATES_REQUIRED: exactly these, one "- GATE" line each: ${packet.gates_required.join(", ") || "none, written []"}
GATES_PASSED: of these only ${own.join(", ") || "none, written []"}; the others are decided by the harness.
EVIDENCE: the four lines screenshots, a11y, console, reports, each with a list of files that you wrote below artifacts/ in
your working folder (relative paths, not empty), or []. The tests are run by the harness; you need no evidence for them.
FAIL_REASONS: NONE. When BLOCKED, one "- GATE-ID: reason" line for each failure, naming a gate.
OUTPUT: ${output}
NEXT_ACTIONS: what should happen next, numbered from 1.

An empty list is written []. Example:

${renderEnvelope(exampleEnvelope(packet, done, own, taken))}`;
}

/** What this role answers when all went well: the next status that is its own, else the present one unchanged. */
function doneStatus(packet: PacketFacts): EnvelopeStatus {
  return nextStatuses(packet.status, packet.role).find((status) => status !== "BLOCKED") ?? packet.status;
}

function exampleEnvelope(
  packet: PacketFacts,
  status: EnvelopeStatus,
  own: readonly string[],
  taken: keyof typeof TAKEN = "tree",
): Envelope {
  return {
    STATUS: status,
    TASK_ID: packet.task_id,
    TASK: packet.goal,
    ASSIGNED_AGENT: packet.assigned_agent,
    REPORTS_TO: "orchestrator",
    INPUTS_USED: packet.inputs.slice(0, 1).map((input) => input.path),
    GATES_REQUIRED: [...packet.gates_required],
    GATES_PASSED: own.filter((gate) => gate === "GATE-MSG-STRICT"),
    EVIDENCE: { screenshots: [], a11y: [], console: [], reports: [] },
    FAIL_REASONS: [],
    OUTPUT: TAKEN[taken].example,
    NEXT_ACTIONS: [TAKEN[taken].next],
  };
}

/**
 * The envelope with every field that is known filled in, for an agent to complete: STATUS, OUTPUT and NEXT_ACTIONS are its
 * own words. Left as it is, it is no answer (design.md §8).
 */
export function answerForm(packet: PacketFacts & Pick<AssignmentPacket, "review">): string {
  if (packet.review !== undefined) return reviewForm(packet, packet.review);
  const own = packet.gates_required.filter((gate) => ownsGate(packet.assigned_agent, packet.role, gate, BUILT_IN));
  const filled = renderEnvelope(exampleEnvelope({ ...packet, inputs: [] }, doneStatus(packet), own));
  return filled.replace(/^STATUS: .*$/m, "STATUS:").replace(/^OUTPUT:[\s\S]*$/m, "OUTPUT:\nNEXT_ACTIONS:\n");
}
