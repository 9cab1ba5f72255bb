import { hash } from "node:crypto";
import type { Head } from "../schema/journal.ts";
import { BatonError } from "../errors.ts";
import { readInside } from "../util/read-inside.ts";
import { JOURNAL_FILE } from "./journal-file.ts";
import type { Problem } from "./problem.ts";

/** A run where it is at home: its journal itself, of which `journal.jsonl` is a copy that is written last. */
export interface Home {
  readonly head: Head;
  /** Null: there is no such entry. */
  readonly hashAt: (position: number) => string | null;
  /** Whether by its newest entry these are all bytes of a file; or the first of them. */
  readonly isWhole: (path: string, bytes: Buffer) => boolean;
  readonly isBegun: (path: string, bytes: Buffer) => boolean;
}

const LIMIT_BYTES = 256_000_000;
const HALF = ".tmp";
const EMPTY = hash("sha256", "");

/**
 * Which problems a session explains that was cut off while it published: its journal goes on where `journal.jsonl` ends, and
 * the file has the very bytes that the journal says, or under the name of a half written one their beginning. So nothing is
 * let pass that somebody else put there: another byte, another name, a missing file, a link, a broken or cut journal.
 */
export function explainedBy(
  home: Home,
  directory: string,
  { position, hash: last }: Head,
): (problem: Problem) => boolean {
  const goesOn = home.head.position > position && (position === 0 || home.hashAt(position) === last);
  return ({ code, path, actual }) => {
    if (!goesOn || !(code === "ARTIFACT_UNLISTED" || code === "ARTIFACT_CHANGED") || path === JOURNAL_FILE)
      return false;
    const bytes = actual === EMPTY ? Buffer.alloc(0) : readPlain(directory, path);
    if (bytes === null) return false;
    return path.endsWith(HALF) ? home.isBegun(path.slice(0, -HALF.length), bytes) : home.isWhole(path, bytes);
  };
}

/** Null: a link, a pipe, a file with two names. */
function readPlain(directory: string, path: string): Buffer | null {
  try {
    return readInside(directory, path, LIMIT_BYTES);
  } catch (error) {
    if (error instanceof BatonError) return null;
    throw error;
  }
}
