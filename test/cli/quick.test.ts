import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { performQuickly } from "../../src/cli/quick.ts";
import { openProject } from "../../src/engine/run/project.ts";
import { openScene } from "../support/scene.ts";

/** The packages that a module needs before it can run, by the imports in its text; types need nothing. */
function packagesOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const text = readFileSync(path, "utf8");
  const imports = [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";|import\("([^"]+)"\)/gm)];
  return imports.flatMap(([, fixed, late]) => {
    const name = fixed ?? late ?? "";
    if (name.startsWith("node:")) return [];
    return name.startsWith(".") ? packagesOf(join(dirname(path), name), seen) : [name];
  });
}

test("a command that is asked at every prompt starts without the command tree and the schema library", () => {
  const quick = join(import.meta.dirname, "..", "..", "src", "cli", "quick.ts");
  expect(packagesOf(quick)).toEqual([]);
});

test.each([["run"], ["status", "--bogus"], ["status", "--help"], ["status", "other"], ["statu"], ["constructor"], []])(
  "what is not plainly one of them is left to the command tree: %s %s",
  async (...words) => {
    expect(await performQuickly(words)).toBeNull();
  },
);

test("a run that was begun, and one that came to rest, are opened without reading an entry", async () => {
  const scene = await openScene("exit 1");
  const unfolded = (): number => {
    const project = openProject(scene.repository.directory);
    const [runId = ""] = project.store.runs();
    const behind = project.store.head(runId).position - (project.store.snapshot(runId)?.position ?? 0);
    project.close();
    return behind;
  };
  expect(unfolded()).toBe(0);
  expect((await scene.baton(["note", "T001", "mind the zero"])).code).toBe(0);
  expect(unfolded()).toBeGreaterThan(0);
  await scene.run("--max-turns", "1");
  expect(unfolded()).toBe(0);
  scene.remove();
}, 60_000);
