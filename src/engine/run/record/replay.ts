import { evolve } from "../../../core/run/fold/evolve.ts";
import { refusalOf } from "../../../core/run/guard/guard.ts";
import { recompute } from "../../../core/run/next/recompute.ts";
import type { RunState } from "../../../core/run/state.ts";
import { RunEvent } from "../../../schema/event.ts";
import type { CheckedEntry } from "../../../schema/journal.ts";
import { createByteReplay, eachState, type Blob } from "./replay-bytes.ts";

/** Where replaying first came to something else than was recorded. */
export interface Difference {
  readonly position: number;
  readonly kind: "event" | "guard" | "decision" | "bytes";
  /** A published file; null for a decision. */
  readonly path: string | null;
  readonly recorded: string;
  readonly replayed: string;
}

export interface Replay {
  /** How many entries hold. */
  readonly entries: number;
  /** Decisions that were made again, and hashes of published bytes that were. */
  readonly decisions: number;
  readonly hashes: number;
  /** Published bytes that could not be made again, and why. */
  readonly unchecked: readonly { readonly position: number; readonly path: string; readonly reason: string }[];
  readonly difference: Difference | null;
}

/**
 * Folds a journal again from nothing (FCX-09): the guard must let each event pass, the state before it must ask for what
 * was done, and each publishing must come to the same bytes. Ends at the first difference.
 *
 * An event may have been decided or rendered a few entries earlier than it stands: others append meanwhile. Where the state
 * right before it says something else, the states in between are asked too.
 */
export function replayJournal(entries: readonly CheckedEntry[], blob: Blob): Replay {
  const compareBytes = createByteReplay(entries, blob);
  const unchecked: Replay["unchecked"][number][] = [];
  let [decisions, hashes] = [0, 0];
  let state: RunState | null = null;
  for (const [index, { position, entry }] of entries.entries()) {
    const end = (kind: Difference["kind"], other: Omit<Difference, "position" | "kind">): Replay => ({
      entries: index,
      decisions,
      hashes,
      unchecked,
      difference: { position, kind, ...other },
    });
    const { data: event, error } = RunEvent.safeParse(entry.event);
    const recorded = entry.event.type;
    if (event === undefined) return end("event", { path: null, recorded, replayed: error.issues[0]?.message ?? "" });
    const refused = refusalOf(state, event);
    if (refused !== null) return end("guard", { path: null, recorded, replayed: refused.message });
    if (state !== null) {
      const decided = decisionOf(entries, state, index, event);
      if (decided === "same") decisions += 1;
      else if (decided !== null) return end("decision", { path: null, ...decided });
      const bytes = compareBytes(state, index, event);
      const [first] = bytes?.differing ?? [];
      if (first !== undefined) return end("bytes", first);
      hashes += bytes?.compared ?? 0;
      unchecked.push(...(bytes?.unchecked ?? []).map((one) => ({ position, ...one })));
    }
    state = evolve(state, { ...entry, event });
  }
  return { entries: entries.length, decisions, hashes, unchecked, difference: null };
}

function decisionOf(
  entries: readonly CheckedEntry[],
  state: RunState,
  index: number,
  event: RunEvent,
): "same" | { readonly recorded: string; readonly replayed: string } | null {
  const decided = recompute(state, event);
  if (decided === null) return null;
  const differs = (before: RunState): string | null => {
    const again = recompute(before, event);
    return again === null || again.told === again.asked ? null : again.asked;
  };
  const asked = firstThatHolds(entries, state, startOfTurn(entries, index), index, differs);
  return asked === null ? "same" : { recorded: decided.told, replayed: asked };
}

/** Asks the state before an entry, and only where it says no, those since `from`. Null: one of them said nothing against. */
function firstThatHolds(
  entries: readonly CheckedEntry[],
  state: RunState,
  from: number,
  index: number,
  flaw: (state: RunState) => string | null,
): string | null {
  const found = flaw(state);
  if (found === null) return null;
  let holds = false;
  eachState(entries, from, index - 1, (before) => {
    holds ||= flaw(before) === null;
  });
  return holds ? null : found;
}

/** Back over what others appended, what only records, and what workers at other tasks did meanwhile. */
function startOfTurn(entries: readonly CheckedEntry[], index: number): number {
  const own = entries[index]?.entry;
  const taskId = own?.event["task_id"];
  let start = index;
  while (start > 0) {
    const before = entries[start - 1]?.entry;
    const isOtherTasks = taskId !== undefined && before?.event["task_id"] !== taskId;
    if (before?.actor === own?.actor && before?.event.type !== "evidence_recorded" && !isOtherTasks) break;
    start -= 1;
  }
  return start;
}
