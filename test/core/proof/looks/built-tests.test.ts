import { expect, it } from "vitest";
import { builtIn, underWritten, writtenFor } from "../../../../src/core/proof/looks/built-tests.ts";
import { suiteRun } from "../../../support/suite-run.ts";

const from = (files: readonly string[], paths: readonly string[]): [string, string][] => {
  const { report } = suiteRun(Object.fromEntries(files.map((file) => [`${file}::a`, "passed"])));
  const known = new Set(paths);
  return [...writtenFor(builtIn(report, known), known)];
};

it("a test that was built stands under the file that it is written in, the nearest of its name", () => {
  expect(from(["dist/test/a.test.js"], ["src/test/a.test.ts", "src/a.ts"])).toEqual([
    ["dist/test/a.test.js", "src/test/a.test.ts"],
  ]);
  expect(from(["lib/cart/a.test.mjs"], ["src/shop/a.test.ts", "src/cart/a.test.mts"])).toEqual([
    ["lib/cart/a.test.mjs", "src/cart/a.test.mts"],
  ]);
  const run = suiteRun({ "dist/a.test.js::adds > two": "passed" });
  expect(underWritten(run, new Map([["dist/a.test.js", "src/a.test.ts"]])).report.tests[0]).toMatchObject({
    id: "src/a.test.ts::adds > two",
    file: "src/a.test.ts",
  });
});

it("nothing is guessed: of several that it may come of, of one that several come of, or of another kind", () => {
  expect(from(["dist/a.test.js"], ["one/a.test.ts", "two/a.test.ts"])).toEqual([]);
  expect(from(["dist/esm/a.test.js", "dist/cjs/a.test.js"], ["src/a.test.ts"])).toEqual([]);
  expect(from(["dist/a.test.js"], ["src/a.test.py", "docs/a.test.md"])).toEqual([]);
  expect(from(["test/a.test.js"], ["test/a.test.js", "src/test/a.test.ts"])).toEqual([]);
});
