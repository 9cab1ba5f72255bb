import type { UnitSelection } from "../../../checks/run-suite.ts";
import { countOf } from "../../../core/proof/outcomes.ts";
import type { IsolationLevel } from "../../../schema/proof.ts";
import type { RunRecord } from "../assemble.ts";
import { builtIn, underWritten, writtenFor } from "../../../core/proof/looks/built-tests.ts";
import type { Layer } from "../../../checks/slots/slot.ts";
import type { Limits } from "../../../schema/config.ts";
import type { ProveOptions, ProveProgress, Subject } from "../subject.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { Unit } from "../../../schema/unit.ts";
import { digest } from "../context.ts";
import type { Suites } from "./suites.ts";

export interface RunChoice {
  /** Whose dependencies the run needs. */
  readonly layer: "base" | "head";
  readonly detail?: string;
  readonly repeat?: number;
  readonly reuse?: boolean;
  /** Whether what ran of the code is measured in the same run. */
  readonly coverage?: boolean;
  readonly testTimeoutMs?: number;
  readonly testsTimeoutMs?: number;
  /** Whether nothing in its environment tells of a check. */
  readonly disguised?: boolean;
  /** The tree that the slot is left with. */
  readonly leave?: string;
  /** Bounds the whole run, below what the baseline allows. */
  readonly mostMs?: number;
}

/** Runs the named steps of one proof, tells how they go, and bounds them by what the suite took before. */
export interface Runner {
  readonly isolation: IsolationLevel;
  /** A digest of what every run has around it, its dependencies among it. */
  readonly environment: string;
  /** So many runs of a few tests go side by side. */
  readonly lanes: number;
  run(
    step: ProveProgress["step"],
    tree: string,
    selections: readonly UnitSelection[],
    choice: RunChoice,
  ): Promise<RunRecord>;
  /** Tests that a proof saw pass and fail where exactly this is run. */
  unsteady(tree: string, selections: readonly UnitSelection[], layer: RunChoice["layer"]): readonly string[];
  noteUnsteady(
    tree: string,
    selections: readonly UnitSelection[],
    layer: RunChoice["layer"],
    ids: readonly string[],
  ): void;
  /** Bounds later runs by how long the whole suite took. */
  learnDuration(suiteMs: number): void;
  /** Says that the baseline is done: what is prepared from now on is counted apart. */
  startChecks(): void;
  prepareMs(): number;
  /** Time that went into installing head's dependencies after the checks had begun. */
  prepareMsDuringChecks(): number;
  /** What was prepared for the runs went on without. */
  lacks(): readonly string[];
}

/** The files that a change has on either side. */
export const pathsOf = ({ base, head }: Pick<Subject, "base" | "head">): ReadonlySet<string> =>
  base.paths.union(head.paths);

/** Whether the tests that run may be others than those that are written. */
const builds = ({ runner, before }: Unit): boolean => runner === "command" || before.length > 0;

const LEAST_TIMEOUT_MS = 60_000;
const TIMES_SUITE = 3;

export function createRunner(
  suites: Suites,
  layers: Readonly<Record<"base" | "head", Layer>>,
  limits: Limits,
  /** Of the commits that are run. */
  paths: ReadonlySet<string>,
  { onProgress, onRun }: Pick<ProveOptions, "onProgress" | "onRun"> = {},
): Runner {
  let timeoutMs = limits.suite_seconds * 1000;
  let preparedBefore = 0;
  let atWork = 0;
  /** What was built in any run so far, so that a file has one name in all of them, and what is built of which. */
  const seen = new Set<string>();
  const built = new Map<string, string>();
  const underSource = (run: SuiteRun, units: readonly Unit[]): SuiteRun => {
    const files = units.every(builds) ? builtIn(run.report, paths) : [];
    if (files.length === 0) return run;
    for (const file of files) seen.add(file);
    const written = writtenFor(seen, paths);
    for (const [file, source] of written) built.set(source, file);
    return underWritten(run, written);
  };
  const ofBuilt = (selection: UnitSelection): UnitSelection =>
    selection.files === null || !builds(selection.unit)
      ? selection
      : { ...selection, files: selection.files.map((file) => built.get(file) ?? file) };
  return {
    isolation: suites.isolation,
    lanes: suites.lanes,
    environment: digest([suites.environment, layers.base.key, layers.head.key].join("\0")),
    unsteady: (tree, selections, layer) => suites.unsteady({ tree, selections, layer: layers[layer] }),
    noteUnsteady(tree, selections, layer, ids) {
      if (ids.length > 0) suites.noteUnsteady({ tree, selections, layer: layers[layer] }, ids);
    },
    learnDuration(suiteMs) {
      if (suiteMs > 0) timeoutMs = Math.max(LEAST_TIMEOUT_MS, TIMES_SUITE * suiteMs);
    },
    startChecks() {
      preparedBefore = suites.prepareMs();
    },
    prepareMs: () => suites.prepareMs(),
    prepareMsDuringChecks: () => suites.prepareMs() - preparedBefore,
    lacks: () => suites.lacks(),
    async run(step, tree, selections, { layer, detail = "", mostMs = Infinity, ...choice }) {
      let own = 0;
      const onStart = (): void => {
        onProgress?.({ step, detail, beside: atWork });
        own = 1;
        atWork += own;
      };
      const call = { tree, layer: layers[layer], selections: selections.map(ofBuilt), ...choice, onStart };
      const ran = suites.run({ ...call, timeoutMs: Math.min(timeoutMs, mostMs) });
      const answer = await ran.finally(() => (atWork -= own));
      const { digest, reused } = answer;
      const run = underSource(
        answer.run,
        selections.map(({ unit }) => unit),
      );
      const { tests, fileErrors } = run.report;
      const counts = {
        passed: countOf(tests, "passed"),
        failed: countOf(tests, "failed"),
        unloaded: new Set(fileErrors.map(({ file }) => file)).size,
      };
      const result = { ...counts, durationMs: run.durationMs, reused };
      onProgress?.({ step, detail, result });
      onRun?.(step, detail, run);
      return { run, reusedFrom: reused ? digest : null, sets: {} };
    },
  };
}
