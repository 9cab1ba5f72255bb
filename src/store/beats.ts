import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

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

export function openBeats(path: string): Beats {
  mkdirSync(dirname(path), { recursive: true });
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 1000 });
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS beat (
      run_id TEXT, task_id TEXT, attempt INTEGER, at TEXT, worked_at TEXT, PRIMARY KEY (run_id, task_id)
    ) STRICT`);
  const write = database.prepare(
    "INSERT OR REPLACE INTO beat (run_id, task_id, attempt, at, worked_at) VALUES (?, ?, ?, ?, ?)",
  );
  const read = database.prepare("SELECT task_id, attempt, at, worked_at FROM beat WHERE run_id = ? ORDER BY task_id");
  return {
    beat: (runId, { task_id, attempt, at, worked_at }) => void write.run(runId, task_id, attempt, at, worked_at),
    last: (runId) => read.all(runId) as unknown as readonly Beat[],
    close: () => database.close(),
  };
}
