import { lstatSync, readdirSync, rmSync, type Dirent } from "node:fs";
import { join } from "node:path";

/** Folders that tools fill by themselves inside a dependency layer; emptied before every run. */
const CACHES = new Set(
  ".cache .vite .vite-temp .vitest .vitest-cache .vitest-attachments .vitest-reports __pycache__ .pytest_cache".split(
    " ",
  ),
);

/**
 * Installed files whose inode changed after `sinceMs`. The change time cannot be set back by the program that writes,
 * so this needs no second copy of 65,000 hashes; a file that is removed shows in its folder.
 */
export function changedSince(tree: string, layerPaths: readonly string[], sinceMs: number): string[] {
  const changed: string[] = [];
  const visit = (path: string): void => {
    for (const entry of entriesOf(join(tree, path))) {
      if (CACHES.has(entry.name)) continue;
      const child = `${path}/${entry.name}`;
      const { ctimeMs = 0 } = lstatSync(join(tree, child), { throwIfNoEntry: false }) ?? {};
      if (ctimeMs > sinceMs && !holdsCache(join(tree, child), entry)) changed.push(child);
      if (entry.isDirectory()) visit(child);
    }
  };
  for (const path of layerPaths) visit(path);
  return changed;
}

/** A folder's change time also moves when a tool makes its cache in it. */
function holdsCache(path: string, entry: Dirent): boolean {
  return entry.isDirectory() && (entry.name === "node_modules" || entriesOf(path).some(({ name }) => CACHES.has(name)));
}

export function removeCaches(tree: string, layerPaths: readonly string[]): void {
  for (const path of layerPaths) {
    for (const { name } of entriesOf(join(tree, path))) {
      // Again where the last one of a run's processes still writes there.
      if (CACHES.has(name)) rmSync(join(tree, path, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // A layer path may be a file or a link; it has nothing below it.
  }
}
