import type { MemoryHit, MemoryTarget } from "../../schema/memory.ts";
import type { PiecesOf } from "./facts.ts";
import type { Connection } from "../sqlite-connection.ts";

/** What full-text search finds: one text an entry that stands. */
export interface TextIndex {
  put(target: MemoryTarget, ref: string, text: string): void;
  remove(target: MemoryTarget, ref: string): void;
  search(words: readonly string[], query?: { readonly target?: MemoryTarget; readonly limit?: number }): MemoryHit[];
}

const LIMIT = 50;
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** A letter of nobody's, between the pieces of two words: no phrase goes over it. */
const APART = "\uE000";

/** The pieces of every word of a text that has more than one; words that are whole stand in the text itself. */
export const joinedPieces = (text: string, piecesOf: PiecesOf): string =>
  (text.match(RUN) ?? [])
    .map((word) => piecesOf(word))
    .filter((pieces) => pieces.length > 1)
    .map((pieces) => pieces.join(" "))
    .join(` ${APART} `);

export function createTextIndex({ database, run }: Connection, piecesOf: PiecesOf): TextIndex {
  const statements = run(() => ({
    enter: database.prepare("INSERT INTO memory_entry (target, ref) VALUES (?, ?) ON CONFLICT DO NOTHING"),
    entry: database.prepare("SELECT id FROM memory_entry WHERE target = ? AND ref = ?"),
    write: database.prepare("INSERT INTO memory_text (rowid, text, pieces) VALUES (?, ?, ?)"),
    erase: database.prepare("DELETE FROM memory_text WHERE rowid = ?"),
    find: database.prepare(`
      SELECT e.target, e.ref, t.text FROM memory_text t JOIN memory_entry e ON e.id = t.rowid
      WHERE memory_text MATCH ? AND (? IS NULL OR e.target = ?) ORDER BY bm25(memory_text), e.id LIMIT ?`),
  }));
  const idOf = (target: string, ref: string): number | null => {
    const row = statements.entry.get(target, ref);
    return row === undefined ? null : Number(row["id"]);
  };
  return {
    put(target, ref, text) {
      statements.enter.run(target, ref);
      const id = idOf(target, ref);
      statements.erase.run(id);
      statements.write.run(id, text, joinedPieces(text, piecesOf));
    },
    remove(target, ref) {
      const id = idOf(target, ref);
      if (id !== null) statements.erase.run(id);
    },
    search(words, { target = null, limit = LIMIT }: { target?: MemoryTarget | null; limit?: number } = {}) {
      // Each word quoted: FTS5 has a language of its own, and what people type must not be read as that.
      const match = words
        .filter((word) => /[\p{L}\p{N}]/u.test(word))
        .flatMap((word) => [word, piecesOf(word).join(" ")])
        .filter((phrase, at, all) => phrase !== "" && all.indexOf(phrase) === at)
        .map((phrase) => `"${phrase.replaceAll('"', '""')}"`)
        .join(" OR ");
      if (match === "") return [];
      const rows = run(() => statements.find.all(match, target, target, limit));
      return rows.map((row) => ({ ...row })) as unknown as MemoryHit[];
    },
  };
}

/** Everything in a value that can be read, as one text. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${textOf(one)}`)
    .join("\n");
}
