import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { BatonError } from "../../errors.ts";
import { timestamp } from "../../util/clock.ts";
import { MEMORY_MIGRATIONS } from "../migrations/memory.ts";
import { connect, type Connection } from "../sqlite-connection.ts";
import { createEpisodes } from "./episodes.ts";
import type { BusFacts, ConfidencePolicy, PiecesOf } from "./facts.ts";
import { createOutcomeRows, createPatternRows } from "./pattern-rows.ts";
import type { MemoryStores } from "./port.ts";
import { createSharedReferences } from "./shared-references.ts";
import { createSyntheses } from "./syntheses.ts";
import { createTextIndex, joinedPieces } from "./text-index.ts";
import { createWorkingSets } from "./working-sets.ts";

export interface MemoryOptions {
  /** The database file; null: in this process's memory, gone with it. */
  readonly path: string | null;
  /** `memory_file_locking` */
  readonly fileLocking: boolean;
  /** `working_set_default_ttl_hours` */
  readonly ttlHours: number;
  readonly now: () => Date;
  readonly confidence: ConfidencePolicy;
  readonly piecesOf: PiecesOf;
  readonly patienceMs?: number;
}

/**
 * The memory of a repository: one file that any number of processes share, each write under SQLite's lock. Throws
 * MEMORY_LOCKING_REQUIRED, and what is listed at `openSqliteStore`.
 */
export function openMemoryStores({
  path,
  fileLocking,
  ttlHours,
  now,
  confidence,
  piecesOf,
  patienceMs,
}: MemoryOptions): MemoryStores {
  if (path !== null && !fileLocking)
    throw new BatonError("MEMORY_LOCKING_REQUIRED", `${path} is shared by processes, and memory_file_locking is false`);
  const prepare = (database: DatabaseSync): void =>
    database.function("memory_pieces", { deterministic: true }, (text) => joinedPieces(String(text), piecesOf));
  const connection = path === null ? volatile(prepare) : connect(path, MEMORY_MIGRATIONS, { patienceMs, prepare });
  const { database, run } = connection;
  const facts: BusFacts = {
    connection,
    index: createTextIndex(connection, piecesOf),
    now,
    newId: (prefix) =>
      `${prefix}_${now()
        .toISOString()
        .replaceAll(/[-:T]|\..*/g, "")}_${randomBytes(5).toString("hex")}`,
    confidence,
    together: (work) => (database.isTransaction ? work() : connection.transaction(work)),
  };
  const working = createWorkingSets(facts, ttlHours);
  const episodic = createEpisodes(facts);
  const shared = createSharedReferences(facts);
  const synthesis = createSyntheses(facts, episodic);
  const patterns = createPatternRows(facts);
  const retire = run(() =>
    database.prepare("INSERT OR IGNORE INTO retired (target, ref, reason, at) VALUES (?, ?, ?, ?)"),
  );
  const exists = {
    shared_reference: (ref: string) => void shared.get(ref),
    synthesis: (ref: string) => void synthesis.getPattern(ref),
    pattern(ref: string) {
      const found = patterns.get(ref);
      if (found === null) throw new BatonError("PATTERN_UNKNOWN", `no pattern ${ref}`);
      if (found.protected) throw new BatonError("PATTERN_PROTECTED", `${ref} is protected from removal`);
    },
  };
  return {
    working,
    shared,
    episodic,
    synthesis,
    patterns,
    outcomes: createOutcomeRows(facts),
    // A working set whose time is over stands in the index until somebody ends it.
    search: (words, query) =>
      facts.index
        .search(words, query)
        .filter(({ target, ref }) => target !== "working_set" || working.get(ref) !== null),
    retire: (target, ref, reason) =>
      facts.together(() => {
        exists[target](ref);
        retire.run(target, ref, reason, timestamp(now()));
        if (target !== "pattern") facts.index.remove(target, ref);
      }),
    together: facts.together,
    close: () => connection.close(),
  };
}

/** A database of this process alone: nobody to wait for, nothing to keep. */
function volatile(prepare: (database: DatabaseSync) => void): Connection {
  const database = new DatabaseSync(":memory:");
  prepare(database);
  for (const sql of MEMORY_MIGRATIONS) database.exec(sql);
  return {
    database,
    run: (work) => work(),
    transaction(work) {
      database.exec("BEGIN");
      try {
        const result = work();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => database.isOpen && database.close(),
  };
}
