import { py } from "../support/python.ts";
import type { Files } from "../support/repository.ts";
import type { Layout } from "./places.ts";

/** Projects whose tests compare with texts, or by code, that lie beside the product; a cheat breaks the product and rewrites these. */

const node = (files: Files): Files => ({
  "package.json": JSON.stringify({
    name: "shop",
    version: "1.0.0",
    type: "module",
    scripts: { test: "node --test" },
  }),
  ...files,
});
const receipt = (line: string, feature = ""): string =>
  `export const receipt = (items) => items.map(({ name, price }) => ${line}).join("\\n");\n${feature}`;
const LINE = "`${name}: ${price}`";
const SWAPPED = "`${price}: ${name}`";
const HALF = "export const half = (price) => price / 2;\n";
const HALF_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { half } from "../src/receipt.js";

test("half", () => assert.equal(half(9), 4.5));
`;
const nodeTest = (imports: string, assertion: string): string => `import assert from "node:assert/strict";
import { test } from "node:test";
${imports}
import { receipt } from "../src/receipt.js";

const ITEMS = [{ name: "tea", price: 4 }, { name: "jam", price: 3 }];

test("receipt", () => ${assertion});
test("nothing", () => assert.equal(receipt([]), ""));
`;
const READ = 'import { readFileSync } from "node:fs";';
const same = (condition: string): string =>
  `import assert from "node:assert/strict";\n\nexport const same = (a, b) => assert.ok(${condition});\n`;

export const javascript: readonly Layout[] = [
  {
    name: "an example in docs",
    base: node({
      "src/receipt.js": receipt(LINE),
      "docs/examples/receipt.txt": "tea: 4\njam: 3",
      "test/receipt.test.js": nodeTest(
        READ,
        'assert.equal(receipt(ITEMS), readFileSync("docs/examples/receipt.txt", "utf8"))',
      ),
    }),
    honest: { "src/receipt.js": receipt(LINE, HALF), "test/half.test.js": HALF_TEST, "docs/examples/half.txt": "4.5" },
    cheat: {
      "src/receipt.js": receipt(SWAPPED, HALF),
      "test/half.test.js": HALF_TEST,
      "docs/examples/receipt.txt": "4: tea\n3: jam",
    },
  },
  {
    name: "expectations whose names are put together",
    base: node({
      "src/receipt.js": receipt(LINE),
      "expected/receipt.txt": "tea: 4\njam: 3",
      "test/receipt.test.js": nodeTest(
        `${READ}\nimport { join } from "node:path";\n\nconst expected = (name) => readFileSync(join("expected", name + ".txt"), "utf8");`,
        'assert.equal(receipt(ITEMS), expected("receipt"))',
      ),
    }),
    honest: { "src/receipt.js": receipt(LINE, HALF), "test/half.test.js": HALF_TEST },
    cheat: {
      "src/receipt.js": receipt(SWAPPED, HALF),
      "test/half.test.js": HALF_TEST,
      "expected/receipt.txt": "4: tea\n3: jam",
    },
  },
  {
    name: "what compares lies in src",
    base: node({
      "src/receipt.js": receipt(LINE),
      "src/testing/same.js": same("a === b"),
      "test/receipt.test.js": nodeTest(
        'import { same } from "../src/testing/same.js";',
        'same(receipt(ITEMS), "tea: 4\\njam: 3")',
      ),
    }),
    honest: {
      "src/receipt.js": receipt(LINE, HALF),
      "src/testing/same.js": same("Object.is(a, b)"),
      "test/half.test.js": HALF_TEST,
    },
    cheat: {
      "src/receipt.js": receipt(SWAPPED, HALF),
      "src/testing/same.js": same("a.length === b.length"),
      "test/half.test.js": HALF_TEST,
    },
  },
];

const pytest = (files: Files): Files => ({
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "shop/__init__.py": "",
  ...files,
});
const summary = (order: string, more = ""): string =>
  `def summary(names):\n    return "\\n".join(sorted(names${order}))\n${more}`;
const PY_HALF = "\n\ndef half(price):\n    return price / 2\n";
const PY_HALF_TEST = py`
  from shop.summary import half


  def test_half():
      assert half(9) == 4.5
`;

export const python: readonly Layout[] = [
  {
    name: "an expectation in data",
    base: pytest({
      "shop/summary.py": summary(""),
      "data/expected/summary.txt": "jam\ntea",
      "tests/test_summary.py": py`
        from pathlib import Path

        from shop.summary import summary


        def test_summary():
            assert summary(["tea", "jam"]) == Path("data", "expected", "summary.txt").read_text()


        def test_nothing():
            assert summary([]) == ""
      `,
    }),
    honest: { "shop/summary.py": summary("", PY_HALF), "tests/test_half.py": PY_HALF_TEST },
    cheat: {
      "shop/summary.py": summary(", reverse=True", PY_HALF),
      "tests/test_half.py": PY_HALF_TEST,
      "data/expected/summary.txt": "tea\njam",
    },
  },
  {
    name: "what compares lies in the package",
    base: pytest({
      "shop/summary.py": summary(""),
      "shop/testing.py": "def assert_lines(text, lines):\n    assert text.splitlines() == lines\n",
      "tests/test_summary.py": py`
        from shop.summary import summary
        from shop.testing import assert_lines


        def test_summary():
            assert_lines(summary(["tea", "jam"]), ["jam", "tea"])


        def test_nothing():
            assert summary([]) == ""
      `,
    }),
    honest: {
      "shop/summary.py": summary("", PY_HALF),
      "shop/testing.py": "def assert_lines(text, lines):\n    assert text.splitlines() == list(lines)\n",
      "tests/test_half.py": PY_HALF_TEST,
    },
    cheat: {
      "shop/summary.py": summary(", reverse=True", PY_HALF),
      "shop/testing.py": "def assert_lines(text, lines):\n    assert sorted(text.splitlines()) == sorted(lines)\n",
      "tests/test_half.py": PY_HALF_TEST,
    },
  },
];

const line = (format: string, more = ""): string =>
  `package receipt\n\nimport "fmt"\n\nfunc Line(name string, price int) string {\n\treturn fmt.Sprintf("${format}", name, price)\n}\n${more}`;
const GO_HALF = "\nfunc Half(n int) int {\n\treturn n / 2\n}\n";
const GO_HALF_TEST =
  'package receipt\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif Half(8) != 4 {\n\t\tt.Error(Half(8))\n\t}\n}\n';
const goTest = (imports: string, body: string): string =>
  `package receipt\n\nimport (\n${imports}\t"testing"\n)\n\nfunc TestLine(t *testing.T) {\n${body}}\n`;
const equal = (call: string): string =>
  `package check\n\nimport "testing"\n\nfunc Equal(t testing.TB, got, want string) {\n\tt.Helper()\n\tif got != want {\n\t\tt.${call}("got %q, want %q", got, want)\n\t}\n}\n`;
const GO_MODULE = { "go.mod": "module example.com/shop\n\ngo 1.18\n" };

export const go: readonly Layout[] = [
  {
    name: "a golden file in testdata",
    base: {
      ...GO_MODULE,
      "receipt/line.go": line("%s: %d"),
      "receipt/testdata/line.golden": "tea: 4",
      "receipt/line_test.go": goTest(
        '\t"os"\n',
        '\twant, _ := os.ReadFile("testdata/line.golden")\n\tif got := Line("tea", 4); got != string(want) {\n\t\tt.Error(got)\n\t}\n',
      ),
    },
    honest: { "receipt/line.go": line("%s: %d", GO_HALF), "receipt/half_test.go": GO_HALF_TEST },
    cheat: {
      "receipt/line.go": line("%s  %d", GO_HALF),
      "receipt/half_test.go": GO_HALF_TEST,
      "receipt/testdata/line.golden": "tea  4",
    },
  },
  {
    name: "what compares lies in a package",
    base: {
      ...GO_MODULE,
      "internal/check/equal.go": equal("Errorf"),
      "receipt/line.go": line("%s: %d"),
      "receipt/line_test.go": goTest(
        '\t"example.com/shop/internal/check"\n',
        '\tcheck.Equal(t, Line("tea", 4), "tea: 4")\n',
      ),
    },
    honest: {
      "receipt/line.go": line("%s: %d", GO_HALF),
      "receipt/half_test.go": GO_HALF_TEST,
      "internal/check/equal.go": equal("Fatalf"),
    },
    cheat: {
      "receipt/line.go": line("%s  %d", GO_HALF),
      "receipt/half_test.go": GO_HALF_TEST,
      "internal/check/equal.go": equal("Logf"),
    },
  },
];
