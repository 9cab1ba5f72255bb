import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BatonError, codedError } from "../errors.ts";
import { makeFolder } from "../util/atomic-file.ts";
import { patiently } from "../util/patience.ts";
import { isBusy } from "../util/sqlite-codes.ts";
import { codedSqliteError, isPoison } from "./sqlite-errors.ts";

/** Older libraries can lose commits when several processes write while the WAL starts over (design.md §3). */
const OLDEST_SQLITE = "3.51.3";

/** One connection: waits for others, stops for good when the disk fails. */
export interface Connection {
  readonly database: DatabaseSync;
  /** Work outside a transaction, repeated when another process was in the way. */
  readonly run: <T>(work: () => T) => T;
  /** Work in one write transaction: all of it or none. */
  readonly transaction: <T>(work: () => T) => T;
  readonly close: () => void;
}

export interface ConnectOptions {
  readonly patienceMs?: number | undefined;
  /** Gives a connection what its migrations ask for. */
  readonly prepare?: (database: DatabaseSync) => void;
}

/** Opens a database and brings it to the newest version. Throws what is listed at `openSqliteStore`. */
export function connect(
  path: string,
  migrations: readonly string[],
  { patienceMs, prepare }: ConnectOptions = {},
): Connection {
  const database = open(path);
  prepare?.(database);
  let poison: BatonError | null = null;
  const close = (): void => {
    if (database.isOpen) database.close();
  };
  const run = <T>(work: () => T): T => {
    if (poison !== null) throw new BatonError("STORE_POISONED", poison.message, { cause: poison });
    try {
      return patiently(() => unlessBusy(work), path, patienceMs).value;
    } catch (error) {
      const coded = codedSqliteError(error, path);
      if (isPoison(error) && coded instanceof BatonError) {
        poison = coded;
        // Brings what was acknowledged into the main file and leaves out what was not; frees every lock.
        close();
      }
      throw coded;
    }
  };
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const transaction = <T>(work: () => T): T =>
    run(() => {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        // After some errors SQLite has rolled back by itself. Left open, it would keep every other process out.
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    });
  try {
    requireVersion(run(() => text(database, "SELECT sqlite_version()")));
    run(() => database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON"));
    migrate({ database, run, transaction, path, migrations });
    run(() => requireDurable(database, path));
  } catch (error) {
    close();
    throw error;
  }
  return { database, run, transaction, close };
}

/** Throws STORE_UNSUPPORTED for a SQLite that is too old to be trusted with several writers. */
export function requireVersion(version: string): void {
  const [parts, oldest] = [partsOf(version), partsOf(OLDEST_SQLITE)];
  const at = oldest.findIndex((part, index) => parts[index] !== part);
  if (at === -1 || Number(parts[at]) > Number(oldest[at])) return;
  throw new BatonError("STORE_UNSUPPORTED", `SQLite ${version} is older than ${OLDEST_SQLITE}`);
}

/** By hand: to load the rules of a language for a comparison takes a fifth of the time of `baton status`. */
const partsOf = (version: string): readonly number[] => version.split(".").map(Number);

/**
 * Asks what the connection really does, after a transaction: some builds fall back to NORMAL when the WAL is first
 * used. Throws STORE_UNSUPPORTED.
 */
export function requireDurable(database: DatabaseSync, path: string): void {
  const mode = `${text(database, "PRAGMA journal_mode")}, synchronous ${text(database, "PRAGMA synchronous")}`;
  if (mode === "wal, synchronous 2") return;
  throw new BatonError("STORE_UNSUPPORTED", `${path}: this SQLite does not commit durably (${mode})`);
}

function open(path: string): DatabaseSync {
  try {
    makeFolder(dirname(path));
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw codedSqliteError(codedError(error, path), path);
  }
}

/** The answer in a box, so that null stays free for "try again". */
function unlessBusy<T>(work: () => T): { value: T } | null {
  try {
    return { value: work() };
  } catch (error) {
    if (isBusy(error)) return null;
    throw error;
  }
}

function migrate({
  database,
  run,
  transaction,
  path,
  migrations,
}: Omit<Connection, "close"> & { path: string; migrations: readonly string[] }): void {
  const version = (): number => Number(text(database, "PRAGMA user_version"));
  const found = run(version);
  if (found > migrations.length) throw new BatonError("SCHEMA_UNSUPPORTED", `${path} has version ${found}`);
  if (found === migrations.length) return;
  transaction(() => {
    for (const sql of migrations.slice(version())) database.exec(sql);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function text(database: DatabaseSync, sql: string): string {
  return String(Object.values(database.prepare(sql).get() ?? {})[0]);
}
