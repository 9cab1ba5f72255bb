import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Config, Policy } from "../../../src/schema/config.ts";
import { proveFiles } from "../../support/prove.ts";

test("a baseline that could not be collected is tried again once its surroundings are mended", async () => {
  const outside = mkdtempSync(join(tmpdir(), "baton-outside-"));
  const one = join(outside, "one.mjs");
  const testOf = (name: string): string =>
    `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from ${JSON.stringify(one)};\nimport { ${name} } from "../src/${name}.js";\n\ntest("${name}", () => assert.equal(${name}(), one));\n`;
  const base = {
    "package.json": '{"name":"ones","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
    "src/a.js": "export const a = () => 1;\n",
    "test/a.test.js": testOf("a"),
  };
  const head = { "src/b.js": "export const b = () => 1;\n", "test/b.test.js": testOf("b") };
  try {
    await expect(proveFiles(base, head)).rejects.toMatchObject({ code: "BASELINE_FAILED" });
    writeFileSync(one, "export const one = 1;\n");
    expect((await proveFiles(base, head)).verdict.status).toBe("proven");
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test("a baseline whose report has no end is refused with how it ended, not with output that looks well", async () => {
  const test = 'import { test } from "node:test";\n\ntest("a", () => {});\nsetTimeout(() => process.exit(0), 200);\n';
  const manifest =
    '{"name":"ones","version":"1.0.0","type":"module","scripts":{"test":"node --test --test-isolation=none"}}';
  const base = {
    "package.json": manifest,
    "test/a.test.js": `${test}test("b", () => new Promise((done) => setTimeout(done, 9000)));\n`,
  };
  await expect(proveFiles(base, { "src/b.js": "export const b = 1;\n" })).rejects.toMatchObject({
    code: "BASELINE_FAILED",
    message: expect.stringContaining("it exited with 0, and the report names 1 test and has no end"),
  });
});

test("a baseline that is judged by its exit code alone is run once", async () => {
  const base = {
    "package.json": '{"name":"ones","version":"1.0.0","type":"module","scripts":{"test":"node test/a.js"}}',
    "test/a.js": 'throw new Error("no");\n',
  };
  const policy = Policy.parse({ baseline_runs: 3 });
  const proof = await proveFiles(base, { "src/b.js": "export const b = 1;\n", "test/b.js": "" }, { policy });
  expect([proof.verdict.proof_level, proof.runs.R0?.times]).toEqual(["P1", 1]);
});

test.each([
  ["its tests cannot be collected", "node --test", "BASELINE_FAILED"],
  ["its runner is not there", "vitest run", "RUNNER_MISSING"],
])("what the environment went on without is named where %s, also when it is prepared already", async (_, run, code) => {
  const prepare = `echo "init.sh: pip could not install one: going on without it" >&2; echo done`;
  const config = Config.parse({ environment: { prepare }, test_command: run });
  const base = {
    "package.json": '{"name":"ones","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
    "src/a.js": "export const a = 1;\n",
    "test/a.test.js": 'import "one";\n',
  };
  for (const name of ["b", "c"])
    await expect(proveFiles(base, { [`src/${name}.js`]: "" }, { config })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/\ninit\.sh went on without this: pip could not install one$/),
    });
});
