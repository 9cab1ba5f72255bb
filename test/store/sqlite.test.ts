import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { requireDurable, requireVersion } from "../../src/store/sqlite-connection.ts";
import { createMemoryStore } from "../../src/store/memory.ts";
import { SQLITE_MIGRATIONS } from "../../src/store/migrations/sqlite.ts";
import type { JournalStore } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { describeJournalStore } from "../../src/testing/journal-suite.ts";

const RUN = "run";
const FACTS = { at: new Date("2026-01-31T09:00:00Z"), actor: "test" };
const note = { type: "noted" };

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-store-"));
  path = join(folder, "deep", "journal.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeJournalStore({ describe, it, expect }, "the SQLite store", () => {
  const place = mkdtempSync(join(tmpdir(), "baton-store-"));
  return {
    open: () => openSqliteStore(join(place, "journal.db")),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
});

const coded = (code: string): unknown => expect.objectContaining({ code });

/** Changes the file behind the store's back. */
function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe("what is asked of SQLite", () => {
  test.each(["3.51.2", "3.50.9", "3.9.0", "2.99.99"])("%s is too old", (version) => {
    expect(() => requireVersion(version)).toThrow(coded("STORE_UNSUPPORTED"));
  });

  test.each(["3.51.3", "3.51.10", "3.53.4", "4.0.0"])("%s will do", (version) => {
    expect(() => requireVersion(version)).not.toThrow();
  });

  test("a connection that does not commit durably is refused", () => {
    openSqliteStore(path).close();
    for (const pragma of ["synchronous = NORMAL", "synchronous = OFF", "journal_mode = DELETE"]) {
      const database = new DatabaseSync(path);
      database.exec(`PRAGMA ${pragma}`);
      expect(() => requireDurable(database, path)).toThrow(coded("STORE_UNSUPPORTED"));
      database.close();
    }
  });

  test("a commit is on the disk before append returns: one sync, no more", ({ skip }) => {
    const trace = runTraced(["-e", "trace=fdatasync,fsync", "-y"], 10);
    if (trace === null) return skip("needs strace");
    const syncs = trace.stderr.split("\n").filter((line) => line.includes("journal.db-wal"));
    expect(trace.stdout.match(/appended/g)).toHaveLength(10);
    expect(syncs.length).toBeGreaterThanOrEqual(10);
    expect(syncs.length).toBeLessThanOrEqual(13);
  });
});

test("a file of an older version is brought to the newest one with every run, entry and snapshot", () => {
  const memory = createMemoryStore();
  const runs = ["other", RUN];
  for (const [at, run] of runs.entries()) memory.append(run, Array(1500 + at).fill(note), 0, FACTS);
  const entriesOf = (store: JournalStore, run: string) => [...store.read(run, 0)];
  openSqliteStore(path).close();
  const database = new DatabaseSync(path);
  database.exec("DROP TABLE entry; DROP TABLE run; DROP TABLE snapshot; DROP TABLE snapshot_stretch");
  for (const sql of SQLITE_MIGRATIONS.slice(0, 2)) database.exec(sql);
  database.exec("PRAGMA user_version = 2; BEGIN");
  const insert = database.prepare("INSERT INTO entry (run_id, position, line, hash) VALUES (?, ?, ?, ?)");
  for (const run of runs)
    for (const { position, line, hash } of entriesOf(memory, run)) insert.run(run, position, line, hash);
  const { position, hash } = memory.head(RUN);
  database.exec("COMMIT");
  database.prepare("INSERT INTO snapshot VALUES (?, ?, ?, 1, '{}')").run(RUN, position, hash);
  database.close();
  const store = openSqliteStore(path);
  expect(store.runs()).toEqual(runs);
  for (const run of runs) expect(entriesOf(store, run)).toEqual(entriesOf(memory, run));
  expect(store.snapshot(RUN)).toMatchObject({ position: 1501, hash });
  for (const run of runs) store.append(run, [note], store.head(run).position, FACTS);
  expect(runs.map((run) => store.head(run).position)).toEqual([1501, 1502]);
  store.close();
});

describe("a file that is not as it should be", () => {
  test.each<[string, string, string]>([
    ["a changed line", "UPDATE entry SET line = replace(line, 'noted', 'voted') WHERE position = 2", "JOURNAL_BROKEN"],
    ["a changed hash", "UPDATE entry SET hash = upper(hash) WHERE position = 2", "JOURNAL_BROKEN"],
    ["a deleted row", "DELETE FROM entry WHERE position = 2", "JOURNAL_BROKEN"],
    ["a renamed run", "UPDATE run SET run_id = 'other'", "JOURNAL_BROKEN"],
  ])("%s is named on reading", (_, sql, code) => {
    const store = openSqliteStore(path);
    store.append(RUN, [note, note, note], 0, FACTS);
    change(sql);
    expect(() => store.runs().flatMap((run) => [...store.read(run, 0)])).toThrow(coded(code));
    store.close();
  });

  test("a deleted row is named when reading starts right after it", () => {
    const store = openSqliteStore(path);
    store.append(RUN, [note, note, note], 0, FACTS);
    change("DELETE FROM entry WHERE position = 2");
    expect(() => [...store.read(RUN, 2)]).toThrow(coded("JOURNAL_BROKEN"));
    store.close();
  });

  test("a file of a newer version is left alone", () => {
    openSqliteStore(path).close();
    change("PRAGMA user_version = 99");
    expect(() => openSqliteStore(path)).toThrow(coded("SCHEMA_UNSUPPORTED"));
  });

  test("a file that is no database is named", () => {
    const other = join(folder, "other.db");
    writeFileSync(other, "not a database, ".repeat(1000));
    expect(() => openSqliteStore(other)).toThrow(coded("JOURNAL_BROKEN"));
    writeFileSync(join(folder, "file"), "");
    expect(() => openSqliteStore(join(folder, "file", "journal.db"))).toThrow(coded("STATE_UNWRITABLE"));
  });
});

describe("a store in use", () => {
  test("waits for another writer, then says that it is held", () => {
    const store = openSqliteStore(path, { patienceMs: 50 });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    expect(() => store.append(RUN, [note], 0, FACTS)).toThrow(coded("LOCK_CONFLICT"));
    expect(store.head(RUN).position).toBe(0);
    other.exec("COMMIT");
    expect(store.append(RUN, [note], 0, FACTS)).toHaveLength(1);
    other.close();
    store.close();
  });
});

/** A process that appends until it has appended `count` or failed, and says how each append went. */
const APPENDER = `
const { openSqliteStore } = await import(process.argv[1]);
const store = openSqliteStore(process.argv[2]);
const facts = { at: new Date(), actor: "test" };
const attempt = (work) => { try { work(); return "appended"; } catch (error) { return error.code ?? String(error); } };
let failures = 0;
for (let at = 0; at < Number(process.argv[3]) && failures < 3; at += 1) {
  const said = attempt(() => store.append("run", [{ type: "noted", text: "x".repeat(9000) }], at, facts));
  if (said !== "appended") failures += 1;
  console.log(said);
}
if (failures > 0) console.log(attempt(() => store.head("run")));
process.reallyExit(0);
`;
const STORE = new URL("../../src/store/sqlite.ts", import.meta.url).href;
const appender = (count: number): string[] => ["--input-type=module", "-e", APPENDER, STORE, path, String(count)];

function runTraced(options: readonly string[], count: number): { stdout: string; stderr: string } | null {
  const result = spawnSync("strace", ["-f", "-qq", ...options, process.execPath, ...appender(count)], {
    encoding: "utf8",
  });
  return result.error === undefined ? result : null;
}

/** What the process said after its last acknowledged append, and what another finds on the disk. */
function aftermath(stdout: string): { said: string[]; acknowledged: number; kept: number; next: number | undefined } {
  const said = stdout.trim().split("\n");
  const acknowledged = said.filter((word) => word === "appended").length;
  const store = openSqliteStore(path);
  const kept = [...store.read(RUN, 0)].length;
  const next = store.append(RUN, [note], kept, FACTS)[0]?.position;
  store.close();
  return { said: said.slice(acknowledged), acknowledged, kept, next };
}

/** It refuses for good; what it acknowledged, and nothing else, is there for the next. */
const poisonedWith = (code: string, { acknowledged }: { acknowledged: number }): unknown => ({
  said: [code, "STORE_POISONED", "STORE_POISONED", "STORE_POISONED"],
  acknowledged: Math.max(1, acknowledged),
  kept: acknowledged,
  next: acknowledged + 1,
});

describe("a disk that fails", () => {
  test("poisons the store when a sync fails", ({ skip }) => {
    const trace = runTraced(["-e", "trace=fdatasync,fsync", "-e", "inject=fdatasync,fsync:error=EIO:when=14"], 30);
    if (trace === null) return skip("needs strace");
    const outcome = aftermath(trace.stdout);
    expect(outcome).toEqual(poisonedWith("STORE_POISONED", outcome));
  });

  test("poisons the store when it is full", ({ skip }) => {
    const trace = runTraced(["-e", "trace=pwrite64", "-e", "inject=pwrite64:error=ENOSPC:when=60"], 60);
    if (trace === null) return skip("needs strace");
    const outcome = aftermath(trace.stdout);
    expect(outcome).toEqual(poisonedWith("DISK_FULL", outcome));
  });

  test("poisons the store when a write is refused", () => {
    const { stdout } = spawnSync("sh", ["-c", 'ulimit -f 400; exec "$0" "$@"', process.execPath, ...appender(90)], {
      encoding: "utf8",
    });
    const outcome = aftermath(stdout);
    expect(outcome).toEqual(poisonedWith("STORE_POISONED", outcome));
  });
});
