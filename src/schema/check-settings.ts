import { z } from "zod";

/** Checks that need a tool. The others (RED and GREEN, tests, done-criteria, the command run again) are always made. */
export const ToolCheck = z.enum(["coverage", "mutation", "security", "lint", "type_check", "accessibility"]);
export type ToolCheck = z.infer<typeof ToolCheck>;

/** Formats that a configured command may write its findings in. */
const FindingsFormat = z.enum([
  "sarif",
  "eslint",
  "bandit",
  "checkstyle",
  "ruff",
  "secretlint",
  "tsc",
  "mypy",
  "flake8",
  "clippy",
]);
export type FindingsFormat = z.infer<typeof FindingsFormat>;

/** What is known of dependencies, as findings of security. */
export const DependencyFormat = z.enum(["cyclonedx", "osv", "npm-audit"]);
export type DependencyFormat = z.infer<typeof DependencyFormat>;

/** Coverage by lines. A report of sums alone (Istanbul's summary) cannot say which of the changed lines ran. */
export const CoverageFormat = z.enum(["lcov", "cobertura", "jacoco", "go-cover", "istanbul"]);
export type CoverageFormat = z.infer<typeof CoverageFormat>;

/** `mutation-testing` is the schema that Stryker's family shares. */
export const MutationFormat = z.enum(["mutation-testing", "pit", "cargo-mutants"]);
export type MutationFormat = z.infer<typeof MutationFormat>;

/** Scanners that are started where they are on PATH and have something to look at; each brings its own rules. */
export const Scanner = z.enum([
  "bandit",
  "gitleaks",
  "semgrep",
  "trivy",
  "osv-scanner",
  "cargo-audit",
  "govulncheck",
  "pip-audit",
  "npm-audit",
]);
export type Scanner = z.infer<typeof Scanner>;

const Security = z.strictObject({
  /** auto: when it is on PATH; always: where it is not, security was not measured; never. */
  scanners: z.partialRecord(Scanner, z.enum(["auto", "always", "never"])).default({}),
});

const Thresholds = z.strictObject({
  /** Per cent of the changed executable lines that tests must run (decisions.md, Gates and criteria). */
  coverage: z.number().min(0).max(100).default(90),
  /** Per cent of the branches on changed lines that tests must take; absent: they are counted, and a fall is a note. */
  branches: z.number().min(0).max(100).optional(),
  /** Per cent of valid mutants of the changed lines that tests must notice. */
  mutation: z.number().min(0).max(100).default(85),
  /** The lowest severity of a new security finding that fails; lower ones are notes. */
  severity: z.enum(["critical", "high", "medium", "low"]).default("high"),
});

const Started = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/),
  /** A shell command; `{report}` is where it writes. Without it, its standard output is the report. */
  command: z.string().min(1),
  directory: z.string().default(""),
  /** Exit codes with which it says "I looked": what it found stands in the report. */
  exit_codes: z.array(z.number().int().min(0).max(255)).default([0, 1]),
});

/** One whose report is a list of findings. */
export const FindingsCommand = z.discriminatedUnion("check", [
  Started.extend({ check: z.enum(["lint", "type_check"]), format: FindingsFormat }),
  Started.extend({
    check: z.literal("security"),
    format: z.enum([...FindingsFormat.options, ...DependencyFormat.options]),
  }),
]);
export type FindingsCommand = z.infer<typeof FindingsCommand>;

export const CoverageCommand = Started.extend({ check: z.literal("coverage"), format: CoverageFormat });
/** axe-core's results of one page, or a list of them. */
export const AccessibilityCommand = Started.extend({ check: z.literal("accessibility"), format: z.literal("axe") });
export const MutationCommand = Started.extend({ check: z.literal("mutation"), format: MutationFormat });

/** A tool of the project's own, started by the harness. */
export const ToolCommand = z.discriminatedUnion("check", [
  ...FindingsCommand.options,
  CoverageCommand,
  MutationCommand,
  AccessibilityCommand,
]);
export type ToolCommand = z.infer<typeof ToolCommand>;

export const findsThings = (command: ToolCommand): command is FindingsCommand =>
  FindingsCommand.options.some(({ shape }) => shape.check.safeParse(command.check).success);

/** What mutation may cost. Beyond it nothing was measured, whatever was seen until then. */
const MutationBudget = z.strictObject({
  /** Test runs, for the harness's own body removal; known results cost none. */
  runs: z.number().int().positive().default(60),
  seconds: z.number().int().positive().default(600),
});

export const CheckSettings = z.strictObject({
  /** auto: when its tool is found at init; always; never. */
  need: z.partialRecord(ToolCheck, z.enum(["auto", "always", "never"])).default({}),
  thresholds: Thresholds.prefault({}),
  security: Security.prefault({}),
  mutation_budget: MutationBudget.prefault({}),
  commands: z.array(ToolCommand).default([]),
  /** Globs of source files that no test is meant to run. */
  coverage_exclude: z.array(z.string().min(1)).default([]),
  /** Whether new warnings of linters fail or are noted. */
  lint_warnings: z.enum(["fail", "note"]).default("fail"),
  /** A command, run in the checkout, that exits 0 when continuous integration holds for `$BATON_COMMIT`. */
  ci_command: z.string().min(1).optional(),
});
export type CheckSettings = z.infer<typeof CheckSettings>;
