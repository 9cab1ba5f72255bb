import { hash } from "node:crypto";
import { BatonError } from "../errors.ts";
import {
  ENTRY_LIMIT_BYTES,
  JOURNAL_VERSION,
  entryFlaw,
  type CheckedEntry,
  type Head,
  type JournalEntry,
  type JournalEvent,
  type StoredEntry,
} from "../schema/journal.ts";
import { findFlaw } from "./recordable.ts";

/** What the first entry names as the hash before it. */
export const GENESIS_HASH = "0".repeat(64);

/** Where a journal stands before its first entry. */
export const GENESIS: Head = { position: 0, hash: GENESIS_HASH };

/** J1: an entry's hash covers the hash before it and the stored bytes of its line (design.md §3). */
function hashOf(previousHash: string, line: string): string {
  return hash("sha256", previousHash + line);
}

/** Gives an event its place after `before`. Throws EVENT_INVALID for what could not be read back as it was. */
export function sealEntry(
  before: Head,
  { runId, at, actor, event }: { runId: string; at: Date; actor: string; event: JournalEvent },
): StoredEntry {
  const entry = {
    run_id: runId,
    position: before.position + 1,
    at: at.toISOString(),
    actor,
    version: JOURNAL_VERSION,
    previous_hash: before.hash,
    event,
  } as const;
  const flaw = findFlaw(entry.event, "event") ?? entryFlaw(entry) ?? findFlaw(actor, "actor");
  if (flaw !== null) throw new BatonError("EVENT_INVALID", `an event cannot be recorded: ${flaw}`);
  const line = JSON.stringify(entry);
  const bytes = Buffer.byteLength(line);
  if (bytes > ENTRY_LIMIT_BYTES)
    throw new BatonError("EVENT_INVALID", `a ${event.type} event of ${bytes} bytes is over ${ENTRY_LIMIT_BYTES}`);
  return { position: entry.position, line, hash: hashOf(before.hash, line) };
}

/** What this process has just sealed, as whoever reads its stored bytes will have it. Nobody else's: no hash is looked at. */
export function readSealed({ position, line, hash: sealed }: StoredEntry): CheckedEntry {
  return { position, line, hash: sealed, entry: parseEntry(position, line) };
}

/**
 * Checks that an entry follows `before`, from its stored text alone: it is never serialised again. `runId` null takes
 * the run that the entry names. Throws JOURNAL_BROKEN with `expected` and `actual`, SCHEMA_UNSUPPORTED.
 */
export function checkEntry(stored: StoredEntry, before: Head, runId: string | null): CheckedEntry {
  const { position, line } = stored;
  const next = before.position + 1;
  demand(next, "its position", next, position);
  demand(next, "its hash", hashOf(before.hash, line), stored.hash);
  const entry = parseEntry(next, line, before);
  demand(next, "the position in its text", next, entry.position);
  demand(next, "the hash it names before it", before.hash, entry.previous_hash);
  if (runId !== null) demand(next, "its run", runId, entry.run_id);
  return { position, line, hash: stored.hash, entry };
}

function demand(position: number, what: string, expected: string | number, actual: string | number): void {
  if (expected === actual) return;
  throw new BatonError("JOURNAL_BROKEN", `journal entry ${position}: ${what} does not fit`, {
    details: { expected: String(expected), actual: String(actual) },
  });
}

/**
 * Checks an entry by itself: its line is whole and its hash fits the hash that it names before it. The hash is looked at
 * first: a damaged entry must not pass for one of a version to come. Throws as above.
 */
export function checkAlone({ line, hash: stated }: Omit<StoredEntry, "position">): CheckedEntry {
  if (hashOf(previousIn(line), line) !== stated)
    throw new BatonError("JOURNAL_BROKEN", "the journal entry: its hash does not fit");
  const entry = parseEntry(null, line);
  demand(entry.position, "the hash it names before it", previousIn(line), entry.previous_hash);
  return { position: entry.position, line, hash: stated, entry };
}

/** What any version names as the hash before it. */
const previousIn = (line: string): string => /"previous_hash":"([0-9a-f]{64})"/.exec(line)?.[1] ?? "";

/** Checks entries that follow `before`, one after the other; ends with the error of the first that does not fit. */
export function* checkChain(
  entries: Iterable<StoredEntry>,
  runId: string | null,
  before: Head = GENESIS,
): Generator<CheckedEntry> {
  let [head, run] = [before, runId];
  for (const stored of entries) {
    const checked = checkEntry(stored, head, run);
    run = checked.entry.run_id;
    yield checked;
    head = stored;
  }
}

function parseEntry(position: number | null, line: string, before?: Head): JournalEntry {
  const name = (): string => (position === null ? "the journal entry" : `journal entry ${position}`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new BatonError("JOURNAL_BROKEN", `${name()} is not JSON`, { cause });
  }
  const flaw = entryFlaw(value, before);
  if (flaw === null) return value as JournalEntry;
  const version = typeof value === "object" && value !== null && "version" in value ? value.version : null;
  if (typeof version === "number" && version > JOURNAL_VERSION)
    throw new BatonError("SCHEMA_UNSUPPORTED", `${name()} has version ${version}; we read up to ${JOURNAL_VERSION}`);
  throw new BatonError("JOURNAL_BROKEN", `${name()}: ${flaw}`);
}
