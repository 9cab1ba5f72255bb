import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { performQuickly } from "../../src/cli/quick.ts";

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
