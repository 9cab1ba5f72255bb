import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

async function added(text: string, path = "a.test.ts"): Promise<string> {
  const [file] = await tool.canary([{ path, text }], "c0ffee");
  expect(file?.text.startsWith(text)).toBe(true);
  return file?.text.slice(text.length) ?? "";
}

/** The line of the canary that must fail, and the call around it. */
async function failing(text: string, path?: string): Promise<string> {
  const lines = (await added(text, path)).split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => line.includes("baton c0ffee fails"));
  return `${lines[at] ?? ""} ${lines[at + 1] ?? ""}`;
}

describe("canaries", () => {
  it("stand at the end of the file with the names they are known by", async () => {
    expect(await added(`import { it, expect } from "vitest";\nit("a", () => { expect(f()).toEqual(1); });\n`)).toBe(
      [
        `;it("baton c0ffee holds", () => {`,
        `  expect(1).toEqual(1);`,
        `});`,
        `it("baton c0ffee fails", () => {`,
        `  expect(1).toEqual(2);`,
        `});`,
        ``,
      ].join("\n"),
    );
  });

  it("keep the line ends of the file and begin a line of their own", async () => {
    const text = await added(`it("a", () => { expect(f()).toBe(1) })\r\n// end`);
    expect(text.startsWith(`\r\n;it("baton c0ffee holds"`)).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it.each([
    [
      "a renamed test",
      `import { test as check, expect } from "vitest"; check("a", () => { expect(f()).toBe(1); })`,
      `check("baton c0ffee fails", () => { expect(1).toBe(2);`,
    ],
    [
      "an imported test whose name a variable of a test takes",
      `import { it, expect } from "vitest"; it("a", () => { const it = list(); expect(it.next()).toBe(1); })`,
      `it("baton c0ffee fails", () => { expect(1).toBe(2);`,
    ],
    [
      "a test with a modifier",
      `test.only("a", () => { expect(f()).toBe(1); })`,
      `test("baton c0ffee fails", () => { expect(1).toBe(2);`,
    ],
    [
      "a test of a namespace",
      `import * as v from "vitest"; v.it.each([1])("a", () => { v.expect(f()).toBe(1); })`,
      `v.it("baton c0ffee fails", () => { v.expect(1).toBe(2);`,
    ],
    [
      "an extended test",
      `const mine = base.extend({}); const my = test.extend({}); my("a", () => { expect(f()).toBe(1); })`,
      `my("baton c0ffee fails", () => { expect(1).toBe(2);`,
    ],
    [
      "node:test's default",
      `import run from "node:test"; import assert from "node:assert"; run("a", () => { assert.strictEqual(f(), 1); })`,
      `run("baton c0ffee fails", () => { assert.strictEqual(1, 2);`,
    ],
    [
      "mocha's other names",
      `const assert = require("assert"); suite("s", () => { test("a", () => { assert(f()); }); });`,
      `test("baton c0ffee fails", () => { assert(Number(1) === 2);`,
    ],
    [
      "an expectation that a file makes itself",
      `const expect = (x) => ({ toBe() {} }); test("a", () => { expect(f()).toBe(1); })`,
      `test("baton c0ffee fails", () => { expect(1).toBe(2);`,
    ],
    [
      "the matcher used most",
      `test("a", () => { expect(f()).toBe(1); expect(f()).toStrictEqual(1); expect(f()).toStrictEqual(1); })`,
      `test("baton c0ffee fails", () => { expect(1).toStrictEqual(2);`,
    ],
    [
      "only vague matchers",
      `test("a", () => { expect(f()).toContain(1); })`,
      `test("baton c0ffee fails", () => { expect(1).toBe(2);`,
    ],
    [
      "chai's expect",
      `it("a", () => { expect(f()).to.deep.equal(1); })`,
      `it("baton c0ffee fails", () => { expect(1).to.equal(2);`,
    ],
    [
      "chai's should",
      `it("a", () => { f().should.equal(1); })`,
      `it("baton c0ffee fails", () => { (1).should.equal(2);`,
    ],
    [
      "chai's assert",
      `import { assert } from "chai"; it("a", () => { assert.isTrue(f()); })`,
      `it("baton c0ffee fails", () => { assert.strictEqual(1, 2);`,
    ],
    [
      "macros of AVA, which assert elsewhere",
      `import test from "ava"; import { becomes } from "./macros.js"; test(becomes, "a", "b"); test("c", becomes, "c", "d");`,
      `test("baton c0ffee fails", (t) => { t.is(1, 2);`,
    ],
    [
      "tests of tape that hand on what they are given",
      `const test = require("tape"); const same = require("./same"); test("a", (t) => { same(t, 1); });`,
      `test("baton c0ffee fails", (t) => { t.equal(1, 2); t.end();`,
    ],
    [
      "tests of tap, which are given nothing to assert with",
      `const t = require("tap"); const same = require("./same"); t.test("a", async (t) => { same(t, 1); });`,
      `t.test("baton c0ffee fails", (t) => { t.equal(1, 2); t.end();`,
    ],
    [
      "assertions on tap itself",
      `import tap from "tap"; tap.strictSame(f(), 1);`,
      `tap.test("baton c0ffee fails", (t) => { t.strictSame(1, 2); t.end();`,
    ],
    [
      "a bare import",
      `import { equal as same } from "node:assert"; it("a", () => { same(f(), 1); })`,
      `it("baton c0ffee fails", () => { same(1, 2);`,
    ],
    [
      "the context",
      `import test from "node:test"; test("a", (t) => { t.assert.equal(f(), 1); })`,
      `test("baton c0ffee fails", (t) => { t.assert.equal(1, 2);`,
    ],
    [
      "an expectation from the context",
      `it("a", ({ expect }) => { expect(f()).toBe(1); })`,
      `it("baton c0ffee fails", ({ expect }) => { expect(1).toBe(2);`,
    ],
    [
      "a soft expectation",
      `it("a", () => { expect.soft(f()).toBe(1); })`,
      `it("baton c0ffee fails", () => { expect(1).toBe(2);`,
    ],
    [
      "no assertion in a module",
      `import { it } from "vitest"; it("a", () => { f(); })`,
      `it("baton c0ffee fails", async () => { (await import("node:assert")).strictEqual(1, 2);`,
    ],
    [
      "no test at all",
      `import { define } from "./shared"; define(f);`,
      `((globalThis as any).test ?? (globalThis as any).it)("baton c0ffee fails", async () => { (await import("node:assert")).strictEqual(1, 2);`,
    ],
    [
      "an expectation out of reach",
      `describe("s", () => { const expect = make(); it("a", () => { expect(f()).toBe(1); }) });\nexport {}`,
      `it("baton c0ffee fails", async () => { (await import("node:assert")).strictEqual(1, 2);`,
    ],
  ])("use %s", async (_what, text, expected) => {
    expect(await failing(text)).toBe(expected);
  });

  it("take whichever loader there is where the kind of module is open", async () => {
    expect(await failing("", "a.test.js")).toContain(
      `(typeof require === "function" ? require("node:assert") : await import("node:assert")).strictEqual(1, 2);`,
    );
  });

  it("stand in their own block in a file that holds its tests beside the code", async () => {
    const text = `export const f = 1;\nif (import.meta.vitest) { const { it, expect } = import.meta.vitest; it("a", () => { expect(f).toBe(1); }); }\n`;
    const lines = (await added(text)).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      ";if (import.meta.vitest) {",
      "  const { test, expect } = import.meta.vitest;",
      `  test("baton c0ffee holds", () => {`,
    ]);
    expect(lines.at(-2)).toBe("}");
  });
});
