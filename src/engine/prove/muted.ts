import type { SourceTool } from "../../checks/source/port.ts";
import { patienceFor } from "../../core/proof/patience.ts";
import { byId, isAssertionFailure } from "../../core/proof/red.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { runFlip, turnedTests } from "./red-runs.ts";
import type { Runner } from "./runner.ts";
import type { Subject } from "./subject.ts";
import type { TreeReader } from "./tree-reader.ts";
import { narrowTo, narrowUnits, type UnitPlan } from "./units.ts";

interface Muting {
  readonly subject: Subject;
  readonly plan: UnitPlan;
  readonly tools: readonly SourceTool[];
  readonly runner: Runner;
}

/**
 * Which of these old tests fail by no assertion on head whatever they expect, and did as base has them: something beside them keeps
 * their assertions from being heard.
 */
export async function findMuted(
  { subject, plan, tools, runner }: Muting,
  r2: SuiteRun,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const { git, base, head } = subject;
  const flipped = async (side: "base" | "head", reader: TreeReader, those: readonly string[]) => {
    const units = side === "head" ? narrowUnits(plan) : plan.base;
    const run = async (tree: string, asked: readonly string[]): Promise<SuiteRun> => {
      const selections = narrowTo(units, [...new Set(asked.map(fileOf))], { ids: asked });
      const choice = { layer: side, reuse: true, detail: `flip of ${side}'s`, ...patienceFor(r2, asked) } as const;
      return (await runner.run("R3", tree, selections, choice)).run;
    };
    return runFlip({ git, head: reader, tools, run }, those);
  };
  const asked = ids.size === 0 ? [] : await turnedTests({ head, tools }, [...ids]);
  const now = asked.length === 0 ? null : await flipped("head", head, asked);
  const results = now === null ? new Map<string, TestResult>() : byId(now);
  const suspects = asked.filter((id) => results.has(id) && !isAssertionFailure(results.get(id)));
  const known = suspects.length === 0 ? [] : await turnedTests({ head: base, tools }, suspects);
  const before = known.length === 0 ? null : await flipped("base", base, known);
  const failing = before === null ? new Map<string, TestResult>() : byId(before);
  return known.filter((id) => isAssertionFailure(failing.get(id)));
}
