import { judgeAgain, type Again } from "../../core/proof/once-more.ts";
import { BatonError } from "../../errors.ts";
import type { Config, Policy } from "../../schema/config.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { Unit } from "../../schema/unit.ts";
import { runBaseline } from "./runs/baseline-runs.ts";
import { createRoles, readConfig, sessionScript } from "./context.ts";
import { withRevision, type RevisionOptions } from "./revision.ts";
import { createRunner, type Runner } from "./runs/runner.ts";
import type { ProveOptions } from "./subject.ts";
import type { TreeReader } from "./tree-reader.ts";
import { narrowTo, selectionOf, unitsFor, wholeUnit } from "./units.ts";

export interface CheckOptions extends RevisionOptions, Pick<ProveOptions, "coverage" | "onRun"> {
  /** Whether the suite runs at all is all that is asked: once, and not as often as the policy says. */
  readonly once?: boolean;
}

export interface BaselineReport {
  readonly units: readonly Unit[];
  readonly run: SuiteRun | null;
  readonly green: readonly string[];
  readonly redKnown: readonly string[];
  readonly flaky: readonly string[];
  readonly prepareMs: number;
  readonly prepare: string | null;
  /** What `init.sh` printed; null where nothing had to be run. */
  readonly prepareOutput: string | null;
}

/**
 * Runs the `init.sh` of a commit and its suite as R0 (TAH-05, TAH-11): when this throws, no agent is called. Throws
 * ENVIRONMENT_FAILED, BASELINE_FAILED, RUNNER_MISSING.
 */
export async function checkBaseline(options: CheckOptions): Promise<BaselineReport> {
  return withRunner(options, async (runner, tree, units, setUp) => {
    const prepareOutput = await setUp.runScript();
    const { baseline, record } = await runBaseline(runner, tree, units, {
      times: options.once === true ? 1 : setUp.policy.baseline_runs,
      roleOf: createRoles(options.config ?? readConfig(tree)),
      coverage: options.coverage ?? false,
    });
    return {
      units,
      run: record?.run ?? null,
      green: [...baseline.green],
      redKnown: [...baseline.redKnown],
      flaky: [...baseline.flaky],
      prepareMs: runner.prepareMs(),
      prepare: setUp.prepare,
      prepareOutput,
    };
  });
}

export interface Recheck extends Again {
  /** Null when there is no test at all. */
  readonly run: SuiteRun | null;
}

export interface RecheckOptions extends CheckOptions {
  readonly commands: readonly ProvenCommand[];
  /** Tests that failed before the run began; they are nobody's feature. */
  readonly knownRed: ReadonlySet<string>;
  /** Commands of features that are not proven yet: what they select may fail. */
  readonly pendingCommands?: readonly string[];
  /** Test files to run; absent: everything. A unit that cannot be narrowed runs whole. */
  readonly only?: readonly string[];
  /** A commit before: what is unsound there as well is none of the work's; null: nothing is excused. */
  readonly before?: string | null;
}

/** A feature's own command, and the tests that proved it by name. */
export interface ProvenCommand {
  readonly id: string;
  readonly command: string | null;
  readonly tests: readonly string[];
}

/** Runs everything once more from a clean checkout and names the features whose tests do not pass there (TAH-10). */
export async function recheck(options: RecheckOptions): Promise<Recheck> {
  const found = await runAgain(options);
  if (found.unsound.length === 0 || (options.before ?? null) === null) return found;
  const known = await runAgain({ ...options, revision: options.before ?? "", commands: [] });
  return { ...found, unsound: found.unsound.filter((one) => !known.unsound.includes(one)) };
}

async function runAgain(options: RecheckOptions): Promise<Recheck> {
  return withRunner({ ...options, again: true }, async (runner, tree, units) => {
    const { commands, knownRed, pendingCommands = [], only } = options;
    if (units.length === 0) {
      const broken = commands.map(({ id }) => ({ id, reason: "no test can be run" }));
      return { broken, failing: [], unsound: [], run: null };
    }
    const narrowed = only === undefined ? [] : narrowTo(units, only);
    const selections = narrowed.length === 0 ? units.map(wholeUnit) : narrowed;
    const { run } = await runner.run("R2", tree.tree, selections, {
      layer: "head",
      detail: narrowed.length === 0 ? "the whole, once more" : "its tests, once more",
    });
    const features = commands.map(({ id, command, tests }) => ({
      id,
      command,
      selection: command === null ? null : selectionOf(tree, tree, command),
      proven: tests,
    }));
    const pending = pendingCommands.map((command) => selectionOf(tree, tree, command));
    return { ...judgeAgain(run, features, { knownRed, pending }), run };
  });
}

/** A repository that has no tests yet is nothing wrong: what is built there brings the first. */
function unitsOf(tree: TreeReader, config: Config, commands: readonly (string | null)[]): readonly Unit[] {
  try {
    return unitsFor(tree, config, commands);
  } catch (error) {
    if (error instanceof BatonError && error.code === "NO_TESTS") return [];
    throw error;
  }
}

interface SetUp {
  readonly policy: Policy;
  readonly prepare: string | null;
  runScript(): Promise<string | null>;
}

async function withRunner<T>(
  options: CheckOptions & Partial<Pick<RecheckOptions, "commands">>,
  work: (runner: Runner, tree: TreeReader, units: readonly Unit[], setUp: SetUp) => Promise<T>,
): Promise<T> {
  return withRevision(options, async ({ tree, config, layer, suites }) => {
    const commands = (options.commands ?? []).map(({ command }) => command);
    const units = unitsOf(tree, config, commands);
    return work(createRunner(suites, { base: layer, head: layer }, config.limits, tree.paths, options), tree, units, {
      policy: options.policy ?? config.policy,
      prepare: layer.prepare,
      async runScript() {
        const script = sessionScript(tree, layer);
        return script === null ? null : suites.prepare(tree.tree, layer, script);
      },
    });
  });
}
