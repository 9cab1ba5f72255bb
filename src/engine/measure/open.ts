import { checkEnvironment } from "../../checks/check-environment.ts";
import { knowsRules } from "../../checks/tools/checkstyle.ts";
import { versionSaid } from "../../checks/runners/program-version.ts";
import type { Layer } from "../../checks/slots/slot.ts";
import { absentScanners, findAudits, touchedLocks } from "../../core/measure/find-scanners.ts";
import { findCheckstyle, mutingFormats, surveyCheckstyle } from "../../core/measure/find-checkstyle.ts";
import { LINTERS_ON_PATH } from "../../core/measure/find-linters.ts";
import { findTools } from "../../core/measure/find-tools.ts";
import { Scanner, type CheckSettings, type ToolCheck } from "../../schema/check-settings.ts";
import type { TreeView } from "../../core/units/detect-units.ts";
import type { ToolPlan } from "../../schema/tool-plan.ts";
import { findProgram } from "../../util/find-program.ts";
import { layerOf } from "../prove/context.ts";
import { createRunner, pathsOf, type Runner } from "../prove/runs/runner.ts";
import { openSubject, type ProveOptions, type Subject } from "../prove/subject.ts";
import { openSuitesFor, withSuites, type Suites } from "../prove/runs/suites.ts";
import { planUnits, type UnitPlan } from "../prove/units.ts";
import { unmuted, type Unmuted } from "./unmuted.ts";

export interface MeasureOptions extends Omit<ProveOptions, "thorough" | "manual" | "pendingCommands" | "approvals"> {
  readonly checks: readonly ToolCheck[];
}

/** What every check of one change works with. */
export interface Measuring extends Unmuted {
  readonly subject: Subject;
  /** What is measured of the change. */
  readonly checks: readonly ToolCheck[];
  readonly plan: UnitPlan;
  readonly suites: Suites;
  readonly runner: Runner;
  readonly layers: Readonly<Record<"base" | "head", Layer>>;
  readonly tools: readonly ToolPlan[];
  /** Who audits what the change installs: asked when it comes, of the whole project for G3. */
  readonly audits: readonly ToolPlan[];
  /** Scanners that would have something to look at and are not on PATH. */
  readonly absent: readonly string[];
  /** Linters that base configures in a way that is not followed here. */
  readonly unfollowed: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What the suite is started as. */
  readonly command: string;
  readonly stateDirectory: string;
  /** Whether R2 is measured for coverage, too: only then is it the run that everybody cites. */
  readonly coverage: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What a scanner is called on PATH, where that is not its name. */
const ALIASES: Readonly<Partial<Record<Scanner, readonly string[]>>> = {
  semgrep: ["semgrep", "opengrep"],
  "npm-audit": ["npm"],
};

/** Where linters of toolchains are asked whether they are there, for what of a tree. */
interface Asked {
  readonly directory: string;
  readonly tree: TreeView;
}

/** The scanners and type checkers whose program is on PATH, and the linters of toolchains that answer where a tree asks for them. */
export const programsOn = (env: Readonly<Record<string, string>>, asked?: Asked): ReadonlySet<string> =>
  new Set([
    ...Scanner.options.filter((name) =>
      (ALIASES[name] ?? [name]).some((program) => findProgram(program, env["PATH"]) !== null),
    ),
    ...LINTERS_ON_PATH.filter((name) => answers(name, env, asked)),
  ]);

/**
 * What rustup puts on PATH stands also for what is not installed. Started, it makes a folder in HOME: for Rust alone. A Checkstyle
 * that is not the build's own may know other rules.
 */
function answers(name: string, env: Readonly<Record<string, string>>, asked: Asked | undefined): boolean {
  const path = findProgram(name, env["PATH"]);
  const isAsked = name === "cargo-clippy" || name === "checkstyle";
  if (path === null || !isAsked || asked === undefined) return path !== null && !isAsked;
  const { tree, directory } = asked;
  if (name === "checkstyle")
    return findCheckstyle(tree).every((plan) => knowsRules(plan, (file) => tree.read(file), env));
  const isRust = [...tree.paths].some((one) => /(?:^|\/)Cargo\.toml$/.test(one));
  return isRust && versionSaid(path, "--version", env, directory) !== null;
}

/** Linters of a tree that are not started as its build does, with why; none where a command stands for them. */
export const unfollowedLinters = (tree: TreeView, { commands, need }: CheckSettings): readonly string[] =>
  need.lint === "never" || commands.some(({ check }) => check === "lint") ? [] : surveyCheckstyle(tree).passedOver;

/** Opens a change for measuring and closes it after `work`. Throws what `prove` throws. */
export async function withMeasuring<T>(
  options: MeasureOptions,
  work: (measuring: Measuring) => Promise<T>,
): Promise<T> {
  const subject = openSubject(options);
  const plan = planUnits(subject.base, subject.head, subject.config, options.test ?? null);
  const env = checkEnvironment(options.env, subject.config.environment.env);
  const layers = {
    base: layerOf(subject.base, subject.config, subject.initialized),
    head: layerOf(subject.head, subject.config, subject.initialized),
  };
  const suites = openSuitesFor(subject, env, options);
  const { checks } = subject.config;
  const programs = programsOn(env, { directory: options.repository, tree: subject.base });
  const tools = findTools(subject.base, checks, programs);
  const locks = touchedLocks(
    subject.changes.map(({ path }) => path),
    subject.head,
  );
  return withSuites(suites, () =>
    work({
      subject,
      checks: options.checks,
      ...unmuted(subject, mutingFormats(subject.base, tools)),
      plan,
      suites,
      runner: createRunner(suites, layers, subject.config.limits, pathsOf(subject)),
      layers,
      // Base says which tools look: head cannot take one away.
      tools,
      audits: findAudits(locks, checks, programs).plans,
      unfollowed: unfollowedLinters(subject.base, checks),
      absent: absentScanners(subject.base, checks, programs),
      env,
      command: plan.head.map(({ command }) => command).join(" && "),
      stateDirectory: options.stateDirectory,
      coverage: options.coverage ?? options.checks.includes("coverage"),
      signal: options.signal,
    }),
  );
}
