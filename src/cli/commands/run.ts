import { createAgent } from "../../agents/create-agent.ts";
import type { Agent } from "../../agents/port.ts";
import { labelOf } from "../../agents/labels.ts";
import { openRecorder } from "../../agents/record.ts";
import { signedBy } from "../../core/run/people/signed.ts";
import { HUMAN, isFinished, type RunState } from "../../core/run/state.ts";
import { NO_SETTINGS } from "../../core/run/no-settings.ts";
import { settingsOfTree } from "../../engine/governor/settings.ts";
import { readConfig } from "../../engine/prove/context.ts";
import type { RunOptions, RunProgress } from "../../engine/run/context.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import { driveRun, type RunOutcome } from "../../engine/run/loop.ts";
import { hasMovedOn, settleRun, verifyAgain } from "../../engine/run/landing/settle.ts";
import { followLandMode } from "../../engine/run/landing/land-mode.ts";
import { requireLandingCommand } from "../../engine/run/landing/request-landing.ts";
import { runDirectory, tipOf, type Project } from "../../engine/run/project.ts";
import { BatonError } from "../../errors.ts";
import type { RunBudget } from "../../schema/event.ts";
import type { LandMode } from "../../schema/landing-event.ts";
import { LAND_MODES } from "../../schema/words.ts";
import { registryOf } from "../../engine/run/registry.ts";
import { HUMAN_REVIEWERS } from "../../engine/run/review/reviewers.ts";
import { requireReferences } from "../../engine/run/start/references.ts";
import { packageRoot } from "../../util/package-root.ts";
import { personOf, reasonOf } from "../change.ts";
import { refoldedWords } from "../refolded.ts";
import type { Answer } from "../output.ts";
import { answerOfRun, type TurnReport } from "../render/run-answer.ts";
import { runTeller } from "../render/run-progress.ts";
import { governorOf } from "../governor-flag.ts";
import { agentSettings, givenNames, governorFlags, type AgentFlags } from "../agent-settings.ts";
import { meterOf } from "../meter.ts";
import { containmentOf } from "../containment.ts";
import { approveGiven } from "../approve-given.ts";
import { BUILT_IN_QA } from "../../engine/run/checks/ui-agent.ts";
import { reviewersOf } from "../reviewers.ts";
import { landsElsewhere, notGiven } from "../uncommitted.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRunAlone } from "../with-run.ts";
import { openCommit } from "../../engine/run/open-commit.ts";

export interface RunFlags extends AgentFlags {
  readonly agent?: string;
  readonly agents?: readonly string[];
  readonly record?: string;
  readonly governor?: string;
  readonly run?: string;
  readonly land?: string;
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
  readonly as?: string;
}

/** `baton run` and `baton resume`: the same; `resume` only reads better after a crash. */
export async function runCommand(flags: RunFlags, around: Surroundings): Promise<Answer> {
  requireReferences(packageRoot());
  governorOf(flags.governor);
  settingsOfTree(null, { env: {}, flags: governorFlags(flags, NO_SETTINGS) });
  for (const one of namedAgents(flags)) createAgent(one, around.env, { names: givenNames(flags, around.env) });
  return withRunAlone(around, flags, async (journal, project) => {
    const turns: TurnReport[] = [];
    const warnings: string[] = journal.refolded ? [refoldedWords(journal.runId)] : [];
    await requireValues(flags, journal.state, around);
    setLand(project, journal, flags, around);
    // Before an agent is called: what nobody can land is not built either.
    const onEvent = runTeller(runDirectory(project, journal.runId), around);
    followLandMode({ project, journal, options: collecting({ onEvent }, warnings) });
    approveGiven(project, journal, flags, around);
    if (!isFinished(journal.state)) warnOfWorkTree(project, journal.state, collecting({ onEvent }, warnings));
    const outcome = isFinished(journal.state)
      ? await lookAgain(project, journal, flags, around, { turns, warnings })
      : await drive(project, journal, flags, around, { turns, warnings });
    return { ...answerOfRun(project, journal.state, outcome, turns), warnings };
  });
}

/** What the user sees around them is not always what agents get, nor where their work goes. */
function warnOfWorkTree({ root }: Project, { run }: RunState, { onEvent }: Pick<RunOptions, "onEvent">): void {
  for (const message of [notGiven(root), landsElsewhere(root, run)])
    if (message !== null) onEvent?.({ kind: "warning", message });
}

/** Also of a run that is over and needs none of them: no mistyped value is taken in silence. Throws USAGE_INVALID, METER_NEEDED. */
async function requireValues(flags: RunFlags, state: RunState, { env }: Surroundings): Promise<void> {
  numbersOf(flags);
  limitsOf(flags);
  // A variable that the run's agent had is missed where an agent is started.
  const settings = agentSettings(flags, { ...state.agentSettings, agent_env: [] }, env);
  const { maxCost } = flags;
  if (maxCost !== undefined) await meterOf(state, { ...settings, maxCost }, env);
}

async function drive(
  project: Project,
  journal: RunJournal,
  flags: RunFlags,
  around: Surroundings,
  { turns, warnings }: Told,
): Promise<RunOutcome> {
  const specifications = specificationsOf(flags, journal.state);
  const specification = specifications.at(-1) ?? null;
  if (specification === null)
    throw new BatonError("AGENT_UNKNOWN", "this run has had no agent yet", {
      hint: "Name one: baton run --agent claude; `baton agent list` shows what is usable here. By hand: baton next.",
    });
  const given = agentSettings(flags, journal.state.agentSettings, around.env);
  const settings = specifications.length > 1 ? { ...given, agents: [...specifications] } : given;
  const all = specifications.map((one) => createAgent(one, around.env, { names: settings.agent_env }));
  const named = all.at(-1) ?? createAgent(specification, around.env, { names: settings.agent_env });
  const wrap = flags.record === undefined ? same : openRecorder(named.name, flags.record, around.redact, journal.runId);
  const agent = wrap(named);
  const limits = limitsOf(flags);
  const governor = governorOf(flags.governor);
  const startMeter = await meterOf(journal.state, { ...settings, maxCost: flags.maxCost }, around.env);
  const by = personOf(flags, journal.state, around);
  setBudget(journal, limits, by);
  if (governor !== null && governor !== (journal.state.run.governor ?? "fixed"))
    journal.append(() => signedBy([{ type: "governor_set", governor }], by));
  const options = runOptions(project, journal, flags, around, turns);
  const keep = (one: Agent) => containmentOf(project, one, { ...around, policy: options.policy }, settings);
  const containment = keep(agent);
  const crew = all.map((one) => ({ label: labelOf(one, all), agent: one, containment: keep(one) }));
  const { policy, registry } = options;
  const choice = {
    registry,
    policy,
    settings,
    crew: crew.length > 1 ? crew : [{ label: agent.name, agent }],
    qaAgent: BUILT_IN_QA,
    wrap,
  };
  return driveRun(project, journal, agent, {
    ...collecting(options, warnings),
    ...(crew.length > 1 ? { crew } : {}),
    reviewers: reviewersOf(project, around, choice),
    containment,
    startMeter,
    settings,
  });
}

/** A run that is over is brought to rest; a complete one whose branch has moved on is verified again. */
async function lookAgain(
  project: Project,
  journal: RunJournal,
  flags: RunFlags,
  around: Surroundings,
  { turns, warnings }: Told,
): Promise<RunOutcome> {
  const settled = await settle(project, journal, around);
  if (settled.notLanded !== null || !hasMovedOn(project, journal.state)) return settled;
  return verifyAgain(project, journal, collecting(runOptions(project, journal, flags, around, turns), warnings));
}

/** What is warned of stands in the answer, too. */
const collecting = <T extends Pick<RunOptions, "onEvent">>(options: T, warnings: string[]): T => ({
  ...options,
  onEvent(event) {
    if (event.kind === "warning") warnings.push(event.message);
    options.onEvent?.(event);
  },
});

interface Told {
  readonly turns: TurnReport[];
  readonly warnings: string[];
}

/** Throws USAGE_INVALID. */
function namedAgents({ agent, agents, record }: RunFlags): readonly string[] {
  if (agents === undefined) return agent === undefined ? [] : [agent];
  if (agent !== undefined)
    throw new BatonError("USAGE_INVALID", "--agent is one agent, --agents several; give one of them");
  if (record !== undefined) throw new BatonError("USAGE_INVALID", "--record is for one agent: give --agent");
  if (new Set(agents).size < agents.length) throw new BatonError("USAGE_INVALID", "--agents names an agent twice");
  return agents;
}

/** From cheap to strong: as named, else as before. */
function specificationsOf(flags: RunFlags, { agentSpecification, agentSettings: { agents = [] } }: RunState) {
  const named = namedAgents(flags);
  if (named.length > 0) return named;
  if (agents.length > 0 && flags.record === undefined) return agents;
  return agentSpecification === null || agentSpecification === HUMAN ? [] : [agentSpecification];
}

const same = (agent: Agent): Agent => agent;

/** Policy comes from the commit that the next one builds on: nobody relaxes what judges them. */
export function runOptions(
  project: Project,
  journal: RunJournal,
  flags: RunFlags,
  around: Surroundings,
  turns: TurnReport[],
): RunOptions {
  const tree = openCommit(project.git, tipOf(project, journal.state));
  const config = readConfig(tree);
  const { policy, liveness } = config;
  const numbers = numbersOf(flags);
  const set = governorFlags(flags, journal.state.agentSettings);
  const tell = runTeller(runDirectory(project, journal.runId), around);
  const { config: governor } = settingsOfTree(tree, { env: around.env, flags: set });
  return {
    stateDirectory: around.stateDirectory,
    env: around.env,
    policy,
    governor,
    registry: registryOf(config),
    reviewers: HUMAN_REVIEWERS,
    workers: numbers.workers ?? 1,
    maxTurns: numbers.maxTurns,
    bounds: {
      timeoutSeconds: numbers.turnSeconds ?? liveness.timeout_seconds,
      heartbeatSeconds: numbers.heartbeatSeconds ?? liveness.heartbeat_interval_seconds,
    },
    stallSeconds: numbers.stallSeconds ?? liveness.stall_seconds,
    containment: null,
    startMeter: null,
    settings: null,
    person: flags.as === undefined ? null : reasonOf(flags.as, around, "--as"),
    now: () => new Date(),
    signal: around.signal,
    onEvent: (event) => {
      collect(event, turns);
      tell(event);
    },
  };
}

/** Throws USAGE_INVALID. */
const numbersOf = (flags: RunFlags) => ({
  workers: wholeNumber("--workers", flags.workers),
  maxTurns: wholeNumber("--max-turns", flags.maxTurns),
  turnSeconds: wholeNumber("--turn-seconds", flags.turnSeconds),
  heartbeatSeconds: wholeNumber("--heartbeat-seconds", flags.heartbeatSeconds),
  stallSeconds: wholeNumber("--stall-seconds", flags.stallSeconds),
});

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

function setBudget(journal: RunJournal, limits: ReturnType<typeof limitsOf>, by: string): void {
  const named = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length > 0)
    journal.append(({ budget }) => signedBy([{ type: "budget_set", budget: { ...budget, ...named } }], by));
}

/** A limit that a person can also take back; undefined: not named. */
function limit(name: string, text: string | undefined, form: RegExp): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  if (!form.test(text)) throw new BatonError("USAGE_INVALID", `${name} ${text} is no positive number, nor none`);
  return text;
}

export async function settle(project: Project, journal: RunJournal, around: Surroundings): Promise<RunOutcome> {
  return settleRun(project, journal, {
    stateDirectory: around.stateDirectory,
    env: around.env,
    signal: around.signal,
    now: () => new Date(),
    onEvent: runTeller(runDirectory(project, journal.runId), around),
  });
}

/** How this run lands from here on; a run that is over can still land. */
function setLand(project: Project, journal: RunJournal, flags: RunFlags, around: Surroundings): void {
  const land = landOf(flags.land);
  if (land === null) return;
  if (land === "pr") requireLandingCommand(project, journal);
  journal.append((state) =>
    state.run.land === land && state.run.land_configured !== true
      ? []
      : signedBy([{ type: "land_set", land }], personOf(flags, state, around)),
  );
}

/** Null: not named. */
export function landOf(given: string | undefined): LandMode | null {
  if (given === undefined) return null;
  const found = LAND_MODES.find((mode) => mode === given);
  if (found !== undefined) return found;
  throw new BatonError("USAGE_INVALID", `--land ${given} is not one of ${LAND_MODES.join(", ")}`);
}

/** Throws USAGE_INVALID with the name of the flag. */
export function wholeNumber(name: string, text: string | undefined): number | null {
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
