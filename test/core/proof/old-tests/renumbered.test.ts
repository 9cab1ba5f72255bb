import { expect, it } from "vitest";
import { renumberedRows, worseThanBase } from "../../../../src/core/proof/old-tests/renumbered.ts";
import type { TestResult } from "../../../../src/schema/report.ts";

const FILE = "src/test/java/PriceTest.java";
const row = (number: number): string => `${FILE}::reads[${number}]`;

function results(ids: readonly string[], failed: readonly string[]): TestResult[] {
  return ids.map((id) => ({
    id,
    file: FILE,
    name: id,
    status: failed.includes(id) ? "failed" : "passed",
    durationMs: 1,
    failure: null,
  })) as unknown as TestResult[];
}

const ROWS = [1, 2, 3, 4, 5].map(row);
const facts = (failed: readonly string[], more: readonly string[] = []) => ({
  r1: results([...ROWS, ...more], failed),
  passing: new Set([...ROWS, ...more]),
  flaky: new Set<string>(),
});

it("takes rows added between others for the ones that fail without the change, whatever their number", () => {
  expect(renumberedRows([row(4), row(5)], facts([row(2), row(3)]))).toEqual([row(2), row(3)]);
});

it("keeps a new row that fails itself, and as many of the others as none stands for", () => {
  expect(renumberedRows([row(4), row(5)], facts([row(2), row(5)]))).toEqual([row(2), row(5)]);
  expect(renumberedRows([row(3), row(4), row(5)], facts([row(2)]))).toEqual([row(2), row(3), row(4)]);
});

it("leaves alone what has no rows, other tests, flaky rows and those that head fails", () => {
  const [plain, other] = [`${FILE}::plain`, `${FILE}::writes[1]`];
  expect(renumberedRows([plain], facts([row(2), other], [plain, other]))).toEqual([plain]);
  expect(renumberedRows([row(5)], facts([other], [other]))).toEqual([row(5)]);
  expect(renumberedRows([row(5)], { ...facts([row(2)]), flaky: new Set([row(2)]) })).toEqual([row(5)]);
  expect(renumberedRows([row(5)], { ...facts([row(2)]), passing: new Set([row(5)]) })).toEqual([row(5)]);
  expect(renumberedRows([row(5)], facts([row(5)]))).toEqual([row(5)]);
  const [tea, milk] = ["test_a.py::test_reads[tea]", "test_a.py::test_reads[milk]"];
  expect(renumberedRows([tea], facts([milk], [tea, milk]))).toEqual([tea]);
});

const worse = (ids: readonly string[], now: readonly [number, number], before: readonly [number, number]): string[] => {
  // The first rows fail, the others pass.
  const of = ([all, failed]: readonly [number, number]) =>
    new Map(results([...Array(all).keys()].map(row), [...Array(failed).keys()].map(row)).map((one) => [one.id, one]));
  return worseThanBase(ids, { now: of(now), before: of(before), isSo: ({ status }) => status === "passed" });
};

it("rows under another number are worse only where more of them are than base's and the new ones come to", () => {
  expect(worse([row(3)], [5, 3], [4, 3])).toEqual([]);
  expect(worse([row(3)], [5, 2], [4, 3])).toEqual([row(3)]);
  expect(worse([row(3)], [3, 1], [4, 3])).toEqual([row(3)]);
  expect(worse([row(3)], [3, 2], [4, 3])).toEqual([]);
});

it("rows of as many as base had, and tests without rows, are compared by their names", () => {
  expect(worse([row(3)], [4, 3], [4, 3])).toEqual([row(3)]);
  for (const name of ["plain", "reads[tea-3]"])
    expect(worse([`${FILE}::${name}`], [5, 3], [4, 3])).toEqual([`${FILE}::${name}`]);
});
