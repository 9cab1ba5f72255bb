import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { createGoSource } from "../../../src/checks/source/go.ts";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { GO_CACHE } from "../../support/go-cache.ts";
import { hasTool } from "../../support/go.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };

/** What is grafted on, in lines without those of base. */
const added = async (
  tool: SourceTool,
  path: string,
  base: string,
  head: string,
  isEmpty = false,
): Promise<string[] | null> => {
  const [found] = (await tool.graft?.([{ path, base, head }], isEmpty)) ?? [];
  if (found === undefined) return null;
  const known = new Set(base.split("\n"));
  return found.text.split("\n").filter((line) => line.trim() !== "" && !known.has(line));
};

describe("in JavaScript", () => {
  const tool = createJavaScriptSource();
  test.each<[string, string, string, string[] | null]>([
    [
      "a function, with what it imports",
      "export const a = 1;\n",
      'import b, { c } from "d";\nexport const a = 2;\nexport function e() {}\n',
      [';import b from "d";', 'import { c } from "d";', "export function e() {}"],
    ],
    [
      "an export of what base keeps to itself",
      "const a = 1;\nexport { b };\n",
      "export const a = 2;\nexport { b, c as d };\n",
      [";export { a };", "export { c as d };"],
    ],
    ["an export from elsewhere", "const a = 1;\n", 'export { b } from "./b.js";\n', [';export { b } from "./b.js";']],
    ["a type", "export const a = 1;\n", "export type B = string;\n", [";export type B = string;"]],
    ["nothing where only imports differ", "export const a = 1;\n", 'import "b";\nexport const a = 2;\n', null],
    ["nothing in a script", "const a = 1;\n", "const a = 2;\nmodule.exports = { a };\nconst b = 3;\n", null],
  ])("%s", async (_, base, head, expected) => {
    expect(await added(tool, "a.ts", base, head)).toEqual(expected);
  });
});

describe("in Python", () => {
  const tool = createPythonSource({ python: "python3", env, directory: PYTHON_CACHE });
  test.each<[string, string, string, string[] | null]>([
    [
      "a decorated class, with what it imports",
      "import os\n\ndef a():\n    return 1\n",
      "import os\nfrom b import c, d as e\n\ndef a():\n    return 2\n\n@c\nclass F:\n    pass\n",
      ["from b import c, d as e", "@c", "class F:", "    pass"],
    ],
    ["a constant", "A = 1\n", "A = 2\nB: int = 3\n", ["B: int = 3"]],
    [
      "what stands under a condition",
      "A = 1\n",
      "if A:\n    B = 2\nelse:\n    B = 3\n",
      ["if A:", "    B = 2", "else:", "    B = 3"],
    ],
    ["a name that a package hands on", "from .a import B\n", "from .a import B, C\n", ["from .a import B, C"]],
    ["nothing that must come first", "A = 1\n", "from __future__ import annotations\nA = 2\n", null],
    ["nothing where base has it all", "A = 1\n", "A = 2\n", null],
  ])("%s", async (_, base, head, expected) => {
    expect(await added(tool, "a.py", base, head)).toEqual(expected);
  });
});

describe.skipIf(!hasTool("go", "version"))("in Go", () => {
  const tool = createGoSource({ go: "go", env, directory: GO_CACHE });
  test.each<[string, string, string, string[] | null]>([
    [
      "a method and the package that it needs",
      "package a\n\nfunc B() int { return 1 }\n",
      'package a\n\nimport (\n\t"strings"\n\t"fmt"\n)\n\nfunc B() int { fmt.Println(); return 2 }\n\nfunc (c C) D() string { return strings.ToUpper("") }\n',
      ['package a; import ("strings")', 'func (c C) D() string { return strings.ToUpper("") }'],
    ],
    [
      "a field of a type",
      "package a\n\ntype B struct{ C int }\n",
      "package a\n\ntype B struct{ C, D int }\n",
      ["type B struct{ C, D int }"],
    ],
    [
      "a field of a type whose literals name none",
      "package a\n\ntype B struct {\n\t*x.C\n\td int\n}\n\nvar b = &B{nil, 2}\nvar c = B{d: 3}\n",
      "package a\n\ntype B struct {\n\t*x.C\n\td, e int\n}\n\nvar b = &B{nil, 2, 3}\nvar c = B{d: 3}\n",
      ["\td, e int", "var b = &B{C: nil, d: 2}"],
    ],
    [
      "a constant that counts on others",
      "package a\n\nconst (\n\tB = iota\n)\n",
      "package a\n\nconst (\n\tB = iota\n\tC\n)\n",
      ["\t_ = iota", "\tC"],
    ],
    ["a type of its own", "package a\n", "package a\n\ntype (\n\tB int\n)\n", ["type B int"]],
    [
      "a package by its version",
      "package a\n",
      'package a\n\nimport "x.org/y/v2"\n\nvar B = y.C\n',
      ['package a; import ("x.org/y/v2")', "var B = y.C"],
    ],
    ["nothing that runs by itself", "package a\n", "package a\n\nfunc init() {}\n", null],
  ])("%s", async (_, base, head, expected) => {
    expect(await added(tool, "a.go", base, head)).toEqual(expected);
  });
});

describe("in Rust", () => {
  const tool = createRustSource();
  test.each<[string, string, string, string[] | null]>([
    [
      "an item with its attributes",
      "fn a() -> i32 { 1 }\n",
      "use std::fmt;\nfn a() -> i32 { 2 }\n#[derive(Debug)]\npub struct B;\n",
      ["use std::fmt;", "#[derive(Debug)]", "pub struct B;"],
    ],
    [
      "a method of a type",
      "impl<T> A<T> {\n    fn b() {}\n}\n",
      "impl<T> A<T> {\n    fn b() {}\n    fn c() {}\n}\n",
      ["fn c() {}"],
    ],
    ["nothing that is for tests", "fn a() {}\n", "fn a() {}\n#[cfg(test)]\nmod tests {}\n", null],
    ["nothing of what base has", "mod b { fn c() {} }\n", "mod b { fn d() {} }\n", null],
  ])("%s", async (_, base, head, expected) => {
    expect(await added(tool, "src/lib.rs", base, head)).toEqual(expected);
  });
});

describe("in Java", () => {
  const tool = createJavaSource();
  test.each<[string, string, string, string[] | null]>([
    [
      "a method beside another one of its name",
      "package a;\nclass B {\n    int c() { return 1; }\n}\n",
      "package a;\nimport java.util.List;\nclass B {\n    int c() { return 2; }\n    int c(List<String> d) { return 3; }\n}\n",
      ["package a; import java.util.List;", "int c(List<String> d) { return 3; }"],
    ],
    [
      "a type within, and one beside",
      "class B {}\n",
      "class B { static class C extends RuntimeException {} }\ninterface D {}\n",
      ["class B {", "static class C extends RuntimeException {}", "}", "interface D {}"],
    ],
    ["nothing of what an enumeration counts", "enum B { C }\n", "enum B { C, D }\n", null],
  ])("%s", async (_, base, head, expected) => {
    expect(await added(tool, "B.java", base, head)).toEqual(expected);
  });
});

describe("with new functions that only fail", () => {
  const go = createGoSource({ go: "go", env, directory: GO_CACHE });
  test.skipIf(!hasTool("go", "version"))("in Go, without the packages that only they need", async () => {
    const head =
      'package a\n\nimport (\n\t"io"\n\t"strings"\n)\n\nfunc B(w io.Writer) string { return strings.ToUpper("") }\n';
    expect(await added(go, "a.go", "package a\n", head, true)).toEqual([
      'package a; import ("io")',
      'func B(w io.Writer) string { panic("baton: new") }',
    ]);
  });
  test("in Rust, also those of a new implementation", async () => {
    const head =
      "struct A;\nimpl B for A {\n    const C: i32 = 1;\n    fn d(&self) -> i32 { self.e }\n}\n#[inline]\nfn f() -> i32 { A::C }\n";
    expect(await added(createRustSource(), "src/lib.rs", "struct A;\n", head, true)).toEqual([
      "impl B for A {",
      "const C: i32 = 1;",
      'fn d(&self) -> i32 { panic!("baton: new") }',
      "}",
      "#[inline]",
      'fn f() -> i32 { panic!("baton: new") }',
    ]);
  });
  test("in Java, with what they are declared to throw", async () => {
    const head = "class B {\n    final int c;\n    B(int c) { this.c = c; }\n    int d() throws E { return c; }\n}\n";
    expect(await added(createJavaSource(), "B.java", "class B {\n}\n", head, true)).toEqual([
      "final int c;",
      "B(int c) { class BatonNew extends RuntimeException {} throw new BatonNew(); }",
      "int d() throws E { class BatonNew extends RuntimeException {} throw new BatonNew(); }",
    ]);
  });
  test.each([
    ["JavaScript", createJavaScriptSource(), "a.js", "export function a() {}\n"],
    ["Python", createPythonSource({ python: "python3", env, directory: PYTHON_CACHE }), "a.py", "def a():\n    pass\n"],
  ])("nothing in %s, which looks names up when they are used", async (_, tool, path, head) => {
    expect([await added(tool, path, "", head), await added(tool, path, "", head, true)]).toEqual([
      expect.any(Array),
      null,
    ]);
  });
});
