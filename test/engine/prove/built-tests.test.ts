import { expect, test } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { proveFiles } from "../../support/prove.ts";

const policy = Policy.parse({ baseline_runs: 1 });
const BUILD = `import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname } from "node:path";

for (const path of globSync("src/**/*.ts")) {
  const target = path.replace(/^src/, "dist").replace(/ts$/, "js");
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, stripTypeScriptTypes(readFileSync(path, "utf8")).replaceAll('.ts"', '.js"'));
}
`;
const testOf = (name: string, body: string): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport * as sums from "../sums.ts";\n\ntest("${name}", () => {\n  ${body}\n});\n`;
const manifest = (scripts: Readonly<Record<string, string>>): string =>
  JSON.stringify({ name: "sums", version: "1.0.0", type: "module", scripts });
const SUMS = "export const sum = (a: number, b: number): number => a + b;\n";
const MORE = `${SUMS}export const half = (a: number): number => a / 2;\n`;
const BASE = {
  ".gitignore": "dist\n",
  "build.js": BUILD,
  "src/sums.ts": SUMS,
  "src/test/sum.test.ts": testOf("sum", "assert.equal(sums.sum(1, 2), 3);"),
};
const HALF = { "src/sums.ts": MORE, "src/test/half.test.ts": testOf("half", "assert.equal(sums.half(4), 2);") };

test.each([
  ["before the runner", { pretest: "node build.js", test: "node --test dist/test/*.js" }],
  ["in the command", { test: "node build.js && node --test dist/test/*.js" }],
])("tests that a project builds %s are those that it writes", { timeout: 240_000 }, async (_, scripts) => {
  const base = { ...BASE, "package.json": manifest(scripts) };
  const honest = await proveFiles(base, HALF, { policy });
  expect([honest.verdict.status, honest.findings, honest.red.map(({ id }) => id)]).toEqual([
    "proven",
    [],
    ["src/test/half.test.ts::half"],
  ]);
  const less = { ...HALF, "src/test/sum.test.ts": testOf("sum", "assert.ok(sums.sum(1, 2) > 0);") };
  const weakened = await proveFiles(base, less, { policy });
  expect(
    weakened.findings.filter(({ ids }) => ids?.includes("src/test/sum.test.ts::sum")).map(({ code }) => code),
  ).toEqual(["TEST_WEAKENED"]);
});

test("tests that load what is built, and whose command does not build it, meet what each tree builds", async () => {
  const scripts = { build: "node build.js", prepare: "npm run build", test: "node --test" };
  const test = testOf("sum", "assert.equal(sums.sum(1, 2), 3);").replace("../sums.ts", "../dist/sums.js");
  const base = {
    ".gitignore": "dist\n",
    "build.js": BUILD,
    "package.json": JSON.stringify({ ...JSON.parse(manifest(scripts)), main: "dist/sums.js" }),
    "src/sums.ts": SUMS,
    "test/sum.test.js": test,
  };
  const half = testOf("half", "assert.equal(sums.half(4), 2);").replace("../sums.ts", "../dist/sums.js");
  const judged = await proveFiles(base, { "src/sums.ts": MORE, "test/half.test.js": half }, { policy });
  expect([judged.verdict.status, judged.findings, judged.red.map(({ id }) => id)]).toEqual([
    "proven",
    [],
    ["test/half.test.js::half"],
  ]);
});
