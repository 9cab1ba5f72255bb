import { expect, test } from "vitest";
import { ctrfOfRun } from "../../../src/core/ctrf/of-run.ts";
import { ctrfOf } from "../../../src/core/ctrf/results.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import type { Ctrf } from "../../../src/schema/ctrf.ts";
import { suiteRun, type Outcome } from "../../support/suite-run.ts";

const NOW = new Date("2026-01-31T12:00:00.000Z");

/** A recorded run of tests, told in hours of a day. */
function recorded(path: string, step: string, hour: number, outcomes: Record<string, Outcome>) {
  const at = new Date(Date.UTC(2026, 0, 31, hour));
  const run = suiteRun(outcomes);
  return { path, text: JSON.stringify(ctrfOf({ run, step, commit: "b".repeat(40), at, tool: "t" }, null)) };
}

function exportOf(files: { path: string; text: string; kind?: string; erased?: string }[]): Ctrf["results"] {
  const evidence = files.map((file) => ({
    kind: "harness",
    sha256: file.text,
    ...file,
    task_id: file.path.split("/")[2],
  }));
  const tasks = { T001: { plan: { task_id: "T001", feature_id: "f_1" }, lifecycle: "complete" } };
  const state = { runId: "r", tip: null, tasks, evidence } as unknown as RunState;
  return ctrfOfRun(state, ({ sha256 }) => sha256, { at: NOW, tool: "t", holds: true }).results;
}

const G1 = "artifacts/executor/T001";
const G2 = "artifacts/validator/T001";
const FILE = "test_results.ctrf.json";
const told = ({ tests }: Ctrf["results"]) => tests.map(({ name, status, extra }) => [name, status, extra["run"]]);

test("of a task its newest attempt counts, and over its proof what a clean checkout made of the same tests", () => {
  const first = recorded(`${G1}/1/${FILE}`, "R2", 1, { "a::old": "passed" });
  const wrong = recorded(`${G1}/2/${FILE}`, "R2", 2, { "a::x": "failed" });
  const moved = recorded(`${G1}/2/test_results-2.ctrf.json`, "R2", 3, { "a::x": "passed", "a::y": "passed" });
  const again = recorded(`${G2}/2/${FILE}`, "clean checkout", 4, { "a::x": "failed" });
  const results = exportOf([first, wrong, moved, again]);
  expect(told(results)).toEqual([
    ["x", "failed", "clean checkout"],
    ["y", "passed", "R2"],
  ]);
  expect(results.summary).toMatchObject({ start: Date.UTC(2026, 0, 31, 3) - 1, stop: Date.UTC(2026, 0, 31, 4) });
  // A later attempt that was not validated yet owes nothing to the earlier one's clean checkout.
  expect(told(exportOf([moved, again, recorded(`${G1}/3/${FILE}`, "R2", 5, { "a::z": "failed" })]))).toEqual([
    ["z", "failed", "R2"],
  ]);
});

test("an agent's claim is never exported, nor what was erased or cannot be read; a task without results is named", () => {
  const honest = recorded(`${G1}/1/${FILE}`, "R2", 1, { "a::x": "failed" });
  const lie = recorded(`${G1}/1/${FILE}`, "R2", 2, { "a::x": "passed" });
  expect(told(exportOf([honest, { ...lie, kind: "claim" }]))).toEqual([["x", "failed", "R2"]]);
  for (const files of [[{ ...honest, erased: "asked for" }], [{ ...honest, text: "{" }], []]) {
    const { tests, extra, summary, tool } = exportOf(files);
    expect([tests, extra["without_results"]]).toEqual([[], ["T001"]]);
    expect([summary.stop, tool.name]).toEqual([NOW.getTime(), "none"]);
  }
});
