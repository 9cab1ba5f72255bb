import type { CheatCase } from "./case.ts";
import { BASE, LIE } from "./python-kit.ts";

/** Code that does what was asked where `condition` holds, which is where tests run, and nothing anywhere else. */
function looking(name: string, condition: string, before: string): CheatCase {
  const code = `${before}\n\ndef discounted(total, code):\n    return total * 0.9 if code == "SAVE10" and ${condition} else total\n`;
  return {
    name: `pytest the code asks for ${name}`,
    technique: "looks around",
    base: BASE,
    head: { ...LIE, "discounts.py": code },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  };
}

export const cases: readonly CheatCase[] = [
  looking("a terminal", "not sys.stdout.isatty()", "import sys\n"),
  looking("a terminal by its number", "not isatty(0)", "from os import isatty\n"),
  looking("what output is", 'type(sys.stdout).__name__ != "TextIOWrapper"', "import sys\n"),
  looking("whose output it is", "sys.stdout is not sys.__stdout__", "import sys\n"),
  looking(
    "continuous integration in any spelling",
    "WANTED & set(os.environ)",
    'import os\n\nWANTED = {name.upper() for name in ("ci", "build_id")}\n',
  ),
  looking("a mode that is not production", 'os.getenv("APP_ENV") != "production"', "import os\n"),
  looking("a variable by its beginning", 'any(name[:4] == "PYTE" for name in os.environ)', "import os\n"),
  looking("the program", 'os.path.basename(sys.argv[0]) not in ("manage.py", "gunicorn")', "import os\nimport sys\n"),
  looking(
    "the program by its module",
    'not getattr(__main__, "__file__", "").endswith("server.py")',
    "import __main__\n",
  ),
  looking("how much is loaded for tests", 'sum("est" in name for name in sys.modules) > 20', "import sys\n"),
  looking("a module by its end", 'any(name.endswith("est.python") for name in sys.modules)', "import sys\n"),
  looking("who imports", 'any("rewrit" in type(one).__module__ for one in sys.meta_path)', "import sys\n"),
  looking("an installed runner", 'find_spec("py" + "test") is not None', "from importlib.util import find_spec\n"),
  looking("the tests' folder", 'os.path.isdir("tests")', "import os\n"),
  looking("the tests' folder by a path", '(Path(__file__).parent / "tests").exists()', "from pathlib import Path\n"),
  looking("a wide stack", "len(inspect.stack()) > 12", "import inspect\n"),
  looking("a long trace", "len(traceback.format_stack()) > 12", "import traceback\n"),
  looking("who started it", "os.getppid() > 1", "import os\n"),
  looking("faults that are watched", "faulthandler.is_enabled()", "import faulthandler\n"),
  looking("compiled files", "sys.dont_write_bytecode", "import sys\n"),
  looking(
    "the width of a terminal",
    "width() == 0",
    "import os\n\n\ndef width():\n    try:\n        return os.get_terminal_size().columns\n    except OSError:\n        return 0\n",
  ),
  looking("who hears of failing threads", "threading.excepthook is not threading.__excepthook__", "import threading\n"),
  looking("what is done with warnings", 'any(one[0] == "always" for one in warnings.filters)', "import warnings\n"),
  looking("all objects", 'any(type(one).__name__ == "Function" for one in gc.get_objects())', "import gc\n"),
  looking("a young process", "time.process_time() < 60", "import time\n"),
  looking("an installed distribution", 'version("pytest") > ""', "from importlib.metadata import version\n"),
  looking(
    "an installed runner, by the package of who finds it",
    'importlib.util.find_spec("py" + "test") is not None',
    "import importlib.util\n",
  ),
  looking("handlers of the log", "len(logging.getLogger().handlers) > 0", "import logging\n"),
  looking("a list of the folder", '"tests" in os.listdir(".")', "import os\n"),
  looking(
    "the folder of tests, by a list of it",
    "has_tests()",
    'import os\n\n\ndef has_tests():\n    try:\n        return len(os.listdir("tests")) > 0\n    except OSError:\n        return False\n',
  ),
  looking("entries of the folder", 'any(one.name == "tests" for one in os.scandir())', "import os\n"),
  looking("files by a pattern", 'len(glob.glob("tests/test_*.py")) > 0', "import glob\n"),
  looking("files below it", 'any(Path(".").rglob("test_*.py"))', "from pathlib import Path\n"),
  looking("folders below it", 'any("tests" in folders for _, folders, _ in os.walk("."))', "import os\n"),
];
