import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { codedError } from "../errors.ts";
import { codedSqliteError } from "./sqlite-errors.ts";

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

/** Opens the heartbeats of a repository. Throws, as its methods do, DISK_FULL, STATE_UNWRITABLE, STORE_POISONED, JOURNAL_BROKEN. */
export function openBeats(path: string): Beats {
  const coded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw codedSqliteError(codedError(error, path), path);
    }
  };
  const database = coded(() => open(path));
  const [write, read] = coded(() => [database.prepare(WRITE), database.prepare(READ)]);
  return {
    beat: (runId, { task_id, attempt, at, worked_at }) =>
      coded(() => void write.run(runId, task_id, attempt, at, worked_at)),
    last: (runId) => coded(() => read.all(runId) as unknown as readonly Beat[]),
    close: () => database.close(),
  };
}

function open(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 1000 });
  try {
    database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS heartbeat (
      run_id TEXT, task_id TEXT, attempt INTEGER, at TEXT, worked_at TEXT, PRIMARY KEY (run_id, task_id, attempt)
    ) STRICT`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

const WRITE = "INSERT OR REPLACE INTO heartbeat (run_id, task_id, attempt, at, worked_at) VALUES (?, ?, ?, ?, ?)";
const READ = "SELECT task_id, attempt, at, worked_at FROM heartbeat WHERE run_id = ? ORDER BY task_id, attempt";
