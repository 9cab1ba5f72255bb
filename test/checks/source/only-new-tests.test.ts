import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { gainedOnlyTests } from "../../../src/core/proof/old-tests/only-new-tests.ts";
import { openSourceTools } from "../../../src/engine/prove/source-tools.ts";
import { hasTool } from "../../support/go.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
const tools = await openSourceTools(env, PYTHON_CACHE, ["a.py", "a.go"]);

async function isGrown(path: string, base: string, head: string): Promise<boolean> {
  const tool = tools.find(({ extensions }) => extensions.some((ending) => path.endsWith(ending)));
  const side = async (text: string) => ({ path, text, tests: (await tool?.tests([{ path, text }])) ?? [] });
  return gainedOnlyTests(await side(base), await side(head));
}

const JS = `import { describe, expect, it } from "vitest";
import { add } from "../src/add.js";

const same = (a, b) => expect(a).toEqual(b);
let last;

describe("add", () => {
  it("adds", () => {
    same(add(1, 2), 3);
  });
});
`;
const NEW = `  it("adds nothing", () => {
    expect(add(0, 0)).toBe(0);
  });
`;
/** The new test at the end of the suite, and what else is done. */
const after = (test: string, text = JS): string => text.replace("  });\n});", `  });\n\n${test}});`);

describe("a JavaScript file of tests gained nothing but tests", () => {
  it.each<[string, string]>([
    ["one at the end of a suite", after(NEW)],
    [
      "one at its beginning, with a comment",
      JS.replace('  it("adds"', `  // Nothing is nothing.\n${NEW}\n  it("adds"`),
    ],
    ["one that stands on one line", after('  it("adds nothing", () => same(add(0, 0), 0));\n')],
    ["a suite of its own", `${JS}\ndescribe("nothing", () => {\n  describe("at all", () => {\n${NEW}  });\n});\n`],
    [
      "one that takes a new name from a known module",
      after(NEW.replace("add(", "sum("), JS.replace("{ add }", "{ add, sum }")),
    ],
    [
      "one that takes a new name over more lines",
      after(NEW.replace("add(", "sum("), JS.replace("{ add }", "{\n  add,\n  sum,\n}")),
    ],
    ["one that takes something of Node", after(NEW, `import { join } from "node:path";\n${JS}`)],
    [
      "one that fills a record of its own",
      after(NEW.replace("expect", "const own = {};\n    own.sum = add(0, 0);\n    expect")),
    ],
    ["one that asks for a patch", after(NEW.replace("add(0, 0)", "add(0, 0).incPatch()"))],
    ["one with names of its own", after(NEW.replace("expect", "const sum = add(0, 0);\n    expect"))],
  ])("with %s", async (_, head) => {
    expect(await isGrown("test/add.test.js", JS, head)).toBe(true);
  });

  it.each<[string, string]>([
    ["nothing but a comment came, and no test", `${JS}// Done.\nsame(1, 1);\n`],
    ["a helper says less", after(NEW, JS.replace("toEqual(b)", "toBeDefined()"))],
    ["an older test says less", after(NEW, JS.replace("add(1, 2), 3", "add(1, 2), add(1, 2)"))],
    ["a hook came", after(`  beforeEach(() => {});\n${NEW}`)],
    ["something stands behind it on its line", after(NEW.replace("  });\n", "  }); last = add;\n"))],
    ["something stands before it on its line", after(NEW.replace("  it(", "  last = add; it("))],
    ["a suite is skipped", after(NEW, JS.replace('describe("add"', 'describe.skip("add"'))],
    ["it patches what others see", after(NEW.replace("expect", "last.add = () => 3;\n    expect"))],
    ["it patches by a helper's name", after(NEW.replace("expect", 'patch("add");\n    expect'))],
    ["it gives another name its value", after(NEW.replace("expect", "last = 3;\n    expect"))],
    ["it replaces a module", after(NEW.replace("expect", 'vi.mock("../src/add.js");\n    expect'))],
    ["its name is computed", after(NEW.replace('"adds nothing"', "`adds ${add.name}`"))],
    ["a module is loaded that was not", after(NEW, `import { join } from "./helpers.js";\n${JS}`)],
    ["a module is loaded for what it does", after(NEW, `import "../src/add.js";\n${JS}`)],
    ["a name is taken from elsewhere", after(NEW, JS.replace("../src/add.js", "./add.js"))],
    ["a name that is said already is taken", after(NEW, JS.replace("{ add }", "{ add, last as same }"))],
    ["a name is taken no more", after(NEW, JS.replace("describe, expect, it", "describe, it"))],
  ])("not where %s", async (_, head) => {
    expect(await isGrown("test/add.test.js", JS, head)).toBe(false);
  });
});

const PYTHON = `import unittest
from shop import (
    add,
)


class AddTests(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 2), 3)


def test_alone():
    assert add(1, 1) == 2
`;
const METHOD = "    def test_nothing(self):\n        sum = add(0, 0)\n        self.assertEqual(sum, 0)\n";

describe("a Python file of tests gained nothing but tests", () => {
  it.each<[string, string]>([
    ["a method", PYTHON.replace("\n\ndef test_alone", `\n${METHOD}\n\ndef test_alone`)],
    [
      "a function with its decorator",
      `${PYTHON}\n\n@pytest.mark.slow\ndef test_nothing():\n    assert add(0, 0) == 0\n`,
    ],
    ["a class", `${PYTHON}\n\nclass NothingTests(unittest.TestCase):\n${METHOD}`],
    [
      "a name of a known module and one of the library",
      `import json\n${PYTHON.replace("add,", "add, less,")}\n\ndef test_less():\n    assert less(json.loads("[2]")) == 1\n`,
    ],
  ])("with %s", async (_, head) => {
    expect(await isGrown("tests/test_add.py", PYTHON, head)).toBe(true);
  });

  it.each<[string, string]>([
    [
      "a fixture came",
      `${PYTHON}\n\n@pytest.fixture(autouse=True)\ndef quiet():\n    yield\n\n\ndef test_nothing():\n    assert add(0, 0) == 0\n`,
    ],
    [
      "it is moved into another test",
      PYTHON.replace(
        "    assert add(1, 1) == 2\n",
        "    def test_nothing():\n        assert add(0, 0) == 0\n    assert add(1, 1) == 2 or True\n",
      ),
    ],
    [
      "it sets what others see",
      `${PYTHON}\n\ndef test_nothing():\n    shop.add = lambda *all: 3\n    assert add(0, 0) == 3\n`,
    ],
    [
      "a class comes under a known name",
      `${PYTHON}\n\nclass add:\n    def test_nothing(self):\n        assert add(0, 0) == 0\n`,
    ],
    [
      "all names of a module are taken",
      `from shop import *\n${PYTHON}\n\ndef test_nothing():\n    assert add(0, 0) == 0\n`,
    ],
  ])("not where %s", async (_, head) => {
    expect(await isGrown("tests/test_add.py", PYTHON, head)).toBe(false);
  });
});

const GO =
  'package shop\n\nimport (\n\t"testing"\n)\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n';
const GO_NEW = "\nfunc TestNothing(t *testing.T) {\n\tif Add(0, 0) != 0 {\n\t\tt.Fail()\n\t}\n}\n";
const RUST = "use shop::add;\n\n#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n";
const RUST_NEW = "\n#[test]\nfn adds_nothing() {\n    assert_eq!(add(0, 0), 0);\n}\n";
const JAVA =
  "import org.junit.jupiter.api.Test;\n\nclass AddTest {\n  @Test\n  void adds() {\n    assertEquals(3, Add.add(1, 2));\n  }\n}\n";
const JAVA_NEW =
  "\n  /** Nothing is nothing. */\n  @Test\n  void nothing() {\n    int sum = Add.add(0, 0);\n    assertEquals(0, sum);\n  }\n";

describe("a file of tests in a typed language gained nothing but tests", () => {
  it.skipIf(!hasTool("go", "version"))("in Go", async () => {
    expect(await isGrown("add_test.go", GO, GO + GO_NEW)).toBe(true);
    expect(await isGrown("add_test.go", GO, GO.replace('"testing"', '"strings"\n\t"testing"') + GO_NEW)).toBe(true);
    expect(await isGrown("add_test.go", GO, GO.replace('"testing"', '_ "strings"\n\t"testing"') + GO_NEW)).toBe(false);
    expect(await isGrown("add_test.go", GO, `${GO}${GO_NEW}\nfunc init() {}\n`)).toBe(false);
    expect(await isGrown("add_test.go", GO, `${GO}${GO_NEW.trimEnd()}; func init() {}\n`)).toBe(false);
  });

  it("in Rust", async () => {
    expect(await isGrown("tests/add.rs", RUST, RUST + RUST_NEW)).toBe(true);
    expect(await isGrown("tests/add.rs", RUST, RUST.replace("add;", "{add, less};") + RUST_NEW)).toBe(true);
    expect(await isGrown("tests/add.rs", RUST, `${RUST}${RUST_NEW}\nfn add(_: i32, _: i32) -> i32 { 3 }\n`)).toBe(
      false,
    );
  });

  it("in Java", async () => {
    const grown = JAVA.replace("  }\n}", `  }\n${JAVA_NEW}}`);
    expect(await isGrown("src/test/java/AddTest.java", JAVA, grown)).toBe(true);
    expect(await isGrown("src/test/java/AddTest.java", JAVA, `import static java.util.List.of;\n${grown}`)).toBe(true);
    expect(await isGrown("src/test/java/AddTest.java", JAVA, `import static a.Mine.assertEquals;\n${grown}`)).toBe(
      false,
    );
    expect(await isGrown("src/test/java/AddTest.java", JAVA, grown.replace("int sum", "sum"))).toBe(false);
  });
});
