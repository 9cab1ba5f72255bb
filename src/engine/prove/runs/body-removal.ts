import type { SourceTool } from "../../../checks/source/port.ts";
import { mutantStatus, mutationScore } from "../../../core/proof/further.ts";
import type { MutantStatus } from "../../../schema/mutation.ts";
import type { BodyRemoval } from "../../../schema/proof.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { ChangedSource, MutatedSource } from "../../../schema/source.ts";
import type { Git } from "../../../util/git/git.ts";
import { askAll } from "../ask-tools.ts";
import { composeTexts } from "../compose.ts";
import type { TreeReader } from "../tree-reader.ts";

export interface Removal {
  readonly git: Git;
  readonly head: TreeReader;
  readonly tools: readonly SourceTool[];
  readonly changed: readonly ChangedSource[];
  /** Runs tests, which all pass over head, over another tree of it. `cited`: that cost nothing. */
  readonly run: (tree: string, ids: readonly string[], detail: string) => Promise<{ run: SuiteRun; cited: boolean }>;
  /** Tests by id: a mutant that the first ones let pass is shown to the next. */
  readonly groups: readonly (readonly string[])[];
  /** False where it is known that no test runs these lines: then none is run. */
  readonly reaches: (path: string, line: number, end: number) => boolean;
  readonly threshold: number;
  readonly budget: { readonly runs: number; readonly seconds: number };
}

/**
 * Mutation as the harness makes it by itself, for every stack that it can stub: each function that head adds or changes
 * loses its body, one at a time. What the budget leaves out is counted, never taken for noticed.
 */
export async function removeBodies(removal: Removal): Promise<BodyRemoval> {
  const { tools, changed, groups, budget, threshold, reaches } = removal;
  const all = await askAll(tools, changed, (tool, own) => tool.mutants(own));
  const asked = groups.filter((ids) => ids.length > 0);
  const until = performance.now() + 1000 * budget.seconds;
  const mutants: BodyRemoval["mutants"] = [];
  let runs = 0;
  for (const mutant of asked.length === 0 ? [] : all) {
    if (runs >= budget.runs || performance.now() >= until) break;
    const { path, symbol, line, end_line } = mutant;
    const tried = reaches(path, line, end_line) ? await tryMutant(removal, mutant, asked) : NOBODY_LOOKED;
    runs += tried.runs;
    mutants.push({ path, line, end_line, mutator: "BodyRemoval", replacement: "", status: tried.status, symbol });
  }
  return {
    kind: "body_removal",
    threshold,
    score: mutationScore(mutants),
    left_out: all.length - mutants.length,
    mutants,
  };
}

const NOBODY_LOOKED = { status: "no_coverage", runs: 0 } as const;

async function tryMutant(
  { git, head, run }: Removal,
  { path, text, symbol }: MutatedSource,
  groups: readonly (readonly string[])[],
): Promise<{ readonly status: MutantStatus; readonly runs: number }> {
  const tree = composeTexts(git, head, [{ path, text }]);
  let [status, runs]: [MutantStatus, number] = ["survived", 0];
  for (const ids of groups) {
    const over = await run(tree, ids, `without ${symbol}`);
    runs += over.cited ? 0 : 1;
    status = mutantStatus(over.run, ids);
    if (status !== "survived") break;
  }
  return { status, runs };
}
