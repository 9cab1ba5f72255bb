import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";

const TIMEOUT_MS = 300_000;

/** A wrapper as projects have them: its check stops at whatever the harness writes into the tree. */
const WRAPPER = `const { readdirSync, readFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const files = ["src", "test"].flatMap((folder) => readdirSync(folder).map((name) => folder + "/" + name));
const foreign = files.filter((file) => /baton/i.test(readFileSync(file, "utf8")));
if (foreign.length > 0) {
  console.error("not ours: " + foreign.join(", "));
  process.exit(1);
}
process.exit(spawnSync("node_modules/.bin/mocha", { stdio: "inherit" }).status);
`;

const testOf = (name: string, wanted: number): string => `import assert from "node:assert/strict";
import { ${name} } from "../src/${name}.js";
it("${name}", () => assert.equal(${name}(2), ${wanted}));
`;

const base = (more: Record<string, string>) => ({
  "package.json": JSON.stringify({
    name: "wrapped",
    type: "module",
    scripts: { test: "node run.cjs" },
    devDependencies: { mocha: "12.0.3" },
  }),
  "run.cjs": WRAPPER,
  "src/twice.js": "export const twice = (value) => value * 2;\n",
  "test/twice.js": testOf("twice", 4),
  ...more,
});

const HEAD = {
  "src/square.js": "export const square = (value) => value * value;\n",
  "test/square.js": testOf("square", 4),
};

test(
  "tests behind a check of the project's own are proven in their runner alone",
  { timeout: TIMEOUT_MS },
  async () => {
    const proof = await proveFiles(base({}), HEAD);
    expect(proof.findings).toEqual([]);
    expect(proof.verdict).toMatchObject({ status: "proven", proof_level: "P2" });
  },
);

test("tests behind a linter that runs before them are proven without it", { timeout: TIMEOUT_MS }, async () => {
  const scripts = { pretest: "node lint.cjs", test: "mocha" };
  const proof = await proveFiles(
    base({
      "package.json": JSON.stringify({ name: "linted", type: "module", scripts, devDependencies: { mocha: "12.0.3" } }),
      "lint.cjs": WRAPPER.replace(/process\.exit\(spawnSync.*/, ""),
    }),
    HEAD,
  );
  expect(proof.findings).toEqual([]);
  expect(proof.verdict).toMatchObject({ status: "proven", proof_level: "P3" });
});

test("tests of AVA behind a linter are proven without it", { timeout: TIMEOUT_MS }, async () => {
  const avaTest = (name: string, wanted: number): string => `import test from "ava";
import { ${name} } from "../src/${name}.js";
test("${name}", (t) => t.is(${name}(2), ${wanted}));
`;
  const proof = await proveFiles(
    {
      // Whatever the harness adds to a test is too much for it.
      ".oxlintrc.json": '{ "rules": { "eslint/max-lines": ["error", { "max": 4 }] } }',
      "package.json": JSON.stringify({
        name: "linted",
        type: "module",
        scripts: { test: "oxlint test && ava" },
        devDependencies: { ava: "8.0.1", oxlint: "1.94.0" },
      }),
      "src/twice.js": "export const twice = (value) => value * 2;\n",
      "test/twice.js": avaTest("twice", 4),
    },
    { "src/square.js": HEAD["src/square.js"], "test/square.js": avaTest("square", 4) },
  );
  expect(proof.findings).toEqual([]);
  expect(proof.verdict).toMatchObject({ status: "proven", proof_level: "P2" });
});

test(
  "what its runner alone does not pass stays with the whole command, and is not called tampered",
  { timeout: TIMEOUT_MS },
  async () => {
    // Only the command says where the answer lies.
    const wrapper = WRAPPER.replace('stdio: "inherit"', 'stdio: "inherit", env: { ...process.env, SCALE: "2" }');
    const scaled = {
      ...HEAD,
      "src/square.js": "export const square = (value) => (value * value * Number(process.env.SCALE)) / 2;\n",
    };
    const proof = await proveFiles(base({ "run.cjs": wrapper }), scaled);
    expect(proof.verdict.status).toBe("not_proven");
  },
);
