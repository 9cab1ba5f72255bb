import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import type { StubbedSource, StubValue } from "../../../src/schema/source.ts";

const tool = createJavaScriptSource();
const S = "__batonStub()";
const R = `{ return ${S}; }`;

async function stub(
  head: string,
  base: string | null,
  path = "a.js",
  value: StubValue = "undefined",
): Promise<StubbedSource> {
  const [file] = await tool.stub([{ path, base, head }], value);
  return file ?? { path, text: "", symbols: ["left out"] };
}

/** What was there stands in comments, on as many lines. */
const withoutOld = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\//g, (comment) => (comment.match(/\r?\n/g) ?? []).join(""));

/** The stubbed file without the function that is added to it. */
async function body(head: string, base: string | null = null, path?: string, value?: StubValue): Promise<string> {
  const text = withoutOld((await stub(head, base, path, value)).text);
  const end = text.search(/(?<=^|\n|;)function __batonStub\b/);
  return end === -1 ? text : text.slice(0, end).replace(/\r?\n?;$/, "");
}

describe("stubs of new code", () => {
  it.each([
    ["a function", `export function f(a, b = 1) { return a; }`, `export function f(a, b = 1) ${R}`],
    ["a private function", `function f() { return 1; }`, `function f() ${R}`],
    ["an asynchronous generator", `export async function* f() { yield 1; }`, `export async function* f() ${R}`],
    ["an arrow function", `export const f = (a) => a * 2;`, `export const f = (a) => ${S};`],
    ["an arrow function that answers an object", `const f = () => ({ a: 1 });`, `const f = () => (${S});`],
    ["a function in a variable", `const f = async function () { return 1; };`, `const f = async function () ${R};`],
    ["a default function", `export default function () { return 1; }`, `export default function () ${R}`],
    ["a default arrow function", `export default async (a) => a;`, `export default async (a) => ${S};`],
    ["a default expression", `export default compute(1);`, `export default ${S};`],
    ["an exported constant", `export const a = 1, b = [2];`, `export const a = ${S}, b = ${S};`],
    ["a constant exported later", `const a = 1; export { a as b };`, `const a = ${S}; export { a as b };`],
    ["an exported pattern", `export const { a, b: [c], ...d } = f();`, `export const a = ${S}, c = ${S}, d = ${S};`],
    ["a private constant", `const a = 1;`, `const a = 1;`],
    [
      "a re-export",
      `export * from "./x.js"; export { a } from "./y.js";`,
      `export * from "./x.js"; export { a } from "./y.js";`,
    ],
    ["another module's value", `export const a = require("x").y;`, `export const a = require("x").y;`],
    ["a loaded module", `export const a = await import("x");`, `export const a = await import("x");`],
    [
      "an exported object",
      `export const a = { f() { return 1; }, g: () => 2, h: { i: 3, j() {} }, k };`,
      `export const a = { f() ${R}, g: () => ${S}, h: { i: ${S}, j() ${R} }, k };`,
    ],
    ["a default object", `export default { f() { return 1; }, n: 1 };`, `export default { f() ${R}, n: ${S} };`],
    ["a private object of functions", `const a = { f: () => 1, n: 1 };`, `const a = { f: () => ${S}, n: 1 };`],
    ["a function given to a call", `const f = debounce(async () => 1, 5);`, `const f = debounce(async () => ${S}, 5);`],
    ["an exported call", `export const F = memo(function F() { return 1; });`, `export const F = ${S};`],
    [
      "methods",
      `class A { m() { return 1; } static async s() { return 2; } get g() { return 3; } set g(v) { this.x = v; } *i() { yield 1; } #p() { return 1; } }`,
      `class A { m() ${R} static async s() ${R} get g() ${R} set g(v) {} *i() ${R} #p() ${R} }`,
    ],
    [
      "fields",
      `class A { a = 1; static b = f(); #c = 2; d; e = () => 3; accessor g = 4; }`,
      `class A { a = ${S}; static b = ${S}; #c = ${S}; d; e = () => ${S}; accessor g = ${S}; }`,
    ],
    ["a static block", `class A { static { boot(); } }`, `class A { static {} }`],
    [
      "constructors",
      `class A { constructor() { this.a = 1; } } class B extends A { constructor(x) { super(x); this.b = 1; } }`,
      `class A { constructor() { } } class B extends A { constructor(x) { super(...arguments); } }`,
    ],
    ["a class expression", `export const A = class { m() { return 1; } };`, `export const A = class { m() ${R} };`],
    ["a module.exports function", `module.exports = function () { return 1; };`, `module.exports = function () ${R};`],
    [
      "members of exports",
      `exports.a = () => 1; module.exports.b = 2; exports.c = require("./c");`,
      `exports.a = () => ${S}; module.exports.b = ${S}; exports.c = require("./c");`,
    ],
    [
      "a chain of exports",
      `exports = module.exports = function () { return 1; };`,
      `exports = module.exports = function () ${R};`,
    ],
    [
      "a module.exports object",
      `function f() { return 1; } module.exports = { f, g: (a) => a, n: 1, ...rest };`,
      `function f() ${R} module.exports = { f, g: (a) => ${S}, n: ${S}, ...rest };`,
    ],
    [
      "a prototype",
      `function A() {} A.prototype.m = function () { return 1; };`,
      `function A() ${R} A.prototype.m = function () ${R};`,
    ],
    [
      "a wrapper around the file",
      `(function () { function f() { return 1; } exports.f = f; })();`,
      `(function () { function f() ${R} exports.f = f; })();`,
    ],
    ["a directive", `"use strict";\nfunction f() { return 1; }`, `"use strict";\nfunction f() ${R}`],
    ["decorators", `@tag() class A { @log m() { return 1; } }`, `@tag() class A { @log m() ${R} }`],
    ["markup", `export function F({ a }) { return <p>{a}</p>; }`, `export function F({ a }) ${R}`],
    [
      "tests in the source",
      `export const f = () => 1;\nif (import.meta.vitest) { const { it } = import.meta.vitest; function g() { return 1; } }`,
      `export const f = () => ${S};\nif (import.meta.vitest) { const { it } = import.meta.vitest; function g() { return 1; } }`,
    ],
  ])("%s", async (_what, head, expected) => {
    expect(await body(head)).toBe(expected);
  });

  it.each([
    [
      "types stay",
      `export function f<T>(a: T): a is T & { b: 1 } { return true; }`,
      `export function f<T>(a: T): a is T & { b: 1 } ${R}`,
    ],
    [
      "overloads stay",
      `export function f(a: 1): 1;export function f(a: any) { return a; }`,
      `export function f(a: 1): 1;export function f(a: any) ${R}`,
    ],
    [
      "interfaces stay",
      `export interface A { a: 1 } export type B = A; declare const c: number;`,
      `export interface A { a: 1 } export type B = A; declare const c: number;`,
    ],
    ["an enum stays a name and a type", `export enum A { B = 1 }`, `export const A: any = ${S}; export type A = any;`],
    [
      "a parameter property stays",
      `class A extends B { constructor(private x: 1) { super(); } abstract m(): void; declare d: 1; }`,
      `class A extends B { constructor(private x: 1) { super(...arguments); } abstract m(): void; declare d: 1; }`,
    ],
    [
      "a namespace is entered",
      `namespace N { export function f() { return 1; } }`,
      `namespace N { export function f() ${R} }`,
    ],
    ["an export assignment", `export = compute();`, `export = ${S};`],
  ])("in TypeScript %s", async (_what, head, expected) => {
    expect((await body(head, null, "a.ts")).replace("// @ts-nocheck\n", "")).toBe(expected);
  });

  it("give a new object through the constructor only where the value can be one", async () => {
    const head = `class A { constructor() { a(); } } class B extends A { constructor() { super(); } }`;
    expect(await body(head, null, "a.js", "proxy")).toBe(
      `class A { constructor() { return ${S}; } } class B extends A { constructor() { super(...arguments); return ${S}; } }`,
    );
  });

  it("name what they replaced", async () => {
    const head = `export class A { constructor() {} m() {} } export const f = () => 1; export default { g() {} }; module.exports.h = 1;`;
    expect((await stub(head, null)).symbols).toEqual(["A.constructor", "A.m", "f", "g", "h"]);
  });

  it("name computed members by their text", async () => {
    const head = `class A { ["a" + "b"]() {} [Symbol.iterator]() {} 5() {} } exports.o = { [key]: () => 1, "c d"() {} };`;
    expect((await stub(head, null)).symbols).toEqual(["A.ab", "A.Symbol.iterator", "A.5", "o.key", "o.c d"]);
  });

  it("keep every line at its number", async () => {
    const head = `export function f() {\r\n  a();\r\n  b();\r\n}\r\nexport const c = [\r\n  1,\r\n];\r\nmark();\r\n`;
    const { text } = await stub(head, null);
    expect(text.split("\r\n").indexOf("mark();")).toBe(7);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("leave a statement that runs at load the value it works with, and export the stub beside it", async () => {
    expect(await body(`export const app = make();\napp.get("/");\n`)).toBe(
      `const app = make();\napp.get("/");\n;var __batonStub_app = ${S};\nexport { __batonStub_app as app };\n`,
    );
    expect(await body(`const app = make(); app.use(x);\nexport { app as default };\n`)).toContain(
      `export { __batonStub_app as default };`,
    );
    expect(await body(`const app = make(); app.use(x); module.exports = app;`)).toBe(
      `const app = make(); app.use(x); module.exports = ${S};`,
    );
    expect(await body(`const app = make(); app.use(x); module.exports = { app };`)).toContain(
      `module.exports = { app: ${S} };`,
    );
    expect(await body(`const app = make(); app.use(x); export default app;`)).toContain(`export default ${S};`);
    expect(await body(`export const a = 1, b = make(); b.use(a);`)).toBe(`export const a = ${S}, b = ${S}; b.use(a);`);
  });
});

describe("stubs of changed code", () => {
  it.each([
    [
      "only a changed function",
      `function a() { return 1; } function b() { return 2; }`,
      `function a() { return 1; } function b() { return 3; }`,
      ["b"],
    ],
    [
      "only a changed method",
      `class A { m() { return 1; } n() { return 2; } }`,
      `class A { m() { return 1; } n() { return 3; } }`,
      ["A.n"],
    ],
    ["a changed parameter", `const f = (a) => a;`, `const f = (a = 1) => a;`, ["f"]],
    ["a changed constant", `export const a = 1, b = 2;`, `export const a = 1, b = 3;`, ["b"]],
    ["a function that is exported now", `function f() {}`, `export function f() {}`, ["f"]],
    [
      "a getter beside a setter of one name",
      `class A { get a() { return 1; } set a(v) {} }`,
      `class A { get a() { return 2; } set a(v) {} }`,
      ["A.a"],
    ],
    [
      "a static method beside another of one name",
      `class A { m() {} static m() { return 1; } }`,
      `class A { m() {} static m() { return 2; } }`,
      ["A.m"],
    ],
    ["a text whose white space changed", "const f = () => `a b`;", "const f = () => `a  b`;", ["f"]],
    [
      "nothing for a new comment or layout",
      `function f() { return 1; }`,
      `// why\nfunction f() {\n  return 1; /* one */\n}\n`,
      [],
    ],
    ["nothing for a moved function", `function a() {} function b() {}`, `function b() {} function a() {}`, []],
    ["what a new statement does", `function f() {}`, `function f() {}\nf();`, ["(load)"]],
    ["nothing for a moved statement", `f();\ng();`, `g();\nf();`, []],
    ["all that a program without functions does", null, `if (a) b();\nconst c = 1;\nawait c;`, ["(load)"]],
    ["no statement that new functions may need", null, `const f = () => 1;\nf();`, ["f"]],
    [
      "an entry that a table of the module gains, or has otherwise",
      `const T = { a: /1/, b: { c: 1 }, g() {} };\nexport const f = (k) => T[k].test(1);`,
      `const T = { a: /2/, "x-y": /1/, b: { c: 2 }, g() {} };\nexport const f = (k) => T[k].test(1);`,
      ["T.a", "T.x-y", "T.b.c"],
    ],
    [
      "a list of the module",
      `const L = Object.freeze([1]), S = new Set([1]), R = /1/, N = 1;\nexport const f = (k) => L.includes(k);`,
      `const L = Object.freeze([1, 2]), S = new Set([2]), R = /2/, N = 2;\nexport const f = (k) => L.includes(k);`,
      ["L", "S", "R"],
    ],
    [
      "no table beside a function that changed",
      `const T = { a: 1 };\nexport const f = (k) => T[k];`,
      `const T = { a: 1, b: 2 };\nexport const f = (k) => T[k] ?? 0;`,
      ["f"],
    ],
    ["no table of a new module", null, `const T = { a: 1 };\nexport const f = (k) => T[k];`, ["f"]],
    ["no definition", `f();`, `f();\nmodule.exports = {};\n(function () {})();`, ["default"]],
  ])("replace %s", async (_what, base, head, symbols) => {
    const answer = await stub(head, base);
    expect(answer.symbols).toEqual(symbols);
    expect(answer.text === head).toBe(symbols.length === 0);
  });

  it("take a base that cannot be parsed for one that is not there", async () => {
    expect((await stub(`function f() {}`, `function f( {`)).symbols).toEqual(["f"]);
  });

  it("leave out a head that cannot be parsed, and declarations as they are", async () => {
    expect((await stub(`function f( {`, null)).symbols).toEqual(["left out"]);
    const types = `export declare function f(): number;\nexport declare class A { m(): void }\n`;
    expect(await stub(types, null, "a.d.ts")).toEqual({ path: "a.d.ts", text: types, symbols: [] });
    expect(await stub("", null)).toEqual({ path: "a.js", text: "", symbols: [] });
  });
});

describe("the type checker over a stub", () => {
  it.each([
    ["at the first line", `import a from "a";\nimport b from "b";\n\nexport const f = () => a + b;\n`, 1],
    [
      "behind a shebang",
      `#!/usr/bin/env node\nimport a from "a"\nimport b from "b"\nexport const f = () => a + b\n`,
      2,
    ],
    ["before a directive", `"use client"\nimport a from "a"\nexport const f = () => a\n`, 1],
    [
      "behind a byte order mark",
      `\uFEFFimport a from "a";\r\nimport b from "b";\r\nexport const f = () => a + b;\r\n`,
      1,
    ],
  ])("is off %s, and what follows the first statements keeps its line", async (_where, head, line) => {
    const { text } = await stub(head, null, "a.ts");
    const lines = text.replace("\uFEFF", "").split(/\r?\n/);
    expect(lines[line - 1]).toBe("// @ts-nocheck");
    const place = (all: readonly string[]): number => all.findIndex((one) => one.startsWith("export const f"));
    expect(place(lines)).toBe(place(head.split(/\r?\n/)));
    expect(await tool.stub([{ path: "a.ts", base: null, head: text }], "zero")).toHaveLength(1);
  });
});
