import { isCode, type Code } from "../../errors.ts";
import { BUNDLE_VERSION, type HandoffBundle } from "../../schema/bundle.ts";
import type { RunFacts } from "../../schema/event.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { GateKey } from "../../schema/task.ts";
import { boundsOf, type Bounds } from "../run/bounds.ts";
import { wordsOf } from "../run/guard/lifecycle.ts";
import { locksIn } from "../run/locks.ts";
import { waitsForPerson } from "../run/next/next-effect.ts";
import type { RunState, TaskState } from "../run/state.ts";
import { waitOf } from "../run/people/waiting.ts";
import { GATE_KEYS, plannedTasks } from "../views/gates.ts";
import { carriedOf, textsOf } from "./carry.ts";
import { oneLine } from "../text/one-line.ts";

/** What a bundle says that no event holds. */
export interface BundleFacts {
  /** The last sign of life of a task's present attempt, with whole seconds; null when there was none. */
  readonly beatOf: (taskId: string, attempt: number) => string | null;
  /** For tasks that say nothing else. */
  readonly configured: Bounds;
  /** The text of a blob; null when it was erased. */
  readonly blob: (sha256: string) => string | null;
}

/**
 * The handoff bundle of a run (Fresh Context, Handoff Bundle Requirements): the same state and facts, the same bytes.
 */
export function renderBundle(state: RunState, facts: BundleFacts): HandoffBundle {
  const tasks = plannedTasks(state);
  const carried = carriedOf(state);
  const texts = textsOf(carried.items).flatMap((sha256): [string, string][] => {
    const text = facts.blob(sha256);
    return text === null ? [] : [[sha256, text]];
  });
  return {
    schema_version: BUNDLE_VERSION,
    run_id: state.runId,
    objective: state.run.brief,
    constraints: constraintsOf(state),
    ledger: tasks.map((task) => ledgerEntry(state, task, facts)),
    active_locks: locksIn(state).map((lock) => ({ ...lock, acquired_at: lock.acquired_at ?? state.updatedAt })),
    dependencies: tasks.map((task) => ({ task_id: task.plan.task_id, depends_on: dependenciesOf(state, task) })),
    open_blockers: [
      ...tasks.filter(waitsForPerson).map((task) => taskBlocker(state, task)),
      ...askedBlockers(state, tasks),
    ],
    acceptance_targets: Object.values(state.features)
      .filter(({ id }) => state.away[id] === undefined)
      .map(targetOf),
    continuation: { ...carried, texts: Object.fromEntries(texts) },
  };
}

const LANDS: Readonly<Record<RunFacts["land"], string>> = {
  auto: "Proven commits land on BRANCH",
  branch: "Proven commits stay on OWN",
  pr: "Proven commits stay on OWN, and a request for BRANCH is opened",
  manual: "Proven commits stay on OWN until a person approves that they land on BRANCH",
};

function constraintsOf({ run, runId, budget }: RunState): string[] {
  const limits = [
    budget.hours === null ? null : `${budget.hours} hours`,
    budget.attempts === null ? null : `${budget.attempts} attempts`,
    budget.tokens === null ? null : `${budget.tokens} tokens`,
    budget.cost === null ? null : `${budget.cost} US dollars`,
  ].filter((limit) => limit !== null);
  return [
    `A task is done when these hold: ${run.policy.checks.join(", ")}`,
    `A task that fails ${run.policy.max_iterations} times waits for a person`,
    LANDS[run.land].replace("BRANCH", run.branch).replace("OWN", `baton/${runId}`),
    ...(limits.length === 0 ? [] : [`The run may use ${limits.join(", ")}`]),
    "Only the harness changes feature_list.json, agent_state.json, init.sh and claude-progress.txt above its line",
  ];
}

function ledgerEntry(state: RunState, task: TaskState, facts: BundleFacts): HandoffBundle["ledger"][number] {
  const { task_id: id, feature_id: featureId } = task.plan;
  const bounds = boundsOf(state, task, facts.configured);
  return {
    task_id: id,
    feature_id: featureId,
    status: wordsOf(task).ledger,
    lifecycle: task.lifecycle,
    gate_status: task.gate,
    priority: state.features[featureId]?.priority ?? "medium",
    attempt: task.attempt,
    iteration_count: task.iterations,
    owner: task.owner,
    timeout_seconds: bounds.timeoutSeconds,
    heartbeat_interval_seconds: bounds.heartbeatSeconds,
    last_heartbeat_at: task.attempt === 0 ? null : (facts.beatOf(id, task.attempt) ?? task.since),
    blocked_code: codeOf(task),
  };
}

/** A feature that comes first stands for its tasks. */
function dependenciesOf(state: RunState, { plan }: TaskState): string[] {
  const before = (state.features[plan.feature_id]?.depends_on ?? []).flatMap((id) => state.tasksByFeature[id] ?? []);
  const open = before.filter((id) => state.tasks[id]?.closed === null);
  return [...new Set([...plan.depends_on, ...open])];
}

function taskBlocker(state: RunState, task: TaskState): HandoffBundle["open_blockers"][number] {
  const { plan } = task;
  return {
    task_id: plan.task_id,
    code: codeOf(task) ?? "PERSON_NEEDED",
    gate: gateOf(task),
    since: sinceOf(state, task),
    detail: oneLine(waitOf(state, task)?.reason ?? ""),
  };
}

/** A journal may hold a code of another version, which has no entry here. */
const codeOf = ({ blocked }: TaskState): Code | null =>
  blocked === null || isCode(blocked) ? blocked : "PERSON_NEEDED";

const gateOf = ({ gate }: TaskState): GateKey => GATE_KEYS[Number(gate.charAt(1))] ?? "G0_planning";

/** When its present attempt ended, as far as the last turn tells; else when it was planned. */
const sinceOf = ({ last, steps }: RunState, { plan, createdAt }: TaskState): string =>
  last?.task_id === plan.task_id
    ? last.at
    : (steps.findLast(({ task_id: id }) => id === plan.task_id)?.timestamp ?? createdAt);

/** A feature that is asked about again is named by the last of its tasks that is in the ledger. */
function askedBlockers(state: RunState, tasks: readonly TaskState[]): HandoffBundle["open_blockers"] {
  return Object.entries(state.asked).flatMap(([id, { reason }]) => {
    const last = tasks.findLast(({ plan }) => plan.feature_id === id);
    if (last === undefined) return [];
    const about = { task_id: last.plan.task_id, since: state.updatedAt, detail: oneLine(reason) };
    return [{ ...about, code: "PERSON_NEEDED", gate: "G2_validation" }];
  });
}

function targetOf({
  id,
  description,
  verification_method,
  test_command,
  passes,
}: Feature): HandoffBundle["acceptance_targets"][number] {
  return { feature_id: id, description, verification_method, test_command, passes };
}
