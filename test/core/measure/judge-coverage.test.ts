import { expect, test } from "vitest";
import { branchesBeside, hasFallen, type CoveredFile } from "../../../src/core/measure/judge-coverage.ts";

/** A file with branches: line, how many, how many were taken. */
const file = (path: string, branches: [number, number, number][]): CoveredFile => ({
  path,
  measured: { path, lines: [], branches },
  executable: [],
});
const side = (
  files: CoveredFile[],
  lines: readonly number[] = [],
): { readonly files: CoveredFile[]; readonly differing: ReadonlyMap<string, readonly number[]> } => ({
  files,
  differing: new Map(files.map(({ path }) => [path, lines])),
});

test("a branch that a test took and none takes any more is a fall, as is a new one that none takes", () => {
  const base = [file("a.js", [[1, 2, 2]])];
  expect(branchesBeside(side(base), side([file("a.js", [[1, 2, 1]])]))).toEqual([1, 2]);
  const more = [file("a.js", [[1, 2, 2], [3, 2, 0]])]; // prettier-ignore
  expect(branchesBeside(side(base), side(more, [3]))).toEqual([2, 4]);
  expect([hasFallen([2, 2], [1, 2]), hasFallen([2, 2], [2, 4]), hasFallen([0, 0], [0, 2])]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a test of old code brings branches to light that were missed all along: no fall; one that goes hides them: a fall", () => {
  const unseen = [file("a.js", [[1, 1, 0], [9, 4, 4]])]; // prettier-ignore
  const seen = [file("a.js", [[1, 4, 2], [9, 4, 4]])]; // prettier-ignore
  expect(branchesBeside(side(unseen), side(seen))).toEqual([5, 5]);
  expect(branchesBeside(side(seen), side(unseen))).toEqual([4, 8]);
});

test("what goes takes its branches along", () => {
  const base = [file("a.js", [[1, 2, 2], [5, 2, 1]]), file("gone.js", [[1, 8, 8]])]; // prettier-ignore
  const head = [file("a.js", [[1, 2, 1]])];
  const made = branchesBeside(side(base, [1]), side(head, []));
  expect([made, hasFallen([11, 12], made)]).toEqual([[1, 2], false]);
});
