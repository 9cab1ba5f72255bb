import { BatonError, type Code } from "../errors.ts";
import { FULL, IO_ERROR, resultCode } from "../util/sqlite-codes.ts";

const CODES: ReadonlyMap<number, Code> = new Map([
  [3, "STATE_UNWRITABLE"], // SQLITE_PERM
  [8, "STATE_UNWRITABLE"], // SQLITE_READONLY
  [14, "STATE_UNWRITABLE"], // SQLITE_CANTOPEN
  [11, "JOURNAL_BROKEN"], // SQLITE_CORRUPT
  [26, "JOURNAL_BROKEN"], // SQLITE_NOTADB
  [FULL, "DISK_FULL"],
  [IO_ERROR, "STORE_POISONED"],
]);

/** The disk did not keep what was written; nobody can say which pages it has (design.md §3). */
export function isPoison(error: unknown): boolean {
  const code = resultCode(error);
  return code === IO_ERROR || code === FULL;
}

/** The file is none of SQLite's, or none any more. */
export const isDamaged = (error: unknown): boolean => CODES.get(resultCode(error) ?? -1) === "JOURNAL_BROKEN";

/** Nothing reads a damaged database; what a journal held stands in the run directories, too. */
export const ASIDE = "Move that file aside, then `baton adopt runs/RUN`: the run directory holds the whole journal.";

/** The journal lies beside the repository's own data, and nowhere else. */
const IN_GIT =
  "Its folder in .git has to be writable, for whoever reads too. Without that `baton verify runs/RUN` checks a record as it is published.";

/** What SQLite threw as a coded error; anything else stays what it is. */
export function codedSqliteError(error: unknown, path: string): unknown {
  const code = CODES.get(resultCode(error) ?? -1);
  if (code === undefined || !(error instanceof Error)) return error;
  const ways: Partial<Record<Code, string>> = { JOURNAL_BROKEN: ASIDE, STATE_UNWRITABLE: IN_GIT };
  const hint = path.endsWith("journal.db") ? ways[code] : undefined;
  const facts = { details: { path }, cause: error, ...(hint === undefined ? {} : { hint }) };
  return new BatonError(code, `${path}: ${error.message}`, facts);
}
