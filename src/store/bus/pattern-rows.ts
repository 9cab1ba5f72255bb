import { BatonError } from "../../errors.ts";
import { LearnedPattern } from "../../schema/pattern.ts";
import type { BusFacts } from "./facts.ts";
import type { OutcomeRows, PatternRows } from "./port.ts";

/** Learned patterns. All of them are held in memory until somebody, here or in another process, writes. */
export function createPatternRows({ connection, together }: BusFacts): PatternRows {
  const { database, run } = connection;
  const statements = run(() => ({
    all: database.prepare(
      "SELECT body FROM pattern p WHERE NOT EXISTS (SELECT 1 FROM retired WHERE target = 'pattern' AND ref = p.id) ORDER BY sequence",
    ),
    get: database.prepare(
      "SELECT body, EXISTS (SELECT 1 FROM retired WHERE target = 'pattern' AND ref = p.id) AS retired FROM pattern p WHERE id = ?",
    ),
    insert: database.prepare("INSERT INTO pattern (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"),
    update: database.prepare("UPDATE pattern SET body = ? WHERE id = ?"),
    version: database.prepare("PRAGMA data_version"),
    changes: database.prepare("SELECT total_changes() AS changes"),
  }));
  /** Changes when another process writes, or this one. */
  const stamp = (): string =>
    run(() => `${String(statements.version.get()?.["data_version"])} ${String(statements.changes.get()?.["changes"])}`);
  let held: { readonly stamp: string; readonly patterns: readonly LearnedPattern[] } | null = null;
  const get = (id: string): LearnedPattern | null => {
    const row = run(() => statements.get.get(id));
    return row === undefined ? null : { ...read(row), retired: row["retired"] === 1 };
  };
  return {
    get,
    all() {
      const present = stamp();
      if (held?.stamp !== present) held = { stamp: present, patterns: run(() => statements.all.all()).map(read) };
      return held.patterns;
    },
    insert: (pattern) =>
      together(
        () => Number(statements.insert.run(pattern.id, JSON.stringify(LearnedPattern.parse(pattern))).changes) > 0,
      ),
    update: (id, change) =>
      together(() => {
        const before = get(id);
        if (before === null) throw new BatonError("PATTERN_UNKNOWN", `no pattern ${id}`);
        const after = LearnedPattern.parse(change(before));
        statements.update.run(JSON.stringify(after), id);
        return after;
      }),
  };
}

/** By hand where it is many: what is read here was parsed when it was written. */
const read = (row: Record<string, unknown>): LearnedPattern => JSON.parse(String(row["body"])) as LearnedPattern;

export function createOutcomeRows({ connection, together }: BusFacts): OutcomeRows {
  const { database, run } = connection;
  const statements = run(() => ({
    add: database.prepare(
      "INSERT INTO outcome (id, session_id, likeness) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
    ),
    of: database.prepare(
      "SELECT id FROM outcome WHERE session_id = ? AND (? IS NULL OR analyzed = 0) ORDER BY outcome.rowid",
    ),
    like: database.prepare("SELECT id FROM outcome WHERE likeness = ? ORDER BY outcome.rowid"),
    settle: database.prepare("UPDATE outcome SET analyzed = 1 WHERE id = ?"),
    position: database.prepare("SELECT position FROM progress WHERE run_id = ?"),
    move: database.prepare(
      "INSERT INTO progress (run_id, position) VALUES (?, ?) ON CONFLICT (run_id) DO UPDATE SET position = excluded.position",
    ),
  }));
  return {
    add: (id, sessionId, likeness) => void together(() => statements.add.run(id, sessionId, likeness)),
    like: (likeness) => run(() => statements.like.all(likeness)).map(({ id }) => String(id)),
    of: (sessionId, only) => run(() => statements.of.all(sessionId, only ?? null)).map(({ id }) => String(id)),
    settle: (ids) => together(() => ids.forEach((id) => statements.settle.run(id))),
    position: (runId) => Number(run(() => statements.position.get(runId))?.["position"] ?? 0),
    moveTo: (runId, position) => void together(() => statements.move.run(runId, position)),
  };
}
