import { expect, test } from "vitest";
import { judgeFarOff } from "../../../../src/core/proof/looks/far-off.ts";

const asked = (head: string, base: string | null = null): string[] =>
  judgeFarOff({ tests: [{ path: "t", base, head }], code: [] }, (words) => words).map(({ message }) => message);

test.each([
  "    assert abs(c.discounted(10) - 450) < 200",
  "    assert abs(450 - c.discounted(10)) <= 200",
  "    self.assertLess(abs(total() - 450.0), 200)",
  "  assert.ok(Math.abs(total(cart) - 1_000) < 300);",
  "  expect(Math.abs(total() - 450)).toBeLessThan(200);",
  "  if math.Abs(got-450) > 200 {",
  "  if diff := got - 450; diff > 200 || diff < -200 {",
  "  assert!((discounted(&lines(), 10) - 539).abs() < 200);",
  "  assert!((ratio() - 2.0_f64).abs() < 0.5);",
  "  assertTrue(Math.abs(cart.total() - 450) < 200);",
  "  assertThat(Math.abs(cart.total() - 450)).isLessThan(200);",
  "    assert math.isclose(c.discounted(10) - 450, 0, abs_tol=200)",
])("a distance that lets a quarter go asks: %s", (line) => {
  expect(asked(line)).toHaveLength(1);
  expect(asked(line, line)).toEqual([]);
});

test.each([
  ["is small", "    assert abs(total() - 450) < 1"],
  ["is from nothing", "    assert abs(total() - 0) < 200"],
  ["is between two answers", "    assert abs(total() - other()) < 200"],
  ["is none", "    self.assertEqual(abs(-450), 450)"],
  ["is of time", "    elapsed = time.time() - start\n    assert abs(elapsed - 2) < 1"],
  ["is drawn", "    hits = sum(random() < 0.5 for _ in range(100))\n    assert abs(hits - 50) < 25"],
])("one that %s does not", (_, text) => {
  expect(asked(text)).toEqual([]);
});

test("in the code only its tests are read", () => {
  const code = "fn near(x: i64) -> bool {\n    (x - 450).abs() < 200\n}\n";
  const tests =
    "#[cfg(test)]\nmod tests {\n    fn discounts() {\n        assert!((off() - 450).abs() < 200);\n    }\n}\n";
  const head = `${code}${tests}`;
  const found = judgeFarOff({ tests: [], code: [{ path: "lib.rs", base: null, head }] }, (words) => words);
  expect(found.map(({ message }) => message.split(" ")[0])).toEqual(["lib.rs:7"]);
  expect(judgeFarOff({ tests: [], code: [{ path: "lib.rs", base: null, head: code }] }, String)).toEqual([]);
});

test("a line that no one writes by hand costs no time", () => {
  expect(asked(`assert abs(${"abs(x - 450".repeat(20_000)}`)).toEqual([]);
});
