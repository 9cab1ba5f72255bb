import { expect, test } from "vitest";
import { retriedIn } from "../../../../src/core/proof/looks/retried.ts";

const once = (path: string, head: string): string | null => retriedIn([{ path, base: null, head }])[0]?.text ?? null;

test.each([
  [
    "Python",
    "test_a.py",
    "    for _ in range(5):\n        if total() == 450:\n            return\n    fail()\n",
    "            return\n        break\n    fail()\n",
  ],
  [
    "Python, by a name",
    "test_a.py",
    "for n in range(5):\n    got = total()\n    if got == wanted(450):\n        break\n",
    "        break\n    break\n",
  ],
  [
    "JavaScript",
    "a.test.js",
    "for (let n = 0; n < 5; n++) {\n  if (check()) return true;\n}\n",
    "return true;\n  if (true) { break; }\n}",
  ],
  [
    "JavaScript, in one line",
    "a.test.js",
    "const until = (check) => { for (let i = 0; i < 5; i++) { if (check()) return true; } return false; };",
    "return true;  if (true) { break; } } return false",
  ],
  [
    "a loop without an end",
    "a.test.ts",
    "while (true) {\n  const got = ask();\n  if (isGood(got)) break;\n}\n",
    "break;\n  if (true) { break; }\n}",
  ],
  [
    "Go",
    "a_test.go",
    "\tfor i := 0; i < 5; i++ {\n\t\tif Total() == 450 {\n\t\t\treturn\n\t\t}\n\t}\n",
    "\t\t}\n\t\tif (true) { break; }\n\t}\n",
  ],
  [
    "Rust",
    "tests/a.rs",
    "    for _ in 0..5 {\n        if total() == 450 {\n            return;\n        }\n    }\n",
    "        }\n        if (true) { break; }\n    }\n",
  ],
  [
    "Java",
    "ATest.java",
    "    for (int i = 0; i < 5; i++) {\n      if (total() == 450) return;\n    }\n",
    "return;\n      if (true) { break; }\n    }\n",
  ],
  ["any of several answers", "test_a.py", "assert any(total() == 450 for _ in range(5))\n", "for _ in range(1))"],
  ["one among several answers", "test_a.py", "assert 450 in [total() for _ in range(tries)]\n", "for _ in range(1)]"],
  ["some of an array", "a.test.js", "assert(Array.from({ length: 5 }, () => total()).includes(450));", "{ length: 1 }"],
  [
    "what an array has to contain",
    "a.test.js",
    "expect(Array.from({ length: 5 }, () => total())).toContain(450);",
    "{ length: 1 }",
  ],
  ["any of a stream", "ATest.java", "assertTrue(IntStream.range(0, 5).anyMatch(i -> total() == 450));", "range(0, 1)"],
])("who asks until the answer pleases asks once: %s", (_, path, text, expected) => {
  expect(once(path, text)).toContain(expected);
});

test.each([
  ["over rows", "for row in rows:\n    if total(row) == 450:\n        return\n"],
  ["whose count the code is given", "for n in range(5):\n    if total(n) == 450:\n        return\n"],
  ["that waits", "for _ in range(5):\n    if job.done():\n        return\n    time.sleep(0.1)\n"],
  ["that takes the next of something", "for _ in range(5):\n    if next(rows) == 450:\n        return\n"],
  [
    "that goes on from what it had",
    "for _ in range(5):\n    state = step(state)\n    if is_over(state):\n        break\n",
  ],
  ["that does something each time", "for _ in range(5):\n    game.step()\n    if game.over():\n        break\n"],
  ["that is left with a failure", "for _ in range(5):\n    if total() != 450:\n        fail()\n        return\n"],
  ["all of whose answers have to hold", "assert all(total() == 450 for _ in range(5))\n"],
])("a loop %s stays", (_, text) => {
  expect(once("test_a.py", text)).toBeNull();
});

test("a line that no one writes by hand costs no time", () => {
  expect(once("a.test.js", `while (a) {${"if (f(".repeat(20_000)}`)).toBeNull();
});
