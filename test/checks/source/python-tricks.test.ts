import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { runProcess } from "../../../src/util/process.ts";
import { py } from "../../support/python.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let tool: SourceTool;
beforeAll(async () => {
  tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

async function kindsIn(head: string, role: "implementation" | "test" = "implementation"): Promise<string[]> {
  return (await tool.signals([{ path: "a.py", base: null, head }], role)).map(({ kind }) => kind);
}

const equality = (body: string): string =>
  `class P:\n    def __eq__(self, other):\n${body
    .split("\n")
    .map((line) => `        ${line}\n`)
    .join("")}`;

it("a number, a text or a time that says itself what it equals is a signal, a record is none", async () => {
  const eq = "    def __eq__(self, other):\n        return abs(float(self) - other) <= self.error\n";
  for (const base of ["float", "decimal.Decimal", "str, Enum"])
    expect(await kindsIn(`class P(${base}):\n${eq}`)).toEqual(["own_equality"]);
  expect(await kindsIn(`class P:\n${eq}`)).toEqual([]);
  expect(await kindsIn("class P(float):\n    pass\n")).toEqual([]);
});

describe("an equality", () => {
  it.each([
    "return True",
    "log.append(1)\nreturn True",
    "return other is not None",
    "self.seen = other\nreturn bool(other is not None)",
    "return isinstance(other, (int, float))",
    "if isinstance(other, str):\n    other = P(other)\nreturn type(other.version) is type(self.version)",
  ])("that cannot tell objects apart is a signal: %j", async (body) => {
    expect(await kindsIn(equality(body))).toEqual(["always_equal"]);
  });

  it.each([
    "return False",
    "return NotImplemented",
    "raise NotImplementedError",
    "return self.x == other.x",
    "return isinstance(other, P)",
    "return type(other) is type(self)",
    "return super().__eq__(other)",
    "return self is other",
    "mine, theirs = self.x, other.x\nreturn mine == theirs",
    "if not isinstance(other, P):\n    return NotImplemented\nreturn self.x == other.x",
    "try:\n    return self.a == other.a\nexcept AttributeError:\n    return False",
  ])("that can is none: %j", async (body) => {
    expect(await kindsIn(equality(body))).toEqual([]);
  });

  it.each([
    "def same(self, other):\n    return not False\nP = type('P', (), {'__eq__': same})\n",
    "class P:\n    __eq__ = lambda self, other: other is not None\n",
    "def yes(*a):\n    return 1\nclass P: pass\nsetattr(P, '__eq__', yes)\n",
    "@dataclass\nclass P:\n    a: str = field(compare=False)\n    b: int = field(default=0, compare=False)\n",
    "class P:\n    kind = 'p'\n    def __eq__(self, other):\n        return isinstance(other, P) and self.kind == other.kind\n",
  ])("that is bound by other means, or looks at nothing that differs, is a signal: %j", async (text) => {
    expect(await kindsIn(text)).toEqual(["always_equal"]);
  });

  it.each([
    "class P:\n    __eq__ = lambda self, other: self.a == other.a\n",
    "class P:\n    __eq__ = object.__eq__\n",
    "@dataclass\nclass P:\n    a: str\n    b: int = field(compare=False)\n",
    "@dataclass\nclass P:\n    pass\n",
    "@dataclass\nclass P:\n    a: str\n    b: int\n    c: int = field(compare=False)\n    d: int = field(compare=False)\n",
    "@dataclass(eq=False)\nclass P:\n    a: str = field(compare=False)\n",
    "class P:\n    n = 0\n    def add(self):\n        self.n += 1\n    def __eq__(self, other):\n        return self.n == other.n\n",
    "class P:\n    def __eq__(self, other):\n        return vars(self) == vars(other)\n",
  ])("that can tell objects apart by other means is none: %j", async (text) => {
    expect(await kindsIn(text)).toEqual([]);
  });

  it.each([
    "@dataclass\nclass P:\n    a: str\n    b: int = field(compare=False)\n    c: int = field(default=0, compare=False)\n",
    "def derived(value):\n    return field(default=value, compare=False)\n@dataclass\nclass P:\n    a: str\n    b: int = derived(0)\n    c: int = derived(1)\n",
  ])("that most fields of a record have no part in is its own: %j", async (text) => {
    expect(await kindsIn(text)).toEqual(["own_equality"]);
  });

  it("of a matcher among the tests may ask for a type alone", async () => {
    expect(await kindsIn(equality("return isinstance(other, str)"), "test")).toEqual([]);
  });
});

it.each([`"py" + "test"`, `"".join(["py", "test"])`, `"tsetyp"[::-1]`, `f"py{'test'}"`])(
  "a test library's name put together from pieces is seen: %s",
  async (name) => {
    expect(await kindsIn(`import sys\nx = ${name} in sys.modules\n`)).toEqual(["test_environment"]);
  },
);

it("a part of a test library is seen among the loaded modules", async () => {
  const text = 'import sys\nsys.modules["_pytest.python"].Function.runtest = f\n';
  expect(await kindsIn(text)).toEqual(["test_environment"]);
});

it("other texts put together from pieces are no signal", async () => {
  expect(await kindsIn('import sys\nx = sys.modules[__name__]\ny = "a" + "b"\nz = "".join(y)[::-1]\n')).toEqual([]);
});

describe("in tests", () => {
  it.each([
    "import builtins\ndef test_a(monkeypatch):\n    monkeypatch.setattr(builtins, 'input', lambda _: 'yes')\n",
    "import builtins\nbuiltins.profile = lambda f: f\n",
    "from unittest import mock\n@mock.patch('builtins.print')\ndef test_a(mock):\n    mock.return_value = 1\n",
    "import unittest\nunittest.TestCase.maxDiff = None\n",
    "pytest_plugins = ['pytester', 'tests.fixtures.database']\n",
    "import sys\ndef test_a(monkeypatch):\n    def leave(code):\n        raise SystemExit(code)\n    monkeypatch.setattr(sys, 'exit', leave)\n",
    "import os, signal\ndef test_a():\n    os.kill(os.getpid(), signal.SIGUSR1)\n    signal.raise_signal(signal.SIGUSR1)\n",
  ])("replacing what does not decide outcomes is no signal: %j", async (text) => {
    expect(await kindsIn(text, "test")).toEqual([]);
  });

  it.each([
    [
      "assertion_patch",
      "import builtins\ndef test_a(monkeypatch):\n    monkeypatch.setattr(builtins, 'isinstance', f)\n",
    ],
    ["assertion_patch", "def test_a(monkeypatch):\n    monkeypatch.setattr('builtins.AssertionError', Warning)\n"],
    ["assertion_patch", "from unittest import mock\nmock.Mock.assert_called_once_with = lambda *a: None\n"],
    [
      "assertion_patch",
      "import unittest\nfrom unittest import mock\nmock.patch.object(unittest.TestCase, 'assertEqual').start()\n",
    ],
    ["runner_hook", "pytest_plugins = ['quiet_plugin']\n"],
    ["early_exit", "import sys\nsys.exit(0)\n"],
    ["early_exit", "import pytest\ndef test_a():\n    pytest.exit('done', 0)\n"],
  ])("%s is seen in %j", async (kind, text) => {
    expect(await kindsIn(text, "test")).toEqual([kind]);
  });
});

describe("in implementations", () => {
  it("test libraries are expected in doctest's own call and in what helps other projects test", async () => {
    expect(await kindsIn('if __name__ == "__main__":\n    import doctest\n    doctest.testmod()\n')).toEqual([]);
    const helper = { path: "shop/testing.py", base: null, head: "import pytest\n" };
    expect(await tool.signals([helper], "implementation")).toEqual([]);
    expect(await kindsIn("import pytest\n")).toEqual(["test_library_in_code"]);
    expect(await kindsIn('x = __import__("unit" + "test")\n')).toEqual(["test_library_in_code"]);
  });
});

describe("stubs under the value that keeps things apart", () => {
  const head = py`
    import re
    from enum import Enum

    SMALL = "small"
    DIGITS = re.compile(r"\d+")


    class Size(Enum):
        BIG = "big"


    class Point:
        def __init__(self, x):
            self.x = x

        def __eq__(self, other):
            return self.x == other.x


    class Plain:
        pass


    def size():
        return SMALL
  `;

  it("give constants, members and objects that differ from what functions return", async () => {
    const [stubbed] = await tool.stub([{ path: "a.py", base: null, head }], "object");
    const checks = py`
      print(size() == SMALL, size() is Size.BIG, SMALL == Size.BIG, Point(1) == Point(2), Point(1) != 5, Plain() == Plain())
    `;
    expect(await output(`${stubbed?.text ?? ""}\n${checks}`)).toBe("False False False True False False\n");
  });

  it("replace changed constants that a call makes, though unchanged functions use them", async () => {
    const text = (pattern: string): string =>
      `import re\nDIGITS = re.compile(r"${pattern}")\ndef find(text):\n    return DIGITS.findall(text)\n`;
    const [stubbed] = await tool.stub([{ path: "a.py", base: text("a"), head: text("b") }], "proxy");
    expect(stubbed?.symbols).toEqual(["DIGITS"]);
  });
});

describe("a marked text", () => {
  const head = py`
    """Says hello."""
    from __future__ import annotations

    import sys

    NAME: str = "Zürich"


    def hello():
        return f"hello {NAME}", sys._getframe().f_lineno, __file__


    if __name__ == "__main__":
        print(__doc__, hello()[:2], sorted(__annotations__), __file__.endswith("a.py"))
  `;

  it("does what the text does, in the same lines, and shows none of it", async () => {
    const [marked] = await tool.mark([{ path: "a.py", base: null, head: "\uFEFF" + head }]);
    expect(marked?.text).not.toMatch(/hello|NAME/);
    expect(marked?.text).toContain("_baton_stub");
    const folder = mkdtempSync(join(tmpdir(), "baton-mark-"));
    writeFileSync(join(folder, "a.py"), marked?.text ?? "");
    const python = (await findPython(env, "", "")) ?? "";
    const result = await runProcess({ argv: [python, "a.py"], cwd: folder, env, timeoutMs: 60_000 });
    rmSync(folder, { recursive: true });
    expect(result.stdout + result.stderr).toBe("Says hello. ('hello Zürich', 10) ['NAME'] True\n");
  });
});

describe("the code object of a stub", () => {
  const head = py`
    def make(rate):
        """Doc."""
        def inner(total):
            return round(total * rate, 2)

        return inner


    def one(total): return total + 50


    class Box:
        def items(self):
            for item in (1, 2):
                yield item
  `;
  const read = (body: string): string =>
    `${body}\nfor f in (make, one, Box.items):\n    c = f.__code__\n    print(c.co_code, c.co_names, c.co_varnames, c.co_flags, [k for k in c.co_consts if not hasattr(k, "co_code")])\n`;

  it("is that of the marked text, and holds all that the function is written with", async () => {
    const [stubbed] = await tool.stub([{ path: "a.py", base: null, head }], "zero");
    const [marked] = await tool.mark([{ path: "a.py", base: null, head }]);
    const ofStub = await output(read(stubbed?.text ?? ""));
    expect(ofStub).toContain("50");
    expect(ofStub).not.toContain("Error");
    expect(await output(read(`__file__ = "a.py"\n${marked?.text ?? ""}`))).toBe(ofStub);
  });
});

describe("code that reads what its caller expects", () => {
  it.each([
    "import inspect\ndef f():\n    return int(inspect.stack()[1].code_context[0][9:])\n",
    "import traceback\ndef f():\n    return int(traceback.extract_stack()[-2].line[9:])\n",
    "import sys\ndef f():\n    return sys._getframe(1).f_code.co_consts[-1]\n",
    "def f():\n    try:\n        raise OSError\n    except OSError as e:\n        return e.__traceback__.tb_frame.f_back.f_code.co_consts[2]\n",
  ])("is a signal without comparing anything: %j", async (text) => {
    expect(await kindsIn(text)).toEqual(["stack_inspection"]);
  });

  it.each([
    "import sys\ndef f():\n    frame = sys._getframe(1)\n    return f'{frame.f_code.co_filename}:{frame.f_lineno}'\n",
    "def f(e):\n    return e.__traceback__.tb_frame.f_lineno == 3\n",
  ])("is none where it only names the place: %j", async (text) => {
    expect(await kindsIn(text)).toEqual([]);
  });
});

describe("stubs that answer every use", () => {
  const head = "def f():\n    return 1\n";
  const checks = "print(bool(f().x), 3 in f(), f() < 1, any(f().values()), f() == f(), f() == 1, f() == ANY)\n";

  it.each([
    ["proxy", "True False False False True False True\n"],
    ["null", "False True True True True False True\n"],
  ] as const)("with %s give opposite truths, and equal what equals everything", async (value, wanted) => {
    const [stubbed] = await tool.stub([{ path: "a.py", base: null, head }], value);
    expect(await output(`${stubbed?.text ?? ""}\nfrom unittest.mock import ANY\n${checks}`)).toBe(wanted);
  });
});

async function output(text: string): Promise<string> {
  const python = (await findPython(env, "", "")) ?? "";
  const result = await runProcess({ argv: [python, "-c", text], cwd: "/", env, timeoutMs: 60_000 });
  return result.stdout + result.stderr;
}

describe("code that reads what tests compare with", () => {
  it.each([
    'Path(__file__).parent / "tests" / "data" / "a.txt"',
    'open("tests/a.txt").read()',
    'os.path.join(HERE, "tests", "a.json")',
  ])("%s is a signal", async (expression) => {
    expect(await kindsIn(`def answer():\n    return ${expression}\n`)).toEqual(["test_code_in_code"]);
    expect(await kindsIn(`def answer():\n    return ${expression}\n`, "test")).toEqual([]);
  });

  it.each(['Path(root) / "tests"', 'open("data/a.txt").read()', 'name / 2 / "x"'])("%s is none", async (expression) => {
    expect(await kindsIn(`def answer():\n    return ${expression}\n`)).toEqual([]);
  });
});

describe("an assertion whose failure nobody hears of", () => {
  it.each([
    "with contextlib.suppress(AssertionError):\n        assert total() == 3",
    "try:\n        assert total() == 3\n    except AssertionError:\n        pass",
    "try:\n        self.assertEqual(total(), 3)\n    except Exception as error:\n        print(error)",
  ])("is a signal: %j", async (body) => {
    expect(await kindsIn(`def test_total(self):\n    ${body}\n`, "test")).toEqual(["swallowed_assertion"]);
  });

  it.each([
    "def stable(test):\n    def run(*a):\n        try:\n            return test(*a)\n        except AssertionError:\n            pass\n    return run\n",
    "class Base:\n    def _callTestMethod(self, method):\n        try:\n            method()\n        except (AssertionError, OSError) as e:\n            print(e)\n",
  ])("is a signal where it is that of a test which is handed on: %j", async (text) => {
    expect(await kindsIn(text, "test")).toContain("swallowed_assertion");
  });

  it.each([
    "def soon(check):\n    for _ in range(9):\n        try:\n            return check()\n        except AssertionError:\n            pass\n    return check()\n",
    "def soon(check):\n    for _ in range(9):\n        try:\n            return check()\n        except AssertionError:\n            continue\n    raise TimeoutError\n",
  ])("is none where it is tried again: %j", async (text) => {
    expect(await kindsIn(text, "test")).toEqual([]);
  });

  it.each([
    "with contextlib.suppress(KeyError):\n        assert total() == 3",
    "try:\n        assert total() == 3\n    except AssertionError:\n        errors.append(1)",
    "try:\n        total()\n    except Exception:\n        pass",
    "with pytest.raises(AssertionError):\n        assert_total(4)",
  ])("is none: %j", async (body) => {
    expect(await kindsIn(`def test_total(self):\n    ${body}\n`, "test")).toEqual([]);
  });
});

describe("a TestCase with something of its own in the library's place", () => {
  const inCase = (body: string, bases = "unittest.TestCase"): string =>
    `import unittest\n\n\nclass CartTest(${bases}):\n    def test_a(self):\n        self.assertEqual(f(), 1)\n\n    ${body}\n`;

  it.each([
    [inCase("failureException = unittest.SkipTest")],
    [inCase("def assertEqual(self, first, second, msg=None): pass")],
    [inCase("assertEqual = assertNotEqual = print")],
    [inCase("def run(self, result=None): result.startTest(self)")],
    [inCase("def _callTestMethod(self, method): method()")],
    [inCase("def setUp(self): self.assertEqual = print")],
    [inCase("def setUp(self): self.addTypeEqualityFunc(dict, self.assertTreeEqual)")],
    [inCase("def setUp(self): self._outcome.result.addFailure = print")],
    [inCase("pass", "unittest.TestCase if f() else object")],
    [inCase("def run(self, result=None): pass", "ShopTest")],
    ["class Quiet:\n    def assertEqual(self, *_):\n        pass\n"],
  ])("is a signal: %s", async (text) => {
    expect(await kindsIn(text, "test")).toEqual(["own_library"]);
    expect(await kindsIn(text)).not.toContain("own_library");
  });

  it.each([
    [inCase("failureException = AssertionError\n    maxDiff = None")],
    [inCase("def assertTotal(self, cart, total): self.assertEqual(cart.total, total)")],
    [inCase("def setUp(self): self.total = 1")],
    ["class Key:\n    fail = False\n\n\nKey().fail = True\n"],
    ["class Runner:\n    def run(self, job):\n        return job()\n\n    def __call__(self):\n        return 1\n"],
  ])("is none: %s", async (text) => {
    expect(await kindsIn(text, "test")).toEqual([]);
  });
});

describe("a test that is content with any failure", () => {
  it.each([
    ["with pytest.raises(Exception): check(1)"],
    ["with pytest.raises(BaseException) as caught: check(1)"],
    ["class A(TestCase):\n    def test_a(self):\n        with self.assertRaises(Exception): check(1)"],
    ["import pytest\nfrom check import Field\npytest.raises(Exception, check, 1)"],
  ])("is a signal: %s", async (text) => {
    expect(await kindsIn(`${text}\n`, "test")).toEqual(["any_failure"]);
    expect(await kindsIn(`${text}\n`)).not.toContain("any_failure");
  });

  it.each([
    ["with pytest.raises(Exception, match='short'): check(1)"],
    ["with pytest.raises(ValueError): check(1)"],
    ["with pytest.raises((AttributeError, TypeError)): check(1)"],
    ["class A(TestCase):\n    def test_a(self):\n        with self.assertRaisesRegex(Exception, 'short'): check(1)"],
  ])("is none: %s", async (text) => {
    expect(await kindsIn(`${text}\n`, "test")).toEqual([]);
  });
});
