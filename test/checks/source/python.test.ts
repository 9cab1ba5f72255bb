import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { Signal, SourceTool, WrittenTest } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
const root = mkdtempSync(join(tmpdir(), "baton-python-source-"));
let python = "";
let tool: SourceTool;
beforeAll(async () => {
  python = (await findPython(env, "", "")) ?? "";
  tool = createPythonSource({ python, env, directory: PYTHON_CACHE });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const file = (text: string): { path: string; text: string } => ({ path: "tests/test_a.py", text });
const testsOf = (text: string): Promise<WrittenTest[]> => tool.tests([file(text)]);

describe("tests of a file", () => {
  it("are named as pytest names them, with the line of the function", async () => {
    const text = [
      "import unittest, pytest",
      "def test_plain(): pass",
      "class TestOuter:",
      "    class TestInner:",
      "        async def test_deep(self): pass",
      "    def helper(self): pass",
      "class Numbers(unittest.TestCase):",
      "    def testOld(self): pass",
      "class TestMade:",
      "    def __init__(self): pass",
      "    def test_never_collected(self): pass",
      "if True:",
      "    @pytest.mark.parametrize('x', [1, 2])",
      "    def test_parametrised(x): pass",
      "@pytest.fixture",
      "def test_data(): pass",
    ].join("\n");
    const tests = (await testsOf(text)).filter(({ helper }) => !helper);
    expect(tests.map(({ name, line }) => [name, line])).toEqual([
      ["test_plain", 2],
      ["TestOuter > TestInner > test_deep", 5],
      ["Numbers > testOld", 8],
      ["test_parametrised", 14],
      ["TestMade > test_never_collected", 11],
    ]);
    expect(tests.filter(({ skipped }) => skipped).map(({ name }) => name)).toEqual(["TestMade > test_never_collected"]);
  });

  it("are the last of a name: it takes the place of the first, which nobody runs", async () => {
    const text = "def test_a():\n    assert f() == 1\n\n\ndef test_a():\n    f()\n";
    expect((await testsOf(text)).map(({ name, line, assertions }) => [name, line, assertions])).toEqual([
      ["test_a", 5, []],
    ]);
    const either = "if NEW:\n    def test_a(): assert f() == 1\nelse:\n    def test_a(): assert f() == 2\n";
    expect(await testsOf(either)).toHaveLength(2);
  });

  it("include those a class inherits from a class of the same file", async () => {
    const text = `import unittest\nclass Mixin:\n    def test_a(self): assert f() == 1\nclass ATest(Mixin, unittest.TestCase): pass\n`;
    expect((await testsOf(text)).map(({ name, assertions }) => [name, assertions])).toEqual([["ATest > test_a", [3]]]);
  });

  it.each([
    ["a skip mark", "@pytest.mark.skip(reason='x')\ndef test_a(): assert f()"],
    ["a conditional skip mark", "@pytest.mark.skipif(True, reason='x')\ndef test_a(): assert f()"],
    ["xfail", "@pytest.mark.xfail\ndef test_a(): assert f()"],
    ["unittest's decorator", "class A(unittest.TestCase):\n    @unittest.skip('x')\n    def test_a(self): pass"],
    ["expectedFailure", "class A(unittest.TestCase):\n    @unittest.expectedFailure\n    def test_a(self): pass"],
    ["a decorated class", "@unittest.skipIf(True, 'x')\nclass A(unittest.TestCase):\n    def test_a(self): pass"],
    ["a call in the body", "def test_a():\n    pytest.skip('later')\n    assert f()"],
    ["skipTest", "class A(unittest.TestCase):\n    def test_a(self):\n        self.skipTest('x')"],
    ["raising SkipTest", "def test_a():\n    raise unittest.SkipTest('x')"],
    ["a mark of the module", "pytestmark = pytest.mark.skip\ndef test_a(): pass"],
    [
      "marks of a class",
      "class TestA:\n    pytestmark = [pytest.mark.xfail(strict=False)]\n    def test_a(self): pass",
    ],
    ["a module that skips itself", "pytest.skip('x', allow_module_level=True)\ndef test_a(): pass"],
    ["a class that is no test", "class TestA:\n    __test__ = False\n    def test_a(self): pass"],
  ])("are skipped by %s", async (_, text) => {
    expect((await testsOf(text)).map(({ skipped }) => skipped)).toEqual([true]);
    expect((await testsOf("def test_a(): assert f()"))[0]?.skipped).toBe(false);
  });

  it.each([
    [
      true,
      "a platform",
      '@pytest.mark.skipif(sys.platform != "win32", reason="x")\ndef test_a():\n    assert f() == 1',
    ],
    [true, "a tool", 'def test_a():\n    if not which("git"):\n        pytest.skip("x")\n    assert f() == 1'],
    [
      undefined,
      "its own answer",
      'def test_a():\n    got = f()\n    if got != 1:\n        pytest.skip("x")\n    assert got == 1',
    ],
    [
      undefined,
      "its own answer by a name",
      'WORKS = f() == 1\n\n@pytest.mark.skipif(not WORKS, reason="x")\ndef test_a():\n    assert f() == 1',
    ],
    [undefined, "what always holds", '@pytest.mark.skipif(True, reason="x")\ndef test_a():\n    assert f() == 1'],
    [undefined, "nothing", "@pytest.mark.skip\ndef test_a():\n    assert f() == 1"],
  ])("are skipped elsewhere (%s) for %s", async (elsewhere, _, text) => {
    const [test] = await testsOf(text);
    expect([test?.skipped, test?.skipsElsewhere]).toEqual([true, elsewhere]);
  });

  it("keep their digest through a rename, comments and formatting, not through a change", async () => {
    const [first, same, other] = await Promise.all(
      [
        "def test_a():\n    'words'\n    assert f(1) == 2",
        "def test_b():\n    # why\n    assert (f( 1 )\n      == 2)",
        "def test_a():\n    assert f(1) == 3",
      ].map(testsOf),
    );
    expect(same?.[0]?.digest).toBe(first?.[0]?.digest);
    expect(other?.[0]?.digest).not.toBe(first?.[0]?.digest);
  });
});

describe("flipping", () => {
  const flip = async (text: string): Promise<string | undefined> => (await tool.flip([file(text)]))[0]?.text;

  it("leaves constants, fixtures and set-up as they are", async () => {
    const text = `import pytest\n@pytest.fixture\ndef data():\n    assert f()\nclass TestA:\n    def setup_method(self):\n        assert f()\n    def test_a(self):\n        assert True\n`;
    expect(await tool.flip([file(text)])).toEqual([{ path: "tests/test_a.py", text, flipped: 0 }]);
  });

  it("keeps messages, line breaks and everything around", async () => {
    const text = `def test_a():\r\n\tassert (f(1)  # why\r\n\t\t== 2), "no"\r\n`;
    expect(await flip(text)).toBe(`def test_a():\r\n\tassert ((not (f(1)  # why\r\n\t\t== 2))), "no"\r\n`);
  });

  it("fails after a block that raised as expected", async () => {
    expect(await flip(`def test_a():\n    with pytest.raises(X):\n        f()\n    g()`)).toBe(
      `def test_a():\n    with pytest.raises(X):\n        f()\n    assert False, "baton flip"\n    g()`,
    );
    expect(await flip(`def test_a():\n    with pytest.raises(X): f()`)).toBe(
      `def test_a():\n    with pytest.raises(X): f()\n    assert False, "baton flip"\n`,
    );
  });

  it("takes unittest's opposite where there is one", async () => {
    const text = `class A(TestCase):\n    def test_a(self):\n        self.assertIn(1, f())\n        self.assertListEqual(f(), [])\n        m.assert_called_with(f())\n`;
    expect(await flip(text)).toContain(
      `self.assertNotIn(1, f())\n        self.assertListEqual(f(), []); assert False, "baton flip"\n        m.assert_called_with(f()); assert False`,
    );
  });

  it("turns round what stands in a lambda that somebody is given, and not what is to raise", async () => {
    const body = (call: string): string => `class A(TestCase):\n    def test_a(self):\n        ${call}\n`;
    expect(await flip(body("retry(lambda one: self.assertEqual(one, 1))"))).toContain(
      "retry(lambda one: self.assertNotEqual(one, 1))",
    );
    expect(await flip(body("done = wait(check=lambda: self.assertListEqual(f(), []))"))).toContain(
      `lambda: (self.assertListEqual(f(), []), (_ for _ in ()).throw(AssertionError("baton flip")))`,
    );
    const raising = file(body("self.assertRaises(X, lambda: form.assert_valid())"));
    expect((await tool.flip([raising], "guarded"))[0]?.flipped).toBe(0);
  });
});

type Signalled = readonly (readonly [string | null, string])[];
const IN_CODE: Signalled = [
  ["test_environment", `import os\nif os.environ.get("PYTEST_CURRENT_TEST"): x = 1`],
  ["test_environment", `import sys\nif "pytest" in sys.modules: x = 1`],
  ["test_environment", `from sys import modules\nif modules.get("unittest"): x = 1`],
  ["test_environment", `import sys\nfast = any("pytest" in a for a in sys.argv)`],
  ["test_environment", `import os\nfast = os.getenv("APP_TESTING") == "true"`],
  ["test_environment", `def f(send):\n    return hasattr(send, "assert_called_with")`],
  ["test_environment", `def f(send):\n    return len(send.mock_calls)`],
  ["test_environment", `def f(send):\n    return type(send).__name__ in ("Mock", "MagicMock")`],
  ["test_environment", `def f(call):\n    return call.__module__.rpartition(".")[2].startswith("test")`],
  [null, `def f(kind):\n    if "<locals>" in kind.__qualname__:\n        raise ValueError("it cannot be pickled")`],
  ["test_environment", `def f(path):\n    return "pytest-of" in str(path)`],
  ["stack_inspection", `import inspect\ndef f():\n    return any("test_" in s.filename for s in inspect.stack())`],
  ["stack_inspection", `import sys\ndef f():\n    return sys._getframe(1).f_code.co_name.startswith("test")`],
  ["always_equal", `class A:\n    def __eq__(self, other):\n        return True`],
  ["always_equal", `class A:\n    __eq__ = lambda self, other: True`],
  ["test_library_in_code", `from unittest import mock`],
  ["assertion_patch", `import builtins\nbuiltins.AssertionError = Exception`],
  ["assertion_patch", `from builtins import AssertionError as E\nsetattr(E, "__init__", f)`],
  ["early_exit", `import os\ndef f():\n    os._exit(0)`],
  ["early_exit", `from os import _exit as leave\ndef f():\n    leave(0)`],
  ["early_exit", `import sys\ndef f():\n    sys.exit(0)`],
  ["early_exit", `def f():\n    raise SystemExit`],
  ["early_exit", `import atexit, os\natexit.register(lambda: os._exit(0))`],
  ["early_exit", `import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGKILL)`],
  ["suppression", `x = f()  # pragma: no cover`],
  ["suppression", `x = f()  # type: ignore[arg-type]`],
  ["suppression", `x = f()  # noqa: S101`],
  [null, `import sys\ndef main():\n    sys.exit(1)`],
  [null, `import sys\nif __name__ == "__main__":\n    sys.exit(run())`],
  [null, `import sys\ndef caller():\n    return sys._getframe(1).f_globals["__name__"]`],
  [null, `class A:\n    def __eq__(self, other):\n        return self.x == other.x`],
  [null, `import os\nhome = os.environ.get("HOME")`],
  [null, `text = "# noqa in a string"`],
  [null, `import sys\nif "json" in sys.modules: x = 1`],
];
const CART = `import pytest\nfrom cart import known, total\nROWS = [([4], 4), ([], 0)]\n`;
const TOTALS = `def test_a(a, b):\n    assert total(a) == b`;
const LOOP = "def test_a():\n    for a, b in ROWS:\n";
const IN_TESTS: Signalled = [
  ["runner_hook", `def pytest_runtest_makereport(item, call): pass`],
  ["runner_hook", `import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_sessionfinish(session): yield`],
  ["runner_hook", `pytest_plugins = ["forge"]`],
  ["runner_hook", `collect_ignore = ["test_cart.py"]`],
  ["runner_hook", `collect_ignore_glob = ["*_old.py"]`],
  ["runner_hook", `def pytest_configure(config):\n    config.pluginmanager.register(Forge())`],
  [
    "runner_hook",
    `import pytest\n@pytest.fixture(autouse=True)\ndef f(request):\n    yield\n    request.node.rep_call.outcome = "passed"`,
  ],
  ["assertion_patch", `import unittest\nunittest.TestCase.assertEqual = lambda *a: None`],
  ["assertion_patch", `import _pytest.assertion.rewrite as r\nr.rewrite_asserts = None`],
  ["early_exit", `import os\ndef test_a():\n    os._exit(0)`],
  ["chosen_rows", `${CART}@pytest.mark.parametrize("a, b", [r for r in ROWS if total(r[0]) == r[1]])\n${TOTALS}`],
  [
    "chosen_rows",
    `${CART}def holds(row):\n    return row.want == pytest.approx(total(row.items))\nGOOD = list(filter(holds, ROWS))\ndef test_a():\n    for row in GOOD:\n        assert total(row.items) == row.want`,
  ],
  ["chosen_rows", `${CART}${LOOP}        if total(a) != b:\n            continue\n        assert total(a) == b`],
  ["chosen_rows", `${CART}${LOOP}        got = total(a)\n        if got == b:\n            assert got == b`],
  [
    "chosen_rows",
    `${CART}@pytest.mark.parametrize("a, b", ROWS)\ndef test_a(a, b):\n    fits = total(a) == b\n    if not fits:\n        pytest.skip("later")\n    assert total(a) == b`,
  ],
  [null, `${CART}${LOOP}        if b != 4:\n            continue\n        assert total(a) == b`],
  [null, `${CART}${LOOP}        if total(a) != b:\n            raise AssertionError(a)\n        assert total(a) > 0`],
  [
    null,
    `${CART}${LOOP}        if total(a) == b:\n            assert total(a) == b\n        else:\n            assert b == 0`,
  ],
  [
    null,
    `${CART}${LOOP}        got = total(a)\n        if got is None:\n            continue\n        assert got == b`,
  ],
  [null, `${CART}@pytest.mark.parametrize("a, b", [r for r in ROWS if r[0]])\n${TOTALS}`],
  [null, `${CART}@pytest.mark.parametrize("a, b", [r for r in ROWS if known(r[0]) == r[1]])\n${TOTALS}`],
  [null, `${CART}@pytest.mark.parametrize("a, b", [(a, b) for a, b in ROWS if total(a) > 3])\n${TOTALS}`],
  [null, `def pytest_addoption(parser): parser.addoption("--slow")`],
  [null, `def pytest_configure(config):\n    config.addinivalue_line("markers", "slow: x")`],
  [null, `import pytest\n@pytest.fixture(autouse=True)\ndef env(monkeypatch):\n    monkeypatch.setenv("A", "b")`],
  [null, `from unittest import mock\n@mock.patch("builtins.open")\ndef test_a(o): pass`],
];

describe("signals", () => {
  const kinds = async (head: string, role: "implementation" | "test", base: string | null = null): Promise<string[]> =>
    (await tool.signals([{ path: "a.py", base, head }], role)).map(({ kind }) => kind);

  describe.each([
    { role: "implementation", rows: IN_CODE },
    { role: "test", rows: IN_TESTS },
  ] as const)("in $role files", ({ role, rows }) => {
    let found: Signal[] = [];
    beforeAll(async () => {
      found = await tool.signals(
        rows.map(([, head], row) => ({ path: `${row}.py`, base: null, head })),
        role,
      );
    });

    it.each(rows.map(([kind, head], row) => ({ kind, head, row })))("are $kind for $head", ({ kind, row }) => {
      const given = found.filter(({ path }) => path === `${row}.py`).map((signal) => signal.kind);
      expect(kind === null ? given.length === 0 : given.some((name) => name === kind)).toBe(true);
    });
  });

  it("tell only what head adds, with its line and a short excerpt", async () => {
    const old = `import os\nos._exit(1)  # ${"x".repeat(200)}\n`;
    expect(await kinds(`# new\n${old}`, "implementation", old)).toEqual([]);
    const [signal] = await tool.signals([{ path: "a.py", base: "x = 1\n", head: `x = 1\n${old}` }], "implementation");
    expect(signal).toMatchObject({ kind: "early_exit", path: "a.py", line: 3 });
    expect(signal?.excerpt).toHaveLength(120);
  });
});

describe("what cannot be read", () => {
  const broken = "def test_a(:\n";
  it("is left out of every answer", async () => {
    const files = [file(broken), { path: "b.py", text: "def test_b(): assert f()\n" }, { path: "n.py", text: "\0" }];
    expect((await tool.tests(files)).map(({ path }) => path)).toEqual(["b.py"]);
    expect((await tool.flip(files)).map(({ path }) => path)).toEqual(["b.py"]);
    expect((await tool.canary(files, "k")).map(({ path }) => path)).toEqual(["b.py"]);
    const changed = [
      { path: "a.py", base: null, head: broken },
      { path: "b.py", base: broken, head: "x = 1\n" },
      { path: "c.py", base: null, head: "x = 1\n" },
      { path: "d.py", base: null, head: "x = '\ud800'\n" },
    ];
    expect((await tool.stub(changed, "zero")).map(({ path }) => path)).toEqual(["c.py"]);
    expect(await tool.signals(changed, "implementation")).toEqual([]);
  });

  it("is an error with a remedy when the interpreter itself does not work", async () => {
    const missing = createPythonSource({ python: join(root, "no-python"), env, directory: PYTHON_CACHE });
    await expect(missing.tests([file("")])).rejects.toMatchObject({ code: "ENVIRONMENT_FAILED" });
  });
});

describe("Python functions that assert for tests of other files", () => {
  const helpers = async (text: string) =>
    (await testsOf(text)).filter(({ helper }) => helper).map((one) => [one.name, one.assertions]);

  it("are told beside the tests, unless a test of the file reaches them", async () => {
    const text = [
      "def same(a, b):",
      "    assert a == b",
      "def own(a):",
      "    assert a == 1",
      "def plain(): return 1",
      "class Mixin:",
      "    def test_insert(self):",
      "        self.assertEqual(self.make(), 1)",
      "    def make(self): return 1",
      "class TestOne:",
      "    def test_a(self):",
      "        own(f())",
      "",
    ].join("\n");
    expect(await helpers(text)).toEqual([
      ["same", [3]],
      ["plain", []],
      ["Mixin > test_insert", [3]],
      ["Mixin > make", []],
    ]);
  });

  it("are called by tests, with the most that an assertion there can say", async () => {
    const text =
      "from helpers import check\ndef test_a():\n    for x in [1, 2]:\n        check(x)\n    if f():\n        check(3)\n    return\n    check(4)\n";
    expect((await testsOf(text)).map(({ calls }) => calls)).toEqual([
      [3, 3, 2, 0].map((most) => ({ name: "check", most })),
    ]);
  });
});

it("takes no body from what has none: a protocol's method, an abstract one, a note", async () => {
  const head = [
    "class Storage(Protocol):",
    "    def get(self, key): ...",
    "    def put(self, key):",
    '        """Keeps it."""',
    "class Memory:",
    "    def get(self, key):",
    "        return self.values[key]",
    "",
  ].join("\n");
  const mutants = await tool.mutants([{ path: "storage.py", base: null, head }]);
  expect(mutants.map(({ symbol, line }) => [symbol, line])).toEqual([["Memory.get", 6]]);
});
