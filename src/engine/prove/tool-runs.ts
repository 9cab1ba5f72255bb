import { join } from "node:path";
import { openResults } from "../../checks/results.ts";
import { runTool } from "../../checks/run-tool.ts";
import type { Layer, Slot } from "../../checks/slots/slot.ts";
import { ToolRun, type ToolPlan } from "../../schema/tool-plan.ts";
import type { Isolation } from "../../util/isolation.ts";
import { digest } from "./context.ts";
import type { SuitesOptions } from "./suites.ts";

export interface ToolCall {
  readonly tree: string;
  readonly layer: Layer;
  readonly plan: ToolPlan;
}

interface ToolRunsOptions extends SuitesOptions {
  readonly isolation: Isolation;
  /** Names our own part in a run. */
  readonly edition: string;
  readonly slotFor: (call: Pick<ToolCall, "tree" | "layer">) => Promise<Slot>;
}

/** Runs tools in slots and cites equal runs that measured; one that could not is tried again. */
export function createToolRuns(options: ToolRunsOptions): (call: ToolCall) => Promise<ToolRun> {
  const { env, isolation, edition, slotFor, hidden, config, signal } = options;
  const results = openResults(join(options.stateDirectory, "tool-results"), ToolRun);
  return async ({ tree, layer, plan }) => {
    const named = { edition, version: 1, tree, layer: layer.key, plan, isolation: isolation.level, env };
    const id = digest(JSON.stringify(named));
    const known = results.get(id);
    if (known !== null) return known;
    const slot = await slotFor({ tree, layer });
    const given = { slot, tree, plan, env, isolation, hidden, limits: config.limits };
    const run = await runTool({ ...given, ...(signal === undefined ? {} : { signal }) });
    // What is known to be vulnerable changes while the tree does not.
    if (run.problem === null && plan.tool !== "npm-audit") results.put(id, run);
    return run;
  };
}
