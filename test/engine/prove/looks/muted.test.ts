import { describe, expect, it } from "vitest";
import type { ProofData } from "../../../../src/schema/proof.ts";
import { proveFiles } from "../../../support/prove.ts";
import type { Files } from "../../../support/repository.ts";

const OLD = `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "../src/add.js";

test("adds", () => {
  assert.equal(add(1, 2), 3);
});
`;
const JAVASCRIPT: Files = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "src/add.js": "export const add = (a, b) => a + b;\n",
  "test/add.test.js": OLD,
};
const FEATURE: Files = {
  "src/sub.js": "export const sub = (a, b) => a - b;\n",
  "test/sub.test.js": OLD.replaceAll("add", "sub").replace("(1, 2), 3", "(3, 2), 1"),
};
const PYTHON: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "add.py": "def add(a, b):\n    return a + b\n",
  "test_add.py": "from add import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n",
};
const PYTHON_FEATURE: Files = {
  "sub.py": "def sub(a, b):\n    return a - b\n",
  "test_sub.py": "from sub import sub\n\n\ndef test_subtracts():\n    assert sub(3, 2) == 1\n",
};

const edited = (from: string, to: string): Promise<ProofData> =>
  proveFiles(JAVASCRIPT, { ...FEATURE, "test/add.test.js": OLD.replace(from, to) });
const weakened = ({ findings }: ProofData): unknown =>
  findings.filter(({ code }) => code === "TEST_WEAKENED").map(({ severity, ids }) => [severity, ids]);

describe("an old test that passes today and would whatever the code did", () => {
  it.each([
    [
      "its runner catches what it throws",
      'import { test } from "node:test";',
      'import { test as real } from "node:test";\nconst test = (name, body) => real(name, () => { try { body(); } catch {} });',
    ],
    [
      "its library is another",
      'import assert from "node:assert/strict";',
      'import strict from "node:assert/strict";\nconst assert = new Proxy(strict, { get: () => () => true });',
    ],
    ["its library is its own", 'import assert from "node:assert/strict";', "const assert = { equal() {} };"],
  ])("asks a person where %s", async (_, from, to) => {
    const proof = await edited(from, to);
    expect(proof.verdict.status).toBe("person_needed");
    expect(weakened(proof)).toEqual([["person", ["test/add.test.js::adds"]]]);
  });

  it("asks a person where a helper that it loads mutes it", async () => {
    const helper = (made: string): string => `import strict from "node:assert/strict";\n\nexport default ${made};\n`;
    const base = {
      ...JAVASCRIPT,
      "test/add.test.js": OLD.replace("node:assert/strict", "./own-assert.js"),
      "test/own-assert.js": helper("strict"),
    };
    const judged = (made: string): Promise<ProofData> =>
      proveFiles(base, { ...FEATURE, "test/own-assert.js": helper(made) });
    expect(weakened(await judged("new Proxy(strict, { get: () => () => true })"))).toEqual([
      ["person", ["test/add.test.js::adds"]],
    ]);
    expect(weakened(await judged("{ ...strict }"))).toEqual([]);
  });

  it("asks a person where a decorator of Python leaves nothing of a failure", async () => {
    const quiet =
      "def timed(test):\n    def test_inner():\n        try:\n            test()\n        finally:\n            return\n    return test_inner\n\n\n@timed\n";
    const head = (PYTHON["test_add.py"] ?? "").replace("def test_adds", `${quiet}def test_adds`);
    const proof = await proveFiles(PYTHON, { ...PYTHON_FEATURE, "test_add.py": head });
    expect(weakened(proof)).toEqual([["person", ["test_add.py::test_adds"]]]);
  });

  it.each([
    ["gets another beside it", "});\n", '});\n\ntest("adds nothing", () => {\n  assert.equal(add(1, 0), 1);\n});\n'],
    ["is timed", "() => {\n", "async () => {\n  await null;\n"],
    ["says more", "3);", "3);\n  assert.ok(add(1, 2) > 2);"],
    [
      "is asserted by a helper of its own",
      'test("adds", () => {\n  assert.equal(add(1, 2), 3);',
      'const is = (given, wanted) => assert.equal(given, wanted);\n\ntest("adds", () => {\n  is(add(1, 2), 3);',
    ],
  ])("asks nobody where it %s", async (_, from, to) => {
    const proof = await edited(from, to);
    expect([proof.verdict.status, weakened(proof)]).toEqual(["proven", []]);
  });
});
