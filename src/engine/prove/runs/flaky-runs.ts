import { withFlaky, type Baseline, type Flaked } from "../../../core/proof/baseline.ts";
import { isRewritten } from "../../../core/proof/selection.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import type { TestEdit } from "../../../core/proof/old-tests/written-tests.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { Proof } from "../proving.ts";
import { narrowTo, narrowUnits, wholeUnit } from "../units.ts";

/** So often a test that fails is run again, until it shows what it is. */
const TIMES = { head: 2, base: 3 };

interface Shown {
  readonly r2: SuiteRun;
  readonly r3: SuiteRun | null;
  readonly baseline: Baseline;
  readonly edits: readonly TestEdit[];
}

/**
 * The baseline without old tests that fail now and then, which its own runs may all have seen pass: what base had green and fails is
 * run again before it counts, over the same tree, and where it goes on failing, over base's. What the change rewrites is its own.
 */
export async function settleFlaky(proof: Proof, shown: Shown): Promise<{ baseline: Baseline; flaked: Flaked[] }> {
  const { r2, r3, baseline, edits } = shown;
  const { base, head } = proof.subject;
  const isOwn = isRewritten(edits);
  const failingIn = (run: SuiteRun): string[] =>
    run.report.tests
      .filter(({ id, status }) => status === "failed" && baseline.green.has(id) && !isOwn(id))
      .map(({ id }) => id);
  const failing = failingIn(r2);
  const { unsteady: atHead, left } = await runAtHead(proof, failing);
  const atBase = await runAtBase(proof, left);
  const known = new Set(failing);
  const kept = r3 === null || r3.tree === r2.tree ? [] : failingIn(r3).filter((id) => !known.has(id));
  const atKeep = kept.length === 0 ? [] : [...(await runAgain(proof, r3?.tree ?? "", kept, "R3")).passed];
  const { runner, plan } = proof;
  runner.noteUnsteady(head.tree, plan.head.map(wholeUnit), "head", atHead);
  runner.noteUnsteady(base.tree, plan.base.map(wholeUnit), "base", atBase);
  const flaked = [
    ...[...atHead, ...atKeep].map((id): Flaked => ({ id, at: "head" })),
    ...atBase.map((id): Flaked => ({ id, at: "base" })),
  ];
  return {
    baseline: withFlaky(
      baseline,
      flaked.map(({ id }) => id),
    ),
    flaked,
  };
}

interface AtHead {
  readonly unsteady: string[];
  readonly left: { readonly alone: string[]; readonly amongOthers: string[] };
}

/** What passes alone has to pass among the others, too: else the change may be what disturbs it there. */
async function runAtHead(proof: Proof, ids: readonly string[]): Promise<AtHead> {
  const { head } = proof.subject;
  const { passed } = await runAgain(proof, head.tree, ids, "R2");
  const beside = await runAgain(proof, head.tree, [...passed], "R2", { whole: true });
  return {
    unsteady: [...beside.passed],
    left: {
      alone: ids.filter((id) => !passed.has(id)),
      amongOthers: [...passed].filter((id) => !beside.passed.has(id)),
    },
  };
}

/** What fails now and then without the change is none of its doing. A test that never passes alone is run among the others. */
async function runAtBase(proof: Proof, { alone, amongOthers }: AtHead["left"]): Promise<string[]> {
  const { base } = proof.subject;
  const { passed, failed } = await runAgain(proof, base.tree, alone, "R0");
  const never = [...failed].filter((id) => !passed.has(id));
  const beside = await runAgain(proof, base.tree, [...amongOthers, ...never], "R0", { whole: true });
  return [...passed.intersection(failed), ...beside.failed];
}

interface Seen {
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

/** Runs the files of these tests, or everything, until each has shown that it may end otherwise than it did. */
async function runAgain(
  { runner, plan }: Proof,
  tree: string,
  ids: readonly string[],
  step: "R0" | "R2" | "R3",
  { whole = false } = {},
): Promise<Seen> {
  const layer = step === "R0" ? "base" : "head";
  const files = [...new Set(ids.map(fileOf))];
  const own = step === "R2" ? plan.head : plan.base;
  const selections = whole ? own.map(wholeUnit) : narrowTo(step === "R2" ? narrowUnits(plan) : own, files);
  const [passed, failed] = [new Set<string>(), new Set<string>()];
  const isOpen = (id: string): boolean => !passed.has(id) || (step === "R0" && !failed.has(id));
  for (let time = 0; time < TIMES[layer] && ids.some(isOpen); time += 1) {
    const { run } = await runner.run(step, tree, selections, { layer, detail: whole ? "all again" : "again" });
    for (const { id, status } of run.report.tests) {
      if (!ids.includes(id)) continue;
      if (status === "passed") passed.add(id);
      if (status === "failed") failed.add(id);
    }
  }
  return { passed, failed };
}
