import { BatonError } from "../errors.ts";
import type { Head, JournalEvent, StoredEntry } from "../schema/journal.ts";
import { checkChain, sealEntry } from "../util/chain.ts";
import type { AppendFacts } from "./port.ts";

/** Chains events onto a head that must be where the caller saw it. Throws POSITION_CONFLICT, EVENT_INVALID. */
export function sealOnto(
  head: Head,
  runId: string,
  events: readonly JournalEvent[],
  expectedPosition: number,
  facts: AppendFacts,
): StoredEntry[] {
  refuseMoved(head, runId, expectedPosition);
  const sealed: StoredEntry[] = [];
  for (const event of events) sealed.push(sealEntry(sealed.at(-1) ?? head, { runId, event, ...facts }));
  return sealed;
}

/** The entries of a whole journal that another store kept, for a run that has none here. Throws as `load`. */
export function checkWhole(head: Head, runId: string, entries: readonly StoredEntry[]): StoredEntry[] {
  refuseMoved(head, runId, 0);
  return [...checkChain(entries, runId)].map(({ position, line, hash }) => ({ position, line, hash }));
}

function refuseMoved({ position }: Head, runId: string, expected: number): void {
  if (position === expected) return;
  throw new BatonError("POSITION_CONFLICT", `the journal of ${runId} stands at ${position}`, {
    details: { expected, actual: position },
  });
}
