import { join } from "node:path";
import type { ZodType } from "zod";
import { openResults } from "../../checks/results.ts";
import { runStryker } from "../../checks/run-stryker.ts";
import { runTool, type ToolRequest } from "../../checks/run-tool.ts";
import type { Layer, Slot } from "../../checks/slots/slot.ts";
import { MutationRun, type StrykerPlan } from "../../schema/mutation-run.ts";
import { ToolRun, type ToolPlan } from "../../schema/tool-plan.ts";
import type { Isolation } from "../../util/isolation.ts";
import { digest } from "./context.ts";
import type { SuitesOptions } from "./suites.ts";

interface Call<P> {
  readonly tree: string;
  readonly layer: Layer;
  readonly plan: P;
}

export type ToolCall = Call<ToolPlan>;
export type MutationCall = Call<StrykerPlan>;

interface ToolRunsOptions extends SuitesOptions {
  readonly isolation: Isolation;
  /** Names our own part in a run. */
  readonly edition: string;
  readonly slotFor: (call: Pick<ToolCall, "tree" | "layer">) => Promise<Slot>;
}

/** Runs tools in slots and cites equal runs that measured; one that could not is tried again. */
export const createToolRuns = (options: ToolRunsOptions): ((call: ToolCall) => Promise<ToolRun>) =>
  // What is known to be vulnerable changes while the tree does not.
  citing(options, { folder: "tool-results", schema: ToolRun, run: runTool, keeps: ({ tool }) => tool !== "npm-audit" });

/** The same of Stryker. */
export const createMutationRuns = (options: ToolRunsOptions): ((call: MutationCall) => Promise<MutationRun>) =>
  citing(options, { folder: "mutation-results", schema: MutationRun, run: runStryker, keeps: () => true });

interface Kind<P, R> {
  readonly folder: string;
  readonly schema: ZodType<R>;
  readonly run: (request: Omit<ToolRequest, "plan"> & { readonly plan: P }) => Promise<R>;
  /** Whether what was measured stays true. */
  readonly keeps: (plan: P) => boolean;
}

function citing<P, R extends { readonly problem: object | null }>(
  options: ToolRunsOptions,
  { folder, schema, run, keeps }: Kind<P, R>,
): (call: Call<P>) => Promise<R> {
  const { env, isolation, edition, slotFor, hidden, config, signal } = options;
  const results = openResults(join(options.stateDirectory, folder), schema);
  return async ({ tree, layer, plan }) => {
    const named = { edition, version: 1, tree, layer: layer.key, plan, isolation: isolation.level, env };
    const id = digest(JSON.stringify(named));
    const known = results.get(id);
    if (known !== null) return known;
    const slot = await slotFor({ tree, layer });
    const given = { slot, tree, plan, env, isolation, hidden, limits: config.limits };
    const made = await run({ ...given, ...(signal === undefined ? {} : { signal }) });
    if (made.problem === null && keeps(plan)) results.put(id, made);
    return made;
  };
}
