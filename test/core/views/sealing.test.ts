import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { gatesLedger } from "../../../src/core/views/gates-ledger.ts";
import { parseEvidenceLog } from "../../../src/core/views/parse-evidence-log.ts";
import { parseGatesLedger } from "../../../src/core/views/parse-gates-ledger.ts";
import { renderRun } from "../../../src/core/views/render-run.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { StateFile } from "../../../src/schema/reports.ts";
import { SessionHandoff } from "../../../src/schema/session-handoff.ts";
import { added, created, FACTS, fold, HASH, proven, statesOf } from "../../support/events.ts";

const LIMIT = 700;
const life = (seal_bytes?: number): RunEvent[] => [
  created(seal_bytes === undefined ? {} : { seal_bytes }),
  ...[1, 2, 3, 4, 5, 6].flatMap((number) => [added(number), ...proven(number)]),
];

const partsIn = (files: ReadonlyMap<string, string>, name: string): string[] =>
  [...files].filter(([path]) => path.startsWith(`state/history/${name}-`)).map(([, text]) => text);

const LISTS = [
  ["state", "state.json", "steps"],
  ["planner_report", "planner_report.json", "reports"],
  ["executor_report", "executor_report.json", "tdd_cycles"],
  ["validator_report", "validator_report.json", "verdicts"],
  ["SESSION_HANDOFF", "state/SESSION_HANDOFF.json", "history"],
] as const;

const json = (text: string | undefined): Record<string, never[]> => JSON.parse(text ?? "") as Record<string, never[]>;

test("H3A-24 a JSON file that grew long names its parts with their hashes, and their entries and its own are the whole list", () => {
  const whole = renderRun(fold(life()), FACTS);
  const cut = renderRun(fold(life(LIMIT)), FACTS);
  for (const [name, path, field] of LISTS) {
    const parts = partsIn(cut, name);
    const head = json(cut.get(path));
    expect(parts.length).toBeGreaterThan(1);
    expect([...parts.flatMap((text) => json(text)[field] ?? []), ...(head[field] ?? [])]).toEqual(
      json(whole.get(path))[field],
    );
    expect(head["sealed"]).toEqual(
      parts.map((text, at) => ({
        file: `state/history/${name}-${String(at + 1).padStart(4, "0")}.json`,
        sha256: hash("sha256", text),
        entries: json(text)[field]?.length,
      })),
    );
  }
  expect(StateFile.safeParse(json(cut.get("state.json"))).success).toBe(true);
  expect(SessionHandoff.safeParse(json(cut.get("state/SESSION_HANDOFF.json"))).success).toBe(true);
});

test("H3A-24 the ledger and the evidence log are cut at lines, and each part reads like the file it came from", () => {
  const state = fold(life(LIMIT));
  const cut = renderRun(state, FACTS);
  const events = [...partsIn(cut, "GATES_LEDGER"), cut.get("state/GATES_LEDGER.md") ?? ""].map(parseGatesLedger);
  expect(events.length).toBeGreaterThan(2);
  expect(events.flatMap((one) => one.events)).toEqual(gatesLedger(state).events);
  expect(events.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  const logs = [...partsIn(cut, "EVIDENCE_LOG"), cut.get("state/EVIDENCE_LOG.md") ?? ""].map(parseEvidenceLog);
  expect(logs.length).toBeGreaterThan(2);
  expect(
    logs
      .flatMap(({ entries }) => entries)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(state.evidence.map(({ path }) => path).toSorted());
  expect(logs.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  expect(logs.every(({ mapping }) => mapping.length > 0)).toBe(true);
  expect(cut.get("state/EVIDENCE_LOG.md")).toContain(
    `**Sealed:** \`state/history/EVIDENCE_LOG-0001.md\` - [sha256:${hash("sha256", partsIn(cut, "EVIDENCE_LOG")[0] ?? "")}]`,
  );
});

test("what is sealed never changes while the run goes on, and what is not stays below the limit", () => {
  const versions = new Map<string, Set<string>>();
  for (const state of statesOf(life(LIMIT)))
    for (const [path, text] of renderRun(state, FACTS)) versions.set(path, (versions.get(path) ?? new Set()).add(text));
  const sealed = [...versions].filter(([path]) => path.startsWith("state/history/"));
  expect(sealed.length).toBeGreaterThan(10);
  expect(sealed.filter(([, texts]) => texts.size !== 1)).toEqual([]);
  const steps = json(renderRun(fold(life(LIMIT)), FACTS).get("state.json"))["steps"];
  expect(JSON.stringify(steps, null, 2).length).toBeLessThan(2 * LIMIT);
});

test("an erasure is told in the part that has the line, and moves no cut", () => {
  const before = fold(life(LIMIT));
  const [first] = before.evidence;
  const after: RunState = fold([...life(LIMIT), { type: "erased", sha256: first?.sha256 ?? HASH, reason: "a key" }]);
  const [old, erased] = [before, after].map((state) => partsIn(renderRun(state, FACTS), "EVIDENCE_LOG"));
  expect(erased).toHaveLength(old?.length ?? 0);
  expect(erased?.[0]).toContain("(erased)");
});

test("the README says how to put a file together again, once there is one that was cut", () => {
  expect(renderRun(fold(life()), FACTS).get("README.md")).not.toContain("state/history/");
  expect(renderRun(fold(life(LIMIT)), FACTS).get("README.md")).toMatch(/`state\/history\/`: \d+ sealed parts/);
});
