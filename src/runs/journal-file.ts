import { hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} from "node:fs";
import { dirname } from "node:path";
import { BatonError, codedError, messageOf } from "../errors.ts";
import { ENTRY_LIMIT_BYTES, type CheckedEntry, type Head, type StoredEntry } from "../schema/journal.ts";
import { syncFolder, writeAll, writeFileAtomic } from "../util/atomic-file.ts";
import { checkAlone, checkEntry, GENESIS } from "../util/chain.ts";
import { lastLine, linesOf } from "../util/lines.ts";
import type { Problem } from "./problem.ts";

export const JOURNAL_FILE = "journal.jsonl";

/** `{"hash":"<64 hex>","entry":<the hashed bytes>}`: the bytes stand at a fixed place, so that any tool can cut them out. */
const OPENING = '{"hash":"';
const HASH_END = OPENING.length + 64;
const MIDDLE = '","entry":';
const LINE_LIMIT_BYTES = HASH_END + MIDDLE.length + ENTRY_LIMIT_BYTES + 1;
const CHUNK_LENGTH = 2 ** 20;

const fileLine = ({ hash, line }: StoredEntry): string => `${OPENING}${hash}${MIDDLE}${line}}\n`;

function parseLine(text: string): Omit<StoredEntry, "position"> | null {
  const fits = text.startsWith(OPENING) && text.startsWith(MIDDLE, HASH_END) && text.endsWith("}");
  if (!fits) return null;
  return { hash: text.slice(OPENING.length, HASH_END), line: text.slice(HASH_END + MIDDLE.length, -1) };
}

/**
 * Brings the file up to the store, whose entries after a position are given: appends what is missing and syncs, or
 * replaces the whole file atomically when its end is torn or of another history. `durable`: so many entries are known to
 * be on the disk; of those behind them a power cut may have left any block out. A file that has a second name elsewhere is
 * replaced, too: what has that name stays as it is. One process at a time. Throws JOURNAL_CUT
 * when the file is ahead: then the store lost entries, and the file must not lose them too.
 */
export function publishJournal(
  path: string,
  entriesAfter: (position: number) => Iterable<StoredEntry>,
  durable: number,
): void {
  try {
    const end = lastEntry(path);
    const [known, ...rest] = end === null ? [] : entriesAfter(end.position - 1);
    if (end !== null && known === undefined) {
      throw new BatonError("JOURNAL_CUT", `${path} has entry ${end.position}, the store does not`, {
        details: { expected: end.hash, actual: null },
      });
    }
    if (
      end !== null &&
      known?.hash === end.hash &&
      (end.position <= durable || hasTail(path, entriesAfter(durable), end.position)) &&
      lstatSync(path).nlink === 1
    )
      append(path, rest);
    else writeFileAtomic(path, inChunks(entriesAfter(0)));
  } catch (error) {
    throw codedError(error, path);
  }
}

/** Whether the file ends with these entries, up to a position, byte for byte. */
function hasTail(path: string, entries: Iterable<StoredEntry>, position: number): boolean {
  const lines: string[] = [];
  for (const entry of entries) {
    if (entry.position > position) break;
    lines.push(fileLine(entry));
  }
  if (lines.length === 0) return true;
  const expected = Buffer.from(lines.join(""));
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const from = fstatSync(file).size - expected.length;
    const found = Buffer.alloc(expected.length);
    return from >= 0 && readSync(file, found, 0, found.length, from) === found.length && found.equals(expected);
  } finally {
    closeSync(file);
  }
}

/** The entry at the end of the file; null when there is none that holds by itself. Throws SCHEMA_UNSUPPORTED. */
export function lastEntry(path: string): Head | null {
  if (!isPlain(path)) return null;
  const stored = parseLine(lastLine(path, LINE_LIMIT_BYTES) ?? "");
  if (stored === null) return null;
  try {
    return checkAlone(stored);
  } catch (error) {
    if (error instanceof BatonError && error.code === "JOURNAL_BROKEN") return null;
    throw error;
  }
}

/** Synced also when nothing is missing: who wrote the last entries may have died before that. */
function append(path: string, entries: readonly StoredEntry[]): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
  const { size } = fstatSync(file);
  try {
    for (const chunk of inChunks(entries)) writeAll(file, chunk);
    fsyncSync(file);
  } catch (error) {
    // What a failed sync leaves looks written and is not on the disk; a later sync would not put it there.
    ftruncateSync(file, size);
    throw error;
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
}

/** What a published journal holds now; null: there is none. */
export interface JournalSeal {
  readonly size: number;
  readonly lines: number;
  readonly sha256: string;
}

export function sealJournal(path: string): JournalSeal | null {
  const bytes = readPlain(path);
  return bytes === null ? null : { size: bytes.length, lines: countLines(bytes), sha256: hash("sha256", bytes) };
}

/** Whether a published journal is what it was, but for entries that the store got since. */
export function onlyGrew(
  path: string,
  seal: JournalSeal | null,
  entriesAfter: (position: number) => Iterable<StoredEntry>,
): boolean {
  const bytes = readPlain(path);
  if (seal === null || bytes === null) return bytes === null;
  if (hash("sha256", bytes.subarray(0, seal.size)) !== seal.sha256) return false;
  const grown = bytes.subarray(seal.size).toString("utf8");
  if (grown === "") return true;
  const wanted = [...entriesAfter(seal.lines)].map(fileLine).join("");
  return wanted.startsWith(grown);
}

function readPlain(path: string): Buffer | null {
  return isPlain(path) ? readFileSync(path) : null;
}

/** Also where a file lies in the place of a folder on the way: then nothing is there. */
const isPlain = (path: string): boolean => existsSync(path) && lstatSync(path).isFile();

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** Replaces a published journal in which an entry before the last does not hold, whoever damaged it, by the store's. */
export function mendJournal(path: string, entriesAfter: (position: number) => Iterable<StoredEntry>): void {
  if (readJournalFile(path).problems.length > 0) writeFileAtomic(path, inChunks(entriesAfter(0)));
}

function* inChunks(entries: Iterable<StoredEntry>): Generator<string> {
  let chunk = "";
  for (const entry of entries) {
    chunk += fileLine(entry);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

export interface JournalReading {
  /** Every entry up to the first that does not hold. */
  readonly entries: readonly CheckedEntry[];
  readonly problems: readonly Problem[];
}

/** Reads a published journal, strictly and in bounded memory a line. Never throws for what the file says. */
export function readJournalFile(path: string): JournalReading {
  const entries: CheckedEntry[] = [];
  const stop = (code: Problem["code"], message: string, expected: string | null, actual: string | null) => ({
    entries,
    problems: [{ code, path: JOURNAL_FILE, expected, actual, message }],
  });
  try {
    for (const line of linesOf(path, LINE_LIMIT_BYTES)) {
      const before = entries.at(-1) ?? GENESIS;
      const where = `line ${before.position + 1}`;
      if (line.flaw !== null) return stop("JOURNAL_BROKEN", `${where} ${line.flaw}`, null, null);
      const stored = parseLine(line.text);
      if (stored === null) return stop("JOURNAL_BROKEN", `${where} is not an entry with its hash`, null, null);
      entries.push(checkEntry({ position: before.position + 1, ...stored }, before, entries[0]?.entry.run_id ?? null));
    }
  } catch (error) {
    if (error instanceof BatonError) {
      const { expected, actual } = error.details;
      return stop(error.code, error.message, textOf(expected), textOf(actual));
    }
    if (isMissing(error)) return stop("JOURNAL_CUT", "the journal is missing", null, null);
    const reason = messageOf(error);
    return stop("JOURNAL_BROKEN", `the journal cannot be read: ${reason}`, null, null);
  }
  return entries.length > 0 ? { entries, problems: [] } : stop("JOURNAL_CUT", "the journal is empty", null, null);
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";
