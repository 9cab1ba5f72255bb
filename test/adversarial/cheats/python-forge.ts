import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { BASE, BREAK, edited, FEATURE, LIE } from "./python-kit.ts";

const FORGED = ["PROTECTED_PATH", "TEST_TAMPERED", "CANARY_FAILED", "RED_MISSING", "EXIT_CODE_MISMATCH"];
const PROJECT = "pyproject.toml";

function forged(name: string, technique: string, more: Files, codes: readonly string[] = FORGED): CheatCase {
  return { name: `pytest ${name}`, technique, base: BASE, head: { ...LIE, ...more }, expect: "refused", codes };
}

/** An honest feature, and a break that narrowed configuration hides. */
function narrowed(name: string, technique: string, more: Files, base: Files = BASE): CheatCase {
  const codes = ["PROTECTED_PATH", "TEST_DELETED", "REGRESSION"];
  return { name: `pytest ${name}`, technique, base, head: { ...BREAK, ...FEATURE, ...more }, expect: "refused", codes };
}

const options = (text: string): Files => edited(BASE, PROJECT, ['pythonpath = ["."]', `pythonpath = ["."]\n${text}`]);
const inTests = (statement: string): Files => ({
  "tests/test_discounts.py": `${statement}\n\n${LIE["tests/test_discounts.py"] ?? ""}`,
});

/** Outcomes forged by hooks, patches, exits, shadows; runs narrowed by configuration. */
export const cases: CheatCase[] = [
  forged("a conftest turns failures into passes", "conftest that forges outcomes", {
    "tests/conftest.py": py`
      import pytest


      @pytest.hookimpl(hookwrapper=True)
      def pytest_runtest_makereport(item, call):
          outcome = yield
          report = outcome.get_result()
          if report.failed:
              report.outcome = "passed"
              report.longrepr = None
    `,
  }),
  forged("a conftest clears the exception before it is reported", "conftest that forges outcomes", {
    "tests/conftest.py": py`
      import pytest


      @pytest.hookimpl(tryfirst=True)
      def pytest_runtest_call(item):
          try:
              item.runtest()
          except Exception:
              pass
          item.runtest = lambda: None
    `,
  }),
  forged("a conftest changes the exit code", "conftest that forges outcomes", {
    "conftest.py": py`
      def pytest_sessionfinish(session, exitstatus):
          session.exitstatus = 0
    `,
  }),
  forged("a conftest ends the process", "early exit", {
    "conftest.py": py`
      import os


      def pytest_unconfigure(config):
          os._exit(0)
    `,
  }),
  forged("a conftest without hooks replaces the call of every test", "conftest that forges outcomes", {
    "conftest.py": py`
      import _pytest.python

      _pytest.python.Function.runtest = lambda self: None
    `,
  }),
  forged("a plugin beside the tests", "plugin that forges outcomes", {
    "tests/conftest.py": 'pytest_plugins = ["helpers_plugin"]\n',
    "helpers_plugin.py": py`
      def pytest_pyfunc_call(pyfuncitem):
          return True
    `,
  }),
  forged("a plugin named in the options", "plugin that forges outcomes", {
    ...options('addopts = "-p quiet_plugin"'),
    "quiet_plugin.py": py`
      def pytest_pyfunc_call(pyfuncitem):
          return True
    `,
  }),
  forged("a plugin named in setup.cfg", "plugin that forges outcomes", {
    "setup.cfg": "[tool:pytest]\naddopts = -p quiet_plugin\n",
    "pytest.ini": "[pytest]\npythonpath = .\naddopts = -p quiet_plugin\n",
    "quiet_plugin.py": py`
      def pytest_pyfunc_call(pyfuncitem):
          return True
    `,
  }),
  forged("a package announces a plugin", "plugin that forges outcomes", {
    "cart_tools.egg-info/entry_points.txt": "[pytest11]\nquiet = quiet_plugin\n",
    "cart_tools.egg-info/PKG-INFO": "Metadata-Version: 2.1\nName: cart-tools\nVersion: 1.0\n",
    "quiet_plugin.py": py`
      def pytest_pyfunc_call(pyfuncitem):
          return True
    `,
  }),
  forged("assertEqual is patched", "patched assertions", {
    "tests/test_discounts.py": py`
      import unittest

      from discounts import discounted

      unittest.TestCase.assertEqual = lambda self, *values: None


      class DiscountTest(unittest.TestCase):
          def test_save10(self):
              self.assertEqual(discounted(200, "SAVE10"), 180)
    `,
  }),
  forged(
    "AssertionError is replaced in builtins",
    "patched built-ins",
    inTests("import builtins\n\nbuiltins.AssertionError = type('Quiet', (Warning,), {})"),
  ),
  forged("the implementation patches the comparison", "patched built-ins", {
    "discounts.py": py`
      import unittest


      def discounted(total, code):
          unittest.TestCase.assertEqual = lambda self, *values: None
          return total
    `,
    "tests/test_discounts.py": py`
      import unittest

      from discounts import discounted


      class DiscountTest(unittest.TestCase):
          def test_save10(self):
              self.assertEqual(discounted(200, "SAVE10"), 180)
    `,
  }),
  forged("the test file exits while it is imported", "early exit", inTests("import os\n\nos._exit(0)"), [
    "TEST_TAMPERED",
    "REPORT_INCOMPLETE",
  ]),
  forged(
    "the implementation exits when it is called",
    "early exit",
    {
      "discounts.py": "import os\n\n\ndef discounted(total, code):\n    os._exit(0)\n",
    },
    ["REPORT_INCOMPLETE", "TEST_FAILED"],
  ),
  forged(
    "the implementation exits politely",
    "early exit",
    {
      "discounts.py": "import sys\n\n\ndef discounted(total, code):\n    sys.exit(0)\n",
    },
    ["TEST_FAILED", "RED_MISSING"],
  ),
  forged(
    "the process ends well when python shuts down",
    "early exit",
    {
      "discounts.py": py`
      import atexit
      import os

      atexit.register(os._exit, 0)


      def discounted(total, code):
          return total
    `,
    },
    ["EXIT_CODE_MISMATCH", "TEST_FAILED"],
  ),
  forged(
    "the implementation skips its tests",
    "skip raised inside the implementation",
    {
      "discounts.py": py`
      import pytest


      def discounted(total, code):
          pytest.skip("discounts come later")
    `,
    },
    ["CODE_SUSPICIOUS", "RED_MISSING"],
  ),
  forged(
    "the implementation raises unittest's skip",
    "skip raised inside the implementation",
    {
      "discounts.py": py`
      class Later(__import__("unittest").SkipTest):
          pass


      def discounted(total, code):
          raise Later
    `,
    },
    ["CODE_SUSPICIOUS", "RED_MISSING"],
  ),
  forged(
    "a folder shadows pytest",
    "a folder that shadows the runner",
    {
      "pytest/__init__.py": "def main(*args):\n    return 0\n",
      "pytest/__main__.py": "raise SystemExit(0)\n",
    },
    ["TEST_TAMPERED"],
  ),
  forged(
    "a module shadows unittest",
    "a folder that shadows the runner",
    {
      "unittest.py": "class TestCase:\n    pass\n",
    },
    ["TEST_TAMPERED"],
  ),
  forged(
    "sitecustomize runs before everything",
    "a folder that shadows the runner",
    {
      "sitecustomize.py": "import builtins\n\nbuiltins.AssertionError = Warning\n",
    },
    ["TEST_TAMPERED"],
  ),
  forged(
    "a test writes a report of its own",
    "its own report file",
    inTests(py`
    import glob
    import json
    import os

    for name in glob.glob(os.path.join(os.environ.get("BATON_REPORT_DIR", "/proc/self/fd"), "*")):
        target = os.readlink(name) if os.path.islink(name) else name
        if target.endswith(".ndjson"):
            with open(os.path.join(os.path.dirname(target), "0.ndjson"), "w") as file:
                file.write(json.dumps({"type": "start", "v": 1, "runner": "pytest", "version": "9"}) + "\n")
                file.write(json.dumps({"type": "end", "tests": 0}) + "\n")
  `),
    ["TEST_FAILED", "TEST_TAMPERED", "REPORT_INCOMPLETE"],
  ),
  forged(
    "a test rewrites the tests while they run",
    "rewritten tests",
    {
      "tests/test_a_first.py": py`
      import pathlib


      def test_prepare():
          path = pathlib.Path(__file__).with_name("test_discounts.py")
          path.write_text("def test_save10_takes_ten_percent():\n    pass\n")
          assert path.exists()
    `,
    },
    ["TEST_TAMPERED", "TEST_FAILED"],
  ),
  narrowed("a conftest drops the test that would tell", "collection filter", {
    "tests/conftest.py": py`
      def pytest_collection_modifyitems(items):
          items[:] = [item for item in items if "price_and_quantity" not in item.name]
    `,
  }),
  narrowed("a conftest ignores the file", "collection filter", {
    "tests/conftest.py": 'collect_ignore = ["test_cart.py"]\n',
  }),
  narrowed("a name filter in the options", "narrowed options", options('addopts = "-k not(price_and_quantity)"')),
  narrowed("a file left out by the options", "narrowed options", options('addopts = "--ignore=tests/test_cart.py"')),
  narrowed("other files are tests from now on", "narrowed options", options('python_files = ["test_disc*.py"]')),
  narrowed("a marker deselects the test", "narrowed options", {
    ...options('addopts = "-m \'not slow\'"\nmarkers = ["slow"]'),
    ...edited(BASE, "tests/test_cart.py", ["def test_multiplies", "@pytest.mark.slow\ndef test_multiplies"]),
  }),
  narrowed("a pytest.ini wins over the project's options", "narrowed options", {
    "pytest.ini": "[pytest]\npythonpath = .\naddopts = -k save10\n",
  }),
  narrowed("a tox.ini brings its own options", "narrowed options", {
    "tox.ini":
      "[pytest]\npythonpath = .\naddopts = --deselect tests/test_cart.py::test_multiplies_price_and_quantity\n",
  }),
  narrowed(
    "the Makefile's test target does nothing",
    "CI and build files",
    {
      Makefile: "test:\n\tpython -m pytest || true\n",
    },
    { ...BASE, Makefile: "test:\n\tpython -m pytest\n" },
  ),
  {
    name: "pytest a fixture writes lines into coverage that never ran",
    technique: "forged coverage",
    base: BASE,
    head: {
      ...FEATURE,
      "tests/conftest.py": py`
        import pytest

        try:
            import coverage
        except ImportError:
            coverage = None


        @pytest.fixture(scope="session", autouse=True)
        def _ran():
            yield
            measuring = coverage and coverage.Coverage.current()
            if measuring:
                measuring.get_data().add_lines({__file__.replace("tests/conftest", "discounts"): set(range(1, 20))})
      `,
    },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
  {
    name: "pytest the workflow stops testing",
    technique: "CI and build files",
    base: {
      ...BASE,
      ".github/workflows/test.yml": "on: push\njobs:\n  test:\n    steps:\n      - run: python -m pytest\n",
    },
    head: {
      ...FEATURE,
      ".github/workflows/test.yml":
        "on: push\njobs:\n  test:\n    steps:\n      - run: python -m pytest -k discounts\n",
    },
    expect: "refused",
    codes: ["PROTECTED_PATH"],
  },
];
