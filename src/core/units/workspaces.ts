import picomatch from "picomatch";
import { parse as parseYaml } from "yaml";
import type { TreeView } from "./detect-units.ts";
import type { Manifest } from "./manifest.ts";

/** The workspace packages' directories, sorted: npm's and yarn's `workspaces`, else pnpm-workspace.yaml. */
export function workspaceDirectories(tree: TreeView, paths: readonly string[], manifest: Manifest | null): string[] {
  const own = manifest?.workspaces ?? [];
  const globs = (own.length > 0 ? own : pnpmGlobs(tree)).map((glob) =>
    glob.replace(/^(!?)\.\//, "$1").replace(/\/$/, ""),
  );
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  if (wanted.length === 0) return [];
  const matches = picomatch(wanted, {
    ignore: globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)),
  });
  return paths
    .flatMap((path) => (path.endsWith("/package.json") ? [path.slice(0, -"/package.json".length)] : []))
    .filter((directory) => matches(directory))
    .toSorted();
}

function pnpmGlobs(tree: TreeView): string[] {
  const text = tree.read("pnpm-workspace.yaml");
  if (text === null) return [];
  try {
    const value: unknown = parseYaml(text);
    const packages = typeof value === "object" && value !== null && "packages" in value ? value.packages : [];
    return Array.isArray(packages) ? packages.filter((glob) => typeof glob === "string") : [];
  } catch {
    // A file that pnpm could not read either names no packages.
    return [];
  }
}
