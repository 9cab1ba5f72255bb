import { selectTask, type LedgerFacts } from "../../governor/reasoning/select-task.ts";
import type { EventOf } from "../../../schema/event.ts";
import { committedIn, ledgerFacts } from "./ledger-facts.ts";
import { asNext, mayBuildBeside } from "../beside.ts";
import { inTheWayOf } from "../locks.ts";
import { readyBest, readyTasks } from "./ready.ts";
import { perTaskPage } from "../pages.ts";
import { isOpen, type RunState, type TaskState } from "../state.ts";

/** Which task is given out next, and why: what the event that records it holds. */
export interface Choice {
  readonly task: TaskState;
  /** Null: nothing was chosen between, as where a build of an open choice begins beside the others. */
  readonly why: Omit<EventOf<"task_selected">, "type" | "attempt"> | null;
}

/** How far down the order a fallback is looked for: a comparison of locks each. */
const LOOK_AT = 8;

/** A build that is missing from a choice, else the best ready task whose files nobody holds; null when there is none. */
export function chooseTask(state: RunState): Choice | null {
  const [building] = buildingPages(state).flat();
  if (building !== undefined && state.run.governor === "governed") return { task: asNext(building), why: null };
  const { task, next, count } = runnable(state);
  if (task === null) return null;
  const common = { task_id: task.plan.task_id, fallback: next?.plan.task_id ?? null, candidates: count };
  if (state.run.governor !== "governed")
    return { task, why: { ...common, governor: "fixed", score: null, signals: null, rationale: FIRST } };
  const { ready: facts, last }: LedgerFacts = ledgerFacts(state, next === null ? [task] : [task, next]);
  const selected = selectTask({ ready: facts, last }, committedIn(state));
  if (selected === null) return null;
  const { primary, priority_score: score, rationale } = selected;
  const signals = {
    urgency: decimal(primary.urgency),
    dependency: decimal(primary.dependency_score),
    momentum: decimal(primary.momentum_score),
    energy_cost: decimal(primary.energy_cost),
    alignment: decimal(primary.alignment_score),
  };
  return { task, why: { ...common, governor: "governed", score: decimal(score), signals, rationale } };
}

const buildingPages = perTaskPage((tasks, state) =>
  tasks.filter((task) => isOpen(state, task) && mayBuildBeside(task)),
);

/** The two best that meet nobody's locks. Where nobody works, as in most runs, the first two are. */
function runnable(state: RunState) {
  const isFree = (task: TaskState): boolean => inTheWayOf(state, task).length === 0;
  const { first, second, count } = readyBest(state);
  if (first === null || (isFree(first) && (second === null || isFree(second))))
    return { task: first, next: second, count };
  const ready = readyTasks(state);
  const at = ready.findIndex(isFree);
  const next = at < 0 ? undefined : ready.slice(at + 1, at + 1 + LOOK_AT).find(isFree);
  return { task: ready[at] ?? null, next: next ?? null, count };
}

const FIRST = "first in, first out: by priority, then what was begun, then id";

/** Events hold no floats (design.md §3). */
const decimal = (value: number): string => value.toFixed(4);
