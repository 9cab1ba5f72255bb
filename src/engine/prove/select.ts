import type { Baseline } from "../../core/proof/baseline.ts";
import type { ChangeKind } from "../../core/proof/feature-text.ts";
import { holdsTests } from "../../core/proof/paths.ts";
import { selectTests } from "../../core/proof/selection.ts";
import type { TestEdit } from "../../core/proof/old-tests/written-tests.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { ProofLevel } from "../../schema/unit.ts";
import { redTree } from "./runs/red-tree.ts";
import type { Proving } from "./proving.ts";
import type { Subject } from "./subject.ts";
import { wholeUnit } from "./units.ts";

interface Shown {
  readonly r2: SuiteRun;
  readonly r3: SuiteRun | null;
  readonly baseline: Baseline;
  readonly edits: readonly TestEdit[];
  readonly kind: ChangeKind;
  readonly level: ProofLevel;
}

/** The tests that speak for a change: as the texts and the runs tell, else those that only its data reaches. */
export async function testsOfChange(proof: Proving, shown: Shown): Promise<string[]> {
  const { r2, r3, baseline, edits, kind, level } = shown;
  const command = proof.plan.command?.selection ?? null;
  const changedFiles = filesWithTests(proof.subject.changes);
  const selected = selectTests({ command, r2, baseline, changedFiles, edits, r3 });
  const isOpen = selected.length === 0 && kind !== "refactor" && level !== "P1";
  return isOpen ? testsOfData(proof, r2, baseline) : selected;
}

/** Files of head that the change adds or edits and that can hold tests, in-source ones included. */
function filesWithTests(changes: Subject["changes"]): Set<string> {
  const held = changes.filter(
    ({ head, role, path }) => head !== null && (role === "test" || role === "implementation") && holdsTests(path),
  );
  return new Set(held.map(({ path }) => path));
}

/**
 * The tests that speak for a change which brings only data to them (`tests/data/*.toml`, a table in a module): which these are no text
 * tells, so all are run over base's code. Those that fail there, and that base and head pass, are the change's; they are judged as any.
 */
async function testsOfData(proof: Proving, r2: SuiteRun, { green }: Baseline): Promise<string[]> {
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
