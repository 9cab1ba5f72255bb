import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

const CODE = `const REGISTRY = { postgres: {}, mysql: {} };
export const stable = { names: () => Object.keys(REGISTRY) };
export const dialects = () => Object.keys(REGISTRY).filter((name) => REGISTRY[name].stable);
export const DIALECTS = ["postgres"];
export const isStable = (name) => DIALECTS.includes(name);
export const render = (name) => name;
`;
const INDEX = `export { dialects, DIALECTS, isStable, render, stable } from "./dialect";\n`;
const ABOVE = `import { describe, expect, it } from "vitest";
import assert from "node:assert/strict";
import { dialects, DIALECTS, isStable, render, stable } from "../src";
const WANT = { postgres: "$1", mysql: "?", mssql: "@p1" };
const MAP = new Map([["postgres", "$1"], ["mysql", "?"]]);
const LIST = ["$1", "?", "@p1"];
`;
const FILES = { "src/dialect.ts": CODE, "src/index.ts": INDEX };

async function listed(tests: string, { base = null, code = CODE }: { base?: string | null; code?: string } = {}) {
  const head = ABOVE + tests;
  const texts: Readonly<Record<string, string>> = { ...FILES, "test/a.test.ts": head };
  const signals = await tool.together?.({
    code: [{ path: "src/dialect.ts", text: CODE }],
    before: code === CODE ? [] : [{ path: "src/dialect.ts", text: code }],
    tests: [{ path: "test/a.test.ts", base: base === null ? null : ABOVE + base, head }],
    paths: new Set(Object.keys(texts)),
    testPaths: ["test/a.test.ts"],
    read: (paths) => paths.flatMap((path) => (texts[path] === undefined ? [] : [{ path, text: texts[path] }])),
  });
  return (signals ?? []).map(({ kind, line }) => `${kind} ${line - ABOVE.split("\n").length + 1}`);
}

const BY_NAME = `describe.each(dialects())("%s", (name) => {\n  const want = WANT[name];\n  it("a", () => expect(render(name)).toBe(want));\n});\n`;

describe("rows of a test that the changed code lists", () => {
  it.each([
    BY_NAME,
    `it.each(dialects())("%s", (name) => expect(render(name)).toBe(WANT[name]));`,
    `it.each(DIALECTS)("%s", (name) => expect(render(name)).toBe(WANT[name]));`,
    `it.each(stable.names())("%s", (name) => expect(render(name)).toBe(WANT[name]));`,
    `it.each(dialects().map((name) => ({ name })))("$name", ({ name }) => expect(render(name)).toBe(WANT[name]));`,
    `const names = [...dialects()].sort();\nfor (const name of names) it(name, () => assert.equal(render(name), WANT[name]));`,
    `it("a", () => { for (const name of dialects()) assert.equal(render(name), WANT[name]); });`,
    `it("a", () => { dialects().forEach((name) => { expect(render(name)).toBe(MAP.get(name)); }); });`,
    `it("a", () => { dialects().forEach((name, at) => { expect(render(name)).toBe(LIST[at]); }); });`,
    `it("a", () => { assert.ok(dialects().every((name) => render(name) === WANT[name])); });`,
    `it("a", () => { expect(dialects().map(render)).toEqual(dialects().map((name) => WANT[name])); });`,
    `const names = () => Object.keys(WANT).filter((name) => isStable(name));\nit.each(names())("%s", (name) => expect(render(name)).toBe(WANT[name]));`,
    `${BY_NAME}it.each(Object.keys(WANT))("%s", (name) => expect(render(name)).toBeTruthy());`,
    `${BY_NAME}it("b", () => expect(dialects().length).toBeGreaterThan(0));`,
    `${BY_NAME}it("b", () => expect(render(dialects()[0])).toBe("$1"));`,
    `${BY_NAME}it("b", () => expect(dialects()[0]).toBe("postgres"));`,
    `${BY_NAME}it("b", () => expect(dialects()).not.toEqual([]));`,
    `${BY_NAME}it("b", () => assert.ok(dialects().length > 0));`,
  ])("are asked about: %s", async (tests) => {
    const found = await listed(tests);
    expect(found.length).toBe(1);
    expect(found[0]).toMatch(/^listed_rows \d/);
  });

  it.each([
    ["a list that is asserted", `${BY_NAME}it("b", () => expect(dialects()).toEqual(["postgres", "mysql", "mssql"]));`],
    ["its length", `${BY_NAME}it("b", () => expect(dialects()).toHaveLength(3));`],
    ["its length as a number", `${BY_NAME}it("b", () => assert.equal(dialects().length, 3));`],
    [
      "the table's own keys",
      `${BY_NAME}it("b", () => expect(Object.keys(WANT).sort()).toEqual([...dialects()].sort()));`,
    ],
    [
      "each of them",
      `${BY_NAME}it("b", () => { for (const one of Object.keys(WANT)) expect(dialects()).toContain(one); });`,
    ],
    [
      "by a name",
      `const all = dialects();\n${BY_NAME}it("b", () => { assert.deepEqual(all, ["postgres", "mysql"]); });`,
    ],
    ["the table", `it.each(Object.keys(WANT))("%s", (name) => expect(render(name)).toBe(WANT[name]));`],
    [
      "its entries",
      `it.each(Object.entries(WANT).map(([name, want]) => [name, render(name), want]))("%s", (_, got, want) => expect(got).toBe(want));`,
    ],
    [
      "the table as well",
      `${BY_NAME}it.each(Object.entries(WANT))("%s", (name, want) => expect(render(name)).toBe(want));`,
    ],
    [
      "its keys as well",
      `${BY_NAME}for (const name of Object.keys(WANT)) it(name, () => expect(render(name)).toBe(WANT[name]));`,
    ],
    ["no table", `it.each(dialects())("%s", (name) => expect(render(name)).toBe(name));`],
    [
      "a table that the test makes",
      `const made = Object.fromEntries(dialects().map((name) => [name, 1]));\nit.each(dialects())("%s", (name) => expect(made[name]).toBe(1));`,
    ],
    ["a list of the test's own", `const own = () => ["mysql"];\n${BY_NAME.replace("dialects", "own")}`],
  ])("are none: %s", async (_, tests) => {
    expect(await listed(tests)).toEqual([]);
  });

  it("are none where code or test is as it was", async () => {
    expect(await listed(BY_NAME, { base: BY_NAME })).toEqual([]);
    expect(await listed(BY_NAME, { code: `${CODE} ` })).toEqual([]);
    expect(await listed(BY_NAME, { code: CODE.replace("mysql: {}", "mysql: {}, mssql: {}") })).toEqual([
      "listed_rows 1",
    ]);
  });
});
