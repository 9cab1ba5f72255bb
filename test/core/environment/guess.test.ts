import { expect, test } from "vitest";
import { guessGenerate, layerInputs } from "../../../src/core/environment/guess.ts";

type Files = Readonly<Record<string, unknown>>;

const MANIFEST = { name: "shop", main: "./dist/index.js", scripts: { build: "node make.js", test: "node --test" } };

function guess(manifest: Files, files: Readonly<Record<string, string>> = {}): string[] {
  const all: Readonly<Record<string, string>> = { "package.json": JSON.stringify(manifest), ...files };
  return guessGenerate({ paths: new Set(Object.keys(all)), read: (path) => all[path] ?? null });
}

test("tests that load what a script builds, by its folder or by the package's name, need that script", () => {
  for (const text of [
    'import { add } from "../dist/index.js";',
    'const { add } = require("../../dist");',
    'import { add } from "shop";',
    'const shop = await import("shop/add");',
  ])
    expect(guess(MANIFEST, { "test/unit/a.test.js": text })).toEqual(["npm run build"]);
  const itself = { ...MANIFEST, scripts: { build: "node make.js", test: "node --test dist/test/*.js" } };
  expect(guess(itself, { "test/a.test.ts": "" })).toEqual(["npm run build"]);
  const exported = { name: "shop", exports: { ".": { import: "./out/a.js" } }, scripts: { prepare: "tsup" } };
  expect(guess(exported, { "test/a.test.ts": 'import { add } from "shop";' })).toEqual(["npm run prepare"]);
});

test("a build is run by the manager whose lock file the project has", () => {
  const loads = { "test/a.test.js": 'import { add } from "../dist/index.js";' };
  expect(guess(MANIFEST, { ...loads, "pnpm-lock.yaml": "" })).toEqual(["pnpm run build"]);
  expect(guess(MANIFEST, { ...loads, "yarn.lock": "" })).toEqual(["yarn run build"]);
  expect(guess(MANIFEST, { ...loads, "package-lock.json": "" })).toEqual(["npm run build"]);
});

test("nothing is built for tests that load the source, what is committed, or what their own command builds", () => {
  const loads = { "test/a.test.js": 'import { add } from "../dist/index.js";' };
  expect(guess(MANIFEST, { "test/a.test.js": 'import { add } from "../src/index.js"; // dist/index.js' })).toEqual([]);
  expect(guess(MANIFEST, { "test/a.test.js": 'import { add } from "shopping";' })).toEqual([]);
  expect(guess(MANIFEST, { ...loads, "dist/index.js": "" })).toEqual([]);
  expect(guess({ ...MANIFEST, main: "./src/index.js" }, loads)).toEqual([]);
  expect(guess({ ...MANIFEST, scripts: { ...MANIFEST.scripts, pretest: "npm run build" } }, loads)).toEqual([]);
  const both = { "test/a.test.ts": 'import { add } from "shop";', "vitest.config.ts": 'alias: { shop: "./src" }' };
  expect(guess(MANIFEST, both)).toEqual([]);
  const sourceToo = { ...MANIFEST, exports: { development: "./src/index.js", default: "./dist/index.js" } };
  expect(guess(sourceToo, { "src/index.js": "", "test/a.test.js": 'import { add } from "shop";' })).toEqual([]);
  expect(guess({ ...MANIFEST, scripts: { test: "node --test" } }, loads)).toEqual([]);
});

test("what is installed follows every file that the generated script reads of a Python project", () => {
  const read = ["a/tox.ini", "dev-requirements.txt", "requirements/dev.txt", "setup.cfg", "test_requirements.txt"];
  expect(layerInputs([...read, "requirements/README.md", "examples/requirements.txt", "notes.txt"])).toEqual(read);
});
