import { variablesIn } from "../../core/proof/gates.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { Subject } from "./subject.ts";

/**
 * The variables that the change's tests, and what it brings beside them, ask their surroundings for, by the file that asks; of those,
 * such as base names nowhere and no environment of the configuration gives: nothing sets them. Empty where no test is skipped.
 */
export function gatesOf(
  { git, base, head, changes, config }: Subject,
  r2: SuiteRun,
): ReadonlyMap<string, readonly string[]> {
  if (r2.report.tests.every(({ status }) => status !== "skipped")) return new Map();
  const beside = changes.filter(({ role, head: after }) => role.startsWith("test") && after !== null);
  const asked = beside.map(({ path }) => [path, variablesIn(head.read(path) ?? "")] as const);
  const given = new Set(config.environment.env);
  const isKnown = (name: string): boolean =>
    given.has(name) || git.attempt(["grep", "-q", "-w", "-F", "-e", name, base.tree]) !== null;
  const unset = new Set(asked.flatMap(([, names]) => names).filter((name) => !isKnown(name)));
  return new Map(
    asked
      .map(([path, names]) => [path, names.filter((name) => unset.has(name))] as const)
      .filter(([, names]) => names.length > 0),
  );
}
