import { bothSides } from "../../../core/proof/looks/both-sides.ts";
import { completedAnswers, type Completed } from "../../../core/proof/looks/completed.ts";
import { nameOf } from "../../../core/proof/looks/stand-ins.ts";
import { askAll } from "../ask-tools.ts";
import type { Proving } from "../proving.ts";
import type { RedHost } from "../runs/red-host.ts";
import { testSides } from "../text-watch.ts";

/** Helpers of the new tests that do more to what a changed function answers, and hand that to the tests. No run is made. */
export async function findCompleted(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  subjects: readonly string[],
): Promise<readonly Completed[]> {
  const mutants = await askAll(host.tools, host.changed, (tool, own) => tool.mutants(own));
  const changed = new Set(mutants.map(({ symbol }) => nameOf(symbol)));
  const code = new Set(host.changed.map(({ path }) => path));
  // A conftest.py decides how tests run, and has their fixtures.
  const beside = subject.changes.filter(({ role, head }) => role.startsWith("test") && head !== null);
  const paths = beside.map(({ path }) => path);
  const tests = testSides(subjects, host.head, paths).filter(({ path }) => !code.has(path));
  return [...completedAnswers(tests, changed), ...bothSides(tests, changed)];
}
