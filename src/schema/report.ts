import { z } from "zod";
import { FileCoverage } from "./coverage.ts";

/** How a test that did not pass went wrong. Only `assertion` can make a test RED (verification.md, RED → GREEN). */
export const FailureKind = z.enum(["assertion", "error", "timeout", "fixture"]);
export type FailureKind = z.infer<typeof FailureKind>;

export const TestStatus = z.enum(["passed", "failed", "skipped", "todo", "xfail"]);
export type TestStatus = z.infer<typeof TestStatus>;

/**
 * One test as the harness's own reporter saw it. `id` is `<file>::<suite> > <title>`, `file` relative to the
 * repository root with forward slashes; a repeated id gets ` #2`, ` #3` in order of appearance.
 */
export const TestResult = z.strictObject({
  id: z.string(),
  file: z.string(),
  status: TestStatus,
  failure: z
    .strictObject({
      kind: FailureKind,
      name: z.string(),
      message: z.string(),
      /** The file whose code threw, for a plain error of JavaScript. */
      thrownIn: z.string().optional(),
    })
    .optional(),
  /** How often it was tried, where it did not pass at first: its runner tries again what fails. */
  tries: z.number().int().min(2).optional(),
  durationMs: z.number().nonnegative(),
});
export type TestResult = z.infer<typeof TestResult>;

/** A tool that had a part in what is told. */
export const ToolVersion = z.strictObject({ name: z.string(), version: z.string() });
export type ToolVersion = z.infer<typeof ToolVersion>;

/** A test file that could not be loaded: its tests were never collected. */
const FileError = z.strictObject({ file: z.string(), name: z.string(), message: z.string() });
type FileError = z.infer<typeof FileError>;

/** A module of the project that tests loaded from somewhere else than the tree: an installed copy, another checkout. */
const Copy = z.strictObject({ name: z.string(), file: z.string() });

/**
 * What one run of one unit reported. `complete` is true only when the report says where it ends and its counts agree;
 * `runErrors` are failures that belong to no test (unhandled rejections, global set-up).
 */
export const RunReport = z.strictObject({
  complete: z.boolean(),
  tests: z.array(TestResult),
  fileErrors: z.array(FileError),
  runErrors: z.array(z.strictObject({ name: z.string(), message: z.string() })),
  /** What wrote it, as it says itself. */
  tools: z.array(ToolVersion).optional(),
  copies: z.array(Copy).optional(),
});
export type RunReport = z.infer<typeof RunReport>;

/** One line of the NDJSON that the reporters in `inject/` write. Paths are absolute here; the reader makes them relative. */
export const ReportLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), v: z.literal(1), runner: z.string(), version: z.string() }),
  z.object({
    type: z.literal("test"),
    file: z.string(),
    path: z.array(z.string()).min(1),
    project: z.string().optional(),
    status: TestStatus,
    kind: FailureKind.optional(),
    name: z.string().optional(),
    message: z.string().optional(),
    thrownIn: z.string().optional(),
    tries: z.number().int().min(2).optional(),
    ms: z.number().optional(),
  }),
  z.object({ type: z.literal("file_error"), file: z.string(), name: z.string(), message: z.string() }),
  z.object({ type: z.literal("run_error"), name: z.string(), message: z.string() }),
  z.object({ type: z.literal("end"), tests: z.number().int().nonnegative(), copies: z.array(Copy).optional() }),
]);
export type ReportLine = z.infer<typeof ReportLine>;

/** How a process ended, as the harness saw it. */
export const ProcessEnd = z.enum(["exited", "signalled", "timeout", "memory", "aborted", "not_started"]);
export type ProcessEnd = z.infer<typeof ProcessEnd>;

/** What ran, if it was to be measured; `problem` says why it was not, as a code. Paths are relative to the tree. */
export const SuiteCoverage = z.strictObject({
  files: z.array(FileCoverage),
  /** Folders of units that measured, each with its language: what lies there and is not named ran not at all. */
  units: z.array(z.strictObject({ directory: z.string(), stack: z.string() })),
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type SuiteCoverage = z.infer<typeof SuiteCoverage>;

/** One run of a set of units over one tree, with everything a judgement may rest on. Kept as JSON under its digest. */
export const SuiteRun = z.strictObject({
  tree: z.string(),
  report: RunReport,
  units: z.array(
    z.strictObject({
      directory: z.string(),
      runner: z.string(),
      command: z.string(),
      end: ProcessEnd,
      code: z.number().nullable(),
      /** Whether this unit's own report said where it ends; true for a command judged by its exit code. */
      complete: z.boolean(),
      /** Whether this unit's own report names a failure. */
      failures: z.boolean(),
      collected: z.number(),
      level: z.enum(["P1", "P2", "P3"]),
      output: z.string(),
      /** The runner's version; absent where nothing tells it. */
      tools: z.array(ToolVersion).optional(),
    }),
  ),
  /** Tracked files that the run changed, and installed files that it changed. */
  touchedSource: z.array(z.string()),
  touchedLayer: z.array(z.string()),
  /** Absent where nobody asked. */
  coverage: SuiteCoverage.optional(),
  durationMs: z.number(),
});
export type SuiteRun = z.infer<typeof SuiteRun>;
