import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { piecesOf } from "../../../src/core/memory/words.ts";
import { MEMORY_MIGRATIONS } from "../../../src/store/migrations/memory.ts";
import { connect } from "../../../src/store/sqlite-connection.ts";
import { openMemoryStores, type MemoryOptions } from "../../../src/store/bus/open.ts";
import type { MemoryStores } from "../../../src/store/bus/port.ts";
import type { NewEpisode, SynthesizedPattern } from "../../../src/schema/memory.ts";

const HOUR = 60 * 60 * 1000;
let folder = "";
let time = Date.parse("2026-01-31T09:00:00Z");
const opened: MemoryStores[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-memory-"));
  time = Date.parse("2026-01-31T09:00:00Z");
});
afterEach(() => {
  for (const stores of opened.splice(0)) stores.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (path: string | null, options: Partial<MemoryOptions> = {}): MemoryStores => {
  const confidence = { strengthen: (c: number) => c + 0.1, weaken: (c: number) => c - 0.1 };
  const stores = openMemoryStores({
    path,
    fileLocking: true,
    ttlHours: 2,
    now: () => new Date(time),
    confidence,
    piecesOf,
    ...options,
  });
  opened.push(stores);
  return stores;
};
const file = (): string => join(folder, "memory.db");
const coded = (code: string): unknown => expect.objectContaining({ code });
const episode = (text: string, changes: Partial<NewEpisode> = {}): NewEpisode => ({
  problem_id: "T001",
  entry_type: "observation",
  content: { text },
  tags: ["noted"],
  ...changes,
});
const synthesis = (id: string, evidence: string[], confidence = 0.7): SynthesizedPattern => ({
  id,
  pattern_type: "behavior",
  description: `what ${id} says`,
  input_signature: {},
  recommended_action: {},
  confidence,
  evidence_ids: evidence,
  created_at: "2026-01-31T09:00:00Z",
  last_strengthened_at: "2026-01-31T09:00:00Z",
});

describe.each([
  ["in a file", file],
  ["in this process", () => null],
])("memory %s", (_where, place) => {
  test("HRM-20 a working set belongs to its problem alone, and is gone when its time is over", () => {
    const { working } = open(place());
    working.create("T001", 1);
    working.update("T001", { open_questions: ["why?"] });
    working.update("T002", ({ partial_artifacts }) => ({ partial_artifacts: { ...partial_artifacts, draft: "x" } }));
    expect(working.get("T001")).toMatchObject({ open_questions: ["why?"], expires_at: "2026-01-31T10:00:00Z" });
    expect(working.get("T002")).toMatchObject({ open_questions: [], expires_at: "2026-01-31T11:00:00Z" });
    expect(working.exportSummary("T001")).toContain("open questions:\nwhy?");
    time += HOUR;
    expect(working.get("T001")).toBeNull();
    expect(() => working.exportSummary("T001")).toThrow(coded("MEMORY_UNKNOWN"));
    const seen: string[] = [];
    expect(working.expireStale(({ problem_id: id }) => seen.push(id))).toBe(1);
    expect(seen).toEqual(["T001"]);
    expect(working.expireStale()).toBe(0);
    expect(working.list().map(({ problem_id: id }) => id)).toEqual(["T002"]);
  });

  test("HRM-20 shared references are versioned, cited and rolled back; no version ever changes", () => {
    const { shared } = open(place());
    expect(shared.set("style", "tabs", "ada")).toBe(1);
    time += HOUR;
    expect(shared.set("style", { indent: 2 }, "bob")).toBe(2);
    expect(shared.cite("style")).toBe("style@2");
    expect(shared.get("style", 1)).toMatchObject({ value: "tabs", source: "ada" });
    expect(shared.rollback("style", 9)).toBe(false);
    expect(shared.rollback("style", 1)).toBe(true);
    expect(shared.get("style")).toMatchObject({ value: "tabs", version: 3, created_at: "2026-01-31T09:00:00Z" });
    expect(shared.get("style", 2).value).toEqual({ indent: 2 });
    expect(shared.listVersions("style")).toEqual([1, 2, 3]);
    expect(() => shared.get("other")).toThrow(coded("MEMORY_UNKNOWN"));
    expect(() => shared.cite("other")).toThrow(coded("MEMORY_UNKNOWN"));
  });

  test("HRM-20 episodes are asked for by time, problem, all their tags and type, and superseded once", () => {
    const { episodic } = open(place());
    const first = episodic.append(episode("one", { tags: ["a", "b"] }));
    time += HOUR;
    const second = episodic.append(episode("two", { problem_id: null, entry_type: "decision", tags: ["a"] }));
    const ids = (query: Parameters<typeof episodic.query>[0]): string[] => episodic.query(query).map(({ id }) => id);
    expect(ids({})).toEqual([first, second]);
    expect(ids({ start: "2026-01-31T09:30:00Z" })).toEqual([second]);
    expect(ids({ end: "2026-01-31T09:30:00Z" })).toEqual([first]);
    expect(ids({ problemId: "T001" })).toEqual([first]);
    expect(ids({ tags: ["b", "a"] })).toEqual([first]);
    expect(ids({ tags: ["a"], entryType: "decision" })).toEqual([second]);
    expect(ids({ limit: 1 })).toEqual([second]);
    const third = episodic.supersede(first, episode("better"));
    expect(episodic.get(first)).toMatchObject({ superseded_by: third, content: { text: "one" } });
    expect(episodic.get(third)).toMatchObject({ supersedes: first, superseded_by: null });
    expect(() => episodic.supersede(first, episode("again"))).toThrow(coded("MEMORY_SUPERSEDED"));
    expect(() => episodic.supersede("none", episode("again"))).toThrow(coded("MEMORY_UNKNOWN"));
    expect(episodic.append(episode("other words"), second)).toBe(second);
    expect(episodic.get(second)?.content).toEqual({ text: "two" });
  });

  test("HRM-18 a synthesis rests on episodes that are there, and its chain is theirs", () => {
    const { episodic, synthesis: store } = open(place());
    const id = episodic.append(episode("seen"));
    expect(() => store.addPattern(synthesis("s1", []))).toThrow(coded("MEMORY_EVIDENCE_MISSING"));
    expect(() => store.addPattern(synthesis("s1", [id, "none"]))).toThrow(coded("MEMORY_EVIDENCE_MISSING"));
    expect(store.search()).toEqual([]);
    store.addPattern(synthesis("s1", [id]));
    store.addPattern(synthesis("s2", [id], 0.9));
    expect(() => store.addPattern(synthesis("s2", [id], 0.1))).toThrow(coded("MEMORY_EXISTS"));
    expect(store.getPattern("s2").confidence).toBe(0.9);
    const more = episodic.append(episode("seen again"));
    store.strengthen("s1", more);
    store.strengthen("s1", more);
    expect(() => store.strengthen("s1", "none")).toThrow(coded("MEMORY_EVIDENCE_MISSING"));
    expect(store.getPattern("s1").confidence).toBeCloseTo(0.8);
    expect(store.getEvidenceChain("s1").map(({ content }) => content["text"])).toEqual(["seen", "seen again"]);
    store.weaken("s2", "it was wrong");
    expect(episodic.query({ tags: ["weakened"] })).toMatchObject([
      { content: { synthesis: "s2", reason: "it was wrong" } },
    ]);
    expect(store.search({ minConfidence: 0.75 }).map((one) => one.id)).toEqual(["s2", "s1"]);
    expect(store.search({ patternType: "other" })).toEqual([]);
  });

  test("HRM-20 a working set is found by its words as it stands, as long as its time lasts", () => {
    const stores = open(place());
    const { working } = stores;
    const found = (word: string) => stores.search([word], { target: "working_set" }).map(({ ref }) => ref);
    working.update("T001", { open_questions: ["why is rounding late?"] });
    working.update("T002", { open_questions: ["who rounds?"] });
    expect(found("rounding").toSorted()).toEqual(["T001", "T002"]);
    working.update("T001", { open_questions: [] });
    expect(found("rounding")).toEqual(["T002"]);
    time += 2 * HOUR;
    expect(found("rounding")).toEqual([]);
    // What was ended takes no place among the fifty that are found.
    for (let at = 100; at < 160; at += 1) working.update(`T${at}`, { open_questions: ["rounding"] });
    time += 2 * HOUR;
    expect(working.expireStale()).toBe(62);
    working.update("T200", { open_questions: [`rounding ${"and other words ".repeat(20)}`] });
    expect(found("rounding")).toEqual(["T200"]);
  });

  test("search finds what stands by its words, in any form, and nothing that was retired or superseded", () => {
    const stores = open(place());
    stores.shared.set("money", "totals are rounded to cents", "ada");
    const old = stores.episodic.append(episode("rounding failed"));
    const found = (...words: string[]): string[] => stores.search(words).map(({ ref }) => ref);
    expect(found("rounding")).toEqual(expect.arrayContaining(["money", old]));
    expect(found('"; DROP TABLE', "rounded", "NEAR(")).toEqual(expect.arrayContaining(["money"]));
    expect(found("*", '"')).toEqual([]);
    const next = stores.episodic.supersede(old, episode("it was the rounding mode"));
    stores.retire("shared_reference", "money", "not so");
    expect(found("rounding")).toEqual([next]);
    expect(stores.shared.list()).toEqual([]);
    expect(stores.shared.get("money").value).toBe("totals are rounded to cents");
    stores.shared.set("money", "round half to even", "ada");
    expect(found("half")).toEqual(["money"]);
  });

  test("among ten thousand entries two letters, two signs and a part of a name find theirs, and no more than asked for", () => {
    const stores = open(place());
    stores.together(() => {
      for (let at = 0; at < 10_000; at += 1)
        stores.shared.set(`fact-${at}`, `Quick guide ${at} of the circuit: 用户数据${at}库存放面积`, "ada");
      stores.shared.set("colours", "The UI is dark", "ada");
      stores.shared.set("build", "We run CI on pushes", "ada");
      stores.shared.set("design", "登录界面。用蓝色", "ada");
      stores.shared.set("mixed", "new界说UI", "ada");
      stores.shared.set("names", "the memoryBus is opened late", "ada");
    });
    const found = (...words: string[]): string[] => stores.search(words).map(({ ref }) => ref);
    expect(found("ui").toSorted()).toEqual(["colours", "mixed"]);
    expect(found("CI")).toEqual(["build"]);
    expect(found("界面")).toEqual(["design"]);
    // Not over a full stop, nor from the end of a word to the beginning of the next.
    expect(found("面用")).toEqual([]);
    expect(found("界").toSorted()).toEqual(["design", "mixed"]);
    expect([found("memoryBus"), found("memory"), found("bus")]).toEqual([["names"], ["names"], ["names"]]);
    expect([found("用户"), found("guide")].map(({ length }) => length)).toEqual([50, 50]);
    expect(stores.search(["用户"], { limit: 3 })).toHaveLength(3);
    stores.retire("shared_reference", "design", "not so");
    expect(found("界面")).toEqual([]);
  });

  test("what fails half way leaves nothing behind", () => {
    const stores = open(place());
    expect(() =>
      stores.together(() => {
        stores.shared.set("key", 1, "ada");
        throw new Error("half way");
      }),
    ).toThrow("half way");
    expect(stores.shared.listVersions("key")).toEqual([]);
  });
});

test("HRM-18 not even SQL changes or removes an episode", () => {
  const stores = open(file());
  stores.episodic.append(episode("one"));
  const database = new DatabaseSync(file());
  for (const sql of ["UPDATE episode SET content = '{}'", "DELETE FROM episode"])
    expect(() => database.exec(sql)).toThrow("append-only");
  database.close();
});

test("memory in a file is never opened without locking; memory of this process may be", () => {
  expect(() => open(file(), { fileLocking: false })).toThrow(coded("MEMORY_LOCKING_REQUIRED"));
  expect(open(null, { fileLocking: false }).shared.list()).toEqual([]);
});

test("a newer database is refused", () => {
  open(file()).close();
  const database = new DatabaseSync(file());
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => open(file())).toThrow(coded("SCHEMA_UNSUPPORTED"));
});

test("a memory that was written before words had pieces is searched by them as soon as it is opened", () => {
  const { database, close } = connect(file(), MEMORY_MIGRATIONS.slice(0, 1));
  database.exec(`INSERT INTO shared_reference VALUES ('design', 1, '"登录界面"', 'ada', '2026-01-31T09:00:00Z');
    INSERT INTO memory_entry VALUES (7, 'shared_reference', 'design'); INSERT INTO memory_text (rowid, text) VALUES (7, 'design 登录界面')`);
  close();
  const stores = open(file());
  const hit = { target: "shared_reference", ref: "design", text: "design 登录界面" };
  expect([stores.search(["界面"]), stores.search(["design"])]).toEqual([[hit], [hit]]);
  stores.shared.set("design", "数据", "ada");
  expect([stores.search(["界面"]), stores.search(["数据"]).length]).toEqual([[], 1]);
});
