import type { Finding } from "../../errors.ts";
import { createMatcher } from "../pattern/matcher.ts";
import { goesWithTests, type PathRole } from "./paths.ts";

/** A path that an agent changed. */
export interface TouchedPath {
  readonly path: string;
  readonly role: PathRole;
  readonly added: boolean;
}

export interface OutsideAssignment {
  /** To be put back to base's version before anything is judged. */
  readonly undo: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * What a change touches that was not assigned (TAH-09, decisions.md Outside the assignment): it is undone, recorded and
 * named, and the attempt fails. New tests count as allowed; protected paths are left to their own classes.
 */
export function judgeAssignment(touched: readonly TouchedPath[], filesAllowed: readonly string[]): OutsideAssignment {
  const allows = createMatcher(filesAllowed);
  const harness = touched.filter(({ role }) => role === "harness").map(({ path }) => path);
  const outside = touched
    .filter(
      ({ path, role, added }) =>
        !allows(path) && role !== "harness" && !(role === "test" && added) && (role === "test" || !goesWithTests(role)),
    )
    .map(({ path }) => path);
  const findings: Finding[] = [];
  if (harness.length > 0) {
    const message = `${harness.join(", ")}: only the harness writes this; your change was undone`;
    findings.push({ code: "CONTROL_TOUCHED", severity: "error", message, path: harness[0] ?? "" });
  }
  if (outside.length > 0) {
    const message = `outside the assignment and undone: ${outside.slice(0, 8).join(", ")}; allowed are ${filesAllowed.join(", ")}`;
    findings.push({ code: "SCOPE_EXCEEDED", severity: "error", message, path: outside[0] ?? "" });
  }
  return { undo: [...harness, ...outside], findings };
}
