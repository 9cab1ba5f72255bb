/**
 * What brings a database from version N to N + 1, in order; `PRAGMA user_version` counts them. A published one never
 * changes. An entry's key is its run's base and its position in one number: SQLite appends to the end of a tree of whole
 * numbers without touching more than its last page, and such a tree is two or three pages deep where one of texts is six.
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
  `
  ALTER TABLE entry RENAME TO entry_by_run;
  CREATE TABLE run (
    base INTEGER PRIMARY KEY CHECK (base % 4294967296 = 0),
    run_id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    position INTEGER GENERATED ALWAYS AS (key & 4294967295),
    line TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64)
  ) STRICT;
  INSERT INTO run (base, run_id)
    SELECT 4294967296 * row_number() OVER (ORDER BY run_id), run_id FROM (SELECT DISTINCT run_id FROM entry_by_run);
  INSERT INTO entry (key, line, hash)
    SELECT base + position, line, hash FROM entry_by_run JOIN run USING (run_id) ORDER BY run_id, position;
  DROP TABLE entry_by_run;
  `,
];
