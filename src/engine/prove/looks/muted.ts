import { byId, isAssertionFailure } from "../../../core/proof/red.ts";
import { worseThanBase } from "../../../core/proof/old-tests/renumbered.ts";
import type { SuiteRun, TestResult } from "../../../schema/report.ts";
import { runFlip, turnedTests } from "../runs/flip-runs.ts";
import { runOld } from "../old-tests.ts";
import type { Proving } from "../proving.ts";

/**
 * Which of these old tests fail by no assertion on head whatever they expect, and did as base has them: something beside them keeps
 * their assertions from being heard.
 */
export async function findMuted(proof: Proving, r2: SuiteRun, ids: ReadonlySet<string>): Promise<string[]> {
  const { subject, tools } = proof;
  const flipped = async (side: "base" | "head", asked: readonly string[]): Promise<Map<string, TestResult>> => {
    const detail = `flip of ${side}'s`;
    const run = (tree: string, those: readonly string[]): Promise<SuiteRun> =>
      runOld(proof, r2, { side, tree, ids: those, detail });
    return byId(
      asked.length === 0 ? null : await runFlip({ git: subject.git, head: subject[side], tools, run }, asked),
    );
  };
  const turned = async (side: "base" | "head", those: readonly string[]): Promise<string[]> => [
    ...(await turnedTests({ head: subject[side], tools }, those)).keys(),
  ];
  const asked = await turned("head", [...ids]);
  const now = await flipped("head", asked);
  const suspects = asked.filter((id) => now.has(id) && !isAssertionFailure(now.get(id)));
  const known = await turned("base", suspects);
  const before = await flipped("base", known);
  const heard = known.filter((id) => isAssertionFailure(before.get(id)));
  return worseThanBase(heard, { now, before, isSo: (result) => !isAssertionFailure(result) });
}
