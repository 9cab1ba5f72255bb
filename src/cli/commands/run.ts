import { createAgent } from "../../agents/create-agent.ts";
import { recordAgent } from "../../agents/record.ts";
import { openTree } from "../../engine/prove/tree-reader.ts";
import { readConfig } from "../../engine/prove/context.ts";
import type { RunOptions, RunProgress } from "../../engine/run/context.ts";
import type { RunJournal } from "../../engine/run/journal.ts";
import { driveRun, settleRun, type RunOutcome } from "../../engine/run/loop.ts";
import { waitingIn } from "../../core/run/waiting.ts";
import { exclusively, findRun, isFinished, tipOf, withProject, type Project } from "../../engine/run/project.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { RunBudget } from "../../schema/event.ts";
import { treeOf } from "../../util/git/trees.ts";
import { createRedactor } from "../../util/redact.ts";
import { requireReferences } from "../../engine/run/references.ts";
import { packageRoot } from "../../util/package-root.ts";
import type { Answer } from "../output.ts";
import { answerOfRun, type TurnReport } from "../render/run-answer.ts";
import { tellRun } from "../render/run-progress.ts";
import { governorOf } from "../governor-flag.ts";
import { agentSettings, givenNames, type AgentFlags } from "../agent-settings.ts";
import { meterOf } from "../meter.ts";
import { containmentOf } from "../containment.ts";
import type { Surroundings } from "../surroundings.ts";

export interface RunFlags extends AgentFlags {
  readonly agent?: string;
  readonly record?: string;
  readonly governor?: string;
  readonly run?: string;
  readonly workers?: string;
  readonly maxTurns?: string;
  readonly maxHours?: string;
  readonly maxAttempts?: string;
  readonly maxTokens?: string;
  readonly maxCost?: string;
  readonly turnSeconds?: string;
  readonly heartbeatSeconds?: string;
  readonly stallSeconds?: string;
  readonly approve?: readonly string[];
}

/** `baton run` and `baton resume`: the same; `resume` only reads better after a crash. */
export async function runCommand(flags: RunFlags, around: Surroundings): Promise<Answer> {
  requireReferences(packageRoot());
  governorOf(flags.governor);
  const clock = { now: () => new Date() };
  if (flags.agent !== undefined) createAgent(flags.agent, around.env, { names: givenNames(flags, around.env) });
  return withProject(around.repository, (project) =>
    exclusively(project, async () => {
      const journal = findRun(project, flags.run ?? null, "baton", clock);
      const turns: TurnReport[] = [];
      const warnings: string[] = [];
      const outcome = isFinished(journal.state)
        ? settle(project, journal, around)
        : await drive(project, journal, flags, around, { turns, warnings });
      return { ...answerOfRun(journal.state, outcome, turns), warnings };
    }),
  );
}

async function drive(
  project: Project,
  journal: RunJournal,
  flags: RunFlags,
  around: Surroundings,
  { turns, warnings }: { readonly turns: TurnReport[]; readonly warnings: string[] },
): Promise<RunOutcome> {
  const specification = flags.agent ?? journal.state.agentSpecification;
  if (specification === null)
    throw new BatonError("AGENT_UNKNOWN", "this run has had no agent yet", {
      hint: "Name one: baton run --agent claude; `baton agent list` shows what is usable here.",
    });
  const settings = agentSettings(flags, journal.state.agentSettings, around.env);
  const named = createAgent(specification, around.env, { names: settings.agent_env });
  const agent = flags.record === undefined ? named : recordAgent(named, flags.record, createRedactor(around.env));
  const limits = limitsOf(flags);
  const governor = governorOf(flags.governor);
  const startMeter = await meterOf(journal.state, { ...settings, maxCost: flags.maxCost }, around.env);
  setBudget(journal, limits);
  if (governor !== null && governor !== (journal.state.run.governor ?? "fixed"))
    journal.append(() => [{ type: "governor_set", governor }]);
  const options = runOptions(project, journal, flags, around, turns);
  const containment = containmentOf(project, agent, { ...around, policy: options.policy }, settings);
  return driveRun(project, journal, agent, {
    ...options,
    containment,
    startMeter,
    settings,
    onEvent(event) {
      if (event.kind === "warning") warnings.push(event.message);
      options.onEvent?.(event);
    },
  });
}

/** Policy comes from the commit that the next one builds on: nobody relaxes what judges them. */
export function runOptions(
  project: Project,
  journal: RunJournal,
  flags: RunFlags,
  around: Surroundings,
  turns: TurnReport[],
): RunOptions {
  const { policy, liveness } = readConfig(openTree(project.git, treeOf(project.git, tipOf(project, journal.state))));
  return {
    stateDirectory: around.stateDirectory,
    env: around.env,
    policy,
    workers: wholeNumber("--workers", flags.workers) ?? 1,
    maxTurns: wholeNumber("--max-turns", flags.maxTurns),
    bounds: {
      timeoutSeconds: wholeNumber("--turn-seconds", flags.turnSeconds) ?? liveness.timeout_seconds,
      heartbeatSeconds:
        wholeNumber("--heartbeat-seconds", flags.heartbeatSeconds) ?? liveness.heartbeat_interval_seconds,
    },
    stallSeconds: wholeNumber("--stall-seconds", flags.stallSeconds) ?? liveness.stall_seconds,
    containment: null,
    startMeter: null,
    settings: null,
    approvals: flags.approve ?? [],
    now: () => new Date(),
    signal: around.signal,
    onEvent: (event) => {
      collect(event, turns);
      tellRun(event, around);
    },
  };
}

/** The limits that flags name; undefined: left as it is. */
function limitsOf(flags: RunFlags): { readonly [name in keyof RunBudget]?: RunBudget[name] | undefined } {
  const tokens = limit("--max-tokens", flags.maxTokens, /^[1-9]\d{0,14}$/);
  return {
    hours: wholeNumber("--max-hours", flags.maxHours) ?? undefined,
    attempts: wholeNumber("--max-attempts", flags.maxAttempts) ?? undefined,
    tokens: typeof tokens === "string" ? Number(tokens) : tokens,
    cost: limit("--max-cost", flags.maxCost, /^(?=.*[1-9])\d{1,9}(?:\.\d{1,12})?$/),
  };
}

function setBudget(journal: RunJournal, limits: ReturnType<typeof limitsOf>): void {
  const named = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length > 0)
    journal.append(({ budget }) => [{ type: "budget_set", budget: { ...budget, ...named } }]);
}

/** A limit that a person can also take back; undefined: not named. */
function limit(name: string, text: string | undefined, form: RegExp): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  if (!form.test(text)) throw new BatonError("USAGE_INVALID", `${name} ${text} is no positive number, nor none`);
  return text;
}

export function settle(project: Project, journal: RunJournal, around: Surroundings): RunOutcome {
  settleRun(project, journal, {
    stateDirectory: around.stateDirectory,
    now: () => new Date(),
    onEvent: (event) => tellRun(event, around),
  });
  const { state } = journal;
  const isComplete = state.status === "complete";
  return {
    why: isComplete ? "complete" : "closed",
    exitCode: isComplete ? EXIT.ok : EXIT.gateClosed,
    waiting: waitingIn(state),
  };
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new BatonError("USAGE_INVALID", `${name} ${text} is not a positive whole number`);
  return Number(text);
}

/** One report a judged attempt, for `--json`. */
function collect(event: RunProgress, turns: TurnReport[]): void {
  if (event.kind !== "judged" && event.kind !== "lost") return;
  const { task } = event;
  const lost = event.kind === "lost";
  const levels = lost ? undefined : event.state.levels[task.plan.task_id];
  turns.push({
    task: task.plan.task_id,
    feature: task.plan.feature_id,
    attempt: task.attempt,
    outcome: lost ? "lost" : (event.verdict ?? "not_proven"),
    findings: lost ? [{ code: event.code, severity: "error", message: event.detail }] : task.findings,
    answer_violations: lost ? [] : event.violations,
    proof_level: levels?.proof ?? null,
    isolation_level: levels?.isolation ?? null,
    agent_isolation_level: task.isolation,
    checks_isolation_level: levels?.checks ?? null,
  });
}
