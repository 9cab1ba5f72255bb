import { describe, expect, it } from "vitest";
import { measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";

const TEST = `import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("holds", () => assert.ok(true));\n`;
const base = (checks: object = {}, more: Files = {}): Files => ({
  "package.json": JSON.stringify({ name: "app", type: "module", scripts: { test: "node --test" } }),
  "baton.config.json": JSON.stringify({ environment: { prepare: null }, checks }),
  "src/old.js": "export const old = (x) => eval(x);\n",
  "test/a.test.js": TEST,
  ...more,
});
const security = async (start: Files, head: Files): Promise<readonly unknown[]> => {
  const { status, result, findings } = await measureFiles("security", start, head);
  return [status, result["reason"] ?? result["vulnerabilities"], findings.map(({ message }) => message)];
};

describe("security without a scanner of the project's own", { timeout: 120_000 }, () => {
  it("text that a change runs as code fails, whatever comment stands beside it", async () => {
    const head = {
      "src/old.js": "// Older.\nexport const old = (x) => eval(x);\n",
      "src/a.ts": `export const a = (x: string) => eval(x); // eslint-disable-line no-eval
export const b = (x: string) => new Function("y", x);
export const c = (x: string) => setTimeout("go(" + x + ")", 1);
export const d = (x: string) => (0, globalThis.eval)(x);
`,
    };
    expect(await security(base(), head)).toEqual([
      "fail",
      5,
      [
        expect.stringMatching(/^src\/a\.ts:1 no-eval: text that is made at run time is run as code: .*CWE-95/),
        expect.stringMatching(/^src\/a\.ts:2 no-new-func/),
        expect.stringMatching(/^src\/a\.ts:3 no-implied-eval/),
        expect.stringMatching(/^src\/a\.ts:4 no-eval/),
      ],
    ]);
  });

  it("what is written down in full, functions given to timers and names that are only alike are left alone", async () => {
    const head = {
      "src/a.js": `export const root = Function("return this")();
export const later = (run, wait) => setTimeout(run, wait);
export const own = { eval: (x) => x }.eval("1");
export const made = (math, text) => math.eval(text);
`,
    };
    expect(await security(base(), head)).toEqual(["pass", 0, []]);
  });

  it("a linter that crashed leaves security unmeasured; one that the configuration rules out is not asked", async () => {
    const linter = (exit: number) => ({
      commands: [{ check: "lint", format: "eslint", name: "own", command: `exit ${exit}`, exit_codes: [0, 1] }],
    });
    const head = { "src/a.js": `export const a = ${Date.now()};\n` };
    expect(await security(base(linter(2)), head)).toEqual([
      "not_measured",
      "TOOL_FAILED",
      [expect.stringContaining("security could not be measured: own:")],
    ]);
    expect(await security(base({ ...linter(2), need: { lint: "never" } }), head)).toEqual(["pass", 0, []]);
  });
});
