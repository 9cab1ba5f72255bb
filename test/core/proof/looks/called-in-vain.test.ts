import { expect, test } from "vitest";
import { calledInVain } from "../../../../src/core/proof/looks/called-in-vain.ts";

const ADDED = new Set(["importContacts", "import_contacts"]);

test("tests that hold whatever the code does, and call what the change adds, are named with that", () => {
  const text = `test("merges", async () => {
  await importContacts(rows, book);
  assert.equal(merged.length, 2);
});

test("leaves base's alone", () => {
  importContacts([], book);
});

test("adds", () => {
  old(rows);
});
`;
  const ids = ["a.test.js::merges", "a.test.js::leaves base's alone", "a.test.js::adds", "b.test.js::merges"];
  expect(calledInVain([{ path: "a.test.js", text }], ids, ADDED)).toEqual([
    { path: "a.test.js", ids: ["a.test.js::merges"], names: ["importContacts"] },
  ]);
});

test("what stands in a test below counts for that alone", () => {
  const text = `def test_merges():
    assert len(MERGED) == 2


def test_updates():
    import_contacts(ROWS)
    assert ROWS[0]
`;
  const ids = ["t.py::test_merges", "t.py::test_updates"];
  expect(calledInVain([{ path: "t.py", text }], ids, ADDED)).toMatchObject([{ ids: ["t.py::test_updates"] }]);
});
