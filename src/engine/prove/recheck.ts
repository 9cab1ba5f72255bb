import { checkEnvironment } from "../../checks/check-environment.ts";
import { commandSelects } from "../../core/proof/selection.ts";
import type { Policy } from "../../schema/config.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { Unit } from "../../schema/unit.ts";
import { treeOf } from "../../util/git/trees.ts";
import { runBaseline } from "./baseline-runs.ts";
import { withoutHarnessFiles } from "./compose.ts";
import { createRoles, isInitialized, layerOf, readConfig } from "./context.ts";
import { openTree } from "./tree-reader.ts";
import { createRunner, type Runner } from "./runner.ts";
import { openRepository, type ProveOptions } from "./subject.ts";
import { openSuites } from "./suites.ts";
import { planUnits, selectionOf, wholeUnit } from "./units.ts";

export interface CheckOptions extends Pick<
  ProveOptions,
  "repository" | "stateDirectory" | "env" | "config" | "signal" | "onProgress"
> {
  readonly revision: string;
  readonly policy?: Policy;
}

export interface BaselineReport {
  readonly units: readonly Unit[];
  readonly run: SuiteRun | null;
  readonly green: readonly string[];
  readonly redKnown: readonly string[];
  readonly flaky: readonly string[];
  readonly prepareMs: number;
  readonly prepare: string | null;
}

/**
 * Prepares the environment of a commit and runs its suite as R0 (TAH-11): when this throws, no agent is called. Throws
 * ENVIRONMENT_FAILED, BASELINE_FAILED, RUNNER_MISSING.
 */
export async function checkBaseline(options: CheckOptions): Promise<BaselineReport> {
  return withRunner(options, async (runner, tree, units, prepare) => {
    const times = options.policy?.baseline_runs ?? 1;
    const { baseline, record } = await runBaseline(runner, tree, units, {
      times,
      roleOf: createRoles(options.config ?? readConfig(tree)),
    });
    return {
      units,
      run: record?.run ?? null,
      green: [...baseline.green],
      redKnown: [...baseline.redKnown],
      flaky: [...baseline.flaky],
      prepareMs: runner.prepareMs(),
      prepare,
    };
  });
}

/** Runs everything once more from a clean checkout and names the features whose tests do not pass there (TAH-10). */
export async function recheck(
  options: CheckOptions & {
    readonly commands: readonly { readonly id: string; readonly command: string | null }[];
    /** Tests that failed before the run began; they are nobody's feature. */
    readonly knownRed: ReadonlySet<string>;
  },
): Promise<{ id: string; reason: string }[]> {
  return withRunner(options, async (runner, tree, units) => {
    if (units.length === 0) return options.commands.map(({ id }) => ({ id, reason: "no test can be run" }));
    const { run } = await runner.run("R2", tree.tree, units.map(wholeUnit), {
      layer: "head",
      detail: "the whole, once more",
    });
    return options.commands.flatMap(({ id, command }) => {
      const selection = command === null ? { files: [], nameFilter: null } : selectionOf(tree, tree, command);
      const tests = run.report.tests.filter((test) => commandSelects(selection, test.id));
      const failing = tests.filter((test) => test.status === "failed" && !options.knownRed.has(test.id));
      if (failing.length > 0) return [{ id, reason: `fails on the final commit: ${failing[0]?.id}` }];
      return command !== null && tests.length === 0 && run.report.tests.length > 0
        ? [{ id, reason: "its tests are not there on the final commit" }]
        : [];
    });
  });
}

async function withRunner<T>(
  options: CheckOptions,
  work: (
    runner: Runner,
    tree: ReturnType<typeof openTree>,
    units: readonly Unit[],
    prepare: string | null,
  ) => Promise<T>,
): Promise<T> {
  const { git, places, commit } = openRepository(options, options.revision);
  const raw = openTree(git, treeOf(git, commit));
  const initialized = isInitialized(raw);
  const tree = initialized ? openTree(git, withoutHarnessFiles(git, raw.tree)) : raw;
  const config = options.config ?? readConfig(raw);
  const policy = options.policy ?? config.policy;
  const layer = layerOf(tree, config, initialized);
  const suites = openSuites({
    git,
    stateDirectory: options.stateDirectory,
    config,
    policy,
    env: checkEnvironment(options.env, config.environment.env),
    hidden: [places.root ?? places.gitDirectory],
    onPrepare: () => options.onProgress?.({ step: "prepare", detail: "installing dependencies" }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  try {
    const { base: units } = planUnits(tree, tree, config, null);
    return await work(
      createRunner(suites, { base: layer, head: layer }, config.limits, options.onProgress),
      tree,
      units,
      layer.prepare,
    );
  } finally {
    suites.close();
  }
}
