import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { ReportLine } from "../../../src/schema/report.ts";
import {
  STUB_VALUES,
  type SourceFile,
  type SourceTool,
  type StubbedSource,
  type StubValue,
} from "../../../src/schema/source.ts";
import { injectPath } from "../../../src/util/package-root.ts";
import { runProcess } from "../../../src/util/process.ts";
import { SHAPES } from "./python-shapes.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", PYTHONDONTWRITEBYTECODE: "1" };
const root = mkdtempSync(join(tmpdir(), "baton-python-shapes-"));
const named = (text: string, index: number): string => text.replaceAll("subject", `subject_${index}`);
const subjects = SHAPES.map(({ base, head }, index) => ({
  path: `subject_${index}.py`,
  base: base === undefined ? null : base,
  head,
}));
const tests = SHAPES.map((shape, index) => ({ path: `test_${index}.py`, text: named(shape.tests, index) }));

/** What became of each test: `passed`, or how it failed. */
type Outcomes = ReadonlyMap<string, string>;

let python = "";
let tool: SourceTool;

async function runAll(name: string, files: readonly SourceFile[]): Promise<Outcomes> {
  const folder = join(root, name);
  const reports = join(root, `${name}-report`);
  mkdirSync(folder);
  mkdirSync(reports);
  writeFileSync(join(folder, "pytest.ini"), "[pytest]\n");
  for (const file of files) writeFileSync(join(folder, file.path), file.text);
  const result = await runProcess({
    argv: [python, injectPath("baton_pytest.py"), "-q", "-p", "no:cacheprovider"],
    cwd: folder,
    env: { ...env, BATON_REPORT_DIR: reports },
    timeoutMs: 100_000,
  });
  const lines = readdirSync(reports).flatMap((file) =>
    readFileSync(join(reports, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => ReportLine.parse(JSON.parse(line))),
  );
  if (lines.at(-1)?.type !== "end") throw new Error(result.stdout + result.stderr);
  const outcomes = new Map<string, string>();
  for (const line of lines) {
    if (line.type === "file_error") outcomes.set(line.file.slice(folder.length + 1), `${line.name}: ${line.message}`);
    if (line.type !== "test") continue;
    const id = `${line.file.slice(folder.length + 1)} ${line.path.join(" > ").replace(/\[.*\]$/, "")}`;
    outcomes.set(id, line.status === "passed" ? "passed" : `${line.kind}: ${line.name}: ${line.message}`);
  }
  return outcomes;
}

const heads = subjects.map(({ path, head }) => ({ path, text: head }));
let head: Outcomes;
let stubbed: readonly StubbedSource[] = [];
let flipped: Outcomes;
const stubs = new Map<StubValue, Outcomes>();

beforeAll(async () => {
  python = (await findPython(env, root, "")) ?? "";
  tool = createPythonSource({ python, env, directory: PYTHON_CACHE });
  head = await runAll("head", [...heads, ...tests]);
  flipped = await runAll("flip", [...heads, ...(await tool.flip(tests))]);
  for (const value of STUB_VALUES) {
    const answer = await tool.stub(subjects, value);
    if (answer.length > 0) stubbed = answer;
    stubs.set(value, await runAll(value, [...answer.map(({ path, text }) => ({ path, text })), ...tests]));
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const idsOf = (index: number, prefix: string): string[] =>
  [...head.keys()].filter((id) => id.startsWith(`test_${index}.py `) && id.includes(prefix));
const outcomesOf = (id: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...stubs].map(([value, outcomes]) => [value, outcomes.get(id) ?? outcomes.get(id.split(" ")[0] ?? "")]),
  );

const isAssertion = (outcome: string | undefined): boolean => outcome?.startsWith("assertion") === true;

describe.each(SHAPES.map((shape, index) => ({ ...shape, index })))("with $title", ({ index, tests: text }) => {
  it("something is stubbed and head's tests pass", () => {
    const ids = [...head.keys()].filter((id) => id.startsWith(`test_${index}.py`));
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => head.get(id) !== "passed")).toEqual([]);
    expect(stubbed[index]?.symbols.length).toBeGreaterThan(0);
  });

  it("a test of the change fails by assertion under at least one stub value", () => {
    const honest = idsOf(index, "test_new_").map((id) => ({ id, outcomes: outcomesOf(id) }));
    expect(honest.filter(({ outcomes }) => !Object.values(outcomes).some(isAssertion))).toEqual([]);
  });

  it.runIf(text.includes("test_old_"))(
    "a test that does not depend on the change passes or fails by error only",
    () => {
      const others = idsOf(index, "test_old_").map((id) => ({ id, outcomes: outcomesOf(id) }));
      expect(others.filter(({ outcomes }) => Object.values(outcomes).some(isAssertion))).toEqual([]);
      expect(others.filter(({ outcomes }) => !Object.values(outcomes).includes("passed"))).toEqual([]);
    },
  );

  it("every test fails by assertion once its assertions are negated", () => {
    const ids = [...idsOf(index, "test_new_"), ...idsOf(index, "test_old_")];
    expect(ids.filter((id) => !isAssertion(flipped.get(id)))).toEqual([]);
  });
});

describe("stubbing", () => {
  it("changes nothing but what head changes, byte for byte", async () => {
    const base = `\ufeff# -*- coding: utf-8 -*-\r\n"""Doc."""\r\nfrom __future__ import annotations\r\nimport os\r\n\r\ndef kept( a ):   # ä\r\n\treturn  a\r\n`;
    const head = `${base}\r\n@property\r\ndef fresh(\r\n    a,  # first\r\n):\r\n\t"""Words."""\r\n\t# note\r\n\treturn a  # end\r\n`;
    const [stubbed] = await tool.stub([{ path: "a.py", base, head }], "zero");
    const lines = (stubbed?.text ?? "").split("\r\n");
    const [prologue] = lines.splice(3, 1);
    expect(prologue).toMatch(/^import builtins as _baton_builtins; /);
    expect(lines.join("\r\n")).toBe(
      head.replace("return a  # end", "if _baton_stub.on: return _baton_stub.D\r\n\treturn a  # end"),
    );
    expect(stubbed?.symbols).toEqual(["fresh"]);
  });

  it("returns the text as it is when head changes nothing that can be stubbed", async () => {
    const head = `import os  # more words\n\ndef f(a: int):\n    "New words."\n    return a\n`;
    const base = `import os\n\ndef f(a):\n    return a\n`;
    expect(await tool.stub([{ path: "a.py", base, head }], "proxy")).toEqual([
      { path: "a.py", text: head, symbols: [] },
    ]);
  });

  it("does not take code that moved between the changed files for new", async () => {
    const moved = `def f():\n    return 1\n`;
    const answer = await tool.stub(
      [
        { path: "old.py", base: moved, head: "from new import f\n" },
        { path: "new.py", base: null, head: `${moved}\ndef g():\n    return 2\n` },
      ],
      "zero",
    );
    expect(answer.map(({ path, symbols }) => [path, symbols])).toEqual([
      ["old.py", []],
      ["new.py", ["g"]],
    ]);
  });

  it("keeps Protocols, TypedDicts, overloads and abstract declarations", async () => {
    const head = readFileSync(new URL("python-declarations.py.txt", import.meta.url), "utf8");
    expect(await tool.stub([{ path: "a.py", base: null, head }], "zero")).toEqual([
      { path: "a.py", text: head, symbols: [] },
    ]);
  });
});
