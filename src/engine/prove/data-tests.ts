import type { SourceTool } from "../../checks/source/port.ts";
import type { Baseline } from "../../core/proof/baseline.ts";
import type { SuiteRun } from "../../schema/report.ts";
import { redTree } from "./red-tree.ts";
import type { Runner } from "./runner.ts";
import type { Subject } from "./subject.ts";
import { wholeUnit, type UnitPlan } from "./units.ts";

/**
 * The tests that speak for a change which brings only data to them (`tests/data/*.toml`, a table in a module): which these are no text
 * tells, so all are run over base's code. Those that fail there, and that base and head pass, are the change's; they are judged as any.
 */
export async function testsOfData(
  proof: {
    readonly subject: Subject;
    readonly tools: readonly SourceTool[];
    readonly plan: UnitPlan;
    readonly runner: Runner;
  },
  r2: SuiteRun,
  { green }: Baseline,
): Promise<string[]> {
  const { subject, plan, runner } = proof;
  const hasData = subject.changes.some(({ role, head }) => (role === "test" || role === "snapshot") && head !== null);
  if (!hasData || plan.command !== null) return [];
  const tree = await redTree(proof);
  const { run } = await runner.run("R1", tree, plan.head.map(wholeUnit), { layer: "head", detail: "all tests" });
  const failing = new Set(run.report.tests.filter(({ status }) => status === "failed").map(({ id }) => id));
  return r2.report.tests
    .filter(({ id, status }) => status === "passed" && failing.has(id) && green.has(id))
    .map(({ id }) => id);
}
