import type { Files } from "../../support/repository.ts";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Every base has one module with one test, as the projects that changes are made to have. */
const EXISTING = "export const greet = (name) => `Hello, ${name}!`;\n";

/** A package of a workspace, with its own manifest and, where the runner needs one a package, its own script. */
const workspacePackage = (name: string, extra: object = {}): string =>
  json({ name: `@shop/${name}`, version: "1.0.0", type: "module", exports: "./src/index.js", ...extra });

const REACT = { react: "19.3.1", "react-dom": "19.3.1", "@testing-library/react": "16.3.3" };
const DOM_LIBRARY = { "@testing-library/dom": "10.4.1" };

export const vitestBase: Files = {
  "package.json": json({
    name: "honest-vitest",
    type: "module",
    scripts: { test: "vitest run" },
    workspaces: ["workspace-package/packages/*"],
    devDependencies: { vitest: "5.1.1", jsdom: "29.0.1", ...DOM_LIBRARY, ...REACT },
  }),
  "vitest.config.js": [
    'import { defineConfig } from "vitest/config";',
    "",
    "export default defineConfig({",
    '  oxc: { jsx: { runtime: "automatic" } },',
    '  test: { includeSource: ["**/src/**/*.{js,ts}"] },',
    "});",
    "",
  ].join("\n"),
  "workspace-package/packages/money/package.json": workspacePackage("money"),
  "workspace-package/packages/money/src/index.js": "export const cents = (amount) => Math.round(amount * 100);\n",
  "src/greet.js": EXISTING,
  "test/greet.test.js": [
    'import { expect, test } from "vitest";',
    'import { greet } from "../src/greet.js";',
    "",
    'test("greets by name", () => {',
    '  expect(greet("Ada")).toBe("Hello, Ada!");',
    "});",
    "",
  ].join("\n"),
};

export const jestBase: Files = {
  "package.json": json({
    name: "honest-jest",
    scripts: { test: "jest" },
    devDependencies: {
      jest: "30.5.2",
      "jest-environment-jsdom": "30.5.2",
      "@babel/core": "7.28.5",
      "@babel/preset-env": "7.28.5",
      "@babel/preset-react": "7.28.5",
      "@babel/preset-typescript": "7.28.5",
      ...DOM_LIBRARY,
      ...REACT,
    },
  }),
  "babel.config.json": json({
    presets: [
      ["@babel/preset-env", { targets: { node: "current" } }],
      ["@babel/preset-react", { runtime: "automatic" }],
      "@babel/preset-typescript",
    ],
  }),
  "src/greet.js": EXISTING,
  "test/greet.test.js": [
    'import { greet } from "../src/greet";',
    "",
    'test("greets by name", () => {',
    '  expect(greet("Ada")).toBe("Hello, Ada!");',
    "});",
    "",
  ].join("\n"),
};

const nodeTestBase = (name: string, script: string, devDependencies: object): Files => ({
  "package.json": json({ name, type: "module", scripts: { test: script }, devDependencies }),
  "src/greet.js": EXISTING,
  "test/greet.test.js": [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    'import { greet } from "../src/greet.js";',
    "",
    'test("greets by name", () => {',
    '  assert.equal(greet("Ada"), "Hello, Ada!");',
    "});",
    "",
  ].join("\n"),
});

export const nodeBase = nodeTestBase("honest-node-test", "node --test", {});
export const tsxBase = nodeTestBase(
  "honest-node-test-tsx",
  "node --import tsx --test '**/*.test.ts' '**/*.test.tsx' '**/*.test.js'",
  { tsx: "4.23.15" },
);

export const mochaBase: Files = {
  "package.json": json({
    name: "honest-mocha",
    type: "module",
    scripts: { test: "mocha" },
    devDependencies: { mocha: "12.0.3", chai: "6.3.0", sinon: "22.1.0" },
  }),
  ".mocharc.json": json({
    spec: ["**/*.test.{js,cjs,mjs,ts}", "**/*.spec.{js,ts}"],
    ignore: ["node_modules/**"],
  }),
  "src/greet.js": EXISTING,
  "test/greet.test.js": [
    'import { expect } from "chai";',
    'import { greet } from "../src/greet.js";',
    "",
    'it("greets by name", () => {',
    '  expect(greet("Ada")).to.equal("Hello, Ada!");',
    "});",
    "",
  ].join("\n"),
};
