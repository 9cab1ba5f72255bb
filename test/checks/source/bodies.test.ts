import { describe, expect, it } from "vitest";
import { createGoSource } from "../../../src/checks/source/go.ts";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { GO_CACHE } from "../../support/go-cache.ts";
import { hasTool } from "../../support/go.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };

/** What the last function of a file says, with its keys and answers. */
async function said(tool: SourceTool, path: string, head: string, base: string | null = null): Promise<string> {
  const body = (await tool.bodies([{ path, base, head }])).at(-1);
  return body === undefined ? "" : [body.says, body.keys.join(" "), body.answers.join(" ")].join("|");
}

/** Classes of which nothing is written, with their methods. */
async function unwritten(tool: SourceTool, path: string, ...heads: string[]): Promise<string> {
  const bodies = await tool.bodies(heads.map((head, index) => ({ path: `${index}${path}`, base: null, head })));
  const classes = bodies.filter(({ says, isMember }) => says === "unfinished_class" && !isMember);
  return classes.map(({ name, keys }) => `${name}: ${keys.join(" ")}`).join();
}

describe("bodies in JavaScript and TypeScript", () => {
  const tool = createJavaScriptSource();
  it("are shown as they are written, on one line", async () => {
    const [body] = await tool.bodies([{ path: "src/a.js", base: null, head: "function a(n) {\n  return 0;\n}\n" }]);
    expect(body?.excerpt).toBe("function a(n) { return 0; }");
  });
  it.each([
    ["function a(n) { throw new Error('TODO: write') }", "unfinished||"],
    ["const a = async (n) => Promise.reject(new Error('not implemented'))", "unfinished||"],
    ["function a(n) { throw new RangeError('too large') }", "work||"],
    ["const a = (n: number): number => 3", "constant||3"],
    ["function a(n) { const b = 3; return b }", "constant||3"],
    ["function a(n) { const b = c(); return b }", "work||"],
    ["const a = () => 3", "work||"],
    ["function a(n) { log('x'); return 3 }", "work||"],
    ["function a(n) { if (n === 1) return 'I'; return '' }", "table|1|I "],
    ["function a(n) { return n === 1 ? 'I' : n }", "table|1|I"],
    ["function a(n) { if (n === 1) return 'I'; throw new RangeError(`bad ${n}`) }", "table|1|I"],
    ["const T = { x: 1 }; function a(n) { const b = T[n]; if (b === undefined) throw E(n); return b }", "table|x|1"],
    ["const T = { x: 1 }; function a(n) { const b = T[n]; return b + 1 }", "work||"],
    ["const T = { x: 1 }; const a = (n) => T[n] ?? 0", "table|x|1 0"],
    ["const T = new Map([[4, 'IV']]); const a = (n) => T.get(n)", "table|4|IV"],
    ["function a(n) { if (n === 1) return 'I'; return n + 1 }", "work||"],
    ["function a(list) { for (const n of list) if (n === 1) return 2; return 3 }", "work||"],
    ["function a(x, y) { switch (`${x},${y}`) { case '1,2': return 3; default: return 0 } }", "table|1,2|3 0"],
  ])("%s", async (text, expected) => {
    expect(await said(tool, "src/a.ts", text)).toBe(expected);
  });

  const TODO = "throw new Error('not implemented')";
  it.each([
    [
      `export class A implements B { constructor(n) { open(n) } async a() { ${TODO} } b = () => { ${TODO} }; c() {} get d() { return this.e } }`,
      "A: a b",
    ],
    [`class A extends B { a() { ${TODO} } b() { return this.c() } }`, ""],
    [`abstract class A extends B { a() { ${TODO} } }`, ""],
    [`class A { a() { throw new RangeError('too large') } }`, ""],
    ["class A extends B { a() {} }", ""],
    [`class A extends B { a() { ${TODO} } }`, "A: a"],
    [`class A { n = 1; a() { ${TODO} } }`, "A: a"],
    [`class A { a() { ${TODO} } }`, ""],
  ])("%s is a class of which nothing is written: %s", async (text, expected) => {
    expect(await unwritten(tool, "a.ts", text)).toBe(expected);
  });

  it("say nothing new that base says", async () => {
    const text = "function a(n) { return 3 }";
    expect(await said(tool, "src/a.ts", text, text)).toBe("work||");
  });
});

describe("bodies in Rust", () => {
  const tool = createRustSource();
  it.each([
    ["fn a(n: u8) -> u8 { todo!() }", "unfinished||"],
    ['fn a(n: u8) -> R { Err("not implemented".into()) }', "unfinished||"],
    ["fn a(_: u8) -> R { Ok(()) }", "constant||Ok(())"],
    ["fn a(n: u8) -> u8 { let b = 3; b }", "constant||3"],
    ["fn a() -> u8 { 3 }", "work||"],
    ["fn a(n: u8) -> u8 { if n == 4 { 9 } else { 0 } }", "table|4|9 0"],
    ["fn a(n: u8) -> u8 { match n { 1 | 2 => 5, _ => panic!() } }", "table|1 2|5"],
    [
      'fn a(t: &str) -> String { match t.trim() { "x" => "y".to_string(), _ => String::new() } }',
      "table|x|y String::new()",
    ],
    ["fn a(n: u8) -> u8 { match n { 1 => 5, m => m + 1 } }", "work||"],
    ['fn a(n: u8) -> bool { println!("{n}"); true }', "work||"],
    ["impl T for U { fn a(&self, n: u8) -> u8 { 3 } }", "work||"],
    ["impl U { fn a(&self, n: u8) -> u8 { self.b } }", "work||"],
  ])("%s", async (text, expected) => {
    expect(await said(tool, "src/a.rs", text)).toBe(expected);
  });

  it.each([
    [
      "pub struct A { n: u8 } impl A { pub fn new(n: u8) -> A { A { n } } fn a(&self) { todo!() } } impl<'a> B for A { fn b(&self) -> u8 { unimplemented!() } fn n(&self) -> &u8 { &self.n } }",
      "A: a b",
    ],
    ["struct A; impl A { fn a(&self) { todo!() } fn b(&self) { self.c(); self.a() } }", ""],
    ["trait A { fn a(&self) { todo!() } }", ""],
    ["struct A; #[cfg(test)] mod tests { impl A { fn a(&self) { todo!() } } }", ""],
  ])("%s has a type of which nothing is written: %s", async (text, expected) => {
    expect(await unwritten(tool, "a.rs", text)).toBe(expected);
  });
});

describe("bodies in Java", () => {
  const tool = createJavaSource();
  it.each([
    ["class A { static int a(int n) { throw new UnsupportedOperationException(); } }", "unfinished||"],
    ["class A { int a(int n) { return 3; } }", "constant||3"],
    ["class A { int a(int n) { final int b = 3; return b; } }", "constant||3"],
    ["class A { int a(int n) { int b = c(); return b; } }", "work||"],
    ["class A { void a(int n) {} }", "constant||"],
    ["class A extends B { int a(int n) { return 3; } }", "work||"],
    ["class A { @Override public int a(int n) { return 3; } }", "work||"],
    ["class A implements B { int a(int n) { return 3; } }", "work||"],
    ["class A implements Comparable<A>, B { int a(int n) { return 3; } }", "work||"],
    ["class A implements java.io.Serializable, Comparable<A> { int a(int n) { return 3; } }", "constant||3"],
    ["class A implements Comparable<A> { public int compareTo(A other) { return 0; } }", "work||"],
    ['class A { String a(int n) { switch (n) { case 4: return "IV"; default: return ""; } } }', "table|4|IV "],
    ['class A { int a(String s) { return "x".equals(s) ? 4 : 5; } }', "table|x|4 5"],
    [
      'class A { static final Map<Integer, String> M = Map.of(4, "IV"); String a(int n) { return M.getOrDefault(n, ""); } }',
      "table|4|IV ",
    ],
    ["class A { int a(int n) { if (n == 1) return 2; return n * 2; } }", "work||"],
  ])("%s", async (text, expected) => {
    expect(await said(tool, "src/main/java/A.java", text)).toBe(expected);
  });

  const TODO = '{ throw new UnsupportedOperationException("not implemented"); }';
  it.each([
    [
      `class A implements B { int n; A(int n) { this.n = n; } public int a() ${TODO} public int b() ${TODO} public int n() { return n; } }`,
      "A: a b",
    ],
    [`class A implements B { public int a() ${TODO} public int b() { return a() + 1; } }`, ""],
    [`class A implements Entry { public int a() ${TODO} int key() { return key; } int value() { return value; } }`, ""],
    [`class A extends B { public int a() ${TODO} }`, ""],
    [`abstract class A { public int a() ${TODO} }`, ""],
    [`interface A { default int a() ${TODO} }`, ""],
  ])("%s is a class of which nothing is written: %s", async (text, expected) => {
    expect(await unwritten(tool, "A.java", text)).toBe(expected);
  });
});

describe("bodies in Python", () => {
  const tool = createPythonSource({ python: "python3", env, directory: PYTHON_CACHE });
  it.each([
    ["def a(n):\n    raise NotImplementedError", "unfinished||"],
    ["def a(n):\n    'Says.'\n    return 3", "constant||3"],
    ["def a(n):\n    b = 3\n    return b", "constant||3"],
    ["def a(n):\n    b = c()\n    return b", "work||"],
    ["def a(n):\n    return None", "work||"],
    ["class A(B):\n    def a(self, n):\n        return 3", "work||"],
    ["class A:\n    def a(self, n):\n        return self.b", "work||"],
    ["def a(n):\n    if n == 4:\n        return 'IV'\n    return ''", "table|4|IV "],
    ["T = {4: 'IV'}\ndef a(n):\n    return T.get(n, '')", "table|4|IV "],
    ["def a(x, y):\n    return {(1, 2): 3}[x, y]", "table|(1, 2)|3"],
    ["def a(n):\n    return [n for n in n]", "work||"],
    ["def a(n):\n    if n == 4:\n        return 'IV'\n    raise ValueError(f'bad {n}')", "table|4|IV"],
    ["def a(n):\n    raise ValueError(f'bad {n}')", "work||"],
    [
      "T = {4: 'IV'}\ndef a(n):\n    try:\n        return T[n]\n    except KeyError:\n        raise E(n) from None",
      "table|4|IV",
    ],
    ["T = {4: 'IV'}\ndef a(n):\n    b = T.get(n)\n    if b is None:\n        raise E(n)\n    return b", "table|4|IV"],
    ["T = {'x': 1}\ndef a(n):\n    n = n.strip()\n    return T[n]", "table|x|1"],
    ["def a(n, known={4: 9}):\n    if n in known:\n        return known[n]\n    raise E(n)", "table|4|9"],
    ["T = Rows({4: 9})\ndef a(n):\n    return T[n]", "table|4|9"],
    ["T = {4: 9}\ndef a(n):\n    b = T[n]\n    return b + 1", "work||"],
    ["def a(n):\n    b = n\n    return b + 1", "work||"],
    ["def a(n):\n    b = b + 1 if n == 2 else 3\n    return b", "work||"],
    ["def a(n):\n    try:\n        b(n)\n    except E:\n        return 1", "work||"],
    ["def a(n):\n    try:\n        with b():\n            return 1\n    except E:\n        return 2", "work||"],
  ])("%s", async (text, expected) => {
    expect(await said(tool, "a.py", `${text}\n`)).toBe(expected);
  });

  const A = "    def a(self):\n        raise NotImplementedError\n";
  const ABOVE =
    "from abc import ABC, abstractmethod\n\n\nclass B(ABC):\n    @abstractmethod\n    def a(self):\n        'Says.'\n";
  it.each([
    [
      `class A:\n    def __init__(self, n):\n        self.n = open(n)\n\n    @property\n    def n(self):\n        return self._n\n\n    def b(self):\n        pass\n\n${A}`,
      "A: a",
    ],
    [`class A(B):\n${A}`, "A: a"],
    [`class A(B):\n${A}\n    def b(self):\n        return self.a() + 1\n`, ""],
    [`class A(B):\n${A}\n    def __call__(self):\n        return self.n()\n`, ""],
    [`class A(ABC):\n${A}`, ""],
    [`class A(Protocol[int]):\n${A}`, ""],
    [`class A(metaclass=Kept):\n${A}`, ""],
    [`class A(B):\n    @abstractmethod\n${A}`, ""],
    ["class A(B):\n    def a(self):\n        raise ValueError\n", ""],
    ["class A(B):\n    def a(self):\n        pass\n", ""],
    [`class A:\n${A}`, ""],
  ])("%s is a class of which nothing is written: %s", async (text, expected) => {
    expect(await unwritten(tool, "a.py", text)).toBe(expected);
  });

  it("of a class tell what is written above it", async () => {
    expect(await unwritten(tool, "a.py", ABOVE, `class A(B):\n${A}`)).toBe("A: a");
    const work = ABOVE.replace(
      "    @abstractmethod\n",
      "    def b(self):\n        return open(self.n)\n\n    @abstractmethod\n",
    );
    expect(await unwritten(tool, "a.py", work, `class A(B):\n${A}`)).toBe("");
  });
});

describe.skipIf(!hasTool("go", "version"))("bodies in Go", { timeout: 120_000 }, () => {
  const tool = createGoSource({ go: "go", env, directory: GO_CACHE });
  it.each([
    ['func A(n int) int { panic("not implemented") }', "unfinished||"],
    ["func A() int { return todo }", "work||"],
    ["func A(n int) int { b := 3; return b }", "constant||3"],
    ["func A(n int) (int, error) { return 3, nil }", "constant||3,nil"],
    ["func A(n int) int { if n == 4 { return 9 }; return 0 }", "table|4|9 0"],
    ["var t = map[int]int{4: 9}\n\nfunc A(n int) int { return t[n] }", "table|4|9"],
    ["func A(n int) int { return n + 1 }", "work||"],
    ['func A(n int) (int, error) { if n == 4 { return 9, nil }; return 0, fmt.Errorf("bad %d", n) }', "table|4|9,nil"],
    ["func A(n int) int { if n == 4 { return 9 }; panic(n) }", "table|4|9"],
    [
      'var t = map[string]int{"x": 9}\n\nfunc A(s string) (int, error) { s = strings.TrimSpace(s); n, ok := t[s]; if !ok { return 0, &E{s} }; return n, nil }',
      "table|x|9,nil",
    ],
    [
      "var t = map[int]int{4: 9, 5: 8}\n\nfunc A(n int) (int, error) { if m, ok := t[n]; ok { return m, nil }; return 0, e }",
      "table|4 5|9 8",
    ],
    ["var t = map[int]int{4: 9}\n\nfunc A(n int) int { m := t[n]; return m + 1 }", "work||"],
    ["func A(n int) int { m := n; return m + 1 }", "work||"],
    ["func A(n int) (int, error) { return n + 1, fmt.Errorf(n) }", "work||"],
    ["func A(n int) error { if n == 4 { return nil }; return b(n) }", "work||"],
    ['func A(n int) (int, error) { return 0, fmt.Errorf("bad %d", n) }', "work||"],
    ["func A(n int) int { for n == 4 { return 9 }; return 0 }", "work||"],
  ])("%s", async (text, expected) => {
    expect(await said(tool, "a.go", `package a\n\n${text}\n`)).toBe(expected);
  });

  it("of a file for one platform count only where tests call them", async () => {
    const head = 'package a\n\nfunc A(n int) int { panic("not implemented") }\n';
    const tagged = { path: "a.go", base: null, head: `//go:build windows\n\n${head}` };
    expect(await tool.bodies([tagged])).toMatchObject([{ isMember: true }]);
    expect(await tool.bodies([{ path: "a_plan9.go", base: null, head }])).toMatchObject([{ isMember: true }]);
    expect(await tool.bodies([{ path: "a_plan.go", base: null, head }])).toMatchObject([{ isMember: false }]);
  });

  const TODO = 'panic("not implemented")';
  const TYPE = "type A struct{ n int }";
  it.each([
    [
      `${TYPE}\nfunc (a *A) B() error { return errors.New("not implemented") }\nfunc (a A) C() { ${TODO} }\nfunc (a *A) N() int { return a.n }\nfunc (a *A) String() string { return f(a) }`,
      "A: B C",
    ],
    [`type A[K any] struct{}\nfunc (a *A[K]) B() { ${TODO} }`, "A: B"],
    [`${TYPE}\nfunc (a *A) B() { ${TODO} }\nfunc (a *A) C() { a.n++ }`, ""],
    [`type A struct{ *D }\nfunc (a *A) B() { ${TODO} }`, ""],
    [`${TYPE}\nfunc (a *A) B() {}`, ""],
  ])("%s is a type of which nothing is written: %s", async (text, expected) => {
    expect(await unwritten(tool, "a.go", `package a\n\n${text}\n`)).toBe(expected);
    expect(await unwritten(tool, "a_windows.go", `package a\n\n${text}\n`)).toBe("");
  });
});

describe("words of tests", () => {
  it("are what they call, and constants, those of one call together", async () => {
    const text = 'it("x", () => { expect(a.tax(100, "de")).toEqual([19, 1]); });';
    const [words] = await createJavaScriptSource().words([{ path: "a.test.ts", text }], "test");
    expect(words?.calls).toEqual(expect.arrayContaining(["tax"]));
    expect(words?.constants).toEqual(expect.arrayContaining(["100", "de", "100,de", "[ 19 , 1 ]"]));
  });

  it("stand in the code in Rust", async () => {
    const text = "fn b() { c(7) }\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() { assert_eq!(a(5), -3); }\n}\n";
    const [words] = await createRustSource().words([{ path: "src/a.rs", text }], "implementation");
    expect(words?.calls).toEqual(["a"]);
    expect(words?.constants).toEqual(expect.arrayContaining(["5", "-3"]));
  });
});
