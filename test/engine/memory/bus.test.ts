import { afterEach, expect, test } from "vitest";
import { createMemoryBus, UNASSIGNED, type MemoryBus } from "../../../src/engine/memory/bus.ts";
import { openMemory } from "../../../src/engine/memory/open.ts";
import type { SynthesizedPattern, WriteSignals } from "../../../src/schema/memory.ts";
import type { MemoryStores } from "../../../src/store/bus/port.ts";

const SECRET = `sk-ant-${"x".repeat(24)}`;
const GOOD: WriteSignals = {
  progress_delta: 1,
  conflict_level: "none",
  source_quality: 1,
  alignment_score: 1,
  blast_radius: "minimal",
};
let time = Date.parse("2026-01-31T09:00:00Z");
const opened: MemoryStores[] = [];
afterEach(() => {
  for (const stores of opened.splice(0)) stores.close();
});

function openBus(): { stores: MemoryStores; bus: MemoryBus; completed: string[] } {
  time = Date.parse("2026-01-31T09:00:00Z");
  const stores = openMemory(null, { now: () => new Date(time) });
  opened.push(stores);
  const completed: string[] = [];
  const bus = createMemoryBus(stores, {
    redact: (text) => text.replaceAll(SECRET, "[redacted]"),
    onWriteCompleted: (target, key) => completed.push(`${target} ${key}`),
  });
  return { stores, bus, completed };
}
const coded = (code: string): unknown => expect.objectContaining({ code });
const synthesis = (evidence: string[]): SynthesizedPattern => ({
  id: "s1",
  pattern_type: "behavior",
  description: "rounding comes last",
  input_signature: {},
  recommended_action: {},
  confidence: 0.75,
  evidence_ids: evidence,
  created_at: "2026-01-31T09:00:00Z",
  last_strengthened_at: "2026-01-31T09:00:00Z",
});

test("HRM-19 approved, redirected and denied writes go where the gate says, each recorded with its numbers", () => {
  const { stores, bus, completed } = openBus();
  expect(bus.writeToShared("style", "tabs", "ada", GOOD)).toMatchObject({ approved: true, target: "shared_reference" });
  bus.writeToShared("clash", "a", "ada", { ...GOOD, conflict_level: "high" }, "T001");
  bus.writeToShared("adrift", "b", "ada", { ...GOOD, conflict_level: "high" });
  bus.writeToShared("rumour", "c", "ada", { ...GOOD, source_quality: 0.2 });
  const denied = { ...GOOD, source_quality: 0.8, blast_radius: "severe" } as const;
  expect(bus.writeToShared("wide", "d", "ada", denied).approved).toBe(false);
  expect(stores.shared.list().map(({ key }) => key)).toEqual(["style"]);
  expect(stores.working.get("T001")?.partial_artifacts).toEqual({ clash: "a" });
  expect(stores.working.get(UNASSIGNED)?.partial_artifacts).toEqual({ adrift: "b" });
  expect(stores.episodic.query({ tags: ["redirected", "shared_reference"] })).toMatchObject([
    { content: { key: "rumour", value: "c" } },
  ]);
  const decisions = stores.episodic.query({ tags: ["write_gate"], entryType: "decision" });
  expect(decisions.map(({ content }) => [content["key"], content["outcome"]])).toEqual([
    ["style", "approved"],
    ["clash", "redirected"],
    ["adrift", "redirected"],
    ["rumour", "redirected"],
    ["wide", "denied"],
  ]);
  expect(decisions.at(-1)?.content["signals"]).toEqual(denied);
  expect(completed).toEqual([
    "shared_reference style",
    "working_set clash",
    "working_set adrift",
    "episodic rumour",
    "shared_reference wide",
  ]);
});

test("HRM-03 HRM-25 a rollback passes the gate like any write, and its decision is an episode", () => {
  const { stores, bus, completed } = openBus();
  bus.writeToShared("style", "tabs", "ada", GOOD);
  bus.writeToShared("style", "spaces", "bob", GOOD);
  const denied = bus.rollbackShared("style", 1, { ...GOOD, source_quality: 0.8, blast_radius: "severe" });
  expect([denied.approved, stores.shared.cite("style")]).toEqual([false, "style@2"]);
  expect(bus.rollbackShared("style", 1, GOOD)).toMatchObject({ approved: true, target: "shared_reference" });
  expect(stores.shared.get("style")).toMatchObject({ version: 3, value: "tabs", source: "ada (rolled back to 1)" });
  const decisions = stores.episodic.query({ tags: ["write_gate"] }).slice(2);
  expect(decisions.map(({ content }) => [content["source"], content["outcome"]])).toEqual([
    ["ada (rolled back to 1)", "denied"],
    ["ada (rolled back to 1)", "approved"],
  ]);
  expect(completed).toHaveLength(4);
  expect(() => bus.rollbackShared("style", 9, GOOD)).toThrow(coded("MEMORY_UNKNOWN"));
});

test("HRM-18 a conclusion is kept with its evidence chain, and not without evidence", () => {
  const { stores, bus } = openBus();
  expect(bus.addSynthesis(synthesis([]), GOOD)).toMatchObject({ approved: false, reason: "no evidence" });
  expect(() => bus.addSynthesis(synthesis(["none"]), GOOD)).toThrow(coded("MEMORY_EVIDENCE_MISSING"));
  // The decision is not recorded either: it came to nothing.
  expect(stores.episodic.query({ tags: ["approved"] })).toEqual([]);
  const id = bus.logEpisode({ problem_id: "T001", entry_type: "reflection", content: { seen: true }, tags: [] });
  bus.addSynthesis(synthesis([id]), GOOD);
  expect(bus.getEvidenceChain("s1")).toMatchObject([{ id, content: { seen: true } }]);
});

test("secrets are taken out before anything is kept, keys included", () => {
  const { stores, bus } = openBus();
  bus.writeToShared("keys", { [SECRET]: [`it is ${SECRET}`] }, SECRET, GOOD);
  bus.writeToShared(SECRET, "x", "ada", GOOD);
  bus.writeToShared(SECRET, "x", "ada", { ...GOOD, conflict_level: "high" }, SECRET);
  bus.writeToWorking("T001", "note", SECRET);
  bus.writeToWorking(SECRET, SECRET, "x");
  bus.logEpisode({ problem_id: null, entry_type: "action", content: { said: SECRET }, tags: [SECRET] });
  const everything = JSON.stringify([stores.shared.list(), stores.working.list(), stores.episodic.query()]);
  expect(everything).not.toContain(SECRET);
  expect(everything).toContain("[redacted]");
  expect(stores.working.get("[redacted]")?.partial_artifacts).toEqual({ "[redacted]": "x" });
  expect(stores.search([SECRET])).toEqual([]);
});

test("an entry has a size; what cannot be refused is cut", () => {
  const { stores, bus } = openBus();
  const long = "x".repeat(20_000);
  const refusal = expect.objectContaining({ code: "MEMORY_TOO_LARGE", name: "MemoryBusError" }) as Error;
  expect(() => bus.writeToShared("key", long, "ada", GOOD)).toThrow(refusal);
  expect(() => bus.writeToWorking("T001", "key", long)).toThrow(coded("MEMORY_TOO_LARGE"));
  expect(bus.writeToShared("whole", '"'.repeat(16_384), "ada", GOOD).approved).toBe(true);
  expect(() => bus.writeToShared("more", "x".repeat(16_385), "ada", GOOD)).toThrow(coded("MEMORY_TOO_LARGE"));
  const id = bus.logEpisode({ problem_id: null, entry_type: "action", content: { long }, tags: [] });
  expect(JSON.stringify(stores.episodic.get(id)?.content).length).toBeLessThan(16_384);
});

test("a part of a working set keeps its form; any other key is a partial artifact", () => {
  const { stores, bus } = openBus();
  bus.writeToWorking("T001", "open_questions", ["why?"]);
  bus.writeToWorking("T001", "draft", { lines: 3 });
  expect(() => bus.writeToWorking("T001", "open_questions", "why?")).toThrow(coded("MEMORY_INVALID"));
  expect(() => bus.writeToWorking("T001", "draft", () => 1)).toThrow(coded("MEMORY_INVALID"));
  expect(stores.working.get("T001")).toMatchObject({
    open_questions: ["why?"],
    partial_artifacts: { draft: { lines: 3 } },
  });
});

test("HRM-20 a working set that ends leaves its summary as an episode", () => {
  const { stores, bus } = openBus();
  bus.writeToWorking("T001", "draft", "half of it");
  time += 3 * 60 * 60 * 1000;
  expect(bus.expireStale()).toBe(1);
  const [left] = stores.episodic.query({ problemId: "T001", tags: ["expired"] });
  expect(left?.content["summary"]).toContain("half of it");
});
