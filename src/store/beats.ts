import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { codedError } from "../errors.ts";
import { setAside } from "../util/set-aside.ts";
import { codedSqliteError, isDamaged } from "./sqlite-errors.ts";

export interface Beat {
  readonly task_id: string;
  readonly attempt: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The last sign of work: output, or a file that changed. */
  readonly worked_at: string;
}

/** Heartbeats of the tasks at work. They are no facts of a run and need not outlive a power cut (design.md §3). */
export interface Beats {
  beat(runId: string, beat: Beat): void;
  last(runId: string): readonly Beat[];
  close(): void;
}

/**
 * Opens the heartbeats of a repository; a damaged file is set aside and begun anew, since nothing stands on what it held. Throws,
 * as its methods do, DISK_FULL, STATE_UNWRITABLE, STORE_POISONED.
 */
export function openBeats(path: string): Beats {
  const coded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw codedSqliteError(codedError(error, path), path);
    }
  };
  let now = coded(() => openWhole(path));
  /** A page that is damaged is met only by whoever comes to it. */
  const withStatements = <T>(work: (statements: Statements) => T): T =>
    coded(() => {
      try {
        return work(now);
      } catch (error) {
        if (!isDamaged(error)) throw error;
      }
      now.database.close();
      now = openAnew(path);
      return work(now);
    });
  return {
    beat: (runId, { task_id, attempt, at, worked_at }) =>
      withStatements(({ write }) => void write.run(runId, task_id, attempt, at, worked_at)),
    last: (runId) => withStatements(({ read }) => read.all(runId) as unknown as readonly Beat[]),
    close: () => now.database.close(),
  };
}

interface Statements {
  readonly database: DatabaseSync;
  readonly write: StatementSync;
  readonly read: StatementSync;
}

function openWhole(path: string): Statements {
  try {
    return open(path);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return openAnew(path);
  }
}

function openAnew(path: string): Statements {
  setAside(path);
  for (const beside of ["-wal", "-shm"]) rmSync(`${path}${beside}`, { force: true });
  return open(path);
}

function open(path: string): Statements {
  mkdirSync(dirname(path), { recursive: true });
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 1000 });
  try {
    database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS heartbeat (
      run_id TEXT, task_id TEXT, attempt INTEGER, at TEXT, worked_at TEXT, PRIMARY KEY (run_id, task_id, attempt)
    ) STRICT`);
    return { database, write: database.prepare(WRITE), read: database.prepare(READ) };
  } catch (error) {
    database.close();
    throw error;
  }
}

const WRITE = "INSERT OR REPLACE INTO heartbeat (run_id, task_id, attempt, at, worked_at) VALUES (?, ?, ?, ?, ?)";
const READ = "SELECT task_id, attempt, at, worked_at FROM heartbeat WHERE run_id = ? ORDER BY task_id, attempt";
