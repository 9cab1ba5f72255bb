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
