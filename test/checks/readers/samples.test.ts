import { describe, expect, it } from "vitest";
import { outline, readSample } from "./samples.ts";

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "TEST-junit-jupiter.xml": [
    "CalcTest::divides() | passed",
    "CalcTest::fails() | failed | assertion | AssertionFailedError",
    "CalcTest::skipped() | skipped",
  ],
  "cargo-junit.xml": ["tests::divides | passed", "tests::fails | failed | assertion | Error"],
  "go-test.ndjson": [
    "example.com/calc::TestDiv | passed",
    "example.com/calc::TestDiv > ok | passed",
    "example.com/calc::TestSkip | skipped",
    "example.com/calc::TestFails | failed | assertion | TestFailed",
  ],
  "node-test-junit.xml": [
    "::calc > adds | passed",
    "::calc > divides | passed",
    "::fails on purpose | failed | assertion | Error",
    "::skipped | skipped",
    "::todo | todo",
  ],
  "node-test.tap": [
    "::calc > adds | passed",
    "::calc > divides | passed",
    "::fails on purpose | failed | assertion | AssertionError",
    "::skipped | skipped",
    "::todo | todo",
  ],
  "playwright-junit.xml": [
    "order.spec.ts::order form is usable | passed",
    "order.spec.ts::bad page has a title | failed | assertion | Error",
    "order.spec.ts::skipped | skipped",
  ],
  "pytest-junit.xml": [
    "tests.test_discount::test_subtotal | passed",
    "tests.test_discount::test_negative | passed",
    "tests.test_discount::test_total[lines0-9000] | passed",
    "tests.test_discount::test_total[lines1-9999] | passed",
    "tests.test_discount::test_label | passed",
    "tests.test_discount::test_skipped | skipped",
    "tests.test_discount::test_xfail | xfail",
  ],
  "pytest-kinds-junit.xml": [
    "err.test_attr::test_attr | failed | error | AttributeError",
    "err.test_attr::test_assert | failed | assertion | AssertionError",
    "err.test_attr::test_raise | failed | error | RuntimeError",
    "err.test_attr::test_setup | failed | fixture | Error",
  ],
  "vitest-junit.xml": [
    "test/discount.test.ts::subtotal > adds lines | passed",
    "test/discount.test.ts::subtotal > rejects a negative quantity | passed",
    "test/discount.test.ts::total > gives 10% off at the threshold | passed",
    "test/discount.test.ts::total > gives nothing below it | passed",
    "test/discount.test.ts::label > formats | passed",
    "test/discount.test.ts::label > formats zero | skipped",
    "test/discount.test.ts::label > skipped one | skipped",
  ],
  "vitest-kinds-junit.xml": [
    "kinds/k.test.ts::assertion | failed | assertion | AssertionError",
    "kinds/k.test.ts::node assert | failed | assertion | AssertionError",
    "kinds/k.test.ts::not a function | failed | error | TypeError",
    "kinds/k.test.ts::plain throw | failed | error | Error",
    "kinds/k.test.ts::timeout | failed | timeout | Error",
    "kinds/k.test.ts::no assertion at all | passed",
  ],
};

describe("reports that real tools wrote", () => {
  it.each(Object.entries(EXPECTED))("%s is read whole, test by test", async (name, tests) => {
    const reading = await readSample(name);
    expect(reading.problems).toEqual([]);
    expect(reading.report.complete).toBe(true);
    expect(outline(reading)).toEqual(tests);
  });

  it("tells vitest's files that do not load from tests, though they are written as test cases", async () => {
    const { report } = await readSample("vitest-kinds-junit.xml");
    expect(report.fileErrors.map(({ file }) => file)).toEqual(["kinds/imp.test.ts", "kinds/syn.test.ts"]);
    expect(report.fileErrors[0]?.message).toContain("Cannot find module '../src/nothere.js'");
    expect(report.fileErrors[1]?.message).not.toContain("\u001b");
  });

  it("finds the exception behind pytest's collection failure", async () => {
    const { report } = await readSample("pytest-errors-junit.xml");
    expect(report.tests).toEqual([]);
    expect(report.fileErrors).toMatchObject([{ file: "err.test_err", name: "ImportError" }]);
  });
});

describe("hostile reports", () => {
  it.each([
    ["truncated-junit.xml", /unclosed tag/],
    ["zero-tests-junit.xml", /no test case/],
    ["entity-bomb-junit.xml", /document type/],
  ])("%s is never complete and says why", async (name, why) => {
    const { report, problems } = await readSample(name);
    expect(report.complete).toBe(false);
    expect(problems.join("\n")).toMatch(why);
  });
});
