import { describe, expect, it } from "vitest";
import { createPathRoles } from "../../../src/core/proof/paths.ts";
import { runnerFiles } from "../../../src/engine/prove/runner-files.ts";

function named(files: Record<string, string>): Record<string, string> {
  const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
  return Object.fromEntries(runnerFiles(tree, createPathRoles([])));
}

describe("files that a runner is told to load", () => {
  it.each([
    ["vitest.config.ts", `export default { test: { setupFiles: ["./config/env.ts"] } };`, "config/env.ts", "test"],
    ["jest.config.js", `module.exports = { setupFilesAfterEnv: ["<rootDir>/config/env"] };`, "config/env.ts", "test"],
    ["jest.config.js", `module.exports = { transform: { "\\\\.js$": "./tools/t.js" } };`, "tools/t.js", "test_config"],
    ["package.json", `{"jest": {"resolver": "./tools/t.js"}}`, "tools/t.js", "test_config"],
    ["package.json", `{"scripts": {"test": "node --import ./tools/t.js --test"}}`, "tools/t.js", "test_config"],
    ["package.json", `{"scripts": {"test": "mocha -r tools/t.js"}}`, "tools/t.js", "test_config"],
    [".mocharc.yml", `require:\n  - ./tools/t.js\nspec: test\n`, "tools/t.js", "test_config"],
    ["packages/a/vitest.config.ts", `import plugin from "../../tools/t.js";`, "tools/t.js", "test_config"],
  ])("%s says %s: %s", (path, text, file, role) => {
    expect(named({ [path]: text, "config/env.ts": "", "tools/t.js": "", "src/a.ts": "" })).toEqual({ [file]: role });
  });

  it.each([
    ["vitest.config.ts", `export default { test: { environment: "node", include: ["src/a.ts"] } };`],
    ["vite.config.ts", `import plugin from "./src/a.ts";`],
    ["vitest.config.ts", `export default { resolve: { alias: { a: "./src/a.ts" } } };`],
    [
      "package.json",
      `{"scripts": {"start": "node --import ./src/a.ts .", "clean": "rm -r src/a.ts", "test": "mocha"}}`,
    ],
    ["package.json", `{"main": "./src/a.ts", "exports": {"import": "./src/a.ts", "require": "./src/a.ts"}}`],
  ])("leave the product alone: %s says %s", (path, text) => {
    expect(named({ [path]: text, "src/a.ts": "" })).toEqual({});
  });
});
