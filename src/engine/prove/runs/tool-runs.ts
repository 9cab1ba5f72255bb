import { join } from "node:path";
import type { ZodType } from "zod";
import { openResults } from "../../../checks/results.ts";
import { runStryker } from "../../../checks/run-stryker.ts";
import { runMeasuringCommand } from "../../../checks/run-measuring-command.ts";
import { runTool, type ToolRequest } from "../../../checks/run-tool.ts";
import type { Layer, Slot } from "../../../checks/slots/slot.ts";
import { CommandRun, type CommandPlan } from "../../../schema/command-run.ts";
import { MutationRun, type StrykerPlan } from "../../../schema/mutation-run.ts";
import { ToolRun, type ToolPlan } from "../../../schema/tool-plan.ts";
import type { Isolation } from "../../../util/isolation.ts";
import { isAudit } from "../../../core/measure/find-scanners.ts";
import { digest } from "../context.ts";
import type { createTurns } from "./turns.ts";
import type { Suites, SuitesOptions } from "./suites.ts";

interface Call<P> {
  readonly tree: string;
  readonly layer: Layer;
  readonly plan: P;
  /** Whether it is made once more, though an equal one is known. */
  readonly anew?: boolean;
}

export type ToolCall = Call<ToolPlan>;
export type MutationCall = Call<StrykerPlan>;
export type MeasuringCall = Call<CommandPlan>;

interface ToolRunsOptions extends SuitesOptions {
  readonly isolation: Isolation;
  /** Of what runs the project's tests. */
  readonly apart: Isolation;
  /** Names our own part in a run. */
  readonly edition: string;
  readonly slotFor: (call: Pick<ToolCall, "tree" | "layer">) => Promise<Slot>;
  readonly inTurn: ReturnType<typeof createTurns>;
}

/** Runs tools in slots and cites equal runs that measured; one that could not is tried again. */
const createToolRuns = (options: ToolRunsOptions): ((call: ToolCall) => Promise<ToolRun>) =>
  citing(options, {
    folder: "tool-results",
    schema: ToolRun,
    run: runTool,
    // What is known to be vulnerable changes while the tree does not.
    // What the project configures may do anything, and Clippy runs its build scripts.
    reads: ({ tool }) => tool !== "command" && tool !== "clippy",
    age: (plan) => (isAudit(plan) ? new Date().toISOString().slice(0, 10) : ""),
  });

/** The same of Stryker. */
const createMutationRuns = (options: ToolRunsOptions): ((call: MutationCall) => Promise<MutationRun>) =>
  citing(options, {
    folder: "mutation-results",
    schema: MutationRun,
    run: runStryker,
    age: () => "",
    reads: () => false,
  });

/** The same of commands of the project's own that measure coverage or mutants. */
const createCommandRuns = (options: ToolRunsOptions): ((call: MeasuringCall) => Promise<CommandRun>) =>
  citing(options, {
    folder: "command-results",
    schema: CommandRun,
    run: runMeasuringCommand,
    age: () => "",
    reads: () => false,
  });

/** Everything that measures a tree in a slot. */
export const createMeasuringRuns = (options: ToolRunsOptions): Pick<Suites, "runTool" | "mutate" | "measureBy"> => ({
  runTool: createToolRuns(options),
  mutate: createMutationRuns({ ...options, isolation: options.apart }),
  measureBy: createCommandRuns({ ...options, isolation: options.apart }),
});

interface Kind<P, R> {
  readonly folder: string;
  readonly schema: ZodType<R>;
  readonly run: (request: Omit<ToolRequest, "plan"> & { readonly plan: P }) => Promise<R>;
  /** What names how long an answer stays true besides the tree: the day, for what others find out; empty: for good. */
  readonly age: (plan: P) => string;
  /** Whether it leaves the tree as it is. */
  readonly reads: (plan: P) => boolean;
}

function citing<P, R extends { readonly problem: object | null }>(
  options: ToolRunsOptions,
  { folder, schema, run, age, reads }: Kind<P, R>,
): (call: Call<P>) => Promise<R> {
  const { env, isolation, edition, slotFor, hidden, config, signal, inTurn } = options;
  const results = openResults(join(options.stateDirectory, folder), schema, options.redact);
  const underWay = new Map<string, Promise<R>>();
  return async ({ tree, layer, plan, anew = false }) => {
    const named = {
      edition,
      version: 2,
      tree,
      layer: layer.key,
      plan,
      isolation: isolation.level,
      env,
      age: age(plan),
    };
    const id = digest(JSON.stringify(named));
    const known = anew ? null : results.get(id);
    if (known !== null) return known;
    const make = async (): Promise<R> => {
      const slot = await slotFor({ tree, layer });
      const given = { slot, tree, plan, env, isolation, hidden, limits: config.limits };
      const made = await inTurn(slot, tree, !reads(plan), () =>
        run({ ...given, ...(signal === undefined ? {} : { signal }) }),
      );
      if (made.problem === null) results.put(id, made);
      return made;
    };
    const making = underWay.get(id) ?? make().finally(() => underWay.delete(id));
    underWay.set(id, making);
    return making;
  };
}
