import type { Priority } from "../../../schema/feature-list.ts";
import type { HRMContext } from "../../../schema/governor.ts";
import type { CandidateAction, PrioritySignals, SelectedAction } from "../../../schema/governor-reasoning.ts";
import { createActionSelector } from "./action-selector.ts";
import { computeScore, rounded, type Standing } from "./priority.ts";

/** What the ledger knows of a task that could be given out now. */
export interface ReadyTask {
  readonly task_id: string;
  readonly goal: string;
  readonly priority: Priority;
  /** How many tasks and features wait for it and nothing but it can free them. */
  readonly unblocks: number;
  /** Patterns of what it may change; `**` says nothing. */
  readonly files: readonly string[];
  /** Its parts: criteria and named files. */
  readonly parts: number;
  /** An attempt of it began already. */
  readonly begun: boolean;
}

/** The ledger is the problem registry, and its priority the only stored one (HRM-28). */
export interface LedgerFacts {
  readonly ready: readonly ReadyTask[];
  /** The task worked last; null at the beginning. */
  readonly last: { readonly task_id: string; readonly files: readonly string[] } | null;
}

/** Of the whole context only what is committed to counts. */
export type Committed = Pick<HRMContext, "problem_id" | "commitment_id">;

const URGENCY: Readonly<Record<Priority, number>> = { critical: 1, high: 0.75, medium: 0.5, low: 0.25 };
/** Sizes are guesses, so they are bands: a step more or less decides nothing. */
const SIZES = [
  [5, 0.25],
  [9, 0.5],
  [15, 0.75],
] as const;
const EVERYTHING = "**";

/**
 * The next task, as the one action of the turn (ONE-02): priority is urgency, what waits for it dependency, the files of the
 * last task momentum, its size energy cost, the active commitment alignment. Null when nothing is ready.
 */
export function selectTask(ledger: LedgerFacts, context: Committed): SelectedAction | null {
  if (ledger.ready.length === 0) return null;
  const signals = signalsOfTask(ledger, context);
  const candidates = ledger.ready.map((task) => candidateOf(task, signals(task)));
  return createActionSelector().select(candidates, { ...EMPTY, ...context });
}

/** Where each ready task stands; ordered by `compareStandings` as `selectTask` would choose them. */
export function standingsOf(ledger: LedgerFacts, context: Committed): Standing[] {
  const signals = signalsOfTask(ledger, context);
  return ledger.ready.map((task) => {
    const all = signals(task);
    return { id: task.task_id, score: rounded(computeScore(all)), momentum: all.momentum, urgency: all.urgency };
  });
}

function signalsOfTask(
  { last }: LedgerFacts,
  { problem_id: problem, commitment_id: commitment }: Committed,
): (task: ReadyTask) => PrioritySignals {
  const files = new Set(last?.files.filter((pattern) => pattern !== EVERYTHING));
  return (task) => ({
    urgency: URGENCY[task.priority],
    dependency: 1 - 1 / (1 + task.unblocks),
    momentum: Math.max(task.begun ? 0.5 : 0, task.task_id === last?.task_id ? 1 : shared(task.files, files)),
    energy_cost: SIZES.find(([parts]) => task.parts <= parts)?.[1] ?? 1,
    alignment: commitment === null || problem === task.task_id ? 1 : 0,
  });
}

const shared = (patterns: readonly string[], files: ReadonlySet<string>): number =>
  patterns.length === 0 ? 0 : patterns.filter((pattern) => files.has(pattern)).length / patterns.length;

const candidateOf = (task: ReadyTask, signals: PrioritySignals): CandidateAction => ({
  id: task.task_id,
  action_type: "execute",
  description: task.goal,
  urgency: signals.urgency,
  dependency_score: signals.dependency,
  momentum_score: signals.momentum,
  energy_cost: signals.energy_cost,
  alignment_score: signals.alignment,
  agent_proposal: null,
  source: "ledger",
});

/** Selection looks at nothing of a context but what is given. */
const EMPTY: HRMContext = {
  session_id: "ledger",
  turn_number: 0,
  problem_id: null,
  altitude: "operations",
  stance: "execution",
  commitment_id: null,
  commitment_turns_remaining: null,
  recent_inputs: [],
  recent_outputs: [],
  recent_decisions: [],
  trace_enabled: false,
  debug_mode: false,
};
