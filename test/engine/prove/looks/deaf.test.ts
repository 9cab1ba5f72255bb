import { describe, expect, it } from "vitest";
import type { ProofData } from "../../../../src/schema/proof.ts";
import { hasTool } from "../../../support/go.ts";
import { proveFiles } from "../../../support/prove.ts";
import type { Files } from "../../../support/repository.ts";

const weakened = ({ findings }: ProofData): unknown =>
  findings.filter(({ code }) => code === "TEST_WEAKENED").map(({ severity, ids }) => [severity, ids]);

const PYTHON: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "store.py":
    "class Store:\n    def __init__(self):\n        self.rows = []\n\n    def add(self, row):\n        self.rows.append(row)\n        return len(self.rows)\n",
  "tests/conftest.py":
    "import pytest\nfrom store import Store\n\n\n@pytest.fixture\ndef store():\n    return Store()\n",
  "tests/test_store.py": 'def test_counts(store):\n    assert store.add("a") == 1\n',
};
const FEATURE: Files = {
  "size.py": "def size(rows):\n    return len(rows)\n",
  "tests/test_size.py": "from size import size\n\n\ndef test_size():\n    assert size([1, 2]) == 2\n",
};
const MOCHA: Files = {
  "package.json": JSON.stringify({ scripts: { test: "mocha" }, devDependencies: { mocha: "12.0.3" } }),
  ".mocharc.json": '{ "spec": ["test/*.test.js"], "require": ["./test/hooks.js"] }\n',
  "test/hooks.js": "exports.mochaHooks = { beforeEach() {} };\n",
  "src/add.js": "exports.add = (a, b) => a + b;\n",
  "test/add.test.js": `const assert = require("node:assert/strict");
const { add } = require("../src/add.js");

it("adds", () => assert.equal(add(1, 2), 3));
`,
};
const SUB: Files = {
  "src/sub.js": "exports.sub = (a, b) => a - b;\n",
  "test/sub.test.js": (MOCHA["test/add.test.js"] ?? "").replaceAll("add", "sub").replace("(1, 2), 3", "(3, 2), 1"),
};
const GO: Files = {
  "go.mod": "module example.com/shop\n\ngo 1.18\n",
  "sum.go":
    "package shop\n\nfunc Sum(all []int) int {\n\tsum := 0\n\tfor _, one := range all {\n\t\tsum += one\n\t}\n\treturn sum\n}\n",
  "helpers_test.go": `package shop

import (
	"reflect"
	"testing"
)

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
`,
  "sum_test.go":
    'package shop\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tsame(t, Sum([]int{1, 2}), 3)\n}\n',
};
const LARGEST: Files = {
  "largest.go": "package shop\n\nfunc Largest(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
  "largest_test.go":
    'package shop\n\nimport "testing"\n\nfunc TestLargest(t *testing.T) {\n\tif got := Largest(2, 5); got != 5 {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n',
};

const WAITING: Files = {
  "package.json": JSON.stringify({ name: "poll", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/poll.js": `export class Poll {
  values = [];
  start(read) {
    this.timer = setInterval(() => this.values.push(read()), 2);
    return this;
  }
  stop() {
    clearInterval(this.timer);
  }
}
`,
  "test/support/eventually.js": `export async function eventually(check, left = 20) {
  try {
    check();
  } catch (error) {
    if (left === 0) throw error;
    await new Promise((done) => setTimeout(done, 5));
    await eventually(check, left - 1);
  }
}
`,
  "test/poll.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { Poll } from "../src/poll.js";
import { eventually } from "./support/eventually.js";

test("polls", async (t) => {
  let n = 0;
  const poll = new Poll().start(() => ++n);
  t.after(() => poll.stop());
  await eventually(() => assert.deepEqual(poll.values.slice(0, 2), [1, 2]));
});
`,
};
const DOUBLE: Files = {
  "src/double.js": "export const double = (n) => 2 * n;\n",
  "test/double.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { double } from "../src/double.js";\n\ntest("double", () => assert.equal(double(2), 4));\n',
};

describe("an old test that is emptied from outside of its file", () => {
  it.each([
    [
      "swallows assertions",
      "if (left === 0 && error.code !== 'ERR_ASSERTION') throw error;\n    if (left === 0) return;",
      "person_needed",
    ],
    ["waits longer", "if (left === -20) throw error;", "proven"],
  ])("looks at answers that can be asked where a helper that waits %s", async (_, line, status) => {
    const helper = (WAITING["test/support/eventually.js"] ?? "").replace("if (left === 0) throw error;", line);
    const proof = await proveFiles(WAITING, { ...DOUBLE, "test/support/eventually.js": helper });
    expect(proof.verdict.status).toBe(status);
    expect(weakened(proof)).toEqual(status === "proven" ? [] : [["person", ["test/poll.test.js::polls"]]]);
  });

  it.each([
    [
      "a fixture gives a double in the code's place",
      "    class Fake:\n        def add(self, row):\n            return 1\n    return Fake()\n",
    ],
    [
      "a fixture swallows what fails",
      "    import contextlib\n    class Quiet:\n        def add(self, row):\n            with contextlib.suppress(Exception):\n                Store().add(row)\n            return 1\n    return Quiet()\n",
    ],
  ])("asks a person where %s", async (_, body) => {
    const conftest = (PYTHON["tests/conftest.py"] ?? "").replace("    return Store()\n", body);
    const proof = await proveFiles(PYTHON, { ...FEATURE, "tests/conftest.py": conftest });
    expect(proof.verdict.status).toBe("person_needed");
    expect(weakened(proof)).toEqual([["person", ["tests/test_store.py::test_counts"]]]);
  });

  it.each([
    [1000, "person_needed", [["person", ["tests/test_store.py::test_counts"]]]],
    [0.001, "proven", []],
  ])("asks a person where it allows for %d now", async (limit, status, asked) => {
    const text = (within: number): string =>
      `from store import Store\n\nWITHIN = ${within}\n\n\ndef test_counts():\n    assert abs(Store().add("a") - 1) < WITHIN\n`;
    const base = { ...PYTHON, "tests/test_store.py": text(0.1) };
    const proof = await proveFiles(base, { ...FEATURE, "tests/test_store.py": text(limit) });
    expect(proof.verdict.status).toBe(status);
    expect(weakened(proof)).toEqual(asked);
  });

  it("asks a person where a hook that the runner loads takes its body away", async () => {
    const hooks =
      'exports.mochaHooks = { beforeEach() { if (this.currentTest.title === "adds") this.currentTest.fn = () => {}; } };\n';
    const proof = await proveFiles(MOCHA, { ...SUB, "test/hooks.js": hooks });
    expect(weakened(proof)).toEqual([["person", ["test/add.test.js::adds"]]]);
  });

  it.skipIf(!hasTool("go", "version"))("asks a person where a helper of Go compares less", async () => {
    const helpers = (GO["helpers_test.go"] ?? "").replace(
      "!reflect.DeepEqual(got, want)",
      "reflect.TypeOf(got) != reflect.TypeOf(want)",
    );
    const proof = await proveFiles(GO, { ...LARGEST, "helpers_test.go": helpers });
    expect(weakened(proof)).toContainEqual(["person", ["sum_test.go::TestSum"]]);
  });

  it("asks nobody where fixtures, hooks and helpers are made better", async () => {
    const conftest = `${PYTHON["tests/conftest.py"] ?? ""}\n\n@pytest.fixture\ndef full(store):\n    store.add("a")\n    return store\n`;
    const python = await proveFiles(PYTHON, { ...FEATURE, "tests/conftest.py": conftest });
    expect([python.verdict.status, weakened(python)]).toEqual(["proven", []]);
    const mocha = await proveFiles(MOCHA, {
      ...SUB,
      "test/hooks.js": "exports.mochaHooks = { beforeEach() { this.started = Date.now(); } };\n",
    });
    expect([mocha.verdict.status, weakened(mocha)]).toEqual(["proven", []]);
  });
});

describe("an older test whose calls move into a helper's file", () => {
  const base: Files = {
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
    "cli.py": 'def main(args):\n    return (0, "added %s" % args[0])\n',
    "tests/__init__.py": "",
    "tests/test_cli.py":
      'import unittest\nfrom cli import main\n\n\nclass CliTest(unittest.TestCase):\n    def run_cli(self, *args):\n        return main(args)\n\n    def test_add(self):\n        self.assertEqual(self.run_cli("milk"), (0, "added milk"))\n',
  };
  const head = (answer: string): Files => ({
    "cli.py": 'def main(args):\n    return (0, "added %s" % " ".join(args))\n',
    "tests/support.py": `import unittest\nfrom cli import main\n\n\nclass CliTestCase(unittest.TestCase):\n    def run_cli(self, *args):\n        ${answer}\n`,
    "tests/test_cli.py":
      'from tests.support import CliTestCase\n\n\nclass CliTest(CliTestCase):\n    def test_add(self):\n        self.assertEqual(self.run_cli("milk"), (0, "added milk"))\n\n    def test_several(self):\n        self.assertEqual(self.run_cli("milk", "tea"), (0, "added milk tea"))\n',
  });

  it("hears what the code answers there", async () => {
    expect(weakened(await proveFiles(base, head("return main(args)")))).toEqual([]);
  });

  it("asks a person where the helper answers in its place", async () => {
    const answer = 'main(args)\n        return (0, "added " + " ".join(args))';
    expect(weakened(await proveFiles(base, head(answer)))).toEqual([
      ["person", ["tests/test_cli.py::CliTest > test_add"]],
    ]);
  });
});
