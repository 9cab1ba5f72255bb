import { expect, it } from "vitest";
import { toldOf } from "../../../src/core/proof/unread.ts";
import type { TestResult } from "../../../src/schema/report.ts";

const result = (id: string, message: string | null): TestResult => ({
  id,
  file: "a.test.js",
  durationMs: 1,
  ...(message === null
    ? { status: "passed" }
    : { status: "failed", failure: { kind: "error", name: "Error", message: `Error: ${message}` } }),
});

it("names the functions that tests are told of, each with its tests", () => {
  const told = toldOf([
    result("one", "baton: src/a.js:3 total answers otherwise"),
    result("two", "baton: src/a.js:3 total answers otherwise\n  at a.js"),
    result("three", "baton: src/b.go:7 *Cart.Add answers otherwise"),
    result("four", "expected 3"),
    result("five", null),
  ]);
  expect(told).toEqual([
    { path: "src/a.js", line: 3, symbol: "total", ids: ["one", "two"] },
    { path: "src/b.go", line: 7, symbol: "*Cart.Add", ids: ["three"] },
  ]);
});
