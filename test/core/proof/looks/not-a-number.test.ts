import { expect, it } from "vitest";
import { noticingNaN } from "../../../../src/core/proof/looks/not-a-number.ts";

it.each([
  ["if math.Abs(got-want) > 1e-9 {", "if !(math.Abs(got-want) <= 1e-9) {"],
  ["if d := math.Abs(f(a, g(b)) - want); d > eps {", "if d := math.Abs(f(a, g(b)) - want); !(d <= eps) {"],
  ["if math.Abs(got-want) >= eps*2 || x {", "if !(math.Abs(got-want) < eps*2) || x {"],
  [
    "if (Math.abs(a - b) > Number.EPSILON) throw new Error();",
    "if (!(Math.abs(a - b) <= Number.EPSILON)) throw new Error();",
  ],
  ["assert.ok(!(Math.abs(a - b) > limit(a)), 'far')", "assert.ok(!(!(Math.abs(a - b) <= limit(a))), 'far')"],
  ["if math.Abs(got-want) < 1e-9 {", null],
  ["expect(Math.abs(a)).toBe(1)", null],
  ["if (2 * Math.abs(a - b) > limit) throw new Error();", null],
  ["if 1 + math.Abs(a-b) > e {", null],
  [
    "if math.Abs(a-b) > e { t.Error() }\nif math.Abs(c) > e { t.Error() }",
    "if !(math.Abs(a-b) <= e) { t.Error() }\nif !(math.Abs(c) <= e) { t.Error() }",
  ],
])("%s", (text, wanted) => {
  expect(noticingNaN(text, "!")).toBe(wanted);
});

it.each([
  ["    if abs(a - b) > 1e-9:\n", "    if not (abs(a - b) <= 1e-9):\n"],
  ["    assert not abs(a - b) > eps and ok\n", "    assert not not (abs(a - b) <= eps) and ok\n"],
  ["    assert not abs(a - b) > eps\n", "    assert not not (abs(a - b) <= eps)\n"],
])("%s", (text, wanted) => {
  expect(noticingNaN(text, "not ")).toBe(wanted);
});
