import { filesOf, markerIn, patternOf, type KeptEntry, type Operation } from "./history.ts";

/**
 * Reads what eight processes say of themselves beside the journal that came of it, and names what cannot both be true. Knows
 * nothing of the guard or the locks: who holds a file follows from the entries alone.
 */
export function checkHistory(entries: readonly KeptEntry[], operations: readonly Operation[]): string[] {
  return [...checkAcknowledged(entries, operations), ...checkOrder(operations), ...checkHolders(entries)];
}

function checkAcknowledged(entries: readonly KeptEntry[], operations: readonly Operation[]): string[] {
  const problems: string[] = [];
  const positions = new Map<string, number[]>();
  for (const [at, { position, event }] of entries.entries()) {
    if (position !== at + 1) problems.push(`position ${position} stands at ${at + 1}`);
    const marker = markerIn(event);
    if (marker !== null) positions.set(marker, [...(positions.get(marker) ?? []), position]);
  }
  const known = new Set(operations.map(({ marker }) => marker));
  for (const [marker, places] of positions) {
    if (!known.has(marker)) problems.push(`${marker} was never begun and stands at ${places.join()}`);
    if (places.length > 1) problems.push(`${marker} was done ${places.length} times`);
  }
  for (const { marker, position, refused } of operations) {
    const [place] = positions.get(marker) ?? [];
    if (position !== null && place !== position)
      problems.push(`${marker} was acknowledged at ${position} and is at ${place ?? "no place"}`);
    if (refused !== null && place !== undefined) problems.push(`${marker} was refused and stands at ${place}`);
  }
  return problems;
}

/** One total order that agrees with time: who began after another was acknowledged stands after it. */
function checkOrder(operations: readonly Operation[]): string[] {
  const done = operations
    .flatMap(({ marker, from, to, position }) =>
      position === null || to === null ? [] : [{ marker, from, to, position }],
    )
    .toSorted((one, other) => one.position - other.position);
  let latest: (typeof done)[number] | null = null;
  const problems: string[] = [];
  for (const operation of done) {
    if (latest !== null && operation.to < latest.from)
      problems.push(`${latest.marker} began after ${operation.marker} was done, and stands before it`);
    if (latest === null || operation.from > latest.from) latest = operation;
  }
  return problems;
}

interface Holder {
  readonly task: number;
  readonly attempt: number;
  answered: boolean;
}

/** No file has two holders, and only the open attempt of a task is answered, judged or lost. */
function checkHolders(entries: readonly KeptEntry[]): string[] {
  const problems: string[] = [];
  const held = new Map<string, number>();
  const holders = new Map<number, Holder>();
  const free = (task: number): void => {
    for (const file of filesOf(patternOf(task))) if (held.get(file) === task) held.delete(file);
    holders.delete(task);
  };
  for (const { position, event } of entries) {
    if (!("task_id" in event) || event.task_id === null) continue;
    const task = Number(event.task_id.slice(1));
    const holder = holders.get(task);
    if (event.type === "attempt_started") {
      for (const file of filesOf(patternOf(task))) {
        const other = held.get(file);
        if (other !== undefined) problems.push(`at ${position} task ${task} takes ${file}, which task ${other} holds`);
        held.set(file, task);
      }
      holders.set(task, { task, attempt: event.attempt, answered: false });
    } else if (
      event.type === "attempt_answered" ||
      event.type === "attempt_lost" ||
      event.type === "implementation_judged"
    ) {
      const isOpen = holder?.attempt === event.attempt && holder.answered === (event.type === "implementation_judged");
      if (!isOpen)
        problems.push(`at ${position} ${event.type} of attempt ${event.attempt} of task ${task}, which is not open so`);
      if (event.type === "attempt_answered" && holder !== undefined) holder.answered = true;
      else free(task);
    }
  }
  return problems;
}
