import { z } from "zod";
import { FindingsCommand, Scanner } from "./check-settings.ts";
import { ToolFindings } from "./tool-findings.ts";

export const MeasuringTool = z.enum([
  "eslint",
  "biome",
  "oxlint",
  "tsc",
  "ruff",
  "flake8",
  "mypy",
  "pyright",
  "basedpyright",
  "clippy",
  "go-vet",
  "checkstyle",
  ...Scanner.options,
  "command",
]);
export type MeasuringTool = z.infer<typeof MeasuringTool>;

/** What Checkstyle looks at, and by what. Paths from the root of the tree. */
export const CheckstylePlan = z.strictObject({
  config: z.string(),
  /** Folders of code in each module, as a shell would find them. */
  sources: z.enum(["src/main/java", "src/*/java", "src"]),
  /** Folders with a configuration of their own. */
  except: z.array(z.string()),
  /** Files that the build leaves out, as Java's expressions. */
  excludes: z.array(z.string()),
  /** What the build suppresses besides the configuration. */
  suppressions: z.string().nullable(),
  /** The configuration and every file that it names. */
  named: z.array(z.string()),
  /** What the build gives the configuration by name. */
  properties: z.record(z.string(), z.string()),
  /** The same, of files. */
  files: z.record(z.string(), z.string()),
});
export type CheckstylePlan = z.infer<typeof CheckstylePlan>;

/** One tool to start in one folder of a tree. */
export const ToolPlan = z.strictObject({
  tool: MeasuringTool,
  check: z.enum(["lint", "type_check", "security"]),
  directory: z.string(),
  args: z.array(z.string()),
  /** What `command` starts. */
  command: FindingsCommand.optional(),
  checkstyle: CheckstylePlan.optional(),
});
export type ToolPlan = z.infer<typeof ToolPlan>;

/** What one tool said of one tree. `findings` null: nothing was measured, and `problem` says why. */
export const ToolRun = z.strictObject({
  /** What it was started as, for a person to try. */
  command: z.string(),
  /** Absent where it does not say so. */
  version: z.string().optional(),
  findings: ToolFindings.nullable(),
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  durationMs: z.number().nonnegative(),
});
export type ToolRun = z.infer<typeof ToolRun>;
