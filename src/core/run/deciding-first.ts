import { CODES, EXIT, type Code } from "../../errors.ts";
import type { ReportedFinding } from "../../schema/event.ts";
import { isOfAttempt } from "./people/quarantine.ts";

/**
 * Findings as people and agents read them, what decides first: what was bent, what is wrong with the change, what was undone of
 * it, and only then what a person is asked about. What was touched beside the change comes before all that is wrong with it, also
 * where only a person knows who did it: whoever reads one line reads that.
 */
export const decidingFirst = <T extends Pick<ReportedFinding, "code" | "severity">>(findings: readonly T[]): T[] =>
  findings.toSorted((one, other) => rankOf(one) - rankOf(other));

function rankOf({ code, severity }: Pick<ReportedFinding, "code" | "severity">): number {
  if (severity === "person" && code === "CONTROL_TOUCHED") return 0;
  if (severity !== "error") return severity === "person" ? 3 : 4;
  if (code in CODES && CODES[code as Code].exit === EXIT.evidence) return 0;
  return isOfAttempt(code) ? 2 : 1;
}
