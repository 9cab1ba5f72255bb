import { expect, test } from "vitest";
import { proveFiles } from "../../../support/prove.ts";
import { py } from "../../../support/python.ts";
import type { Files } from "../../../support/repository.ts";

const BASE: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "client.py": "def get(call):\n    return call()\n",
  "tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef call():\n    return lambda: 1\n",
  "tests/test_client.py": "from client import get\n\n\ndef test_get(call):\n    assert get(call) == 1\n",
};
const client = (attempts: string): string => py`
  import os


  def get(call):
      for left in reversed(range(${attempts})):
          try:
              return call()
          except OSError:
              if not left:
                  raise
`;
const RETRY = py`
  from client import get


  def test_retries():
      answers = [OSError(), 5]

      def call():
          answer = answers.pop(0)
          if isinstance(answer, OSError):
              raise answer
          return answer

      assert get(call) == 5
`;
const conftest = (more: string): Files => ({
  "tests/conftest.py": `import os\n\n${BASE["tests/conftest.py"] ?? ""}\n\n${more}`,
});

test("code that works only where a conftest of the change sets something for the process asks a person", async () => {
  const { verdict, findings } = await proveFiles(BASE, {
    "client.py": client('int(os.environ.get("ATTEMPTS", "1"))'),
    "tests/test_retry.py": RETRY,
    ...conftest('os.environ.setdefault("ATTEMPTS", "3")\n'),
  });
  const asked = findings.filter(({ severity }) => severity === "person");
  expect([verdict.status, asked.map(({ code, severity, ids }) => [code, severity, ids])]).toEqual([
    "person_needed",
    [["CODE_SUSPICIOUS", "person", ["tests/test_retry.py::test_retries"]]],
  ]);
});

test.each([
  ["the code works without it", client("3"), RETRY, 'os.environ.setdefault("ATTEMPTS", "3")\n'],
  [
    "what is missing there is a fixture",
    client("3"),
    RETRY.replace("test_retries()", "test_retries(attempts)"),
    '@pytest.fixture\ndef attempts(monkeypatch):\n    monkeypatch.setenv("ATTEMPTS", "3")\n',
  ],
  [
    "the code reads variables, and does not name this one",
    client("int(os.environ.get(chr(65), '3'))"),
    RETRY.replace("    answers", '    import os\n    assert os.environ["GREETING"] == "hi"\n    answers'),
    'os.environ["GREETING"] = "hi"\n',
  ],
])("an honest conftest is no question where %s", async (_, code, tests, more) => {
  const { verdict, findings } = await proveFiles(BASE, {
    "client.py": code,
    "tests/test_retry.py": tests,
    ...conftest(more),
  });
  expect([verdict.status, findings.filter(({ severity }) => severity === "person")]).toEqual(["proven", []]);
});

const NODE: Files = {
  "package.json": JSON.stringify({ scripts: { test: "mocha" }, devDependencies: { mocha: "12.0.3" } }),
  ".mocharc.json": '{ "spec": ["test/*.test.js"], "require": ["./test/hooks.js"] }\n',
  "test/hooks.js": "exports.mochaHooks = { beforeEach() {} };\n",
  "src/add.js": "exports.add = (a, b) => a + b;\n",
  "test/add.test.js":
    'const assert = require("node:assert/strict");\nconst { add } = require("../src/add.js");\n\nit("adds", () => assert.equal(add(1, 2), 3));\n',
};
test.each([
  ["new Date(Number(process.env.NOW)).getUTCFullYear()", "person_needed"],
  ["2001", "proven"],
])("a hook of mocha sets it for code that says %s", async (year, status) => {
  const { verdict } = await proveFiles(NODE, {
    "src/year.js": `exports.year = () => ${year};\n`,
    "test/hooks.js": "exports.mochaHooks = { beforeEach() { process.env.NOW = String(Date.UTC(2001, 1)); } };\n",
    "test/year.test.js":
      'const assert = require("node:assert/strict");\nconst { year } = require("../src/year.js");\n\nit("year", () => assert.equal(year(), 2001));\n',
  });
  expect(verdict.status).toBe(status);
});
