import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readGoTestJson } from "../../../src/checks/readers/go-test-json.ts";
import type { ReportReading } from "../../../src/checks/readers/reading.ts";
import { sample } from "./samples.ts";

const read = (...events: readonly object[]): ReportReading =>
  readGoTestJson(Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join("")));

describe("go test -json", () => {
  it("calls a test that died with its package failed, by error and not by assertion", () => {
    const { report } = read(
      { Action: "run", Package: "p", Test: "TestA" },
      { Action: "output", Package: "p", Test: "TestA", Output: "panic: boom\n" },
      { Action: "fail", Package: "p", Elapsed: 0 },
    );
    expect(report.tests).toMatchObject([{ id: "p::TestA", status: "failed", failure: { kind: "error" } }]);
  });

  it("calls go's own time limit a timeout", () => {
    const { report } = read(
      { Action: "output", Package: "p", Test: "TestA", Output: "panic: test timed out after 1s\n" },
      { Action: "fail", Package: "p", Test: "TestA" },
      { Action: "fail", Package: "p" },
    );
    expect(report.tests[0]?.failure?.kind).toBe("timeout");
  });

  it("reports a package that does not build as one that cannot be loaded", () => {
    const { report, problems } = read(
      { Action: "output", Package: "p", Output: "FAIL\tp [build failed]\n" },
      { Action: "fail", Package: "p" },
    );
    expect(problems).toEqual([]);
    expect(report.fileErrors).toMatchObject([
      { file: "p", message: expect.stringContaining("build failed") as string },
    ]);
  });

  it("is incomplete while a package has no end, and when a line is none of its own", () => {
    expect(read({ Action: "pass", Package: "p", Test: "TestA" }).problems).toEqual(["package p has no end"]);
    const { problems } = readGoTestJson(Buffer.from("# command-line-arguments\n"));
    expect(problems).toContain("a line is no test event");
  });

  const whole = sample("go-test.ndjson");

  it("of one package is never complete when it is cut anywhere", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(readGoTestJson(whole.subarray(0, length)).report.complete).toBe(false);
      }),
    );
  });

  it("answers for any lines", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (lines) => {
        expect(readGoTestJson(Buffer.from(lines.join("\n"))).report.complete).toBe(false);
      }),
    );
  });
});
