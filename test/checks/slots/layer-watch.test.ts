import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changedSince, removeCaches } from "../../../src/checks/slots/layer-watch.ts";

let tree = "";
let sinceMs = 0;

beforeEach(async () => {
  tree = mkdtempSync(join(tmpdir(), "baton-layer-"));
  mkdirSync(join(tree, "node_modules/left-pad"), { recursive: true });
  writeFileSync(join(tree, "node_modules/left-pad/index.js"), "module.exports = 1;\n");
  sinceMs = statSync(join(tree, "node_modules/left-pad/index.js")).ctimeMs;
  // The kernel's clock ticks in steps: what follows must fall into another one.
  await new Promise((resolve) => setTimeout(resolve, 50));
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

it.each([".vite", ".vitest-cache", ".vitest-attachments", ".cache"])(
  "what a runner keeps in node_modules/%s is no change of the dependencies, and does not last",
  (cache) => {
    mkdirSync(join(tree, "node_modules", cache));
    writeFileSync(join(tree, "node_modules", cache, "a"), "");
    expect(changedSince(tree, ["node_modules"], sinceMs)).toEqual([]);
    removeCaches(tree, ["node_modules"]);
    expect(statSync(join(tree, "node_modules", cache), { throwIfNoEntry: false })).toBeUndefined();
  },
);

it("a file that is rewritten is a change", () => {
  writeFileSync(join(tree, "node_modules/left-pad/index.js"), "module.exports = 2;\n");
  expect(changedSince(tree, ["node_modules"], sinceMs)).toEqual(["node_modules/left-pad/index.js"]);
});
