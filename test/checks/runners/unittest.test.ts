import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCoverage } from "../../../src/checks/readers/suite-coverage.ts";
import { commandCommand } from "../../../src/checks/runners/command.ts";
import type { RunnerRequest } from "../../../src/checks/runners/port.ts";
import { unittestCommand } from "../../../src/checks/runners/unittest.ts";
import type { Unit } from "../../../src/schema/unit.ts";
import { runProcess } from "../../../src/util/process.ts";
import { hasTool } from "../../support/go.ts";
import { py } from "../../support/python.ts";
import { createProject, errors, type Outcome, outline } from "./project.ts";

type Options = Partial<Omit<RunnerRequest, "unit">> & { readonly unit?: Partial<Unit> };

async function run(files: Readonly<Record<string, string>>, { unit, ...options }: Options = {}): Promise<Outcome> {
  const project = createProject("unittest", files, []);
  const absolute = project.request({ unit: project.unit({ stack: "python", ...unit }), ...options });
  const outcome = await project.run(unittestCommand(absolute));
  project.remove();
  return outcome;
}

const A_TEST = py`
  import unittest


  class ATest(unittest.TestCase):
      def test_a(self):
          self.assertEqual(1, 1)
`;

const KINDS = py`
  import doctest, os, sys, time, unittest


  class Kinds(unittest.TestCase):
      def test_ok(self): self.assertEqual(1, 1)
      def test_case(self): pass
      def test_assertion(self): self.assertEqual([1], [2], "x" * 5000)
      def test_plain_assertion(self): assert 1 == 2
      def test_error(self): {}["x"]
      def test_exit(self): sys.exit(0)
      def test_rows(self):
          for i in range(3):
              with self.subTest(i=i): self.assertEqual(i, 0)
      def test_good_rows(self):
          for i in range(3):
              with self.subTest(i=i): self.assertLess(i, 3)
      def test_skipped_row(self):
          for i in range(3):
              with self.subTest(i=i):
                  if i == 1: self.skipTest("one")
      @unittest.skip("later")
      def test_skipped(self): pass
      @unittest.expectedFailure
      def test_expected(self): self.fail("known")
      @unittest.expectedFailure
      def test_unexpected(self): pass


  class SetUp(unittest.TestCase):
      def setUp(self): self.fail("set up")
      def test_a(self): pass


  class Cleanup(unittest.TestCase):
      def test_a(self): self.addCleanup(self.fail, "clean up")


  class SetUpClass(unittest.TestCase):
      @classmethod
      def setUpClass(cls): raise ValueError("class")
      def test_a(self): pass
      def test_b(self): pass


  class SkippedClass(unittest.TestCase):
      @classmethod
      def setUpClass(cls): raise unittest.SkipTest("not here")
      def test_a(self): pass


  class TearDownClass(unittest.TestCase):
      @classmethod
      def tearDownClass(cls): raise ValueError("late")
      def test_a(self): pass
      def test_b(self): pass


  class Later(unittest.IsolatedAsyncioTestCase):
      async def test_a(self): self.assertEqual(1, 2)


  def double(number):
      """
      >>> double(2)
      4
      >>> double(3)
      7
      """
      return 2 * number


  def broken():
      """
      >>> broken()
      """
      raise KeyError("x")


  def load_tests(loader, tests, pattern):
      tests.addTests(doctest.DocTestSuite(sys.modules[__name__]))
      return tests
`;

describe("unittest", () => {
  it("tells every way a test can end", async () => {
    const { report, code } = await run({ "test_kinds.py": KINDS });
    expect([code, report.complete, report.runErrors]).toEqual([1, true, []]);
    expect(outline(report).map((line) => line.replace("test_kinds.py::", ""))).toEqual([
      "Cleanup > test_a | failed | fixture | AssertionError",
      "Kinds > test_assertion | failed | assertion | AssertionError",
      "Kinds > test_case | passed",
      "Kinds > test_error | failed | error | KeyError",
      "Kinds > test_exit | failed | error | SystemExit",
      "Kinds > test_expected | xfail",
      "Kinds > test_good_rows | passed",
      "Kinds > test_ok | passed",
      "Kinds > test_plain_assertion | failed | assertion | AssertionError",
      "Kinds > test_rows | failed | assertion | AssertionError",
      "Kinds > test_skipped | skipped",
      "Kinds > test_skipped_row | skipped",
      "Kinds > test_unexpected | failed | error | UnexpectedSuccess",
      "Later > test_a | failed | assertion | AssertionError",
      "SetUp > test_a | failed | fixture | AssertionError",
      "SetUpClass > test_a | failed | fixture | ValueError",
      "SetUpClass > test_b | failed | fixture | ValueError",
      "SkippedClass > test_a | skipped",
      "TearDownClass > test_a | passed",
      "TearDownClass > test_b | failed | fixture | ValueError",
      "test_kinds.broken | failed | error | AssertionError",
      "test_kinds.double | failed | assertion | AssertionError",
    ]);
    expect(Math.max(...report.tests.map(({ failure }) => failure?.message.length ?? 0))).toBeLessThanOrEqual(2000);
  });

  it("tells fixtures of a module, and tests of a class in the module that has them run", async () => {
    const { report } = await run({
      "test_broken.py": `${A_TEST}\n\ndef setUpModule():\n    raise ValueError("module")\n`,
      "bases.py": A_TEST,
      "test_b.py": "from bases import ATest\n",
    });
    expect(outline(report)).toEqual([
      "test_b.py::ATest > test_a | passed",
      "test_broken.py::ATest > test_a | failed | fixture | ValueError",
    ]);
  });

  it("tells files that cannot be loaded or skip themselves, and runs the others", async () => {
    const { report, code } = await run({
      "test_a.py": A_TEST,
      "test_missing.py": "import nowhere\n",
      "test_syntax.py": "def f(:\n",
      "pkg/__init__.py": "",
      "pkg/test_inner.py": "raise KeyError('x')\n",
      "test_skipped.py": 'import unittest\nraise unittest.SkipTest("not here")\n',
    });
    expect(code).toBe(1);
    expect(errors(report.fileErrors).toSorted()).toEqual([
      "pkg/test_inner.py: KeyError: 'x'",
      "test_missing.py: ModuleNotFoundError: No module named 'nowhere'",
      "test_syntax.py: SyntaxError: invalid syntax",
    ]);
    expect(outline(report)).toEqual([
      "test_a.py::ATest > test_a | passed",
      "test_skipped.py::(skipped while collecting) | skipped",
    ]);
    expect(report.complete).toBe(true);
  });

  it("loads only the files and tests that are asked for, where they are discovered", async () => {
    const files = {
      "code.py": "ONE = 1\n",
      "checks/helper.py": "TWO = 2\n",
      "checks/test_a.py": A_TEST.replace("import unittest", "import unittest\nimport code, helper"),
      "checks/test_b.py": "raise SystemExit(1)\n",
    };
    const unit = { args: ["discover", "--start-directory=checks"] };
    const project = createProject("unittest", files, []);
    const asked = { unit: project.unit({ stack: "python", ...unit }), files: ["checks/test_a.py"] };
    const all = await project.run(unittestCommand(project.request(asked)));
    expect(outline(all.report)).toEqual(["checks/test_a.py::ATest > test_a | passed"]);
    expect(all.report.complete).toBe(true);
    const none = await project.run(unittestCommand(project.request({ ...asked, nameFilter: "nothing or nobody" })));
    expect(none.report.tests).toEqual([]);
    const one = await project.run(unittestCommand(project.request({ ...asked, nameFilter: "nothing or test_a" })));
    expect(one.report.tests).toHaveLength(1);
    project.remove();
  });

  it("narrows a command that names modules", async () => {
    const files = { "one.py": A_TEST, "two.py": A_TEST, "three.py": A_TEST };
    const { report } = await run(files, { unit: { args: ["one", "two"] }, nameFilter: "test_a" });
    expect(outline(report)).toEqual(["one.py::ATest > test_a | passed", "two.py::ATest > test_a | passed"]);
    const project = createProject("unittest", files, []);
    const unit = project.unit({ stack: "python", args: ["one", "two.ATest.test_a"] });
    const narrowed = await project.run(unittestCommand(project.request({ unit, files: ["two.py"] })));
    expect(outline(narrowed.report)).toEqual(["two.py::ATest > test_a | passed"]);
    project.remove();
  });

  it("names the file of a module or a test that is asked for and is not there", async () => {
    const { report } = await run(
      { "tests/__init__.py": "", "tests/test_a.py": A_TEST, "tests/test_b.py": "import nowhere\n" },
      { unit: { args: ["tests.test_a.ATest.test_b", "tests.test_b"] } },
    );
    expect(report.fileErrors.map(({ file, name }) => `${file}: ${name}`).toSorted()).toEqual([
      "tests/test_a.py: AttributeError",
      "tests/test_b.py: ModuleNotFoundError",
    ]);
  });

  it("does not stop at a failure, nor for the project's own result class or a test that says stop", async () => {
    const two = A_TEST.replace("(1, 1)", "(1, 2)") + "\n    def test_b(self):\n        pass\n";
    const stopped = await run({ "test_a.py": two }, { unit: { args: ["--failfast"] } });
    expect(outline(stopped.report)).toEqual([
      "test_a.py::ATest > test_a | failed | assertion | AssertionError",
      "test_a.py::ATest > test_b | passed",
    ]);
    const text = A_TEST.replace("self.assertEqual(1, 1)", "self._outcome.result.stop()");
    const said = await run({ "test_a.py": `${text}\n    def test_b(self):\n        pass\n` });
    expect([said.report.complete, errors(said.report.runErrors)]).toEqual([
      false,
      ["Missing: 1 collected tests did not report: ATest > test_b", "ReportInvalid: the report has no end"],
    ]);
  });

  it.each([
    ["ends the process", "import os; os._exit(0)"],
    ["is killed", "import os; os.kill(os.getpid(), 9)"],
  ])("is incomplete where a test %s", async (_, body) => {
    const { report } = await run({ "test_a.py": A_TEST.replace("self.assertEqual(1, 1)", body) });
    expect(report.complete).toBe(false);
  });

  it("bounds a test that waits for ever", async () => {
    const waits = A_TEST.replace(
      "self.assertEqual(1, 1)",
      "\n".concat(
        "        try:\n            import time\n            time.sleep(60)\n",
        "        except Exception:\n            pass",
      ),
    );
    const { report } = await run({ "test_a.py": waits }, { testTimeoutMs: 200 });
    expect(outline(report)).toEqual(["test_a.py::ATest > test_a | failed | timeout | Expired"]);
    expect(report.complete).toBe(true);
  });

  it("hides the report from tests and what they start, and counts no suite within a test", async () => {
    const test = py`
      import os, subprocess, sys, unittest


      class Inner(unittest.TestCase):
          def runTest(self):
              self.fail("inner")


      class ATest(unittest.TestCase):
          def test_a(self):
              self.assertEqual([key for key in os.environ if key.startswith("BATON_") and key != "BATON_PROCESS"], [])
              inner = unittest.TestResult()
              unittest.TestSuite([Inner()]).run(inner)
              self.assertEqual(len(inner.failures), 1)
              if os.fork() == 0:
                  unittest.TestSuite([Inner()]).run(unittest.TestResult())
                  os._exit(0)
              os.wait()
              program = "import unittest; unittest.main(argv=['a'], exit=False)"
              self.assertEqual(subprocess.run([sys.executable, "-c", program], stderr=subprocess.DEVNULL).returncode in (0, 5), True)


      def load_tests(loader, tests, pattern):
          return loader.loadTestsFromTestCase(ATest)
    `;
    const { report, output } = await run({ "test_a.py": test });
    expect([outline(report), report.complete, output]).toEqual([["test_a.py::ATest > test_a | passed"], true, output]);
  });

  it("is the installed one, whatever files the project has of that name", async () => {
    const { report } = await run(
      {
        "unittest.py": "raise SystemExit(0)\n",
        "lib/unittest/__init__.py": "raise SystemExit(0)\n",
        "test_a.py": A_TEST,
      },
      { unit: { env: { PYTHONPATH: "lib" } } },
    );
    expect(outline(report)).toEqual(["test_a.py::ATest > test_a | passed"]);
  });

  it.skipIf(!hasTool("/usr/bin/python3", "-c", "import coverage"))("measures coverage in the same run", async () => {
    const project = createProject(
      "unittest",
      {
        "sign.py": 'def sign(n):\n    if n < 0:\n        return "minus"\n    return "plus"\n',
        "test_sign.py": A_TEST.replace("import unittest", "import unittest\nfrom sign import sign").replace(
          "(1, 1)",
          '(sign(1), "plus")',
        ),
      },
      [],
    );
    const coverageDirectory = join(project.directory, "..", "coverage");
    mkdirSync(coverageDirectory);
    const unit = project.unit({ stack: "python" });
    const command = await unittestCommand(project.request({ unit, coverageDirectory }));
    const { output } = await project.run(command);
    const after = command?.coverage?.after?.({ stdout: output });
    if (command === null || !after) throw new Error("coverage.py is not installed");
    await runProcess({ argv: after, cwd: command.cwd, env: command.env, timeoutMs: 60_000 });
    const { problem, files } = readCoverage(command.coverage, unit, project.directory);
    const lines = files.find(({ path }) => path === "sign.py")?.lines.filter(([, hits]) => hits === 0);
    expect([problem, lines]).toEqual([null, [[3, 0]]]);
    project.remove();
  });
});

describe("unittest below the user's own command", () => {
  const own = async (files: Readonly<Record<string, string>>, command: string): Promise<Outcome> => {
    const project = createProject("command", files, []);
    const unit = project.unit({ command, level: "P2", stack: "other" });
    const outcome = await project.run(commandCommand(project.request({ unit })));
    project.remove();
    return outcome;
  };

  it("reports every run of a script of the project's own, with its own result and runner", async () => {
    const script = py`
      import sys, unittest


      class Result(unittest.TextTestResult):
          def addSuccess(self, test):
              pass


      class Runner(unittest.TextTestRunner):
          def run(self, test):
              result = Result(self.stream, self.descriptions, self.verbosity)
              test(result)
              return result


      load = unittest.defaultTestLoader
      one = Runner().run(load.loadTestsFromName("test_a"))
      two = Runner().run(load.loadTestsFromName("test_b"))
      sys.exit(not (one.wasSuccessful() and two.wasSuccessful()))
    `;
    const failing = A_TEST.replace("(1, 1)", "(1, 2)");
    const { report, code } = await own(
      { "run.py": script, "test_a.py": A_TEST, "test_b.py": failing },
      "python3 run.py",
    );
    expect([code, report.complete, outline(report)]).toEqual([
      1,
      true,
      ["test_a.py::ATest > test_a | passed", "test_b.py::ATest > test_a | failed | assertion | AssertionError"],
    ]);
  });

  it("leaves pytest to its own reporter, and runs the project's sitecustomize", async () => {
    const files = {
      "site/sitecustomize.py": "import sys\nsys.customized = True\n",
      "test_a.py": A_TEST.replace("self.assertEqual(1, 1)", "import sys; self.assertTrue(sys.customized)"),
    };
    const command = "PYTHONPATH=$PYTHONPATH:site; export PYTHONPATH; ";
    const plain = await own(files, `${command} python3 -m unittest -q`);
    expect([outline(plain.report), plain.report.complete]).toEqual([["test_a.py::ATest > test_a | passed"], true]);
    const pytest = await own(files, `${command} python3 -m pytest -q`);
    expect([outline(pytest.report), pytest.report.complete]).toEqual([["test_a.py::ATest > test_a | passed"], true]);
  });
});
