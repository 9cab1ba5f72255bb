import { describe, expect, it } from "vitest";
import { mergeCoverage } from "../../src/checks/readers/suite-coverage.ts";
import type { UnitSelection } from "../../src/checks/run-suite.ts";
import { dealOut, joinShards } from "../../src/checks/shards.ts";
import type { FileCoverage } from "../../src/schema/coverage.ts";
import type { SuiteRun } from "../../src/schema/report.ts";
import type { RunnerName } from "../../src/schema/unit.ts";
import { suiteRun, type Outcome } from "../support/suite-run.ts";

const whole = (runner: RunnerName, files: readonly string[] | null = null): UnitSelection => ({
  unit: { directory: runner, stack: "python", command: runner, runner, level: "P3", args: [], env: {}, before: [] },
  files,
  nameFilter: null,
});

describe("what is dealt out", () => {
  const runners = (shards: number, ...selections: UnitSelection[]): unknown =>
    dealOut(selections, shards).map((list) => list.map(({ unit, shard }) => [unit.runner, shard?.at ?? null]));

  it("is a whole suite whose runner can be, the first slot has all else", () => {
    expect(runners(3, whole("vitest"), whole("pytest"))).toEqual([
      [
        ["vitest", null],
        ["pytest", 0],
      ],
      [["pytest", 1]],
      [["pytest", 2]],
    ]);
  });

  it("is nothing where one slot is wanted, for some files, and for runners that use the machine themselves", () => {
    expect(runners(1, whole("pytest"))).toEqual([[["pytest", null]]]);
    expect(runners(4, whole("pytest", ["test_a.py"]))).toEqual([[["pytest", null]]]);
    expect(runners(4, whole("jest"), whole("go-test"))).toEqual([
      [
        ["jest", null],
        ["go-test", null],
      ],
    ]);
  });
});

describe("what shards told", () => {
  const shard = (outcomes: Record<string, Outcome>, more: Partial<SuiteRun["units"][number]> = {}): SuiteRun => {
    const run = suiteRun(outcomes);
    return { ...run, units: run.units.map((unit) => ({ ...unit, ...more })) };
  };
  const joined = (...[first, ...others]: [SuiteRun, ...SuiteRun[]]): unknown => {
    const { report, units } = joinShards([first, ...others]);
    return [
      report.tests.map(({ id }) => id),
      units.map(({ code, end, collected, failures }) => [code, end, collected, failures]),
    ];
  };

  it("is one run; a shard without a test does not count, however its runner ends", () => {
    const empty = shard({}, { code: 5 });
    expect(joined(shard({ "a::x": "passed" }), empty)).toEqual([["a::x"], [[0, "exited", 1, false]]]);
    expect(joined(empty, shard({ "a::x": "passed" }))).toEqual([["a::x"], [[0, "exited", 1, false]]]);
    expect(joined(empty, empty)).toEqual([[], [[5, "exited", 0, false]]]);
  });

  it("is as bad as the worst of them", () => {
    const [good, bad] = [shard({ "a::x": "passed" }), shard({ "b::x": "failed" })];
    expect(joined(good, bad)).toEqual([["a::x", "b::x"], [[1, "exited", 2, true]]]);
    const late = shard({}, { end: "timeout", code: null });
    expect(joined(good, bad, late)).toEqual([["a::x", "b::x"], [[null, "timeout", 2, true]]]);
  });
});

describe("coverage of several runs", () => {
  const put = (...files: Omit<FileCoverage, "path">[]): unknown =>
    mergeCoverage(files.map((file) => ({ files: [{ path: "a.py", ...file }], units: [], problem: null }))).files[0];
  const branch = (taken: number, missing?: string[]): Omit<FileCoverage, "path"> => ({
    lines: [[1, taken]],
    branches: [[1, 2, taken]],
    ...(missing === undefined ? {} : { missing: [[1, missing]] }),
  });

  it("takes the branches that any of them took, where they have names, else of the run that took more", () => {
    expect(put(branch(1, ["3"]), branch(1, ["exit"]))).toMatchObject({ branches: [[1, 2, 2]], missing: [[1, []]] });
    expect(put(branch(1, ["3"]), branch(0, ["3", "exit"]))).toMatchObject({
      branches: [[1, 2, 1]],
      missing: [[1, ["3"]]],
    });
    expect(put(branch(1), branch(1))).toEqual({ path: "a.py", lines: [[1, 2]], branches: [[1, 2, 1]] });
  });
});
