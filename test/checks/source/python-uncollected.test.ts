import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let tool: SourceTool;
beforeAll(async () => {
  tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

describe("tests in classes", () => {
  it.each([
    ["by the name of their class", "class Sharing:\n    def test_a(self): assert f() == 1\n", "tests/test_a.py", true],
    [
      "whom another class inherits",
      "class A:\n    def test_a(self): pass\nclass TestB(A): pass\n",
      "tests/test_a.py",
      false,
    ],
    ["in a file of helpers", "class Contract:\n    def test_a(self): pass\n", "tests/contract.py", false],
    ["with a base of another file", "class Sharing(Cases):\n    def test_a(self): pass\n", "tests/test_a.py", false],
  ])("never run where no runner takes them for tests: %s", async (_, text, path, isNever) => {
    const tests = (await tool.tests([{ path, text }])).filter(({ helper, skipped }) => !helper && skipped);
    expect(tests.length).toBe(isNever ? 1 : 0);
  });
});
