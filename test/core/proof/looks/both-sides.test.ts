import { expect, test } from "vitest";
import { bothSides } from "../../../../src/core/proof/looks/both-sides.ts";

const found = (path: string, text: string): string[] =>
  bothSides([{ path, text }], new Set(["Free", "free_slots", "freeSlots"])).map(
    ({ line, name, excerpt }) => `${line} ${name} ${excerpt}`,
  );

test.each([
  [
    "Go",
    "a_test.go",
    "func free(in []Slot) []Slot {\n\tsort.Slice(in, less)\n\tvar out []Slot\n\tfor _, s := range Free(in) {\n\t\tif s.Minutes() > 0 {\n\t\t\tout = append(out, s)\n\t\t}\n\t}\n\treturn out\n}\n",
    ["1 Free sort.Slice(in, less)"],
  ],
  [
    "Python",
    "test_a.py",
    "def free(*busy):\n    ordered = sorted(busy)\n    return [slot for slot in free_slots(ordered) if slot.minutes > 0]\n",
    ["1 free_slots ordered = sorted(busy)"],
  ],
  [
    "JavaScript",
    "a.test.js",
    "const free = (...busy) => {\n  const ordered = busy.toSorted((a, b) => a.from - b.from);\n  return freeSlots(ordered).filter((slot) => slot.minutes > 0);\n};\n",
    ["1 freeSlots const ordered = busy.toSorted((a, b) => a.from - b.from);"],
  ],
  [
    "one that only prepares",
    "test_a.py",
    "def free(*busy):\n    ordered = sorted(busy)\n    return free_slots(ordered)\n",
    [],
  ],
  [
    "one that only picks",
    "a.test.js",
    "const free = (busy) => {\n  return freeSlots(busy).filter((slot) => slot.minutes > 0);\n};\n",
    [],
  ],
  [
    "a test",
    "test_a.py",
    "def test_free(busy):\n    ordered = sorted(busy)\n    assert [slot for slot in free_slots(ordered) if slot.minutes] == []\n",
    [],
  ],
  [
    "one of another function",
    "test_a.py",
    "def free(*busy):\n    ordered = sorted(busy)\n    return sorted(other(ordered))\n",
    [],
  ],
])("a helper that prepares and picks: %s", (_what, path, text, expected) => {
  expect(found(path, text)).toEqual(expected);
});
