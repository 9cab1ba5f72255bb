import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mendJournal, publishJournal, readJournalFile } from "../../src/runs/journal-file.ts";
import type { JournalEvent, StoredEntry } from "../../src/schema/journal.ts";
import { createMemoryStore } from "../../src/store/memory.ts";
import type { JournalStore } from "../../src/store/port.ts";
import { GENESIS_HASH } from "../../src/util/chain.ts";

const RUN = "run";
const FACTS = { at: new Date("2026-01-31T09:00:00Z"), actor: "test" };
let folder = "";
let path = "";
let store: JournalStore = createMemoryStore();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-journal-"));
  path = join(folder, "journal.jsonl");
  store = createMemoryStore();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const append = (...events: JournalEvent[]): void => void store.append(RUN, events, store.head(RUN).position, FACTS);
const publish = (from = store, durable = 0): void => publishJournal(path, (after) => from.read(RUN, after), durable);
const notes = (count: number): JournalEvent[] =>
  Array.from({ length: count }, (_, number) => ({ type: "noted", number, text: "ü\u0000\n" }));
const whole = (): unknown => ({ entries: [...store.read(RUN, 0)], problems: [] });

describe("publishing", () => {
  test("writes each entry so that its bytes can be cut out and hashed by any tool", () => {
    append(...notes(3));
    publish();
    let previous = GENESIS_HASH;
    for (const line of readFileSync(path).toString("latin1").trimEnd().split("\n")) {
      const bytes = Buffer.from(line.slice(83, -1), "latin1");
      previous = createHash("sha256").update(previous).update(bytes).digest("hex");
      expect(line.slice(9, 73)).toBe(previous);
      expect(JSON.parse(Buffer.from(line, "latin1").toString())).toMatchObject({
        hash: previous,
        entry: { run_id: RUN },
      });
    }
    expect(readJournalFile(path)).toEqual(whole());
  });

  test("replaces a last entry whose damage reads like a version to come", () => {
    append(...notes(2));
    publish();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    writeFileSync(path, `${lines[0]}\n${lines[1]?.replace('"version":1', '"version":5')}\n`);
    publish();
    expect(readJournalFile(path)).toEqual(whole());
  });

  test("replaces a file in which a power cut left a hole before its last entry, behind what was known to be durable", () => {
    append(...notes(2));
    publish();
    const { size } = statSync(path);
    append(...notes(3));
    publish(store, 2);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, size, size + 106));
    append(...notes(1));
    publish(store, 2);
    expect(readJournalFile(path)).toEqual(whole());
  });

  test("mending replaces a file that is damaged before its last entry, which publishing alone does not look at", () => {
    append(...notes(3));
    publish();
    writeFileSync(path, readFileSync(path, "utf8").replace('"number":1', '"number":7'));
    publish(store, 3);
    expect(readJournalFile(path).problems).toMatchObject([{ code: "JOURNAL_BROKEN" }]);
    mendJournal(path, (after) => store.read(RUN, after));
    expect(readJournalFile(path)).toEqual(whole());
  });

  test("appends only what is missing and leaves the rest of the file as it lies", () => {
    append(...notes(3));
    publish();
    const { ino } = statSync(path);
    const asked: number[] = [];
    append(...notes(2));
    publishJournal(
      path,
      (after) => {
        asked.push(after);
        return store.read(RUN, after);
      },
      3,
    );
    expect(asked).toEqual([2]);
    expect(statSync(path).ino).toBe(ino);
    expect(readJournalFile(path)).toEqual(whole());
    publish();
    expect(readJournalFile(path)).toEqual(whole());
  });

  test("publishes more than fits into one piece", () => {
    append(...Array.from({ length: 60 }, () => ({ type: "noted", text: "é".repeat(30_000) })));
    publish();
    expect(readJournalFile(path)).toEqual(whole());
  });

  test.each<[string, () => void]>([
    ["torn in the middle of a line", () => truncateSync(path, statSync(path).size - 40)],
    ["without its last newline", () => truncateSync(path, statSync(path).size - 1)],
    ["with something behind it", () => appendFileSync(path, "{}\n")],
    ["with a line that names nothing", () => appendFileSync(path, `{"hash":"${"0".repeat(64)}","entry":null}\n`)],
    ["emptied", () => truncateSync(path, 0)],
    ["a lone newline", () => writeFileSync(path, "\n")],
    ["removed", () => rmSync(path)],
    ["replaced by a link", () => (rmSync(path), symlinkSync("/dev/null", path))],
    ["ended by a line that is too long", () => appendFileSync(path, `${"x".repeat(200_000)}\n`)],
  ])("replaces a file that is %s", (_, damage) => {
    append(...notes(3));
    publish();
    damage();
    append({ type: "more" });
    publish();
    expect(readJournalFile(path)).toEqual(whole());
  });

  test("replaces a file of another history", () => {
    append(...notes(3));
    publish();
    store = createMemoryStore();
    append({ type: "other" }, ...notes(2));
    publish();
    expect(readJournalFile(path)).toEqual(whole());
  });

  test("refuses to lose entries that the file has and the store has not", () => {
    append(...notes(3));
    publish();
    const before = readFileSync(path);
    const older = createMemoryStore();
    older.append(RUN, notes(2), 0, FACTS);
    expect(() => publish(older)).toThrow(expect.objectContaining({ code: "JOURNAL_CUT" }));
    expect(readFileSync(path)).toEqual(before);
  });
});

describe("reading", () => {
  const lines = (): string[] => readFileSync(path, "utf8").trimEnd().split("\n");
  const rewrite = (change: (lines: string[]) => string[]): void =>
    writeFileSync(
      path,
      change(lines())
        .map((line) => `${line}\n`)
        .join(""),
    );
  const sealed = (): StoredEntry[] => [...store.read(RUN, 0)];

  test.each<[string, () => void, number, string, string]>([
    ["a missing file", () => rmSync(path), 0, "JOURNAL_CUT", "the journal is missing"],
    ["an empty file", () => truncateSync(path, 0), 0, "JOURNAL_CUT", "the journal is empty"],
    ["a torn tail", () => truncateSync(path, statSync(path).size - 9), 3, "JOURNAL_BROKEN", "line 4 is torn"],
    [
      "a missing last newline",
      () => truncateSync(path, statSync(path).size - 1),
      3,
      "JOURNAL_BROKEN",
      "line 4 is torn",
    ],
    ["an empty line", () => rewrite((all) => [...all, ""]), 4, "JOURNAL_BROKEN", "line 5 is not an entry"],
    ["a gap", () => rewrite((all) => all.toSpliced(1, 1)), 1, "JOURNAL_BROKEN", "entry 2: its hash"],
    ["a missing first line", () => rewrite((all) => all.slice(1)), 0, "JOURNAL_BROKEN", "entry 1: its hash"],
    [
      "a line twice",
      () => rewrite((all) => all.toSpliced(1, 0, all[0] ?? "")),
      1,
      "JOURNAL_BROKEN",
      "entry 2: its hash",
    ],
    [
      "lines swapped",
      () => rewrite(([a = "", b = "", ...rest]) => [b, a, ...rest]),
      0,
      "JOURNAL_BROKEN",
      "entry 1: its hash",
    ],
    [
      "an endless line",
      () => appendFileSync(path, "x".repeat(3_000_000)),
      4,
      "JOURNAL_BROKEN",
      "line 5 is longer than",
    ],
    [
      "a line of 66 KB",
      () => appendFileSync(path, `${"x".repeat(66_000)}\n`),
      4,
      "JOURNAL_BROKEN",
      "line 5 is longer than",
    ],
    [
      "bytes that are no text",
      () => appendFileSync(path, Buffer.from([0xff, 0x0a])),
      4,
      "JOURNAL_BROKEN",
      "line 5 is not UTF-8",
    ],
    [
      "a byte order mark",
      () => rewrite(([a = "", ...rest]) => [`\ufeff${a}`, ...rest]),
      0,
      "JOURNAL_BROKEN",
      "line 1 is not an entry",
    ],
    [
      "carriage returns",
      () => rewrite((all) => all.map((line) => `${line}\r`)),
      0,
      "JOURNAL_BROKEN",
      "line 1 is not an entry",
    ],
    ["a link", () => (rmSync(path), symlinkSync("/dev/null", path)), 0, "JOURNAL_BROKEN", "cannot be read"],
  ])("names %s", (_, damage, kept, code, message) => {
    append(...notes(4));
    publish();
    const all = sealed();
    damage();
    const { entries, problems } = readJournalFile(path);
    expect(entries).toEqual(all.slice(0, kept));
    expect(problems).toEqual([expect.objectContaining({ code, message: expect.stringContaining(message) as string })]);
  });

  test("names an entry of another run, though its chain holds", () => {
    append(...notes(1));
    const entry = { run_id: "other", position: 2, at: "2026-01-31T09:00:00.000Z", actor: "test", version: 1 };
    const line = JSON.stringify({ ...entry, previous_hash: store.head(RUN).hash, event: { type: "noted" } });
    const hash = createHash("sha256")
      .update(store.head(RUN).hash + line)
      .digest("hex");
    publish();
    appendFileSync(path, `{"hash":"${hash}","entry":${line}}\n`);
    expect(readJournalFile(path).problems).toEqual([
      expect.objectContaining({ code: "JOURNAL_BROKEN", expected: RUN, actual: "other" }),
    ]);
  });
});
