import { expect, test } from "vitest";
import { renderVerdict } from "../../../src/cli/render/verdict.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";

const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.js";
test("total", () => assert.equal(total([{ price: 2, count: 3 }]), 6));
`;
const BASE = {
  "package.json": '{"name":"kinds","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/cart.js":
    "export function total(items) {\n  let sum = 0;\n  for (const item of items) sum += item.price * item.count;\n  return sum;\n}\n",
  "test/cart.test.js": TEST,
};
const REFACTORED = {
  "src/cart.js": "export const total = (items) => items.reduce((sum, { price, count }) => sum + price * count, 0);\n",
};

test("a refactoring is proven by base's tests that notice when the changed code is taken away", async () => {
  const proof = await proveFiles(BASE, REFACTORED, { kind: "refactor" });
  // What shows it is on record.
  expect(proof.runs.R1?.counts.failed).toBeGreaterThan(0);
  expect(proof.verdict.status).toBe("proven");
  expect(proof.red.map(({ id }) => id)).toEqual(["test/cart.test.js::total"]);
  expect(proof.runs.R4?.counts.failed).toBe(1);
  expect([proof.kind, proof.verdict.limits[0]]).toEqual([
    "refactor",
    expect.stringContaining("What no older test looks at") as string,
  ]);
  const page = renderVerdict(proof);
  expect(page).toContain("holds, needs the code: test/cart.test.js::total");
  expect(page).not.toContain("RED→GREEN");
});

test("a refactoring that moves the test along is proven by it under its new name", async () => {
  const head = { ...REFACTORED, "test/cart.test.js": null, "test/total.test.js": TEST };
  const { verdict, red } = await proveFiles(BASE, head, { kind: "refactor" });
  expect([verdict.status, ...red.map(({ id }) => id)]).toEqual(["proven", "test/total.test.js::total"]);
});

test("one that only moves code, and leaves its old name, is proven by tests that miss what was moved", async () => {
  const cart = "class Cart:\n    def total(self):\n        return 6\n";
  const base = {
    "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["."]\n',
    "shop/cart.py": cart,
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total() == 6\n",
  };
  const head = { "shop/basket.py": cart, "shop/cart.py": "from shop.basket import Cart\n" };
  const { verdict, red } = await proveFiles(base, head, { kind: "refactor" });
  expect([verdict.status, ...red.map(({ id }) => id)]).toEqual(["proven", "tests/test_cart.py::test_total"]);
});

test("the same is asked for a test without the word", async () => {
  expect((await proveFiles(BASE, REFACTORED)).findings.map(({ code }) => code)).toEqual(["TESTS_ABSENT"]);
});

test("a refactoring of code that no test reaches is refused", async () => {
  const base = { ...BASE, "src/tax.js": "export const tax = (sum) => sum * 0.19;\n" };
  const head = { "src/tax.js": "const RATE = 0.19;\nexport const tax = (sum) => RATE * sum;\n" };
  const { verdict, findings } = await proveFiles(base, head, { kind: "refactor" });
  expect([verdict.status, ...findings.map(({ code }) => code)]).toEqual(["not_proven", "RED_MISSING"]);
});

test("documentation alone is a refactoring that every test holds, but for the attempt of a run", async () => {
  const base = { ...BASE, "README.md": "# Cart\n" };
  const head = { "README.md": "# The cart\n" };
  const { verdict, findings } = await proveFiles(base, head, { kind: "refactor" });
  expect([verdict.status, ...findings]).toEqual(["proven"]);
  expect(verdict.limits).toContainEqual(expect.stringContaining("No test fails without this change"));
  const attempt = await proveFiles(base, head, { kind: "refactor", isAttempt: true });
  expect(attempt.findings.map(({ code }) => code)).toEqual(["RED_MISSING"]);
  const broken = { ...head, "src/cart.js": "export const total = () => 0;\n" };
  expect((await proveFiles(base, broken, { kind: "refactor" })).verdict.status).toBe("not_proven");
});

test("tests of what is there already ask a person, and nothing else does it for a feature", async () => {
  const head = { "test/more.test.js": TEST.replace('"total"', '"of one"').replace("6", "2 * 3") };
  const { verdict, findings } = await proveFiles(BASE, head, { kind: "refactor" });
  expect([verdict.status, ...findings.map(({ code }) => code)]).toEqual(["person_needed", "ALREADY_PASSING"]);
  expect((await proveFiles(BASE, head)).verdict.status).toBe("not_proven");
});

test("a refactoring that changes what tests see is a regression", async () => {
  const head = { "src/cart.js": "export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);\n" };
  const { verdict, findings } = await proveFiles(BASE, head, { kind: "refactor" });
  expect(verdict.status).toBe("not_proven");
  expect(findings.map(({ code }) => code)).toContain("REGRESSION");
});

test.skipIf(!hasTool("cargo", "--version"))(
  "a fix whose tests stand in the code is seen broken over base's code beside them",
  async () => {
    const tests = (more: string): string =>
      `\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        assert_eq!(sum(&[1, 2]), 3);\n    }\n${more}}\n`;
    const code = (from: string): string => `pub fn sum(all: &[i32]) -> i32 {\n    all.iter().skip(${from}).sum()\n}\n`;
    const crate = { "Cargo.toml": '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n' };
    const more = "\n    #[test]\n    fn adds_one() {\n        assert_eq!(sum(&[4]), 4);\n    }\n";
    const judged = async (before: string, after: string) => {
      const base = { ...crate, "src/lib.rs": before + tests("").replace("&[1, 2]), 3", "&[]), 0") };
      const head = { "src/lib.rs": after + tests(more).replace("&[1, 2]), 3", "&[]), 0") };
      const { verdict, findings } = await proveFiles(base, head, { kind: "fix" });
      return [verdict.status, ...findings.filter(({ severity }) => severity === "error").map((one) => one.code)];
    };
    expect(await judged(code("1"), code("0"))).toEqual(["proven"]);
    expect(await judged(code("0"), code("0").replace("all.iter()", "all.into_iter()"))).toEqual([
      "not_proven",
      "RED_MISSING",
    ]);
  },
);
