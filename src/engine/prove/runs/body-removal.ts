import type { SourceTool } from "../../../checks/source/port.ts";
import { mutantStatus, mutationScore } from "../../../core/proof/further.ts";
import type { MutantStatus } from "../../../schema/mutation.ts";
import type { BodyRemoval } from "../../../schema/proof.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { ChangedSource, MutatedSource } from "../../../schema/source.ts";
import type { Git } from "../../../util/git/git.ts";
import { allOf } from "../../../util/all-of.ts";
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
  /** So many are tried side by side. */
  readonly lanes: number;
  readonly budget: { readonly runs: number; readonly seconds: number };
}

/**
 * Mutation as the harness makes it by itself, for every stack that it can stub: each function that head adds or changes
 * loses its body, one at a time. What the budget leaves out is counted, never taken for noticed.
 */
export async function removeBodies(removal: Removal): Promise<BodyRemoval> {
  const { tools, changed, groups, budget, threshold, lanes } = removal;
  const all = await askAll(tools, changed, (tool, own) => tool.mutants(own));
  const asked = groups.filter((ids) => ids.length > 0);
  const until = performance.now() + 1000 * budget.seconds;
  const mutants: BodyRemoval["mutants"] = [];
  let runs = 0;
  const left = asked.length === 0 ? [] : [...all];
  while (left.length > 0 && runs < budget.runs && performance.now() < until) {
    // Not more at once than the budget has runs for, also where each of them needs every group.
    const many = Math.min(lanes, Math.ceil((budget.runs - runs) / asked.length));
    const together = left.splice(0, many).map((mutant) => tryMutant(removal, mutant, asked));
    for (const { mutant, made } of await allOf(together)) {
      mutants.push(mutant);
      runs += made;
    }
  }
  return {
    kind: "body_removal",
    threshold,
    score: mutationScore(mutants),
    left_out: all.length - mutants.length,
    mutants,
  };
}

async function tryMutant(
  { git, head, run, reaches }: Removal,
  { path, text, symbol, line, end_line }: MutatedSource,
  groups: readonly (readonly string[])[],
): Promise<{ readonly mutant: BodyRemoval["mutants"][number]; readonly made: number }> {
  const place = { path, line, end_line, mutator: "BodyRemoval", replacement: "", symbol };
  if (!reaches(path, line, end_line)) return { mutant: { ...place, status: "no_coverage" }, made: 0 };
  const tree = composeTexts(git, head, [{ path, text }]);
  let [status, made]: [MutantStatus, number] = ["survived", 0];
  for (const ids of groups) {
    const over = await run(tree, ids, `without ${symbol}`);
    made += over.cited ? 0 : 1;
    status = mutantStatus(over.run, ids);
    if (status !== "survived") break;
  }
  return { mutant: { ...place, status }, made };
}
