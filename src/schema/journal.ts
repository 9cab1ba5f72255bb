import { z } from "zod";

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

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hex digits");

/** An id that is also the name of a file: it can lead nowhere else. */
export const SafeName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "must be a plain name");

const isEvent = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** One line of the journal (design.md §3). */
export const JournalEntry = z.strictObject({
  run_id: SafeName,
  position: z.int().min(1),
  at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "must look like 2026-01-31T09:00:00.000Z"),
  actor: z.string().min(1),
  version: z.literal(JOURNAL_VERSION),
  previous_hash: Sha256,
  event: z.custom<JournalEvent>(isEvent, "must be an object with a type"),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

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
