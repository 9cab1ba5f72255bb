import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunnerRequest } from "../../../src/checks/runners/port.ts";
import { pytestCommand } from "../../../src/checks/runners/pytest.ts";
import { findPython } from "../../../src/checks/runners/python.ts";
import { ReportLine } from "../../../src/schema/report.ts";
import type { Unit } from "../../../src/schema/unit.ts";
import { injectPath } from "../../../src/util/package-root.ts";
import { runProcess } from "../../../src/util/process.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
const root = mkdtempSync(join(tmpdir(), "baton-pytest-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const unit: Unit = {
  directory: "",
  stack: "python",
  command: "pytest",
  runner: "pytest",
  level: "P3",
  args: [],
  env: {},
  before: [],
};

function project(name: string, files: Record<string, string>): RunnerRequest {
  const treeDirectory = join(root, name);
  const reportDirectory = join(root, `${name}-report`);
  mkdirSync(reportDirectory, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(treeDirectory, path)), { recursive: true });
    writeFileSync(join(treeDirectory, path), text);
  }
  return {
    unit,
    treeDirectory,
    files: null,
    nameFilter: null,
    reportDirectory,
    testTimeoutMs: null,
    testsTimeoutMs: null,
    coverageDirectory: null,
    env,
  };
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly lines: readonly ReportLine[];
}

function reportLines(directory: string): ReportLine[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".ndjson"))
    .flatMap((name) => readFileSync(join(directory, name), "utf8").trim().split("\n"))
    .map((line) => ReportLine.parse(JSON.parse(line)));
}

async function run(request: RunnerRequest): Promise<Ran> {
  const command = await pytestCommand(request);
  if (command === null) throw new Error("no Python with pytest");
  const result = await runProcess({ ...command, timeoutMs: 60_000 });
  return { code: result.code, output: result.stdout + result.stderr, lines: reportLines(request.reportDirectory) };
}

/** `path > parts: status kind name`, sorted. */
const told = (ran: Ran): string[] =>
  ran.lines
    .flatMap((line) => {
      if (line.type === "test")
        return [`${line.path.join(" > ")}: ${[line.status, line.kind, line.name].filter(Boolean).join(" ")}`];
      if (line.type === "file_error") return [`${line.file.split("/").at(-1)}: ${line.name}`];
      return line.type === "run_error" ? [`run: ${line.name}`] : [];
    })
    .toSorted();

const KINDS = `import doctest, os, subprocess, sys, unittest
import pytest
def test_ok(): assert 1 == 1
def test_assert(): assert [1, 2] == [1, 3], "x" * 5000
def test_error(): {}["x"]
def test_did_not_raise():
    with pytest.raises(ValueError): pass
def test_fail(): pytest.fail("no")
def test_timeout(): pytest.fail("Timeout (>5.0s) from pytest-timeout.")
@pytest.fixture
def broken(): assert 0
def test_fixture(broken): pass
@pytest.fixture
def late():
    yield
    raise RuntimeError("late")
def test_teardown(late): pass
def test_both(late): assert 0
def test_skip(): pytest.skip("why")
@pytest.mark.xfail
def test_xfail(): assert 0
@pytest.mark.xfail
def test_xpass(): pass
@pytest.mark.xfail(strict=True)
def test_xpass_strict(): pass
def test_imperative_xfail(): pytest.xfail("x")
@pytest.mark.parametrize("x", ["a::b", "[c]", "é"])
def test_parameters(x): pass
class TestOuter:
    class TestInner:
        def test_deep(self): assert self is None
class UnitTest(unittest.TestCase):
    def test_equal(self): self.assertEqual(1, 2)
    def test_subtests(self):
        for i in range(3):
            with self.subTest(i=i): self.assertNotEqual(i, 1)
    @unittest.expectedFailure
    def test_unexpected(self): pass
    @unittest.expectedFailure
    def test_expected(self): self.fail("x")
    @unittest.skip("no")
    def test_skipped(self): pass
class SetUpTest(unittest.TestCase):
    def setUp(self): assert False
    def test_a(self): pass
class TearDownTest(unittest.TestCase):
    def tearDown(self): self.fail("x")
    def test_a(self): pass
def test_exit(): sys.exit(0)
class Own(AssertionError): pass
def test_own(): raise Own("m")
class Rude(Exception):
    def __str__(self): raise RuntimeError("rude")
def test_rude(): raise Rude()
def test_environment(): assert "BATON_REPORT_DIR" not in os.environ
def test_fork():
    pid = os.fork()
    if pid: os.waitpid(pid, 0)
`;

describe("the report of a run", () => {
  let ran: Ran;
  let request: RunnerRequest;
  beforeAll(async () => {
    request = project("kinds", {
      "tests/test_kinds.py": KINDS,
      "tests/test_import.py": "import nowhere\n",
      "tests/test_syntax.py": "def test_a(:\n",
      "tests/test_skipped.py": "import pytest\npytest.skip('m', allow_module_level=True)\n",
      "words.py":
        "def f():\n    '''\n    >>> f()\n    3\n    '''\n    return 4\ndef g():\n    '''\n    >>> 1/0\n    '''\n",
      "pytest.ini": "[pytest]\naddopts = -x --doctest-modules -v\n",
    });
    ran = await run(request);
  });

  it("says how each test ended and in which way it failed", () => {
    expect(told(ran)).toEqual(
      [
        "(skipped while collecting): skipped",
        "SetUpTest > test_a: failed fixture AssertionError",
        "TearDownTest > test_a: failed fixture AssertionError",
        "TestOuter > TestInner > test_deep: failed assertion AssertionError",
        "UnitTest > test_equal: failed assertion AssertionError",
        "UnitTest > test_expected: xfail",
        "UnitTest > test_skipped: skipped",
        "UnitTest > test_subtests: failed assertion AssertionError",
        "UnitTest > test_unexpected: failed error Failed",
        "test_assert: failed assertion AssertionError",
        "test_both: failed assertion AssertionError",
        "test_did_not_raise: failed assertion Failed",
        "test_environment: passed",
        "test_error: failed error KeyError",
        "test_exit: failed error SystemExit",
        "test_fail: failed assertion Failed",
        "test_fixture: failed fixture AssertionError",
        "test_fork: passed",
        "test_imperative_xfail: xfail",
        "test_import.py: ModuleNotFoundError",
        "test_ok: passed",
        "test_own: failed assertion Own",
        "test_parameters[[c]]: passed",
        "test_parameters[\\xe9]: passed",
        "test_parameters[a::b]: passed",
        "test_rude: failed error Rude",
        "test_skip: skipped",
        "test_syntax.py: SyntaxError",
        "test_teardown: failed fixture RuntimeError",
        "test_timeout: failed timeout Failed",
        "test_xfail: xfail",
        "test_xpass: passed",
        "test_xpass_strict: failed error XPASS(strict)",
        "words.f: failed assertion DocTestFailure",
        "words.g: failed error ZeroDivisionError",
      ].toSorted(),
    );
    expect(ran.code).toBe(1);
  });

  it("begins with the runner and ends with the number of its tests", () => {
    const tests = ran.lines.filter(({ type }) => type === "test").length;
    expect(ran.lines[0]).toMatchObject({
      type: "start",
      runner: "pytest",
      version: expect.stringMatching(/^\d+\.\d+/),
    });
    expect(ran.lines.at(-1)).toEqual({ type: "end", tests });
  });

  it("names files absolutely and keeps messages short", () => {
    const line = ran.lines.find((candidate) => candidate.type === "test" && candidate.path[0] === "test_assert");
    expect(line).toMatchObject({ file: join(request.treeDirectory, "tests/test_kinds.py") });
    expect(line?.type === "test" ? line.message?.length : 0).toBe(2000);
  });

  it("leaves nothing in the tree", () => {
    expect(readdirSync(request.treeDirectory).toSorted()).toEqual(["pytest.ini", "tests", "words.py"]);
    expect(readdirSync(join(request.treeDirectory, "tests")).every((name) => name.endsWith(".py"))).toBe(true);
  });
});

describe("a report is not complete", () => {
  const ends = (ran: Ran): boolean => ran.lines.some(({ type }) => type === "end");

  it.each([
    ["when a test ends the process", { "test_a.py": "import os\ndef test_a(): os._exit(0)\ndef test_b(): pass\n" }],
    [
      "when the session is left with pytest.exit",
      { "test_a.py": "import pytest\ndef test_a(): pytest.exit('x', 0)\n" },
    ],
    [
      "when a hook ends the process after the last test",
      { "conftest.py": "import os\ndef pytest_sessionfinish(): os._exit(0)\n", "test_a.py": "def test_a(): pass\n" },
    ],
    [
      "when a hook answers for tests that never ran",
      { "conftest.py": "def pytest_runtest_protocol(item): return True\n", "test_a.py": "def test_a(): assert 0\n" },
    ],
    [
      "when a hook stops the session",
      {
        "conftest.py":
          "def pytest_runtest_logreport(report):\n    S.shouldstop = 'enough'\ndef pytest_sessionstart(session):\n    global S\n    S = session\n",
        "test_a.py": "def test_a(): pass\ndef test_b(): assert 0\n",
      },
    ],
    [
      "when pytest does not start",
      { "pytest.ini": "[pytest]\naddopts = --nonsense\n", "test_a.py": "def test_a(): pass\n" },
    ],
  ] as [string, Record<string, string>][])("%s", async (title, files) => {
    const ran = await run(project(title.replaceAll(/\W+/g, "-"), files));
    expect(ran.lines[0]?.type).toBe("start");
    expect(ends(ran)).toBe(false);
  });
});

it("names a conftest that cannot be loaded, and from pytest 8 on still runs the other folders", async () => {
  const files = {
    "broken/conftest.py": "raise ValueError('x')\n",
    "broken/test_a.py": "def test_a(): pass\n",
    "sound/test_b.py": "def test_b(): pass\n",
  };
  const python = (await findPython(env, root, "")) ?? "";
  const major = execFileSync(python, ["-c", "import pytest; print(pytest.__version__.split('.')[0])"], {
    encoding: "utf8",
  });
  const older = Number(major) < 8;
  const wanted = ["conftest.py: ValueError", ...(older ? [] : ["test_b: passed"])];
  expect(told(await run(project("conftest", files)))).toEqual(wanted);
  const args = ["broken", "sound"];
  expect(told(await run({ ...project("asked", files), unit: { ...unit, args } }))).toEqual(wanted);
});

describe("what a project does to the runner", () => {
  it("cannot put a folder of its own in pytest's place", async () => {
    const forged = "import sys\nsys.exit(0)\n";
    const files = { "pytest/__init__.py": forged, "_pytest/__init__.py": forged, "pytest.py": forged };
    const ran = await run(project("shadow", { ...files, "test_a.py": "def test_a(): assert 0\n" }));
    expect(told(ran)).toEqual(["test_a: failed assertion AssertionError"]);
  });

  it("cannot silence the report by replacing what it writes with", async () => {
    const conftest = `import json, os\nos.write = lambda *a: 0\njson.dumps = lambda *a, **k: "{}"\n`;
    const ran = await run(project("patched", { "conftest.py": conftest, "test_a.py": "def test_a(): assert 0\n" }));
    expect(told(ran)).toEqual(["test_a: failed assertion AssertionError"]);
    expect(ran.lines.at(-1)).toEqual({ type: "end", tests: 1 });
  });

  it("may import its own modules from the working directory, as with python -m pytest", async () => {
    const files = {
      "pkg/__init__.py": "value = 1\n",
      "tests/test_a.py": "from pkg import value\ndef test_a(): assert value == 1\n",
    };
    expect(told(await run(project("imports", files)))).toEqual(["test_a: passed"]);
  });

  it("may run sessions of its own inside a test", async () => {
    const inner = `pytest_plugins = ["pytester"]\ndef test_a(pytester):\n    pytester.makepyfile(test_inner="def test_inner(): assert 0")\n    pytester.runpytest_inprocess("-p", "baton_pytest").assert_outcomes(failed=1)\n    pytester.runpytest_subprocess("-p", "baton_pytest").assert_outcomes(failed=1)\n`;
    const inject = { PYTHONPATH: dirname(injectPath("baton_pytest.py")) };
    const ran = await run({ ...project("inner", { "test_a.py": inner }), unit: { ...unit, env: inject } });
    expect(told(ran)).toEqual(["test_a: passed"]);
    expect(ran.lines.filter(({ type }) => type === "start" || type === "end")).toHaveLength(2);
  });

  it("cannot loop for ever where a test's time is limited, whatever signals it uses itself", async () => {
    const files = {
      "test_a.py":
        "import signal, time\ndef test_loops():\n    while True: pass\ndef test_waits(): time.sleep(60)\ndef test_alarms():\n    signal.signal(signal.SIGALRM, lambda *a: None)\n    signal.alarm(1)\n    signal.pause()\ndef test_ends(): pass\n",
    };
    expect(told(await run({ ...project("endless", files), testTimeoutMs: 500 }))).toEqual([
      "test_alarms: passed",
      "test_ends: passed",
      "test_loops: failed timeout Failed",
      "test_waits: failed timeout Failed",
    ]);
    const asks = "import os\ndef test_a(): assert 'BATON_TEST_SECONDS' not in os.environ\n";
    expect(told(await run({ ...project("unnamed", { "test_a.py": asks }), testTimeoutMs: 500 }))).toEqual([
      "test_a: passed",
    ]);
  });

  it("may treat warnings as errors", async () => {
    const files = { "pytest.ini": "[pytest]\nfilterwarnings = error\n", "test_a.py": "def test_a(): pass\n" };
    expect(told(await run(project("warnings", files)))).toEqual(["test_a: passed"]);
  });
});

describe("a command of the user's own", () => {
  it("is reported through PYTEST_ADDOPTS, goes on after errors, and does not stop early", async () => {
    const request = project("addopts", {
      "test_a.py": "import nowhere\n",
      "test_b.py": "def test_b(): assert 0\ndef test_c(): pass\n",
    });
    const python = (await findPython(env, request.treeDirectory, "")) ?? "";
    const result = await runProcess({
      argv: [python, "-B", "-m", "pytest", "-x", "-p", "no:cacheprovider"],
      cwd: request.treeDirectory,
      env: {
        ...env,
        BATON_REPORT_DIR: request.reportDirectory,
        PYTEST_ADDOPTS: "-p baton_pytest",
        PYTHONPATH: dirname(injectPath("baton_pytest.py")),
      },
      timeoutMs: 60_000,
    });
    const ran = { code: result.code, output: result.stdout, lines: reportLines(request.reportDirectory) };
    expect(told(ran)).toEqual([
      "test_a.py: ModuleNotFoundError",
      "test_b: failed assertion AssertionError",
      "test_c: passed",
    ]);
    expect(ran.lines.at(-1)).toEqual({ type: "end", tests: 2 });
  });
});

describe("the command", () => {
  const files = {
    "one/test_a.py": "def test_first(): pass\ndef test_second(): pass\n",
    "one/test_b.py": "def test_third(): pass\n",
  };

  it("runs the wanted files, relative to the tree, in the unit's folder", async () => {
    const request = project("files", files);
    const ran = await run({
      ...request,
      unit: { ...unit, directory: "one", args: ["test_a.py"] },
      files: ["one/test_b.py"],
    });
    expect(told(ran)).toEqual(["test_third: passed"]);
  });

  it("runs the wanted names, and node ids that the project's command gives", async () => {
    expect(told(await run({ ...project("names", files), nameFilter: "second or third" }))).toEqual([
      "test_second: passed",
      "test_third: passed",
    ]);
    const args = ["one/test_a.py::test_first", "-v"];
    expect(told(await run({ ...project("nodes", files), unit: { ...unit, args } }))).toEqual(["test_first: passed"]);
  });

  it("leaves installed plugins as they are, and none to sessions inside of tests", async () => {
    const info = "lib/asserting-1.0.dist-info";
    const request = project("plugins", {
      "lib/asserting.py": "def holds(value): assert value\n",
      [`${info}/METADATA`]: "Metadata-Version: 2.1\nName: asserting\nVersion: 1.0\n",
      [`${info}/entry_points.txt`]: "[pytest11]\nasserting = asserting\n",
      [`${info}/RECORD`]: `asserting.py,,\n${info}/METADATA,,\n`,
      "helper.py": "def holds(value): assert value\n",
      "conftest.py": 'pytest_plugins = ["helper"]\n',
      "test_a.py": `import asserting, helper
from _pytest.config import Config
def test_loaders(): assert [type(m.__loader__).__name__ for m in (asserting, helper)] == ["SourceFileLoader", "AssertionRewritingHook"]
def test_inside(): assert Config._mark_plugins_for_rewrite.__name__ == "_mark_plugins_for_rewrite"
def test_failure(): asserting.holds(0)
`,
    });
    const ran = await run({ ...request, env: { ...env, PYTHONPATH: join(request.treeDirectory, "lib") } });
    expect(told(ran)).toEqual([
      "test_failure: failed assertion AssertionError",
      "test_inside: passed",
      "test_loaders: passed",
    ]);
  });

  it("drops what would hide tests and keeps the project's other flags", async () => {
    const args = ["-x", "--maxfail=1", "--lf", "--cov=src", "--collect-only", "-W", "error", "--strict-markers"];
    const command = await pytestCommand({ ...project("flags", files), unit: { ...unit, args } });
    expect(command?.argv).not.toEqual(expect.arrayContaining(["-x"]));
    expect(command?.argv).not.toEqual(expect.arrayContaining(["--maxfail=1"]));
    expect(command?.argv).not.toEqual(expect.arrayContaining(["--cov=src"]));
    expect(command?.argv).not.toEqual(expect.arrayContaining(["--collect-only"]));
    expect(command?.argv).toEqual(expect.arrayContaining(["-Werror", "--strict-markers", "--maxfail=0"]));
    expect(command?.env).toMatchObject({ PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0" });
  });

  it("uses the tree's own environment when it has pytest, else the first Python on PATH that has", async () => {
    const request = project("venv", files);
    const outer = await findPython(env, request.treeDirectory, "");
    expect(outer).not.toBeNull();
    mkdirSync(join(request.treeDirectory, ".venv/bin"), { recursive: true });
    writeFileSync(join(request.treeDirectory, ".venv/bin/python"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    expect(await findPython(env, request.treeDirectory, "one")).toBe(outer);
    const inner = join(request.treeDirectory, "one/.venv/bin");
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, "python"), `#!/bin/sh\nexec "${outer}" "$@"\n`, { mode: 0o755 });
    expect(await findPython(env, request.treeDirectory, "one")).toBe(join(inner, "python"));
    const bare = join(root, "bare");
    mkdirSync(bare);
    symlinkSync("/bin/false", join(bare, "python3"));
    expect(await findPython({ ...env, PATH: `${bare}:${env.PATH}` }, request.treeDirectory, "")).toBe(outer);
  });

  it("asks a shim in the tree which interpreter it stands for there, and starts that", async () => {
    const { treeDirectory } = project("shim", { "chosen/a.py": "" });
    const real = await findPython(env, treeDirectory, "");
    const shims = join(root, "shims");
    mkdirSync(shims);
    const chooses = `#!/bin/sh\ncase $PWD in */chosen) exec "${real}" "$@" ;; esac\nexit 1\n`;
    writeFileSync(join(shims, "python3"), chooses, { mode: 0o755 });
    expect(await findPython({ ...env, PATH: shims }, treeDirectory, "chosen")).toBe(real);
    expect(await findPython({ ...env, PATH: shims }, treeDirectory, "")).not.toBe(join(shims, "python3"));
  });

  it("is null where no Python has pytest", async () => {
    const bare = join(root, "none");
    mkdirSync(bare);
    const answer = `#!/bin/sh\necho '{"version": [3, 12], "pytest": false, "cov": false, "coverage": false, "timeout": false, "benchmark": false, "django": false}'\n`;
    writeFileSync(join(bare, "python3"), answer, { mode: 0o755 });
    const found = await findPython({ PATH: bare }, join(root, "files"), "");
    expect(found === null || found === "/usr/bin/python3").toBe(true);
    expect(await findPython({ PATH: bare }, "", "")).toBe(join(bare, "python3"));
  });
});
