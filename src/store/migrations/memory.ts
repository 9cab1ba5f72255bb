/**
 * What brings the memory of a repository from version N to N + 1, in order. A published one never changes. Values are JSON
 * text; `memory_text` is what full-text search looks at: one row, with the rowid of its `memory_entry`, for each entry that stands.
 * `memory_pieces` is a function that the connection brings along.
 */
export const MEMORY_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE working_set (
    problem_id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE shared_reference (
    key TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    value TEXT NOT NULL,
    source TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (key, version)
  ) STRICT;

  CREATE TABLE episode (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    problem_id TEXT,
    entry_type TEXT NOT NULL,
    content TEXT NOT NULL,
    tags TEXT NOT NULL,
    supersedes TEXT UNIQUE REFERENCES episode (id)
  ) STRICT;
  CREATE INDEX episode_problem ON episode (problem_id);
  CREATE INDEX episode_time ON episode (timestamp);
  CREATE TRIGGER episode_stays BEFORE UPDATE ON episode BEGIN SELECT RAISE(ABORT, 'episodes are append-only'); END;
  CREATE TRIGGER episode_kept BEFORE DELETE ON episode BEGIN SELECT RAISE(ABORT, 'episodes are append-only'); END;

  CREATE TABLE synthesis (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    pattern_type TEXT NOT NULL,
    confidence REAL NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE pattern (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE retired (
    target TEXT NOT NULL,
    ref TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (target, ref)
  ) STRICT;

  CREATE TABLE outcome (
    id TEXT PRIMARY KEY REFERENCES episode (id),
    session_id TEXT NOT NULL,
    likeness TEXT NOT NULL,
    analyzed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX outcome_session ON outcome (session_id);
  CREATE INDEX outcome_likeness ON outcome (likeness);

  CREATE TABLE progress (run_id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT;

  CREATE TABLE memory_entry (
    id INTEGER PRIMARY KEY,
    target TEXT NOT NULL,
    ref TEXT NOT NULL,
    UNIQUE (target, ref)
  ) STRICT;
  CREATE VIRTUAL TABLE memory_text USING fts5 (text, tokenize = 'porter unicode61');
  `,
  // Beside each text the pieces of what its tokenizer takes for one word (BusFacts, `piecesOf`).
  `
  ALTER TABLE memory_text RENAME TO memory_text_whole;
  CREATE VIRTUAL TABLE memory_text USING fts5 (text, pieces, tokenize = 'porter unicode61');
  INSERT INTO memory_text (rowid, text, pieces) SELECT rowid, text, memory_pieces(text) FROM memory_text_whole;
  DROP TABLE memory_text_whole;
  `,
];
