import type { SourceTool } from "../../../checks/source/port.ts";
import { NOTHING_FURTHER, type FurtherFacts } from "../../../core/proof/further.ts";
import type { Patience } from "../../../core/proof/patience.ts";
import type { RedSearch } from "../../../core/proof/red.ts";
import { holdsTests } from "../../../core/proof/paths.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import type { Git } from "../../../util/git/git.ts";
import { removeBodies } from "./body-removal.ts";
import { composeTexts } from "../compose.ts";
import { runFlip } from "./flip-runs.ts";
import type { HeldOut } from "../held-out.ts";
import type { FurtherRecords, RunRecord } from "../assemble.ts";
import type { Runner } from "./runner.ts";
import type { ProveOptions } from "../subject.ts";
import type { TreeReader } from "../tree-reader.ts";
import { narrowTo, narrowToTests, narrowUnits, type UnitPlan } from "../units.ts";

export interface FurtherHost {
  readonly git: Git;
  readonly head: TreeReader;
  readonly tools: readonly SourceTool[];
  readonly changed: readonly ChangedSource[];
  readonly plan: UnitPlan;
  readonly runner: Runner;
  readonly options: Pick<ProveOptions, "flip" | "mutation">;
  readonly heldOut: HeldOut | null;
  readonly patience: Patience;
}

interface Further {
  readonly facts: FurtherFacts;
  readonly records: FurtherRecords;
}

/** R5–R7, where they are asked for: what the RED tests cannot say of themselves. */
export async function runFurther(
  host: FurtherHost,
  subjects: readonly string[],
  search: RedSearch | null,
): Promise<Further> {
  const { options, heldOut } = host;
  let { facts, records }: Further = { facts: NOTHING_FURTHER, records: {} };
  if (options.flip === true || options.flip === "where_possible") {
    const ids = [...(search?.red.keys() ?? [])];
    const run = ids.length === 0 ? null : await runFlip({ ...host, run: narrowed(host, "R5") }, ids);
    if (run !== null || options.flip === true) {
      facts = { ...facts, flip: { run, ids, all: options.flip === true } };
      records = { ...records, R5: run === null ? null : { run, reusedFrom: null, sets: {} } };
    }
  }
  if (options.mutation !== undefined) {
    const mutation = await removeBodies({
      ...host,
      run: async (tree, ids, detail) => ({ run: await narrowed(host, "R6")(tree, ids, detail), cited: false }),
      groups: [subjects],
      reaches: () => true,
      lanes: host.runner.lanes,
      threshold: options.mutation.threshold,
      budget: R6_BUDGET,
    });
    facts = { ...facts, mutation };
    records = { ...records, mutation };
  }
  if (heldOut === null) return { facts, records };
  const { texts, sealed } = heldOut;
  const record = await runHeldOut(host, texts);
  const files = texts.map(({ path }) => path).filter(holdsTests);
  const asked = { run: record?.run ?? null, files, sealed };
  return { facts: { ...facts, heldOut: asked }, records: { ...records, R7: record } };
}

/** Runs tests by id over another tree of head; an equal known run is cited. */
function narrowed({ runner, plan, patience }: FurtherHost, step: "R5" | "R6") {
  return async (tree: string, ids: readonly string[], detail: string): Promise<SuiteRun> => {
    const selections = narrowToTests(narrowUnits(plan), ids);
    return (await runner.run(step, tree, selections, { layer: "head", reuse: true, detail, ...patience })).run;
  };
}

/** R7; null where no unit of head runs such files. */
async function runHeldOut(
  { git, head, plan, runner }: FurtherHost,
  texts: readonly SourceFile[],
): Promise<RunRecord | null> {
  const selections = narrowTo(narrowUnits(plan), texts.map(({ path }) => path).filter(holdsTests));
  if (selections.length === 0) return null;
  // They are not left lying where the next agent could come by.
  const choice = { layer: "head", detail: "held-out tests", leave: head.tree } as const;
  return runner.run("R7", composeTexts(git, head, texts), selections, choice);
}

/** A mutant is a run: what is more is counted and named. */
const R6_BUDGET = { runs: 30, seconds: Infinity };
