import type { RunReport } from "../../schema/report.ts";
import type { RunnerName, Unit } from "../../schema/unit.ts";
import type { ProcessResult } from "../../util/process.ts";

/** One part of a suite, from 0: the files of tests are dealt out, each whole. */
export interface Shard {
  readonly at: number;
  readonly of: number;
}

/** Runners whose tests run one after the other, and whose files our reporter deals out. */
export const DEALT: ReadonlySet<RunnerName> = new Set(["pytest", "unittest", "mocha"]);

export const shardVariable = (shard: Shard | undefined): Record<string, string> =>
  shard === undefined ? {} : { BATON_SHARD: `${shard.at}/${shard.of}` };

/** What to run: one unit inside a checked-out tree. `files` and `nameFilter` narrow; null means the whole suite. */
export interface RunnerRequest {
  readonly unit: Unit;
  /** Absolute path of the checked-out tree. */
  readonly treeDirectory: string;
  /** Relative to the tree, forward slashes. */
  readonly files: readonly string[] | null;
  readonly nameFilter: string | null;
  /** Of a runner in `DEALT`. */
  readonly shard?: Shard;
  /** Absolute, outside the tree, made by the caller, empty. */
  readonly reportDirectory: string;
  readonly testTimeoutMs: number | null;
  /** For a runner that bounds all tests of a program together. */
  readonly testsTimeoutMs: number | null;
  /** Absolute, outside the tree, empty: where coverage is wanted; null: it is not. */
  readonly coverageDirectory: string | null;
  /** Whether nothing in the environment tells of a check. */
  readonly disguised?: boolean;
  /** The whole environment of the run before the runner's own additions. */
  readonly env: Readonly<Record<string, string>>;
}

export interface RunnerCommand {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders outside of the tree that it needs to write to besides the usual ones. */
  readonly writable?: readonly string[];
  /** Reads what a runner tells on its own output, where none of our reporters can be put into it. */
  readonly read?: (result: Pick<ProcessResult, "stdout" | "stderr">) => RunReport;
  /** It starts an application on a port of the project's choice: no two slots can at a time. */
  readonly isAlone?: boolean;
  /** Where coverage will lie; null or absent: not wanted, or the runner cannot measure it here. */
  readonly coverage?: CoverageOutput | null;
}

export interface CoverageOutput {
  readonly format: "lcov" | "cobertura" | "go";
  readonly path: string;
  /** Of a Go profile: what its import paths begin with. */
  readonly module?: string;
  /** What makes the report of what the run measured, where that is a step of its own; null: nothing was measured. */
  readonly after?: (result: Pick<ProcessResult, "stdout">) => readonly [string, ...string[]] | null;
}
