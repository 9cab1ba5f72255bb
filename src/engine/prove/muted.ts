import type { SourceTool } from "../../checks/source/port.ts";
import { patienceFor } from "../../core/proof/patience.ts";
import { byId, isAssertionFailure } from "../../core/proof/red.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { runFlip, turnedTests } from "./red-runs.ts";
import type { Runner } from "./runner.ts";
import type { Subject } from "./subject.ts";
import { testSideOf } from "./text-watch.ts";
import type { TreeReader } from "./tree-reader.ts";
import { narrowTo, narrowUnits, runnerOf, type UnitPlan } from "./units.ts";

interface Muting {
  readonly subject: Subject;
  readonly plan: UnitPlan;
  readonly tools: readonly SourceTool[];
  readonly runner: Runner;
}

/**
 * Old tests, in files of tests that head changes, that fail by no assertion there whatever they expect, and did as base has them:
 * something beside them keeps their assertions from being heard. Nothing else shows that while the code answers well.
 */
export async function findMuted(
  { subject, plan, tools, runner }: Muting,
  r2: SuiteRun,
  green: ReadonlySet<string>,
): Promise<string[]> {
  const { git, base, head } = subject;
  const files = filesTouched(subject, r2);
  // A browser is waited for, to the limit, for what does not hold.
  const passing = r2.report.tests.filter(
    ({ id, file, status }) =>
      status === "passed" && green.has(id) && files.has(file) && runnerOf(plan.head, file) !== "playwright",
  );
  const ids = passing.map(({ id }) => id);
  // A command runs whole, whatever is asked of it.
  if (ids.length === 0 || r2.units.some(({ level }) => level !== "P3")) return [];
  const flipped = async (side: "base" | "head", reader: TreeReader, those: readonly string[]) => {
    const units = side === "head" ? narrowUnits(plan) : plan.base;
    const run = async (tree: string, asked: readonly string[]): Promise<SuiteRun> => {
      const selections = narrowTo(units, [...new Set(asked.map(fileOf))], { ids: asked });
      const choice = { layer: side, reuse: true, detail: `flip of ${side}'s`, ...patienceFor(r2, asked) } as const;
      return (await runner.run("R3", tree, selections, choice)).run;
    };
    return runFlip({ git, head: reader, tools, run }, those);
  };
  const asked = await turnedTests({ head, tools }, ids);
  const now = asked.length === 0 ? null : await flipped("head", head, asked);
  const results = now === null ? new Map<string, TestResult>() : byId(now);
  const suspects = asked.filter((id) => results.has(id) && !isAssertionFailure(results.get(id)));
  const known = suspects.length === 0 ? [] : await turnedTests({ head: base, tools }, suspects);
  const before = known.length === 0 ? null : await flipped("base", base, known);
  const failing = before === null ? new Map<string, TestResult>() : byId(before);
  return known.filter((id) => isAssertionFailure(failing.get(id)));
}

/** Files of old tests that head changes, or that load a file beside the tests which it changes. */
function filesTouched({ base, head, changes }: Subject, r2: SuiteRun): Set<string> {
  const all = new Set(r2.report.tests.map(({ file }) => file).filter((file) => base.paths.has(file)));
  const changed = new Set(changes.filter(({ role }) => role === "test").map(({ path }) => path));
  const hasHelpers = [...changed].some((path) => !all.has(path) && base.paths.has(path));
  const loads = (file: string): boolean => hasHelpers && [...testSideOf(file, head)].some((path) => changed.has(path));
  return new Set([...all].filter((file) => changed.has(file) || loads(file)));
}
