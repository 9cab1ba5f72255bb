import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
