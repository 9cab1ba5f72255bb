import type { StatementSync } from "node:sqlite";
import type { CheckedEntry, Head, StoredEntry } from "../schema/journal.ts";
import { checkEntry, GENESIS } from "../util/chain.ts";
import { BatonError } from "../errors.ts";
import { SQLITE_MIGRATIONS } from "./migrations/sqlite.ts";
import type { JournalStore, Snapshot, SnapshotStretch } from "./port.ts";
import { checkWhole, sealOnto } from "./seal.ts";
import { connect, requireDurable, type Connection } from "./sqlite-connection.ts";
import { ASIDE } from "./sqlite-errors.ts";

/** Rows read at once: no read transaction outlives one page, so that a slow reader never keeps the WAL from starting over. */
const PAGE = 1000;
/** Position, line and hash: rows as objects take Node half as long again. */
type PageRow = readonly [position: number, line: string, hash: string];
type HeadRow = readonly [position: number, hash: string];

/**
 * The journals in one SQLite file, shared by any number of processes (design.md §3). Throws STORE_UNSUPPORTED,
 * STATE_UNWRITABLE, SCHEMA_UNSUPPORTED, JOURNAL_BROKEN, LOCK_CONFLICT, DISK_FULL.
 */
export function openSqliteStore(path: string, options: { readonly patienceMs?: number } = {}): JournalStore {
  const connection = connect(path, SQLITE_MIGRATIONS, options);
  const { runs, begin, head, at, page, insert, snapshot, saveSnapshot, dropStretches, saveStretch, stretchesOf } =
    prepare(connection);
  const headOf = (runId: string): Head => {
    const row = head.get(runId) as HeadRow | undefined;
    return row === undefined ? GENESIS : { position: row[0], hash: row[1] };
  };
  let durable = false;
  /** Appends what `seal` answers for the head: all of it or nothing. */
  const write = (runId: string, seal: (head: Head) => StoredEntry[]): StoredEntry[] => {
    const sealed = connection.transaction(() => {
      const before = headOf(runId);
      const entries = seal(before);
      if (before.position === 0 && entries.length > 0) begin.run(runId);
      for (const { position, line, hash } of entries) insert.run(runId, position, line, hash);
      return entries;
    });
    // The first commit of a connection is where a build that lowers `synchronous` would have done so.
    if (!durable) connection.run(() => requireDurable(connection.database, path));
    durable = true;
    return sealed;
  };
  return {
    runs: () => connection.run(() => runs.all().map((row) => String(row["run_id"]))),
    head: (runId) => connection.run(() => headOf(runId)),
    read: (runId, afterPosition) => readPages(runId, afterPosition),
    append: (runId, events, expectedPosition, facts) =>
      write(runId, (before) => sealOnto(before, runId, events, expectedPosition, facts)),
    load: (runId, entries) => void write(runId, (before) => checkWhole(before, runId, entries)),
    snapshot(runId) {
      const row = connection.run(() => snapshot.get(runId));
      return row === undefined ? null : ({ ...row } as unknown as Snapshot<Uint8Array>);
    },
    saveSnapshot(runId, { position, hash, version, state }, stretches = []) {
      connection.transaction(() => {
        if (saveSnapshot.run(runId, position, hash, version, state).changes === 0) return;
        for (const { name, from, version: folded, entries } of stretches) {
          dropStretches.run(runId, name, from);
          saveStretch.run(runId, name, from, folded, entries);
        }
      });
    },
    snapshotList: (runId, name) =>
      connection.run(() => stretchesOf.all(runId, name)) as unknown as readonly SnapshotStretch<Uint8Array>[],
    close: () => connection.close(),
  };

  function* readPages(runId: string, afterPosition: number): Generator<CheckedEntry> {
    let before: Head = afterPosition === 0 ? GENESIS : { position: afterPosition, hash: hashAt(runId, afterPosition) };
    for (;;) {
      const after = before.position;
      const rows = connection.run(() => page.all(runId, after, PAGE)) as unknown as readonly PageRow[];
      for (const [position, line, hash] of rows) {
        const checked = checkRow({ position, line, hash }, before, runId);
        yield checked;
        before = checked;
      }
      if (rows.length < PAGE) return;
    }
  }

  function hashAt(runId: string, position: number): string {
    return String(connection.run(() => at.get(runId, position))?.["hash"]);
  }
}

/** As `checkEntry`, with what to do about a damaged row. */
function checkRow(row: StoredEntry, before: Head, runId: string): CheckedEntry {
  try {
    return checkEntry(row, before, runId);
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "JOURNAL_BROKEN") throw error;
    const { code, message, details, cause } = error;
    throw new BatonError(code, `${message} in the database`, { details: { ...details }, cause, hint: ASIDE });
  }
}

function prepare({ database, run }: Connection) {
  return run(() => ({
    runs: database.prepare("SELECT run_id FROM run ORDER BY run_id"),
    begin: database.prepare(
      "INSERT INTO run (base, run_id) SELECT coalesce(max(base), 0) + 4294967296, ? FROM run WHERE true ON CONFLICT DO NOTHING",
    ),
    head: asArrays(
      database.prepare(`
        SELECT position, hash FROM run JOIN entry ON key BETWEEN base AND base + 4294967295
        WHERE run_id = ? ORDER BY key DESC LIMIT 1`),
    ),
    at: database.prepare("SELECT hash FROM run JOIN entry ON key = base + ?2 WHERE run_id = ?1"),
    page: asArrays(
      database.prepare(`
        SELECT position, line, hash FROM run JOIN entry ON key > base + ?2 AND key <= base + 4294967295
        WHERE run_id = ?1 ORDER BY key LIMIT ?3`),
    ),
    insert: database.prepare(
      "INSERT INTO entry (key, line, hash) VALUES ((SELECT base FROM run WHERE run_id = ?1) + ?2, ?3, ?4)",
    ),
    snapshot: database.prepare(`
      SELECT s.position, s.hash, s.version, CAST(s.state AS BLOB) AS state FROM snapshot s
      JOIN run USING (run_id) JOIN entry e ON e.key = base + s.position AND e.hash = s.hash WHERE s.run_id = ?`),
    saveSnapshot: database.prepare(`
      INSERT INTO snapshot (run_id, position, hash, version, state) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (run_id) DO UPDATE
      SET position = excluded.position, hash = excluded.hash, version = excluded.version, state = excluded.state
      WHERE excluded.version <> version OR excluded.position >= position`),
    dropStretches: database.prepare("DELETE FROM snapshot_stretch WHERE run_id = ? AND name = ? AND start >= ?"),
    saveStretch: database.prepare(
      "INSERT INTO snapshot_stretch (run_id, name, start, version, entries) VALUES (?, ?, ?, ?, ?)",
    ),
    stretchesOf: database.prepare(`
      SELECT name, start AS "from", version, CAST(entries AS BLOB) AS entries FROM snapshot_stretch
      WHERE run_id = ? AND name = ? ORDER BY start`),
  }));
}

function asArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}
