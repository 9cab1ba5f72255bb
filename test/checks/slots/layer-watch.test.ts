import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lookAtLayer, removeBuildInfos, removeCaches } from "../../../src/checks/slots/layer-watch.ts";

const changedSince = (...given: Parameters<typeof lookAtLayer>): string[] => lookAtLayer(...given).changed;

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

it("what TypeScript notes of a build beside Vitest's files is no change, and does not last", async () => {
  mkdirSync(join(tree, "node_modules/vitest/dist"), { recursive: true });
  sinceMs = statSync(join(tree, "node_modules/vitest/dist")).ctimeMs;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const info = join(tree, "node_modules/vitest/dist/tsconfig.tmp.tsbuildinfo");
  writeFileSync(info, "{}");
  const look = lookAtLayer(tree, ["node_modules"], sinceMs);
  expect(look).toEqual({ changed: [], buildInfos: ["node_modules/vitest/dist/tsconfig.tmp.tsbuildinfo"] });
  removeBuildInfos(tree, look);
  expect(statSync(info, { throwIfNoEntry: false })).toBeUndefined();
});

it("a build info beside other installed files excuses nothing: a file may have gone there", () => {
  writeFileSync(join(tree, "node_modules/left-pad/tsconfig.tsbuildinfo"), "{}");
  rmSync(join(tree, "node_modules/left-pad/index.js"));
  const { changed, buildInfos } = lookAtLayer(tree, ["node_modules"], sinceMs);
  expect(changed).toContain("node_modules/left-pad");
  expect(buildInfos).toEqual([]);
});

it("a build info that was installed excuses no change of its folder, and stays", async () => {
  mkdirSync(join(tree, "node_modules/vitest/dist"), { recursive: true });
  writeFileSync(join(tree, "node_modules/vitest/dist/tsconfig.tsbuildinfo"), "{}");
  writeFileSync(join(tree, "node_modules/vitest/dist/index.js"), "");
  await new Promise((resolve) => setTimeout(resolve, 50));
  sinceMs = statSync(join(tree, "node_modules/vitest/dist")).ctimeMs;
  await new Promise((resolve) => setTimeout(resolve, 50));
  rmSync(join(tree, "node_modules/vitest/dist/index.js"));
  expect(lookAtLayer(tree, ["node_modules"], sinceMs)).toEqual({
    changed: ["node_modules/vitest/dist"],
    buildInfos: [],
  });
});
