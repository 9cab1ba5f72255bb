import { expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();
const HIDES =
  "export class Release { #version; constructor(v) { this.#version = v; } static of(v) { return new Release(v); } }";
const head = (body: string): string =>
  `import { expect } from "chai";\nimport assert from "node:assert/strict";\nimport { Release } from "../src/release.js";\nit("a", () => { ${body} });\n`;

const kindsIn = async (code: string, body: string): Promise<string[]> => {
  const signals = await tool.together?.({
    code: [{ path: "src/release.js", text: code }],
    before: [],
    tests: [{ path: "test/release.test.js", base: null, head: head(body) }],
    paths: new Set(["src/release.js", "test/release.test.js"]),
    testPaths: ["test/release.test.js"],
    read: () => [],
  });
  return (signals ?? []).map(({ kind, line }) => `${kind} ${line}`);
};

it.each([
  "expect(f()).to.deep.equal(Release.of(1));",
  "expect(f()).toEqual(new Release(1));",
  "expect(f()).to.eql(new Release(1));",
  "assert.deepEqual(f(), Release.of(1));",
])("objects that hide all they know are no yardstick: %s", async (body) => {
  expect(await kindsIn(HIDES, body)).toEqual(["hidden_state 4"]);
});

it.each([
  [HIDES, "expect(String(f())).to.equal(String(Release.of(1)));"],
  [HIDES, "expect(f()).to.equal(Release.of(1));"],
  [HIDES.replace("#version;", "#version; label = 1;"), "expect(f()).toEqual(new Release(1));"],
  [HIDES.replace("this.#version = v;", "this.#version = v; this.v = v;"), "expect(f()).toEqual(new Release(1));"],
  [HIDES.replace("this.#version = v;", "Object.assign(this, v);"), "expect(f()).toEqual(new Release(1));"],
  [HIDES.replace("class Release", "class Release extends Map"), "expect(f()).toEqual(new Release(1));"],
  ["export class Release { constructor(v) { this.v = v; } }", "expect(f()).toEqual(new Release(1));"],
])("%s: %s is one", async (code, body) => {
  expect(await kindsIn(code, body)).toEqual([]);
});
