import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReportReading } from "../../../src/checks/readers/reading.ts";
import { readTap } from "../../../src/checks/readers/tap.ts";
import { sample } from "./samples.ts";

const read = (text: string): ReportReading => readTap(Buffer.from(text));

describe("TAP", () => {
  it.each([
    ["a plan that names more", "1..2\nok 1 - a\n", "a plan names 2 tests, 1 are there"],
    ["no plan", "ok 1 - a\n", "a level has no plan"],
    ["a bail out", "1..1\nok 1 - a\nBail out! disk\n", "Bail out! disk"],
    ["two plans", "1..1\nok 1 - a\n1..1\n", "a level has two plans"],
    ["an open diagnostic", "1..1\nnot ok 1 - a\n  ---\n  name: X\n", "a diagnostic has no end"],
    ["a torn last line", "1..1\nok 1 - a", "the last line is torn"],
    ["a subtest whose plan is wrong", "    ok 1 - x\n    1..2\nok 1 - a\n1..1\n", "a plan names 2 tests, 1 are there"],
    ["nothing run", "1..0\n", "the report holds no test"],
  ])("with %s is incomplete", (_what, text, problem) => {
    const { report, problems } = read(text);
    expect(report.complete).toBe(false);
    expect(problems).toContain(problem);
  });

  it("reads skip and todo directives and names nameless points by number", () => {
    const { report, problems } = read("TAP version 14\n1..3\nok 1 a # SKIP no network\nnot ok 2 b # TODO\nnot ok 3\n");
    expect(problems).toEqual([]);
    expect(report.tests.map(({ id, status }) => [id, status])).toEqual([
      ["::a", "skipped"],
      ["::b", "todo"],
      ["::test 3", "failed"],
    ]);
  });

  it("takes a hook's failure for a fixture's, a time limit for a timeout", () => {
    const point = (type: string): string =>
      `1..1\nnot ok 1 - a\n  ---\n  failureType: '${type}'\n  error: 'x'\n  code: 'ERR_ASSERTION'\n  ...\n`;
    expect(read(point("hookFailed")).report.tests[0]?.failure?.kind).toBe("fixture");
    expect(read(point("testTimeoutFailure")).report.tests[0]?.failure?.kind).toBe("timeout");
    expect(read(point("testCodeFailure")).report.tests[0]?.failure?.kind).toBe("assertion");
  });

  const whole = sample("node-test.tap");

  it("cut anywhere is complete only when every test is still there", () => {
    const { tests } = readTap(whole).report;
    const lengths = Array.from({ length: whole.length }, (_, length) => length);
    const complete = lengths.map((length) => readTap(whole.subarray(0, length)).report).filter((one) => one.complete);
    expect(complete.length).toBeGreaterThan(0);
    for (const report of complete) expect(report.tests).toEqual(tests);
  });

  it("answers for any lines", () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom("ok", "not ok 1 -", "1..3", "  ---", "  ...", "    ok 2", "1..99999999"),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { report, problems } = read(lines.join("\n"));
        expect(report.complete).toBe(problems.length === 0);
      }),
    );
  });
});
