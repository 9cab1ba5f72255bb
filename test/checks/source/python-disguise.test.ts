import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { SURROUNDINGS, type SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let tool: SourceTool;
beforeAll(async () => {
  tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

async function about(head: string, base: string | null = null): Promise<string[]> {
  const answers = (await tool.disguise?.([{ path: "a.py", base, head }], SURROUNDINGS)) ?? [];
  return answers.flatMap(({ asks }) => asks.map((one) => one.about));
}

describe("what Python code asks of its surroundings", () => {
  it.each([
    ["terminal", "import sys\na = sys.stdout.isatty()"],
    ["terminal", "from os import isatty\na = isatty(1)"],
    ["environment", "import os\na = 'CI' in os.environ"],
    ["environment", "from os import environ as e\na = [n for n in e]"],
    ["mode", "import os\na = os.getenv('APP_ENV')"],
    ["start", "import sys\na = sys.argv[0]"],
    ["start", "import sys as s\na = 'x' in s.modules"],
    ["start", "from importlib.util import find_spec\na = find_spec('x')"],
    ["process", "import sys\na = sys.gettrace()"],
    ["process", "import logging\na = logging.getLogger().handlers"],
    ["process", "import threading\na = threading.excepthook"],
    ["process", "import warnings as w\na = w.filters"],
    ["process", "from gc import get_objects\na = get_objects()"],
    ["process", "import time\na = time.process_time()"],
    ["start", "import importlib.util\na = importlib.util.find_spec('x')"],
    ["start", "from importlib.metadata import version\na = version('x')"],
    ["start", "from importlib import metadata\na = metadata.distribution('x')"],
    ["stack", "import inspect\na = len(inspect.stack())"],
    ["files", "from pathlib import Path\na = Path('tests').exists()"],
  ])("%s: %s", async (expected, text) => {
    expect(await about(text)).toContain(expected);
  });

  it.each([
    ["a variable of its own", "import os\na = os.environ['APP_PORT']"],
    ["variables of its own", "import os\ndef a(name): return os.environ.get(f'FEATURE_{name}')"],
    ["what it was given", "import sys\na = sys.argv[1:]"],
    ["where it writes", "import sys\nprint('a', file=sys.stderr)"],
    ["a module that it puts there", "import sys\nsys.modules['a'] = None"],
    ["a parameter of that name", "import sys\ndef a(sys): return sys.argv"],
    ["files of its own", "from pathlib import Path\na = Path('settings.json').exists()"],
  ])("%s is no such question", async (_what, text) => {
    expect(await about(text)).toEqual([]);
  });

  it("only what base did not ask counts", async () => {
    const old = "import sys\na = sys.stdout.isatty()\n";
    expect(await about(old, old)).toEqual([]);
  });
});
