import { checkEnvironment } from "../../checks/check-environment.ts";
import { findProgram } from "../../checks/tools/programs.ts";
import type { Layer } from "../../checks/slots/slot.ts";
import { findTools } from "../../core/measure/find-tools.ts";
import type { ToolCheck } from "../../schema/check-settings.ts";
import type { ToolPlan } from "../../schema/tool-plan.ts";
import { layerOf } from "../prove/context.ts";
import { createRunner, type Runner } from "../prove/runner.ts";
import { openSubject, type ProveOptions, type Subject } from "../prove/subject.ts";
import { openSuites, type Suites } from "../prove/suites.ts";
import type { TreeReader } from "../prove/tree-reader.ts";
import { planUnits, type UnitPlan } from "../prove/units.ts";
import { unmuted } from "./unmuted.ts";

export interface MeasureOptions extends Omit<ProveOptions, "thorough" | "manual" | "pendingCommands" | "approvals"> {
  readonly checks: readonly ToolCheck[];
}

/** What every check of one change works with. */
export interface Measuring {
  readonly subject: Subject;
  /** What tools look at in head's place: no comment of the change makes them look away. */
  readonly unmuted: TreeReader;
  readonly plan: UnitPlan;
  readonly suites: Suites;
  readonly runner: Runner;
  readonly layers: Readonly<Record<"base" | "head", Layer>>;
  readonly tools: readonly ToolPlan[];
  readonly env: Readonly<Record<string, string>>;
  /** What the suite is started as. */
  readonly command: string;
  readonly stateDirectory: string;
  /** Whether R2 is measured for coverage, too: only then is it the run that everybody cites. */
  readonly coverage: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Programs of the user that are taken when they are there. */
const PROGRAMS = ["bandit", "gitleaks"];

export const programsOn = (env: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(PROGRAMS.filter((name) => findProgram(name, env) !== null));

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
  const suites = openSuites({
    git: subject.git,
    stateDirectory: options.stateDirectory,
    config: subject.config,
    policy: subject.policy,
    env,
    hidden: [subject.places.root ?? subject.places.gitDirectory],
    onPrepare: () => options.onProgress?.({ step: "prepare", detail: "installing dependencies" }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  try {
    return await work({
      subject,
      unmuted: unmuted(subject),
      plan,
      suites,
      runner: createRunner(suites, layers, subject.config.limits),
      layers,
      // Base says which tools look: head cannot take one away.
      tools: findTools(subject.base, subject.config.checks, programsOn(env)),
      env,
      command: plan.head.map(({ command }) => command).join(" && "),
      stateDirectory: options.stateDirectory,
      coverage: options.coverage ?? options.checks.includes("coverage"),
      signal: options.signal,
    });
  } finally {
    suites.close();
  }
}
