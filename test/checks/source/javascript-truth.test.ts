import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

async function kinds(statement: string): Promise<string[]> {
  const head = `import assert from "node:assert/strict";\nimport { expect, test } from "vitest";\nimport fixture from "./fixture.json";\ntest("x", () => { ${statement} });`;
  return (await tool.signals([{ path: "test/a.test.ts", base: null, head }], "test")).map(({ kind }) => kind);
}

describe("what is asked to be true and always is", () => {
  it.each([
    'assert.ok(names(to).indexOf("old.txt"), "is gone");',
    'assert(text.lastIndexOf("b"));',
    "assert.ok(text.search(/removed/));",
    "assert.ok(rows.findIndex((row) => row.id === 3));",
    "assert.ok(rows.filter((row) => row.isOld));",
    "assert.ok(() => total(3) === 12);",
    "expect(text.indexOf('a')).toBeTruthy();",
    "expect(text.indexOf('a')).toBeDefined();",
    "expect(rows.map(total)).toBeTruthy();",
    "expect(send).toHaveBeenCalled;",
    "expect(send).not.toHaveBeenCalled;",
  ])("is a signal: %s", async (statement) => {
    expect(await kinds(statement)).toEqual(["void_truth"]);
  });

  it.each([
    'assert.ok(text.indexOf("a") >= 0);',
    "assert.ok(text.includes('a'));",
    "assert.equal(text.indexOf('a'), 3);",
    "assert.ok(index.search('term'));",
    "assert.ok(rows.filter((row) => row.isOld).length);",
    "assert.ok(rows.find((row) => row.isOld));",
    "expect(text.indexOf('a')).toBe(3);",
    "expect(text.indexOf('a')).not.toBeTruthy();",
    "expect(send).toHaveBeenCalled();",
    "expect(rows.map(total)).toEqual([3]);",
  ])("is none: %s", async (statement) => {
    expect(await kinds(statement)).toEqual([]);
  });
});

describe("a value that is compared with itself under another name", () => {
  it.each([
    "const before = fixture; migrate(fixture); assert.deepEqual(fixture, before);",
    "for (const config of [v1(), v2()]) { const before = config; migrate(config); assert.deepStrictEqual(config, before); }",
    "const config = v1(); const before = config; migrate(config); expect(config).toEqual(before);",
    "const config = v1(); const before: Config = config as Config; migrate(config); expect(before).toStrictEqual(config);",
    "const config = v1(); let first = config; const before = first; migrate(config); expect(config).toBe(before);",
    "const config = v1(); const before = config; migrate(config); expect(config).to.deep.equal(before);",
    "const config = v1(); const before = config; migrate(config); expect(config).to.eql(before);",
    "const config = v1(); const before = config; migrate(config); assert.deepEqual(config.plugins, before.plugins);",
    "const config = v1(); const before = config; migrate(config); assert.equal(JSON.stringify(config), JSON.stringify(before));",
    "const config = v1(); const before = config; migrate(config); assert.ok(config === before);",
    "const config = v1(); const before = config; migrate(config); expect(config === before).toBeTruthy();",
    "{ const config = v1(); migrate(config); } const config = v2(); const before = config; migrate(config); expect(config).toEqual(before);",
  ])("is a signal: %s", async (statement) => {
    expect(await kinds(statement)).toEqual(["void_truth"]);
  });

  it.each([
    "const before = structuredClone(config); migrate(config); assert.deepEqual(config, before);",
    "const before = { ...config }; migrate(config); assert.deepEqual(config, before);",
    "let config = v1(); const before = config; config = migrate(config); assert.deepEqual(config, before);",
    "let config = v1(); const before = config; ({ config } = migrate(config)); assert.deepEqual(config, before);",
    "let before = config; migrate(config); before = read(); expect(config).toEqual(before);",
    "let count = 0; const before = count; add(() => count++); expect(count).toBe(before);",
    "const limit = 3; const most = limit; expect(most).toBe(limit);",
    "const same = get(); expect(get()).toBe(same);",
    "const once = migrate(v1()); const twice = migrate(once); expect(twice).toEqual(once);",
    "const before = state.items; add(state); expect(state.items).toEqual(before);",
    "const config = v1(); const before = config; expect(migrate(config)).toBe(before);",
    "const config = v1(); const before = config; expect(config).not.toBe(before);",
    "const config = v1(); const before = config; expect(hash(config)).toBe(hash(before));",
    "const { left, right } = pair(); expect(left).toEqual(right);",
    "each(({ left, right }) => expect(left).toEqual(right));",
    "const config = v1(); const before = config; each((config) => expect(config).toEqual(before));",
    "const before = fetch; install(); expect(fetch).toBe(before);",
    "let last; const before = last; expect(last).toBe(before);",
  ])("is none: %s", async (statement) => {
    expect(await kinds(statement)).toEqual([]);
  });
});

describe("what is content with answers that are far off", () => {
  it.each([
    ["expect(distance(a, b)).toBeCloseTo(877.5, -3);", ["coarse_tolerance"]],
    ["expect(rate(3)).toBeCloseTo(1.2, 0);", ["coarse_tolerance"]],
    ["expect(total(3)).to.be.closeTo(12, 4);", ["coarse_tolerance"]],
    ["expect(rate(3)).toBeCloseTo(1.2);", []],
    ["expect(distance(a, b)).toBeCloseTo(877.5, 0);", []],
    ["expect(total(3) - 12).toBeCloseTo(0, -1);", ["coarse_tolerance"]],
    ["expect(total(3) - 12).toBeCloseTo(0);", []],
    ["expect(total(3)).to.be.closeTo(12, 1);", []],
    ["expect(Date.now() - start).to.be.closeTo(100, 50);", []],
  ])("%s", async (statement, wanted) => {
    expect(await kinds(statement)).toEqual(wanted);
  });
});
