import type { ParsedEnvelope } from "../../envelope/fields.ts";
import type { PartialEnvelope, Violation } from "../../../schema/envelope.ts";
import type { AssignmentPacket, ReviewAssignment } from "../../../schema/packet.ts";

/** Where the words of a reviewer go who wrote no report (ENV-06 needs one). */
export const SPOKEN_REPORT = "artifacts/review-output.md";

/**
 * A review that says all it has to say in OUTPUT is not lost to paperwork: its OUTPUT becomes the report that it lacks. Null:
 * it needs none, has one, or says nothing.
 */
export function withSpokenReport(parsed: ParsedEnvelope, { evidence }: ReviewAssignment): ParsedEnvelope | null {
  const { EVIDENCE, OUTPUT = "" } = parsed.envelope;
  const isReport = evidence.length === 1 && evidence[0] === "reports";
  if (!isReport || EVIDENCE === undefined || (EVIDENCE.reports ?? []).length > 0 || OUTPUT.trim() === "") return null;
  return { ...parsed, envelope: { ...parsed.envelope, EVIDENCE: { ...EVIDENCE, reports: [SPOKEN_REPORT] } } };
}

/** What a reviewer's envelope must say beyond being valid: yes or no to its own gate (design.md §4). */
export function reviewViolations(
  { envelope, lines }: ParsedEnvelope,
  { status }: Pick<AssignmentPacket, "status">,
  { gate }: ReviewAssignment,
): Violation[] {
  const passed = envelope.GATES_PASSED?.includes(gate) === true;
  const wrong = (field: "STATUS" | "GATES_PASSED", message: string): Violation[] => [
    { code: "ENVELOPE_GATES_MISMATCH", field, line: lines[field] ?? null, message },
  ];
  if (envelope.STATUS === "BLOCKED" && passed)
    return wrong("GATES_PASSED", `STATUS is BLOCKED, so ${gate} has not passed: remove it, or write ${status}`);
  if (envelope.STATUS === status && !passed)
    return wrong("GATES_PASSED", `say yes or no: add ${gate} here, or write BLOCKED with "- ${gate}: reason"`);
  return [];
}

/** What a valid answer comes to. */
export function reviewVerdict({ STATUS, FAIL_REASONS = [] }: PartialEnvelope): {
  readonly outcome: "passed" | "failed";
  readonly reasons: string[];
} {
  return STATUS === "BLOCKED" ? { outcome: "failed", reasons: FAIL_REASONS } : { outcome: "passed", reasons: [] };
}
