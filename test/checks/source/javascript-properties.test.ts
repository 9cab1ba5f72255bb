import { transform } from "esbuild";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseSource } from "../../../src/checks/source/javascript/parse.ts";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { STUB_VALUES } from "../../../src/schema/source.ts";

const tool = createJavaScriptSource();

const STATEMENTS = [
  "export function f0(a, b) { return a + b; }",
  "function f1() {\n  return () => 1;\n}",
  "export const c0 = (a) => ({ a })",
  "export const c1 = async () => {\n  await f1();\n}",
  "export const c2 = 1, c3 = [1,\n2]",
  "export const { d0, d1: [d2] } = f1()",
  "export default class { #x = 1; static { f1() } constructor() { this.a = 1 } get v() { return 1 } }",
  "class A extends B { constructor(x) { super(x) } async *m() { yield 1 } }",
  "export const app = make()\napp.use(() => 1)",
  "const late = make(); late.on('x', f1)\nexport { late }",
  "export * from './x.js'",
  "import y from './y.js'",
  "if (import.meta.vitest) { const { it, expect } = import.meta.vitest; it('a', () => { expect(f1()).toBe(1) }) }",
  "export const api = { f() { return 1 }, g: () => 2, h: { i: 1, j() {} } }",
  "(function () { function inner() { return 1 } inner() })()",
  "A.prototype.z = function () { return 1 }",
  "// a comment",
  "/* two\nlines */",
  "label: for (const x of []) { continue label }",
];
const ASSERTIONS = [
  "expect(f()).toBe(1)",
  "expect(f())\n    .not\n    .toEqual([1])",
  "await expect(f()).resolves.toMatchInlineSnapshot(`\n  1\n`)",
  "expect(f()).to.not.be.null",
  "assert.throws(() => { assert.equal(f(), 1) }, { a: 1 })",
  "assert.ok(f(), 'why')",
  "assert.deepEqual(...f())",
  "equal(f(), 1)",
  "t.is(f(), 1)",
  "f().should.equal(1)",
  "expect(1).toBe(1)",
  "await request(f()).get('/').expect(200, { a: [1] })",
];
const joined = (list: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...list), { maxLength: list.length }),
      fc.constantFrom("\n", "\r\n", ";\n", "\n\n"),
      fc.constantFrom("", "\n", " // end", "\r\n"),
    )
    .map(([parts, between, end]) => parts.join(between) + end);
const path = fc.constantFrom("a.js", "a.mjs", "a.ts", "a.tsx", "a.jsx");
const head = fc.constantFrom("", "#!/usr/bin/env node\n", "'use client'\n", "// first\n", "\n\n");

async function isParsed(name: string, text: string): Promise<boolean> {
  return (await parseSource({ path: name, text })) !== null;
}

/** As another tool reads it, which also refuses two exports of one name. */
async function isValid(name: string, text: string): Promise<boolean> {
  const loader = name.endsWith(".tsx") ? "tsx" : name.endsWith(".ts") ? "ts" : "jsx";
  return transform(text, { loader, logLevel: "silent" }).then(
    () => true,
    () => false,
  );
}

it("a stub of any valid file is valid, and a file that did not change is not stubbed", async () => {
  const file = fc.tuple(path, head, joined(STATEMENTS), fc.constantFrom(...STUB_VALUES));
  await fc.assert(
    fc.asyncProperty(file, async ([name, first, rest, value]) => {
      const text = first + rest;
      fc.pre((await isParsed(name, text)) && (await isValid(name, text)));
      const [stubbed] = await tool.stub([{ path: name, base: null, head: text }], value);
      expect(await isParsed(name, stubbed?.text ?? "(")).toBe(true);
      expect(await isValid(name, stubbed?.text ?? "(")).toBe(true);
      expect(await tool.stub([{ path: name, base: text, head: text }], value)).toEqual([
        { path: name, text, symbols: [] },
      ]);
    }),
    { numRuns: 150, examples: [[["a.ts", "", "f1()\nexport * from './x.js'", "undefined"]]] },
  );
});

it("flips and canaries of any valid test file are valid, and take no line away", async () => {
  const tests = joined(ASSERTIONS).map(
    (body) => `import { equal } from "node:assert"\ntest("x", async (t) => {\n${body}\n})`,
  );
  await fc.assert(
    fc.asyncProperty(path, head, tests, async (name, first, rest) => {
      const text = first + rest;
      fc.pre((await isParsed(name, text)) && (await isValid(name, text)));
      const [flipped] = await tool.flip([{ path: name, text }]);
      const [canary] = await tool.canary([{ path: name, text }], "ab12");
      expect(await isValid(name, flipped?.text ?? "(")).toBe(true);
      expect(await isValid(name, canary?.text ?? "(")).toBe(true);
      expect(canary?.text.startsWith(text)).toBe(true);
      expect(flipped?.text.split("\n").length).toBeGreaterThanOrEqual(text.split("\n").length);
      expect((await tool.tests([{ path: name, text: canary?.text ?? "" }])).slice(-2).map((one) => one.name)).toEqual([
        "baton ab12 holds",
        "baton ab12 fails",
      ]);
    }),
    { numRuns: 150 },
  );
});

it("no answer depends on what a file says: any text is answered or left out", async () => {
  await fc.assert(
    fc.asyncProperty(path, fc.string({ maxLength: 200 }), async (name, text) => {
      const isKnown = await isParsed(name, text);
      const file = { path: name, base: null, head: text };
      expect(await tool.stub([file], "zero")).toHaveLength(isKnown ? 1 : 0);
      expect(await tool.flip([{ path: name, text }])).toHaveLength(isKnown ? 1 : 0);
      expect(await tool.signals([file], "implementation")).toBeInstanceOf(Array);
    }),
    { numRuns: 200 },
  );
});
