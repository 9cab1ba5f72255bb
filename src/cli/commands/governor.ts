import { createAgent } from "../../agents/create-agent.ts";
import { labelOf } from "../../agents/labels.ts";
import { variableOf } from "../../core/governor/config.ts";
import type { PatternSource } from "../../core/governor/reasoning/router.ts";
import { freshContext, governTurn, type GovernedTurn, type TurnOptions } from "../../core/governor/turn.ts";
import { governAttempt } from "../../core/run/next/govern-attempt.ts";
import { HUMAN, requireTask, type RunState, type TaskState } from "../../core/run/state.ts";
import { stepAfterTask } from "../../core/run/next/step-after.ts";
import { turnOfTask } from "../../core/run/next/turn-of-task.ts";
import { armLines, nextWords } from "../../core/views/route-words.ts";
import { classify } from "../../engine/governor/classify.ts";
import { governorSettings, settingsOfTree } from "../../engine/governor/settings.ts";
import { learnedNow } from "../../engine/memory/ask-memory.ts";
import { createPatternStore } from "../../engine/memory/pattern-store.ts";
import { offerFor } from "../../engine/memory/run-memory.ts";
import { tipOf, type Project } from "../../engine/run/project.ts";
import { BatonError } from "../../errors.ts";
import type { Classified } from "../../schema/classification.ts";
import type { GovernorConfig } from "../../schema/governor-config.ts";
import type { TurnFacts } from "../../schema/turn-facts.ts";
import { timestamp } from "../../util/clock.ts";
import { governorFlags } from "../agent-settings.ts";
import { taskId } from "../ids.ts";
import { answered, type Answer } from "../output.ts";
import { readQuestion } from "../read-question.ts";
import { governedData, governedText } from "../render/governed.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withMemory } from "../with-memory.ts";
import { withRun } from "../with-run.ts";
import { openCommit } from "../../engine/run/open-commit.ts";

export interface GovernorFlags {
  readonly agents?: readonly string[];
  readonly run?: string;
  readonly set?: readonly string[];
}

/** Also as somebody types it who means one: its id is said then. */
const TASK = /^t\d+$/i;

/** `baton governor explain TEXT|TASK`: what the governor would decide, and why. Nothing is started or written. */
export async function governorExplainCommand(
  given: string | undefined,
  flags: GovernorFlags,
  around: Surroundings,
): Promise<Answer> {
  const { config } = settingsOf(flags, around);
  const text = readQuestion(given, "there is no text to explain");
  if (!TASK.test(text.trim())) {
    const classified = await classify(text, asking(config, around));
    const given = { task: null, learning: learnedHere(around), classified };
    const answer = answerOf(explain(text, config, given), null, classified);
    return {
      ...answer,
      text: `${answer.text ?? ""}\nNext: nothing was started; the same for real: baton ask TEXT --agents AGENT`,
    };
  }
  return withRun(around, flags, async ({ state }, project) => {
    const task = requireTask(state, taskId(state, text.trim().toUpperCase()));
    return explainTask(project, state, task, flags, around);
  });
}

interface Explained {
  readonly task: ExplainedTask | null;
  readonly learning: PatternSource | null;
  readonly classified: Classified | null;
}

const asking = (config: GovernorConfig, { env, redact, signal }: Surroundings) => ({ config, env, redact, signal });

type ExplainedTask = { readonly facts: TurnFacts; readonly work: NonNullable<TurnOptions["work"]> };

/** What was learned in this repository; elsewhere nothing was. */
function learnedHere(around: Surroundings): PatternSource | null {
  try {
    return withMemory(around, "read", learnedNow);
  } catch (error) {
    if (error instanceof BatonError && error.code === "NOT_A_REPOSITORY") return null;
    throw error;
  }
}

function explain(text: string, config: GovernorConfig, { task, learning, classified }: Explained): GovernedTurn {
  const at = now();
  const context = freshContext("explain", config, task?.facts.task_id ?? null);
  return governTurn(
    { text, timestamp: at, context, source: "user", priority: 0, metadata: task?.facts ?? null },
    {
      config,
      now: () => at,
      newId: () => `commitment-${task?.facts.task_id ?? "none"}`,
      learning,
      proposal: classified?.proposal ?? null,
      work: task?.work ?? null,
    },
  );
}

const now = (): string => timestamp(new Date());

/** What `run` would do about a task next, by the function that it does it by; of a task without a next attempt only the turn. */
async function explainTask(
  project: Project,
  state: RunState,
  task: TaskState,
  flags: GovernorFlags,
  around: Surroundings,
): Promise<Answer> {
  const { task_id: id } = task.plan;
  const tree = openCommit(project.git, tipOf(project, state));
  const { config } = settingsOfTree(tree, { env: around.env, flags: governorFlags(flags, state.agentSettings) });
  const [first, ...others] = crewLabels(flags.agents ?? lastNamed(state), around);
  const over = whyOver(state, task);
  if (over !== null || first === undefined || state.run.governor !== "governed") {
    const turn = turnOfTask(state, task);
    const answer = answerOf(explain(turn.text, config, { task: turn, learning: null, classified: null }), id, null);
    const next = over ?? (first === undefined ? "nobody was named yet: --agents AGENT..." : null);
    return next === null ? answer : { ...answer, text: `${answer.text ?? ""}\nNext       ${plain(next)}` };
  }
  const memory = withMemory(around, "read", (stores) =>
    offerFor(stores, { getPatternsForSignal: (signal) => createPatternStore(stores).search(signal) }, state, task),
  );
  const classified = await classify(turnOfTask(state, task).text, asking(config, around));
  const { turn, event } = governAttempt(state, task, {
    agents: [first, ...others],
    config,
    at: now(),
    memory: memory === null ? null : { signal: memory.recorded.signal, arms: memory.arms },
    besides: [],
    classified,
  });
  const step = stepAfterTask(state, task);
  const answer = answerOf(turn, id, classified);
  const next = step === null && event !== null ? event : null;
  const lines =
    step !== null
      ? [`Next       ${STEPS[step.kind]}: ${plain(step.reason)}`]
      : next !== null
        ? [
            `Next       attempt ${next.attempt} goes to ${plain(nextWords(next))}`,
            ...armLines(next).map((line) => plain(`           ${line}`)),
          ]
        : [];
  return { ...answer, data: { ...answer.data, step, route: next }, text: [answer.text, ...lines].join("\n") };
}

/** Why a task gets no attempt from `run`, nor a step besides; null: it may get one. */
function whyOver({ away, status }: RunState, { plan, closed, lifecycle }: TaskState): string | null {
  const left = closed ?? away[plan.feature_id];
  if (left !== undefined) return `nothing: ${plan.task_id} is ${left}`;
  if (lifecycle === "complete") return `nothing: ${plan.task_id} is complete`;
  if (status === "closed_partial") return "nothing: the run was closed as partial";
  return JUDGED.has(lifecycle) ? "no attempt: what was built is judged" : null;
}

const STEPS = { split: "the task is split", ask: "a person is asked" } as const;
const JUDGED: ReadonlySet<TaskState["lifecycle"]> = new Set(["awaiting_validation", "validation"]);

/** Whom the run was given last; a person is no agent that a task could be routed to. */
const lastNamed = ({ agentSettings: { agents = [] }, agentSpecification: one }: RunState): readonly string[] =>
  agents.length > 0 || one === null || one === HUMAN ? agents : [one];

/** As `run` names them. Throws AGENT_UNKNOWN. */
function crewLabels(specifications: readonly string[], { env }: Surroundings): string[] {
  const all = specifications.map((one) => createAgent(one, env));
  return all.map((one) => labelOf(one, all));
}

function answerOf(
  turn: GovernedTurn,
  task: string | null,
  classified: Classified | null,
): Answer & { readonly data: object } {
  return answered({ ...governedData(turn, task, classified), step: null, route: null }, governedText(turn, classified));
}

/** `baton governor config`: every field of the governor, with where its value comes from. */
export function governorConfigCommand(flags: GovernorFlags, around: Surroundings): Answer {
  const { config, origins } = settingsOf(flags, around);
  const fields = (Object.keys(config) as (keyof GovernorConfig)[]).map((key) => ({
    key,
    value: config[key],
    origin: origins[key],
    variable: variableOf(key),
  }));
  const longest = Math.max(...fields.map(({ key }) => key.length));
  const lines = fields.map(
    ({ key, value, origin }) => `  ${key.padEnd(longest)}  ${plain(JSON.stringify(value))}  (${origin})`,
  );
  return answered({ config, fields }, lines);
}

const settingsOf = (flags: GovernorFlags, { repository, stateDirectory, env }: Surroundings) =>
  governorSettings({ repository, stateDirectory, env, flags: flags.set ?? [] });
