import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJunit } from "../../../src/checks/readers/junit.ts";
import type { ReportReading } from "../../../src/checks/readers/reading.ts";
import { sample } from "./samples.ts";

const read = (xml: string): Promise<ReportReading> => readJunit([Buffer.from(xml)]);

/** Surefire 2.22.3 with `rerunFailingTestsCount` 3, without its properties. */
const SUREFIRE_AGAIN = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="shop.FlakyTest" time="0.027" tests="8" errors="4" skipped="0" failures="2">
  <testcase name="steady" classname="shop.FlakyTest" time="0.001"/>
  <testcase name="lucky" classname="shop.FlakyTest" time="0">
    <flakyFailure message="expected:&lt;3&gt; but was:&lt;1&gt;" type="java.lang.AssertionError">
      <stackTrace><![CDATA[java.lang.AssertionError: expected:<3> but was:<1>
  at shop.FlakyTest.lucky(FlakyTest.java:6)
]]></stackTrace>
    </flakyFailure>
    <flakyFailure message="expected:&lt;3&gt; but was:&lt;2&gt;" type="java.lang.AssertionError">
      <stackTrace><![CDATA[java.lang.AssertionError: expected:<3> but was:<2>
  at shop.FlakyTest.lucky(FlakyTest.java:6)
]]></stackTrace>
    </flakyFailure>
  </testcase>
  <testcase name="wrong" classname="shop.FlakyTest" time="0">
    <error message="no" type="java.lang.IllegalStateException">java.lang.IllegalStateException: no
  at shop.FlakyTest.wrong(FlakyTest.java:8)
</error>
    <rerunError message="no" type="java.lang.IllegalStateException">
      <stackTrace>java.lang.IllegalStateException: no
  at shop.FlakyTest.wrong(FlakyTest.java:8)
</stackTrace>
    </rerunError>
    <rerunError message="no" type="java.lang.IllegalStateException">
      <stackTrace>java.lang.IllegalStateException: no
  at shop.FlakyTest.wrong(FlakyTest.java:8)
</stackTrace>
    </rerunError>
    <rerunError message="no" type="java.lang.IllegalStateException">
      <stackTrace>java.lang.IllegalStateException: no
  at shop.FlakyTest.wrong(FlakyTest.java:8)
</stackTrace>
    </rerunError>
  </testcase>
</testsuite>`;

describe("JUnit XML", () => {
  it.each([
    ["tests", `<testsuite tests="2"><testcase name="a" classname="f"/></testsuite>`],
    ["failures", `<testsuite failures="0"><testcase name="a" classname="f"><failure/></testcase></testsuite>`],
    ["errors", `<testsuite errors="1"><testcase name="a" classname="f"/></testsuite>`],
    ["skipped", `<testsuite skipped="1"><testcase name="a" classname="f"/></testsuite>`],
    ["tests", `<testsuite tests="NaN"><testcase name="a" classname="f"/></testsuite>`],
  ])("with a wrong number of %s is incomplete, and the report says so", async (attribute, xml) => {
    const { report, problems } = await read(xml);
    expect(report.complete).toBe(false);
    expect(problems[0]).toContain(`${attribute}="`);
    expect(report.tests).toHaveLength(1);
  });

  it("recounts nested suites as a whole or by direct children, as the tools do", async () => {
    const inner = `<testsuite name="i" tests="2"><testcase name="a" classname="f"/><testcase name="b" classname="f"/></testsuite>`;
    expect((await read(`<testsuites tests="2">${inner}</testsuites>`)).problems).toEqual([]);
    expect((await read(`<testsuites tests="1">${inner}</testsuites>`)).problems).toEqual([]);
    expect((await read(`<testsuites tests="3">${inner}</testsuites>`)).problems).toHaveLength(1);
  });

  it.each([
    ["another document", "<html/>", /no JUnit report/],
    ["an unknown entity", `<testsuite><testcase name="&x;"/></testsuite>`, /undefined entity/],
    [
      "a test case in a test case",
      `<testsuite><testcase name="a"><testcase name="b"/></testcase></testsuite>`,
      /inside/,
    ],
    [
      "text after the end",
      `<testsuite><testcase name="a"/></testsuite><testsuite/>`,
      /documents may contain only one root|root/,
    ],
    ["deep nesting", `${"<testsuite>".repeat(100)}`, /nested deeper/],
  ])("refuses %s", async (_what, xml, why) => {
    const { report, problems } = await read(xml);
    expect(report.complete).toBe(false);
    expect(problems.join("\n")).toMatch(why);
  });

  it("believes an attribute that says that a test failed or was skipped, where no element does", async () => {
    const one = (name: string, words: string): string => `<testcase name="${name}" classname="f" ${words}/>`;
    const cases = [
      one("a", 'status="failed"'),
      one("b", 'result="failure"'),
      one("c", 'status="run" result="completed"'),
      one("d", 'status="notrun" result="suppressed"'),
      one("e", 'result="skipped"'),
    ];
    const { report, problems } = await read(`<testsuite tests="5" failures="2">${cases.join("")}</testsuite>`);
    expect(problems).toEqual([]);
    expect(report.tests.map(({ status }) => status)).toEqual(["failed", "failed", "passed", "skipped", "skipped"]);
    expect(report.tests[0]?.failure).toEqual({ kind: "error", name: "Error", message: 'status="failed"' });
    const denied = await read(`<testsuite tests="1" failures="0">${one("a", 'status="failed"')}</testsuite>`);
    expect(denied.report.complete).toBe(false);
  });

  it("numbers repeated ids in order of appearance", async () => {
    const { report } = await read(`<testsuite>${`<testcase name="a" classname="f"/>`.repeat(3)}</testsuite>`);
    expect(report.tests.map(({ id }) => id)).toEqual(["f::a", "f::a #2", "f::a #3"]);
  });

  it("reads jest-junit and gotestsum", async () => {
    const { report, problems } = await read(
      `<testsuites name="jest tests" tests="2" failures="1" errors="0"><testsuite name="s" errors="0" failures="1" skipped="0" tests="2">
       <testcase classname="s adds" name="s adds" file="test/a.test.js" time="0.1"/>
       <testcase classname="s fails" name="s fails" file="test/a.test.js"><failure>Error: Exceeded timeout of 5 ms for a test.</failure></testcase>
       </testsuite></testsuites>`,
    );
    expect(problems).toEqual([]);
    expect(report.tests).toMatchObject([
      { id: "test/a.test.js::s adds", status: "passed", durationMs: 100 },
      { id: "test/a.test.js::s fails", failure: { kind: "timeout" } },
    ]);
  });

  const whole = sample("vitest-junit.xml");

  it("tells how often Surefire tried a test that passed at last, and counts each try as Surefire does", async () => {
    const { report, problems } = await read(SUREFIRE_AGAIN);
    expect([problems, report.complete]).toEqual([[], true]);
    expect(report.tests.map(({ id, status, tries }) => [id, status, tries])).toEqual([
      ["shop.FlakyTest::steady", "passed", undefined],
      ["shop.FlakyTest::lucky", "passed", 3],
      ["shop.FlakyTest::wrong", "failed", undefined],
    ]);
    const fewer = await read(SUREFIRE_AGAIN.replace('tests="8"', 'tests="7"'));
    expect(fewer.report.complete).toBe(false);
  });

  it("is never complete when it is cut anywhere", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.toString().trimEnd().length - 1 }), async (length) => {
        expect((await readJunit([whole.subarray(0, length)])).report.complete).toBe(false);
      }),
    );
  });

  it("reads the same however it is split into chunks", async () => {
    const expected = await readJunit([whole]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
        const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
          whole.subarray(index * size, (index + 1) * size),
        );
        expect(await readJunit(chunks)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it("answers for any bytes, with a problem", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await readJunit([bytes])).problems.length).toBeGreaterThan(0);
      }),
    );
  });
});
