/** The version of an entry that we write, and the newest that we read. */
export const JOURNAL_VERSION = 1;

/** The longest line an entry may have, in bytes; what is longer is a blob named by its hash (design.md §3). */
export const ENTRY_LIMIT_BYTES = 64 * 1024;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What happened. The journal knows only that it has a type. */
export interface JournalEvent {
  readonly type: string;
  readonly [key: string]: Json;
}

export const SHA256 = /^[0-9a-f]{64}$/;

/** An id that is also the name of a file: it can lead nowhere else. */
export const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A moment as entries name it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** One line of the journal (design.md §3). */
export interface JournalEntry {
  readonly run_id: string;
  readonly position: number;
  readonly at: string;
  readonly actor: string;
  readonly version: typeof JOURNAL_VERSION;
  readonly previous_hash: string;
  readonly event: JournalEvent;
}

const FIELDS = 7;

/**
 * What is wrong with a value as an entry, or null. By hand: a schema library would take most of the time of reading a long
 * journal, and a good part of that of starting. The hash of `before` needs no look: it is the one that was made.
 */
export function entryFlaw(value: unknown, before?: Head): string | null {
  if (typeof value !== "object" || value === null) return "it must be an object";
  const { run_id, position, at, actor, version, previous_hash, event } = value as Record<keyof JournalEntry, unknown>;
  if (typeof run_id !== "string" || !SAFE_NAME.test(run_id)) return "run_id must be a plain name";
  if (!Number.isSafeInteger(position) || Number(position) < 1) return "position must be a whole number from 1";
  if (typeof at !== "string" || !TIME.test(at)) return "at must look like 2026-01-31T09:00:00.000Z";
  if (typeof actor !== "string" || actor === "") return "actor must be a text";
  if (version !== JOURNAL_VERSION) return `version must be ${JOURNAL_VERSION}`;
  if (previous_hash !== before?.hash && (typeof previous_hash !== "string" || !SHA256.test(previous_hash)))
    return "previous_hash must be 64 hex digits";
  if (!isEvent(event)) return "event must be an object with a type";
  return Object.keys(value).length === FIELDS ? null : "it has a field that no entry has";
}

const isEvent = (value: unknown): value is JournalEvent =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Where a journal stands: the position and hash of its newest entry. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

/** An entry as it is kept: the very text that was hashed. */
export interface StoredEntry extends Head {
  readonly line: string;
}

/** A stored entry whose place in the chain was checked, with what its line says. */
export interface CheckedEntry extends StoredEntry {
  readonly entry: JournalEntry;
}
