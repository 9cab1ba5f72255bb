import type { RunEvent } from "../../schema/event.ts";
import type { Feature } from "../../schema/feature-list.ts";
import { remembered } from "./remembered.ts";
import type { RunState, TaskState } from "./state.ts";

/** So many tasks, or features, are looked at anew when one of them changed. */
const PAGE = 25;

/** Where each id stands, and when each page of them last changed. */
interface Pages<T> {
  readonly indexOf: ReadonlyMap<string, number>;
  readonly lists: readonly (readonly T[])[];
  readonly versions: number[];
}

interface Marks {
  readonly tasks: Pages<string>;
  readonly features: Pages<string>;
  version: number;
}

const MARKS = new WeakMap<RunState, Marks>();

function marksOf(state: RunState): Marks {
  const known = MARKS.get(state);
  if (known !== undefined) return known;
  const marks = { tasks: pagesOf(state.tasks), features: pagesOf(state.features), version: 0 };
  MARKS.set(state, marks);
  return marks;
}

function pagesOf(record: Readonly<Record<string, unknown>>): Pages<string> {
  const ids = Object.keys(record);
  const lists = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, at) => ids.slice(at * PAGE, (at + 1) * PAGE));
  return { indexOf: new Map(ids.map((id, at) => [id, at])), lists, versions: lists.map(() => 0) };
}

/** What may change any task or feature, or their number. Every other event changes the task it names, and its feature. */
const OF_THE_PLAN: ReadonlySet<RunEvent["type"]> = new Set([
  "feature_added",
  "feature_edited",
  "feature_moved",
  "feature_regressed",
  "task_split",
  "run_imported",
  "state_carried",
]);

/** To be told of every event that was folded in: a state is changed in place, so nobody else could know what is new. */
export function markChanged(state: RunState, event: RunEvent): void {
  const marks = MARKS.get(state);
  if (marks === undefined) return;
  if (OF_THE_PLAN.has(event.type)) {
    MARKS.delete(state);
    return;
  }
  const taskId = "task_id" in event ? event.task_id : null;
  const task = taskId === null ? undefined : state.tasks[taskId];
  if (task === undefined) return;
  marks.version += 1;
  mark(marks.tasks, task.plan.task_id, marks.version);
  mark(marks.features, task.plan.feature_id, marks.version);
}

function mark({ indexOf, versions }: Pages<string>, id: string, version: number): void {
  const index = indexOf.get(id);
  if (index !== undefined) versions[Math.floor(index / PAGE)] = version;
}

/**
 * Works something out for each page of tasks, and again only for those pages in which a task or its feature changed: a
 * turn then costs what it changed, not what the run holds (design.md §9). It may depend on those tasks, on what events
 * that name them added to the lists of the run, and on the plan.
 */
export function perTaskPage<V>(workOut: (tasks: readonly TaskState[], state: RunState) => V): (state: RunState) => V[] {
  return perPage(
    (marks) => marks.tasks,
    (ids, state) =>
      workOut(
        ids.flatMap((id) => state.tasks[id] ?? []),
        state,
      ),
  );
}

/** The same of features; it may depend on the tasks of each. */
export function perFeaturePage<V>(
  workOut: (features: readonly Feature[], state: RunState) => V,
): (state: RunState) => V[] {
  return perPage(
    (marks) => marks.features,
    (ids, state) =>
      workOut(
        ids.flatMap((id) => state.features[id] ?? []),
        state,
      ),
  );
}

function perPage<V>(
  pagesIn: (marks: Marks) => Pages<string>,
  workOut: (ids: readonly string[], state: RunState) => V,
): (state: RunState) => V[] {
  const keptOf = remembered((marks: Marks) => ({
    version: -1,
    versions: pagesIn(marks).lists.map(() => -1),
    values: [] as V[],
  }));
  return (state) => {
    const marks = marksOf(state);
    const kept = keptOf(marks);
    if (kept.version === marks.version) return kept.values;
    const { lists, versions } = pagesIn(marks);
    for (const [at, ids] of lists.entries()) {
      if (kept.versions[at] === versions[at]) continue;
      kept.values[at] = workOut(ids, state);
      kept.versions[at] = versions[at] ?? 0;
    }
    kept.version = marks.version;
    return kept.values;
  };
}

/** Folds a list that is only ever added to, going on where it ended the last time; another list is folded anew. */
export function foldGrowing<T, V>(start: () => V, add: (value: V, entry: T) => void): (entries: readonly T[]) => V {
  const keptOf = remembered((_entries: readonly T[]) => ({ count: 0, value: start() }));
  return (entries) => {
    const kept = keptOf(entries);
    for (; kept.count < entries.length; kept.count += 1) add(kept.value, entries[kept.count] as T);
    return kept.value;
  };
}
