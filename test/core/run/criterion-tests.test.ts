import { describe, expect, it } from "vitest";
import { testsAbout, textOfTest } from "../../../src/core/run/criterion-tests.ts";

const FILE = `import { sum } from "../src/sum.js";
test("adds up", () => assert.equal(sum([1, 2, 3]), 6));
test("adds up to nothing", () => assert.equal(sum([]), 0));
test("has a form with a field for the e-mail address", () => assert.match(page(), /<form/));
test("refuses percents above a hundred", () => assert.throws(() => discounted(200, 101)));
`;
const IDS = [...FILE.matchAll(/test\("([^"]+)"/g)].map(([, title]) => `test/a.test.js::all > ${title}`);
const SPOKEN = IDS.map((id) => ({ id, text: textOfTest(id, FILE, IDS) }));
const about = (criterion: string): string[] => testsAbout(criterion, SPOKEN).map((id) => id.split(" > ").at(-1) ?? "");

describe("H3A-14 a criterion names the tests that are about it", () => {
  it("a test's text ends where the next one begins, and a title that begins another is not taken for it", () => {
    expect(SPOKEN[0]?.text).toContain("sum([1, 2, 3])");
    expect(SPOKEN[0]?.text).not.toContain("sum([])");
    expect(SPOKEN[1]?.text).toContain("sum([])");
    expect(textOfTest("test/a.test.js::elsewhere", FILE, IDS)).toBe("");
    expect(textOfTest("tests/test_a.py::test_x[1-2]", "def test_x(n):\n    assert n\n", [])).toContain("assert n");
  });

  it.each([
    ["sum([1, 2, 3]) is 6", ["adds up"]],
    ["sum([]) is 0", ["adds up to nothing"]],
    ["the page holds a form with a field for the e-mail address", ["has a form with a field for the e-mail address"]],
    ["percents above a hundred are refused", ["refuses percents above a hundred"]],
    ["the form is labelled", []],
    ["every key is documented", []],
    ["it is so", []],
  ])("%s", (criterion, titles) => {
    expect(about(criterion)).toEqual(titles);
  });
});
