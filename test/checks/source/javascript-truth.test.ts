import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

async function kinds(statement: string): Promise<string[]> {
  const head = `import assert from "node:assert/strict";\nimport { expect, test } from "vitest";\ntest("x", () => { ${statement} });`;
  return (await tool.signals([{ path: "test/a.test.js", base: null, head }], "test")).map(({ kind }) => kind);
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

describe("what is content with answers that are far off", () => {
  it.each([
    ["expect(distance(a, b)).toBeCloseTo(877.5, -3);", ["coarse_tolerance"]],
    ["expect(rate(3)).toBeCloseTo(1.2, 0);", ["coarse_tolerance"]],
    ["expect(total(3)).to.be.closeTo(12, 4);", ["coarse_tolerance"]],
    ["expect(rate(3)).toBeCloseTo(1.2);", []],
    ["expect(distance(a, b)).toBeCloseTo(877.5, 0);", []],
    ["expect(total(3)).to.be.closeTo(12, 1);", []],
    ["expect(Date.now() - start).to.be.closeTo(100, 50);", []],
  ])("%s", async (statement, wanted) => {
    expect(await kinds(statement)).toEqual(wanted);
  });
});
