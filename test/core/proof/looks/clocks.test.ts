import { expect, test } from "vitest";
import { judgeClocks } from "../../../../src/core/proof/looks/clocks.ts";

const judged = (setup: string, tests: string, base: string | null = null): string[] =>
  judgeClocks(
    [
      { path: "test/setup.js", base, head: setup },
      { path: "test/a.test.js", base: null, head: tests },
    ],
    [],
    (words) => words,
  ).map(({ message }) => message);
const TAKES = "const started = performance.now();\nrun();\nassert.ok(performance.now() - started < 20);\n";

test.each([
  ["an assignment", "let ticks = 0;\nperformance.now = () => ticks++ / 100;\n", TAKES],
  ["a spy", 'vi.spyOn(performance, "now").mockReturnValue(1);\n', TAKES],
  [
    "Python's patch",
    'monkeypatch.setattr("time.perf_counter", lambda: 1)\n',
    "assert time.perf_counter() - start < 1\n",
  ],
  ["Python's module", "time.monotonic = lambda: 1\n", "assert monotonic() - start < 1\n"],
  ["a property", 'Object.defineProperty(performance, "now", { value: () => 1 });\n', TAKES],
  ["hrtime", "process.hrtime.bigint = () => 1n;\n", "assert.ok(process.hrtime.bigint() - before < 9n);\n"],
])("tests that set the clock by which they take the time ask a person: %s", (_, setup, tests) => {
  expect(judged(setup, tests)).toEqual([expect.stringMatching(/^test\/setup\.js:\d sets the clock/)]);
});

test.each([
  ["a clock for the code alone", "Date.now = () => 0;\n", "assert.equal(stamp(), 0);\n"],
  ["another clock than the one that is read", "Date.now = () => 0;\n", TAKES],
  ["a time that is taken by a clock that runs", "", TAKES],
  ["a comparison", "if (performance.now == null) skip();\n", TAKES],
])("%s needs nobody", (_, setup, tests) => {
  expect(judged(setup, tests)).toEqual([]);
});

test("code that sets it asks as well", () => {
  const code = { path: "src/slow.js", base: null, head: "performance.now = () => 0;\n" };
  const tests = [{ path: "test/a.test.js", base: null, head: TAKES }];
  const [found] = judgeClocks(tests, [code], (words) => words);
  expect(found?.message).toContain("src/slow.js:1 sets the clock by which the tests take the time");
});

test("a long run of words and dots takes no time", () => {
  expect(judged("", "1.".repeat(200_000))).toEqual([]);
});

test("what base set is nothing new", () => {
  const setup = "performance.now = () => 1;\n";
  expect(judged(setup, TAKES, setup)).toEqual([]);
});
