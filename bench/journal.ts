import { execFile } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { presentIn } from "../src/runs/present.ts";
import type { JournalEvent } from "../src/schema/journal.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import { createState } from "./places.ts";
import { bestOfBoth, rowOf, type Row, type RowGroup } from "./row.ts";

const run = promisify(execFile);
const RUN = "20260131-090000-0d3c8f2e-6a14-4f0e-9a53-1f6a3f3f9f10";
const ROUNDS = 9;
const COMMIT_ROUNDS = 40;
const COMMITS = 80;
const ENTRIES = 100_000;
const EVIDENCE_BYTES = 256 * 2 ** 20;
const ALLOWED_WAIT_MS = 250;
const facts = () => ({ at: new Date(), actor: "bench" });
const event = (number: number): JournalEvent => ({ type: "noted", number, text: "x".repeat(200) });

/** The journal and what stands on it, against the bare disk and database. */
export const journalRows: RowGroup = { append: commitRows, wait: waitRows, read: readRow, hash: hashRow };

/** Best time of both kinds of work as times a second. */
async function speeds(count: number, work: () => unknown, baseline: () => unknown, rounds = ROUNDS) {
  const best = await bestOfBoth(rounds, work, baseline);
  return { unit: "/s", value: (count * 1000) / best.value, baseline: (count * 1000) / best.baseline };
}

async function commitRows(): Promise<Row[]> {
  const folder = createState();
  const store = openSqliteStore(join(folder, "journal.db"));
  const line = store.append(RUN, [event(0)], 0, facts())[0]?.line ?? "";
  let position = 1;
  const append = (): void => {
    for (let number = 0; number < COMMITS; number += 1)
      position = store.append(RUN, [event(number)], position, facts()).at(-1)?.position ?? 0;
  };
  const bare = new DatabaseSync(join(folder, "bare.db"));
  bare.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE line (line TEXT) STRICT");
  const insert = bare.prepare("INSERT INTO line VALUES (?)");
  const commit = (): void => {
    for (let number = 0; number < COMMITS; number += 1) insert.run(line);
  };
  const file = openSync(join(folder, "lines"), "w");
  const write = (): void => {
    for (let number = 0; number < COMMITS; number += 1) {
      writeSync(file, `${line}\n`);
      fdatasyncSync(file);
    }
  };
  const rows = [
    rowOf({
      name: "durable append, against a bare SQLite FULL commit of the same bytes",
      ...(await speeds(COMMITS, append, commit, COMMIT_ROUNDS)),
      atLeast: 0.8,
    }),
    rowOf({
      name: "durable append, against write and fdatasync of the same bytes",
      ...(await speeds(COMMITS, append, write, COMMIT_ROUNDS)),
      atLeast: 0.5,
    }),
  ];
  closeSync(file);
  bare.close();
  store.close();
  return rows;
}

async function waitRows(): Promise<Row[]> {
  const longestOf = async (writers: number, perSecond: number): Promise<number> => {
    const path = join(createState(), "journal.db");
    const script = join(import.meta.dirname, "journal-writer.ts");
    const args = [script, path, RUN, String(perSecond), String(perSecond * 5)];
    const waits = await Promise.all(Array.from({ length: writers }, () => run(process.execPath, args)));
    return Math.max(...waits.map(({ stdout }) => Number(stdout)));
  };
  const four = await longestOf(4, 20);
  const name = "longest wait of four processes at 20 appends a second each";
  return [
    rowOf({
      name: `${name}, against the ${ALLOWED_WAIT_MS} ms allowed`,
      unit: "ms",
      value: four,
      baseline: ALLOWED_WAIT_MS,
      atMost: 1,
    }),
    rowOf({
      name: `${name}, against one process at 80`,
      unit: "ms",
      value: four,
      baseline: await longestOf(1, 80),
      atMost: 10,
    }),
  ];
}

async function readRow(): Promise<Row> {
  const path = join(createState(), "journal.db");
  const store = openSqliteStore(path);
  const events = Array.from({ length: ENTRIES }, (_, number) => event(number));
  store.append(RUN, events, 0, facts());
  store.close();
  const speed = await speeds(
    ENTRIES,
    () => {
      const opened = openSqliteStore(path);
      for (const { entry } of opened.read(RUN, 0)) if (entry.event.type === "") throw new Error("no type");
      opened.close();
    },
    () => {
      const bare = new DatabaseSync(path);
      for (const row of bare.prepare("SELECT line FROM entry ORDER BY key").all()) JSON.parse(String(row["line"]));
      bare.close();
    },
  );
  const name = `open a store and read ${ENTRIES} entries, each checked, against SELECT and JSON.parse`;
  return rowOf({ name, ...speed, atLeast: 0.35 });
}

async function hashRow(): Promise<Row> {
  const folder = createState();
  const file = openSync(join(folder, "evidence.txt"), "w");
  const piece = Buffer.alloc(2 ** 20, "evidence ");
  for (let written = 0; written < EVIDENCE_BYTES; written += piece.length) writeSync(file, piece);
  closeSync(file);
  const megabytes = EVIDENCE_BYTES / 2 ** 20;
  const speed = await speeds(
    megabytes,
    () => presentIn(folder),
    () => run("sha256sum", [join(folder, "evidence.txt")]),
  );
  return rowOf({
    name: `hash ${megabytes} MB of evidence, against sha256sum`,
    ...speed,
    unit: "MB/s",
    atLeast: 0.9,
  });
}
