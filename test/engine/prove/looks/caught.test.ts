import { expect, it } from "vitest";
import { hasTool } from "../../../support/go.ts";
import { proveFiles } from "../../../support/prove.ts";
import { py } from "../../../support/python.ts";
import type { Files } from "../../../support/repository.ts";

const NODE: Files = {
  "package.json": JSON.stringify({
    name: "fields",
    version: "1.0.0",
    type: "module",
    scripts: { test: "node --test" },
  }),
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "../src/one.js";\n\ntest("one", () => assert.equal(one(), 1));\n',
};
const check = (throws: string): Files => ({
  "src/check.js": `export function check(name, value) {\n  if (${throws}) throw new Error(\`${"${name}"} is short\`);\n  return value;\n}\n`,
  "test/check.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../src/check.js";

const problem = (name, value) => {
  try {
    check(name, value);
    assert.fail(\`${"${name}"} was let through\`);
  } catch (error) {
    return error;
  }
};

test("lets through", () => assert.equal(check("name", "Ada"), "Ada"));
test("refuses", () => assert.match(problem("name", "A").message, /name/));
`,
});

it.each([
  ["false", "person_needed", ["test/check.test.js::refuses"]],
  ["value.length < 2", "proven", undefined],
])("JavaScript that throws where %s", async (throws, status, ids) => {
  const { verdict, findings } = await proveFiles(NODE, check(throws));
  expect([verdict.status, findings.find(({ severity }) => severity === "person")?.ids]).toEqual([status, ids]);
});

const PYTHON: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "one.py": "def one():\n    return 1\n",
  "tests/test_one.py": "from one import one\n\n\ndef test_one():\n    assert one() == 1\n",
};
const refusing = (throws: string): Files => ({
  "check.py": `def check(name, value):\n    if ${throws}:\n        raise ValueError(f"{name} is short")\n    return value\n`,
  "tests/test_check.py": py`
    from check import check


    def problem(name, value):
        try:
            check(name, value)
            raise AssertionError(f"{name} was let through")
        except Exception as error:
            return error


    def test_lets_through():
        assert check("name", "Ada") == "Ada"


    def test_refuses():
        assert "name" in str(problem("name", "A"))
  `,
});

it.each([
  ["False", "person_needed", ["tests/test_check.py::test_refuses"]],
  ["len(value) < 2", "proven", undefined],
])("Python that raises where %s", async (throws, status, ids) => {
  const { verdict, findings } = await proveFiles(PYTHON, refusing(throws));
  const asked = findings.flatMap((one) =>
    one.severity === "person" && one.code === "TEST_HOLLOW" ? (one.ids ?? []) : [],
  );
  expect([verdict.status, asked]).toEqual([status, ids ?? []]);
});

const RUST: Files = {
  "Cargo.toml": '[package]\nname = "bank"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs": "pub fn one() -> i64 { 1 }\n",
  "tests/one.rs": "#[test]\nfn one() { assert_eq!(bank::one(), 1); }\n",
};
const bank = (start: number): Files => ({
  "src/lib.rs":
    'pub fn one() -> i64 { 1 }\n\npub struct Account(i64);\n\nimpl Account {\n    pub fn open(cents: i64) -> Self {\n        assert!(cents >= 0, "negative");\n        Account(cents)\n    }\n    pub fn take(&mut self, cents: i64) -> i64 {\n        assert!(cents <= self.0, "not covered");\n        self.0 -= cents;\n        self.0\n    }\n}\n',
  "tests/account.rs": `use bank::Account;\n\n#[test]\nfn takes() { assert_eq!(Account::open(5).take(3), 2); }\n\n#[test]\n#[should_panic]\nfn refuses() {\n    let mut account = Account::open(${start});\n    account.take(7);\n}\n`,
});

it.skipIf(!hasTool("cargo", "--version")).each([
  [-1, "person_needed", ["tests/account.rs::refuses"]],
  [5, "proven", undefined],
])("Rust that is to panic and begins with %s", { timeout: 120_000 }, async (start, status, ids) => {
  const { verdict, findings } = await proveFiles(RUST, bank(start));
  expect([verdict.status, findings.find(({ severity }) => severity === "person")?.ids]).toEqual([status, ids]);
});
