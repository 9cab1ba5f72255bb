/**
 * What brings a database from version N to N + 1, in order; `PRAGMA user_version` counts them. A published one never
 * changes. Without rowids an entry is one page of one tree, so that a commit writes as little as it can.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE entry (
    run_id TEXT NOT NULL,
    position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
    line TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (run_id, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE snapshot (
    run_id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    hash TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE snapshot_stretch (
    run_id TEXT NOT NULL,
    name TEXT NOT NULL,
    start INTEGER NOT NULL,
    version INTEGER NOT NULL,
    entries TEXT NOT NULL,
    PRIMARY KEY (run_id, name, start)
  ) STRICT;
  `,
];
