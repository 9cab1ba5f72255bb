import { BatonError } from "../errors.ts";
import type { Head, JournalEvent, StoredEntry } from "../schema/journal.ts";
import { sealEntry } from "../util/chain.ts";
import type { AppendFacts } from "./port.ts";

/** Chains events onto a head that must be where the caller saw it. Throws POSITION_CONFLICT, EVENT_INVALID. */
export function sealOnto(
  head: Head,
  runId: string,
  events: readonly JournalEvent[],
  expectedPosition: number,
  facts: AppendFacts,
): StoredEntry[] {
  if (head.position !== expectedPosition) {
    throw new BatonError("POSITION_CONFLICT", `the journal of ${runId} stands at ${head.position}`, {
      details: { expected: expectedPosition, actual: head.position },
    });
  }
  const sealed: StoredEntry[] = [];
  for (const event of events) sealed.push(sealEntry(sealed.at(-1) ?? head, { runId, event, ...facts }));
  return sealed;
}
