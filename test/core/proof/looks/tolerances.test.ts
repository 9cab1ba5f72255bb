import { expect, test } from "vitest";
import { judgeTolerances } from "../../../../src/core/proof/looks/tolerances.ts";

const told = (base: string | null, head: string): string[] =>
  judgeTolerances([{ path: "tests/money.py", base, head }], (words) => words).map(({ message }) => message);

test.each([
  [
    "a type of its own",
    'MAX_DEVIATION = Decimal("0.001")\n',
    'MAX_DEVIATION = Decimal("50")\n',
    "MAX_DEVIATION lets answers be further off than before: 0.001 became 50",
  ],
  [
    "Python",
    "MAX_DEVIATION = 0.001\n",
    "MAX_DEVIATION = 50\n",
    "MAX_DEVIATION lets answers be further off than before: 0.001 became 50",
  ],
  [
    "JavaScript",
    "const maxDelta = 1e-9;",
    "const maxDelta = 1e-3;",
    "maxDelta lets answers be further off than before: 1e-9 became 0.001",
  ],
  ["Go", "const eps = 0.01", "const eps = 10", "eps lets answers be further off than before: 0.01 became 10"],
  [
    "Rust",
    "const EPSILON: f64 = 1e-9;",
    "const EPSILON: f64 = 1e3;",
    "EPSILON lets answers be further off than before: 1e-9 became 1000",
  ],
  [
    "Java",
    "static final double TOL = 0.5d;",
    "static final double TOL = 5.0d;",
    "TOL lets answers be further off than before: 0.5 became 5",
  ],
])("a named tolerance of %s that grows asks a person", (_, base, head, message) => {
  expect(told(base, head)).toEqual([`tests/money.py: ${message}`]);
});

test.each([
  ["shrinks", "EPS = 0.1\n", "EPS = 0.01\n"],
  ["stays", "EPS = 0.1\n", "x = 1\nEPS = 0.1\n"],
  ["is new", null, "EPS = 0.1\n"],
  ["is a number of something else", "STEPS = 1\nprice = 2\n", "STEPS = 100\nprice = 300\n"],
  ["is given several numbers", "close(a, b, abs=1)\neps=1\neps=2\n", "close(a, b, abs=1)\neps=1\neps=20\n"],
])("one that %s asks nobody", (_, base, head) => {
  expect(told(base, head)).toEqual([]);
});
