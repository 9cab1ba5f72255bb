import { expect, it, test } from "vitest";
import { answersAnew, toldOf } from "../../../../src/core/proof/looks/unread.ts";
import type { TestResult } from "../../../../src/schema/report.ts";

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

test.each([
  ["  fn now(&self) -> Duration {\n    self.start.elapsed()\n  }\n", true],
  ["export const id = () => crypto.randomUUID();\n", true],
  ["def token():\n    return secrets.token_hex(16)\n", true],
  ["func (c Clock) Now() time.Time { return time.Now() }\n", true],
  ["def token(n):\n    if n > 3:\n        return random.random()\n    return 2\n", false],
  ["export const total = (rows) => rows.length;\n", false],
  ["def price(n):\n    a = 1\n    b = 2\n    c = 3\n    d = time.time()\n    return n\n", false],
])("only a function that hands on what a clock or lots say answers anew: %j", (text, expected) => {
  expect(answersAnew(text, 1)).toBe(expected);
});
