import { expect, test } from "vitest";
import { judgeOnlyThere } from "../../../../src/core/proof/looks/only-there.ts";

const asked = (path: string, head: string, base: string | null = null): string[] =>
  judgeOnlyThere([{ path, base, head }], (words) => words).map(({ message }) => message);

const python = (names: readonly string[], body: string): string =>
  names.map((name) => `def ${name}():\n    report = backup(a, b)\n    ${body}\n\n\n`).join("");
const NAMES = ["test_unwritable_target", "test_differing_copy"];
const RIGHT = "def test_copies():\n    assert backup(a, b).copied == ['a']\n";

test.each([
  "assert report is not None",
  "assert isinstance(report, Report)",
  "assert report",
  "self.assertIsNotNone(report)",
])("two tests of Python that look no closer ask: %s", (body) => {
  const text = python(NAMES, body) + RIGHT;
  expect(asked("test_a.py", text)).toEqual([
    "test_a.py: 2 of 3 new tests look only whether something is there, or of a kind (test_unwritable_target; test_differing_copy); compare it with what is right",
  ]);
  expect(asked("test_a.py", text, text)).toEqual([]);
});

test.each(["expect(report).toBeDefined();", "expect(report).toBeInstanceOf(Report);", "assert.ok(report);"])(
  "so do those of JavaScript: %s",
  (body) => {
    const text = ["unwritable target", "differing copy"]
      .map((name) => `it("${name}", () => {\n  const report = backup(a, b);\n  ${body}\n});\n`)
      .join("");
    expect(asked("a.test.js", text)).toHaveLength(1);
  },
);

test.each<[string, string]>([
  ["one alone", python(NAMES.slice(0, 1), "assert report is not None")],
  ["a few among many", python(NAMES, "assert report is not None") + RIGHT.replace("copies", "b").repeat(5)],
  ["tests that look at it beside that", python(NAMES, "assert report is not None\n    assert report.bytes == 9")],
  ["tests of what is there, by their names", python(["test_creates_report", "test_type"], "assert report is not None")],
  ["tests that ask nothing", python(NAMES, "print(report)")],
])("%s: not asked", (_, text) => {
  expect(asked("test_a.py", text)).toEqual([]);
});
