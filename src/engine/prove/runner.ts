import type { UnitSelection } from "../../checks/run-suite.ts";
import type { IsolationLevel } from "../../schema/proof.ts";
import type { RunRecord } from "./assemble.ts";
import type { Layer } from "../../checks/slots/slot.ts";
import type { Limits } from "../../schema/config.ts";
import type { ProveOptions, ProveProgress } from "./subject.ts";
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
  run(
    step: ProveProgress["step"],
    tree: string,
    selections: readonly UnitSelection[],
    choice: RunChoice,
  ): Promise<RunRecord>;
  /** Bounds later runs by how long the whole suite took. */
  learnDuration(suiteMs: number): void;
  /** Says that the baseline is done: what is prepared from now on is counted apart. */
  startChecks(): void;
  prepareMs(): number;
  /** Time that went into installing head's dependencies after the checks had begun. */
  prepareMsDuringChecks(): number;
}

const LEAST_TIMEOUT_MS = 60_000;
const TIMES_SUITE = 3;

export function createRunner(
  suites: Suites,
  layers: Readonly<Record<"base" | "head", Layer>>,
  limits: Limits,
  { onProgress, onRun }: Pick<ProveOptions, "onProgress" | "onRun"> = {},
): Runner {
  let timeoutMs = limits.suite_seconds * 1000;
  let preparedBefore = 0;
  return {
    isolation: suites.isolation,
    learnDuration(suiteMs) {
      if (suiteMs > 0) timeoutMs = Math.max(LEAST_TIMEOUT_MS, TIMES_SUITE * suiteMs);
    },
    startChecks() {
      preparedBefore = suites.prepareMs();
    },
    prepareMs: () => suites.prepareMs(),
    prepareMsDuringChecks: () => suites.prepareMs() - preparedBefore,
    async run(step, tree, selections, { layer, detail = "", mostMs = Infinity, ...choice }) {
      onProgress?.({ step, detail });
      const { run, digest, reused } = await suites.run({
        tree,
        layer: layers[layer],
        selections,
        timeoutMs: Math.min(timeoutMs, mostMs),
        ...choice,
      });
      const count = (wanted: string): number => run.report.tests.filter(({ status }) => status === wanted).length;
      const result = { passed: count("passed"), failed: count("failed"), durationMs: run.durationMs, reused };
      onProgress?.({ step, detail, result });
      onRun?.(step, detail, run);
      return { run, reusedFrom: reused ? digest : null, sets: {} };
    },
  };
}
