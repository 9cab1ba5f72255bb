import type { AssignmentPacket, ReviewAssignment } from "../../schema/packet.ts";
import type { EvidenceKey } from "../../schema/envelope.ts";
import { citeLook } from "./cite-look.ts";
import { renderEnvelope } from "./render-envelope.ts";

type PacketFacts = Pick<AssignmentPacket, "task_id" | "assigned_agent" | "status" | "goal" | "gates_required">;

/** How a reviewer answers, with both answers written out: with it they need no other document. */
export function reviewFormat(packet: PacketFacts, review: ReviewAssignment): string {
  const { gate, evidence } = review;
  const missing = missingOf(review);
  const passing = example(packet, review, true);
  for (const kind of missing) passing.EVIDENCE[kind] = [YOURS[kind]];
  return `End your answer with one of these two envelopes as plain text: twelve fields, in this order, each once, each name at the
start of a line. If you cannot print it, complete artifacts/answer.md, which holds it with all that is known.

${evidenceRule(evidence, missing)} FAIL_REASONS: one "- ${gate}: reason" line for each defect, with file and line; NONE on a pass.
INPUTS_USED: files that exist in the repository or stand in "inputs". OUTPUT: what you found, indented by two spaces.

When it does not hold, or you cannot judge it:

${renderEnvelope(example(packet, review, false))}
When it holds:

${renderEnvelope(passing)}`;
}

function evidenceRule(evidence: readonly EvidenceKey[], missing: readonly EvidenceKey[]): string {
  if (evidence.length === 1 && evidence[0] === "reports")
    return "EVIDENCE: a report that you wrote below artifacts/ in your working folder, under reports; without one your OUTPUT becomes it.";
  const where = `EVIDENCE: files below artifacts/ in your working folder; a pass needs some under ${evidence.join(" and ")}.`;
  return missing.length === 0
    ? `${where} The harness looked at the interface: its files in artifacts/given/ may be cited.`
    : `${where} Nobody looked at the interface for you: write those under ${missing.join(" and ")} yourself (here: ${missing.map((kind) => YOURS[kind]).join(", ")}), or answer BLOCKED.`;
}

/** What a reviewer would write where the harness gives nothing. */
const YOURS: Readonly<Record<EvidenceKey, string>> = {
  screenshots: "artifacts/page.png",
  a11y: "artifacts/audit.json",
  console: "artifacts/console.log",
  reports: "artifacts/report.md",
};

/** Kinds that a pass needs and nothing is given of. An own report may be left out. */
function missingOf({ evidence, given }: ReviewAssignment): EvidenceKey[] {
  const seen = citeLook(given, evidence);
  return evidence.filter((kind) => kind !== "reports" && seen[kind].length === 0);
}

function example(packet: PacketFacts, review: ReviewAssignment, passes: boolean) {
  const { gate, gates_passed: before, evidence, given } = review;
  const seen = citeLook(given, passes ? evidence : []);
  return {
    STATUS: passes ? packet.status : ("BLOCKED" as const),
    TASK_ID: packet.task_id,
    TASK: packet.goal,
    ASSIGNED_AGENT: packet.assigned_agent,
    REPORTS_TO: "orchestrator",
    INPUTS_USED: given.slice(0, 1).map(({ path }) => path),
    GATES_REQUIRED: [...packet.gates_required],
    GATES_PASSED: passes ? [...before, gate] : [...before],
    EVIDENCE: seen,
    FAIL_REASONS: passes ? [] : [`${gate}: src/cart.js:12 the empty cart throws`],
    OUTPUT: passes ? "Read the whole change; it does what the goal says." : "The change misses the empty cart.",
    NEXT_ACTIONS: [passes ? "orchestrator to go on" : "executor to mend what FAIL_REASONS name"],
  };
}

/** The passing answer without its words: STATUS, GATES_PASSED, OUTPUT and NEXT_ACTIONS are the reviewer's own. */
export function reviewForm(packet: PacketFacts, review: ReviewAssignment): string {
  const { gate, gates_passed: before } = review;
  const filled = renderEnvelope({ ...example(packet, review, true), INPUTS_USED: [], GATES_PASSED: [...before] });
  return [
    `A pass: write ${packet.status} as STATUS, add "- ${gate}" below GATES_PASSED, and say what you read in OUTPUT.`,
    `A fail: write BLOCKED as STATUS, and one "- ${gate}: reason" line a defect below FAIL_REASONS, instead of NONE.`,
    "",
    filled.replace(/^STATUS: .*$/m, "STATUS:").replace(/^OUTPUT:[\s\S]*$/m, "OUTPUT:\nNEXT_ACTIONS:\n"),
  ].join("\n");
}
