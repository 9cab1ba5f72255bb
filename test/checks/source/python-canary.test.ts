import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
const root = mkdtempSync(join(tmpdir(), "baton-python-canary-"));
let python = "";
let tool: SourceTool;
beforeAll(async () => {
  python = (await findPython(env, "", "")) ?? "";
  tool = createPythonSource({ python, env, directory: PYTHON_CACHE });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const file = (text: string): { path: string; text: string } => ({ path: "tests/test_a.py", text });

describe("canaries", () => {
  const run = (name: string, text: string): string => {
    writeFileSync(join(root, name), text);
    const argv = ["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", "--rootdir", root, join(root, name)];
    return spawnSync(python, argv, { cwd: root, encoding: "utf8", env }).stdout;
  };

  it("are collected beside the tests of the file, also after a last line without an end", async () => {
    const python3 = await findPython(env, root, "");
    if (python3 !== null) python = python3;
    const text = `import unittest\nclass Base(unittest.TestCase): pass\nclass ATest(Base):\n    def test_a(self): pass\nif __name__ == "__main__":\n    unittest.main()`;
    const [canary] = await tool.canary([file(text)], "k7");
    const output = run("test_canary.py", canary?.text ?? "");
    expect(output).toContain("PASSED test_canary.py::test_baton_k7_holds");
    expect(output).toMatch(/FAILED test_canary.py::test_baton_k7_fails - AssertionError/);
    expect(output).toContain("PASSED test_canary.py::TestBatonk7::test_baton_k7_holds");
    expect(output).toMatch(/FAILED test_canary.py::TestBatonk7::test_baton_k7_fails - AssertionError/);
  });

  it("are examples in code whose examples unittest runs", async () => {
    const code = {
      ...file('def a():\n    """\n    >>> a()\n    1\n    """\n    return 1\n'),
      runner: "unittest",
    } as const;
    const [canary] = await tool.canary([code], "k7");
    writeFileSync(join(root, "examples.py"), canary?.text ?? "");
    const argv = ["-B", "-m", "doctest", "-v", join(root, "examples.py")];
    const { stdout } = spawnSync(python, argv, { cwd: root, encoding: "utf8", env });
    expect(stdout).toMatch(/^\s*1 tests? in examples\.baton_k7_holds$/m);
    expect(stdout).toMatch(/^\s*1 of\s+1 in examples\.baton_k7_fails$/m);
    expect(canary?.text).not.toContain("test_baton");
  });

  it("use the base class the file's own tests use", async () => {
    const text = `from base import ProjectTestCase as P\nfrom x import OwnTestCase\nclass A(OwnTestCase):\n    def test_a(self): pass\n`;
    expect((await tool.canary([file(text)], "k7"))[0]?.text).toContain("class TestBatonk7(OwnTestCase):");
    const imported = "from bases import Own\n\n\nclass A(Own):\n    def test_a(self): pass\n";
    const ofUnittest = { ...file(imported), runner: "unittest" } as const;
    expect((await tool.canary([file(imported)], "k7"))[0]?.text).not.toContain("class TestBatonk7");
    expect((await tool.canary([ofUnittest], "k7"))[0]?.text).toContain("class TestBatonk7(Own):");
    const loading = `${imported}\n\ndef load_tests(loader, tests, pattern):\n    return loader.loadTestsFromTestCase(A)\n`;
    const inside = "    def test_a(self): pass\n\n    def test_baton_k7_holds(self):\n";
    expect((await tool.canary([{ ...ofUnittest, text: loading }], "k7"))[0]?.text).toContain(inside);
    expect((await tool.canary([ofUnittest], "k7"))[0]?.text).not.toContain(inside);
    expect((await tool.canary([file("def test_a(): pass\n")], "k7"))[0]?.text).not.toContain("class");
  });
});
