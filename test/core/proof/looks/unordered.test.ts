import { expect, test } from "vitest";
import { judgeUnordered } from "../../../../src/core/proof/looks/unordered.ts";

const namesIn = (path: string, head: string, base: string | null = null): string[] =>
  judgeUnordered({ tests: [{ path, base, head }], code: [] }, (words) => words).map(({ approval = "" }) => approval);

test.each([
  [
    "Python",
    "a.py",
    "class A:\n    def test_orders_by_date(self):\n        self.assertCountEqual(\n            plan(), [1])\n        self.assertIn(1, plan())\n",
    "test_orders_by_date",
  ],
  [
    "pytest",
    "a.py",
    "def test_sorted():\n    assert set(plan()) == {1, 2}\n    assert sorted(plan()) == [1, 2]\n",
    "test_sorted",
  ],
  [
    "JavaScript",
    "a.test.ts",
    "it('sorts by date', () => {\n  expect([...plan()].sort()).toEqual([1]);\n  expect(plan).toContain(1);\n});\n",
    "sorts by date",
  ],
  [
    "chai",
    "a.test.js",
    'describe("plan", () => {\n  it("puts urgent ones first, ascending", () => {\n    expect(plan).to.have.members([1, 2]);\n  });\n});\n',
    "puts urgent ones first, ascending",
  ],
  [
    "node:assert",
    "a.test.js",
    "test(`keeps the order`, () => {\n  assert.deepEqual(plan.toSorted(), [1]);\n});\n",
    "keeps the order",
  ],
  [
    "Go",
    "a_test.go",
    "func TestSortsByDate(t *testing.T) {\n\tassert.ElementsMatch(t, want, Plan())\n}\n",
    "TestSortsByDate",
  ],
  [
    "Rust",
    "a.rs",
    "    #[test]\n    fn sorts_by_date() {\n        assert_eq!(HashSet::from(plan()), want);\n    }\n",
    "sorts_by_date",
  ],
  [
    "Java",
    "ATest.java",
    "    @Test\n    public void sortsByDate() {\n        assertThat(plan()).containsExactlyInAnyOrder(1, 2);\n    }\n",
    "sortsByDate",
  ],
])("in %s a test that promises an order and compares without one is asked about", (_, path, text, name) => {
  expect(namesIn(path, text)).toEqual([`unordered ${path} ${name}`]);
  expect(namesIn(path, text, text)).toEqual([]);
});

test.each([
  [
    "compares lists as they come as well",
    "def test_sorted():\n    assert set(plan()) == {1}\n    assert plan() == [1, 2]\n",
  ],
  [
    "compares with what is in order",
    "def test_sorted():\n    assert len(plan()) == 2\n    assert plan() == sorted(plan())\n",
  ],
  ["asks only whether something is there", "def test_sorted():\n    assert 1 in plan()\n"],
  ["is about an order that somebody placed", "def test_order_is_placed():\n    assert set(place()) == {1}\n"],
  ["promises none", "def test_all_are_there():\n    assert set(plan()) == {1}\n"],
])("one that %s is left alone", (_, text) => {
  expect(namesIn("a.py", text)).toEqual([]);
});

test("so is one of JavaScript that compares with a sorted list", () => {
  const text =
    "it('sorts', () => {\n  expect(plan()).toEqual([...plan()].sort());\n  assert.deepEqual(plan(), [...all].sort());\n});\n";
  expect(namesIn("a.test.js", text)).toEqual([]);
});

const ASKED = "def test_names():\n    assert set(cart.names()) == {1, 2}\n";

test.each([
  ["Python", 'def names(self):\n    """The names, sorted, each once."""\n    return 1\n'],
  [
    "Python, on more lines",
    'def names(self):\n    """\n    The names.\n\n    In order of their prices.\n    """\n    return 1\n',
  ],
  ["JavaScript", "/** Sorted names. */\nexport function names() {\n}\n"],
  ["Go", "// names are sorted.\nfunc (c Cart) names() []string {\n}\n"],
  ["Java", "  /**\n   * In ascending order.\n   */\n  public List<String> names() {\n  }\n"],
])("so does what the code's own words promise: %s", (_, head) => {
  const tests = [{ path: "t.py", base: null, head: ASKED }];
  const judged = (base: string | null) =>
    judgeUnordered({ tests, code: [{ path: "c", base, head }] }, (words) => words);
  expect(judged(null).map(({ approval }) => approval)).toEqual(["unordered t.py test_names"]);
  expect(judged(head)).toEqual([]);
});

test("another function's words promise nothing", () => {
  const code = [{ path: "c", base: null, head: 'def prices():\n    """Sorted."""\n\n\ndef names():\n    return 1\n' }];
  expect(judgeUnordered({ tests: [{ path: "t.py", base: null, head: ASKED }], code }, (words) => words)).toEqual([]);
});

test("a line that no one writes by hand costs no time", () => {
  const code = [{ path: "c", base: null, head: "a, ".repeat(100_000) }];
  expect(judgeUnordered({ tests: [{ path: "t.py", base: null, head: ASKED }], code }, (words) => words)).toEqual([]);
});

test.each([
  [
    "a.test.ts",
    "it('sorts', () => {\n  assert.deepEqual(versions.sort(compare), [1, 2]);\n});\n",
    "export const compare = (a, b) => a - b;\n",
  ],
  [
    "test_a.py",
    "def test_sorted():\n    assert sorted(versions, key=cmp_to_key(compare)) == [1, 2]\n",
    "def compare(a, b):\n    return a - b\n",
  ],
])("what is sorted by the change's own code is an order: %s", (path, head, code) => {
  const judged = (text: string) =>
    judgeUnordered({ tests: [{ path, base: null, head }], code: [{ path: "code", base: null, head: text }] }, String);
  expect(judged(code)).toEqual([]);
  expect(judged(code.replace("compare", "other"))).toHaveLength(1);
});
