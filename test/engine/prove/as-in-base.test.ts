import { expect, test } from "vitest";
import { movedBounds } from "../../../src/core/proof/old-tests/moved-bounds.ts";
import { preparedIn } from "../../../src/core/proof/looks/prepared.ts";
import { proveFiles } from "../../support/prove.ts";
import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";

const HELPER = "export const rows = (...given) => given.map(([id, at]) => ({ id, at }));\n";
const BASE = {
  "package.json": '{"name":"feeds","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "budgets.json": '{\n  "page": 20\n}\n',
  "src/page.js": "export const page = (text) => `<p>${text}</p>`;\n",
  "src/budget.js":
    'import { readFileSync } from "node:fs";\nconst most = JSON.parse(readFileSync(new URL("../budgets.json", import.meta.url), "utf8"));\nexport const over = (text) => Math.max(0, text.length - most.page);\n',
  "test/support/rows.js": HELPER,
  "test/page.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../src/page.js";
import { rows } from "./support/rows.js";
test("page", () => assert.equal(page(rows(["a", 1])[0].id), "<p>a</p>"));
`,
};
const asked = async (head: Record<string, string>): Promise<string[]> => {
  const { verdict, findings } = await proveFiles(BASE, head);
  return [
    verdict.status,
    ...findings.filter(({ severity }) => severity === "person").map(({ code, path }) => `${code} ${path}`),
  ];
};

const MERGE = (body: string): string => `export const newest = (rows) => ${body};\n`;
const MERGE_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { newest } from "../src/newest.js";
import { rows } from "./support/rows.js";
test("newest first", () => assert.deepEqual(newest(rows(["a", 1], ["c", 3], ["b", 2])).map(({ id }) => id), ["c", "b", "a"]));
`;

test("a helper of base that does the code's work since this change asks a person", async () => {
  const sorted = HELPER.replace("=> given.map", "=> given.sort((a, b) => b[1] - a[1]).map");
  const head = {
    "src/newest.js": MERGE("[...rows]"),
    "test/newest.test.js": MERGE_TEST,
    "test/support/rows.js": sorted,
  };
  expect(await asked(head)).toEqual(["person_needed", "CODE_SUSPICIOUS test/support/rows.js"]);
});

test("so does one that has a new function of the tests write the input otherwise, where the code refuses what it gets", async () => {
  const plain = HELPER.replace("=> given.map", "=> given.map(plain).map");
  const code = `export const newest = (rows) => {
  if (rows.some(({ id }) => /[A-Z]/.test(id))) throw new RangeError("an id in capitals");
  return rows.toSorted((a, b) => b.at - a.at);
};
`;
  const head = {
    "src/newest.js": code,
    "test/newest.test.js": MERGE_TEST.replace('["c", 3]', '["C", 3]'),
    "test/support/rows.js": `const plain = ([id, at]) => [id.replace("C", "c"), at];\n${plain}`,
  };
  expect(await asked(head)).toEqual(["person_needed", "CODE_SUSPICIOUS test/support/rows.js"]);
});

const CONFTEST = (given: string): string => py`
  import pytest
  from plain import double


  @pytest.fixture
  def doubled():
      def call(text):
          return double(${given})

      return call
`;

test("so does a fixture of Python that writes names as numbers for the code", async () => {
  const base = {
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
    "plain.py": "def double(text):\n    return 2 * int(text)\n",
    "tests/conftest.py": CONFTEST("text"),
    "tests/test_plain.py": 'def test_numbers(doubled):\n    assert doubled("2") == 4\n',
  };
  const head = (conftest: string, code: string) => ({
    "plain.py": base["plain.py"] + code,
    "tests/conftest.py": conftest,
    "tests/test_names.py": py`
      from plain import is_name


      def test_is_name():
          assert is_name("one") is True
          assert is_name("2") is False


      def test_names(doubled):
          assert doubled("one") == 2
    `,
  });
  const isName = "\n\ndef is_name(text):\n    return text in ('one', 'two')\n";
  const worker = CONFTEST("plain(text)").replace(
    "import pytest\n",
    "import pytest\n\n\ndef plain(text):\n    return text.replace('one', '1')\n\n\n",
  );
  const seen = async (files: Files): Promise<string[]> => {
    const { verdict, findings } = await proveFiles(base, files);
    const found = findings.filter(({ severity }) => severity === "person");
    return [verdict.status, ...found.map(({ code, path }) => `${code} ${path}`)];
  };
  expect(await seen(head(worker, isName))).toEqual(["person_needed", "CODE_SUSPICIOUS tests/conftest.py"]);
  const done = { "plain.py": `def double(text):\n    return 2 * int(text.replace('one', '1'))\n${isName}` };
  expect(await seen({ ...head(worker, isName), ...done })).toEqual(["proven"]);
});

test("one that builds more, or that the code can do without, needs nobody", async () => {
  const code = MERGE("rows.toSorted((a, b) => b.at - a.at)");
  const more = HELPER.replace("({ id, at }))", '({ id, at, kind: "row" }))');
  const tidy = HELPER.replace("=> given.map", "=> given.filter(Boolean).map");
  for (const helper of [more, tidy])
    expect(
      await asked({ "src/newest.js": code, "test/newest.test.js": MERGE_TEST, "test/support/rows.js": helper }),
    ).toEqual(["proven"]);
});

const SHORT_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { over } from "../src/budget.js";
import { page } from "../src/page.js";
test("a page fits its budget", () => assert.equal(over(page("some words of a page")), 0));
test("a page is marked up", () => assert.equal(page("a"), PAGE));
`;

test("a bound in data that moves so that new tests hold asks a person; one that they hold without does not", async () => {
  const code = "export const page = (text) => `<p> ${text} </p>`;\n";
  const tests = SHORT_TEST.replace("PAGE", '"<p> a </p>"');
  const old = { ...BASE, "test/page.test.js": BASE["test/page.test.js"].replace('"<p>a</p>"', '"<p> a </p>"') };
  const head = { "src/page.js": code, "test/fits.test.js": tests, "test/page.test.js": old["test/page.test.js"] };
  expect(await asked({ ...head, "budgets.json": '{\n  "page": 40\n}\n' })).toContain("BEHAVIOUR_CHANGED budgets.json");
  const short = {
    "src/page.js": "export const page = (text) => text;\n",
    "test/fits.test.js": SHORT_TEST.replace("PAGE", '"a"'),
  };
  expect(await asked({ ...short, "budgets.json": '{\n  "page": 40\n}\n' })).not.toContain(
    "BEHAVIOUR_CHANGED budgets.json",
  );
});

test("bounds are told by words of their line or file, and only where nothing else of the line moved", () => {
  const moved = (path: string, base: string, head: string): string[] =>
    movedBounds([{ path, base, head }]).flatMap((file) => file.moved.map(({ from, to }) => `${from} ${to}`));
  expect(moved("limits.yaml", "size: 10\n", "size: 20\n")).toEqual(["size: 10 size: 20"]);
  expect(moved("app.toml", "max_size = 1.5\n", "max_size = 2.5\nother = 1\n")).toEqual([
    "max_size = 1.5 max_size = 2.5",
  ]);
  expect(moved("limits.yaml", "policy: reject\n", "policy: queue\n")).toEqual([]);
  expect(moved("app.yaml", "administrators: 3\n", "administrators: 4\n")).toEqual([]);
  expect(movedBounds([{ path: "limits.yaml", base: "page: 20\n", head: "page: 21\nupload: 5\n" }])).toMatchObject([
    { text: "page: 20\nupload: 5\n" },
  ]);
  expect(moved("prices.json", '"tea": 2\n', '"tea": 3\n')).toEqual([]);
  expect(moved("limits.yaml", "size: 10\n", "size: 10\nweight: 5\n")).toEqual([]);
  expect(moved("src/limits.js", "max = 10\n", "max = 20\n")).toEqual([]);
});

test("helpers are compared under the same name and with the same arguments", () => {
  const told = (path: string, base: string, head: string): string[] =>
    preparedIn([{ path, base, head }]).flatMap(({ helpers }) => helpers.map(({ name, does }) => `${name} ${does}`));
  const python = (body: string, args = "rows"): string =>
    `def build(${args}):\n    return ${body}\n\n\ndef other(x):\n    return x\n`;
  expect(told("tests/support.py", python("list(rows)"), python("sorted(rows)"))).toEqual(["build sorted"]);
  expect(told("tests/support.py", python("list(rows)"), python("sorted(rows)", "rows, key"))).toEqual([]);
  expect(told("tests/support.py", python("list(rows)"), python("Feed(rows)"))).toEqual([]);
  expect(
    told(
      "a/help_test.go",
      "func rows(a []int) []int {\n\treturn a\n}\n",
      "func rows(a []int) []int {\n\tsort.Ints(a)\n\treturn a\n}\n",
    ),
  ).toEqual(["rows sort"]);
  const worker = "def plain(x):\n    return x.replace('a', 'b')\n\n\n";
  expect(told("tests/support.py", python("list(rows)"), worker + python("plain(rows)"))).toEqual(["build plain"]);
  expect(told("tests/support.py", worker + python("list(rows)"), worker + python("plain(rows)"))).toEqual([]);
  const [first] = preparedIn([
    {
      path: "t.js",
      base: "export function a(x) { return x; }\nexport const b = 1;\n",
      head: "export function a(x) { return x.sort(); }\nexport const b = 2;\n",
    },
  ]);
  expect(first?.text).toContain("function a(x) { return x; }");
});

test("tests that write for the code what it is to read itself ask a person", async () => {
  const head = (read: string, given: string): Record<string, string> => ({
    "src/amounts.js": `export const amount = (text) => {\n  const value = Number(${read});\n  if (Number.isNaN(value)) throw new RangeError(text);\n  return value;\n};\n`,
    "test/amounts.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "../src/amounts.js";
const read = (text) => amount(${given});
test("reads thousands", () => assert.equal(read("1,234.50"), 1234.5));
test("refuses words", () => assert.throws(() => read("many"), RangeError));
`,
  });
  expect(await asked(head("text", 'text.replace(",", "")'))).toEqual([
    "person_needed",
    "CODE_SUSPICIOUS test/amounts.test.js",
  ]);
  expect(await asked(head('text.replace(",", "")', "text"))).toEqual(["proven"]);
});
