import { lstatSync, readdirSync, rmSync, type Dirent } from "node:fs";
import { join } from "node:path";

/** Folders that tools fill by themselves inside a dependency layer; emptied before every run. */
const CACHES = new Set(
  ".cache .vite .vite-temp .vitest .vitest-cache .vitest-attachments .vitest-reports __pycache__ .pytest_cache".split(
    " ",
  ),
);

/** What TypeScript notes of an incremental build; Vitest has it written beside its own files when it checks types. Nobody else is excused. */
const isBuildInfo = (path: string): boolean => /(?:^|\/)vitest\/dist\/[^/]+\.tsbuildinfo$/.test(path);

export interface LayerLook {
  /** Installed files whose inode changed; a file that is removed shows in its folder. */
  readonly changed: string[];
  /** Build infos that were written: no change, but the next run must not build on what this one's tests could have put there. */
  readonly buildInfos: string[];
}

/**
 * What became of the installed files after `sinceMs`. The change time cannot be set back by the program that writes, so this
 * needs no second copy of 65,000 hashes.
 */
export function lookAtLayer(tree: string, layerPaths: readonly string[], sinceMs: number): LayerLook {
  const look: LayerLook = { changed: [], buildInfos: [] };
  const isNewer = (path: string): boolean => {
    const { ctimeMs = 0 } = lstatSync(join(tree, path), { throwIfNoEntry: false }) ?? {};
    return ctimeMs > sinceMs;
  };
  const visit = (path: string): boolean => {
    let hasBuildInfo = false;
    for (const entry of entriesOf(join(tree, path))) {
      if (CACHES.has(entry.name)) continue;
      const child = `${path}/${entry.name}`;
      const isChanged = isNewer(child);
      if (isChanged && entry.isFile() && isBuildInfo(child)) {
        look.buildInfos.push(child);
        hasBuildInfo = true;
        continue;
      }
      const isExcused = entry.isDirectory() && visit(child);
      if (isChanged && !isExcused && !holdsCache(join(tree, child), entry)) look.changed.push(child);
    }
    return hasBuildInfo;
  };
  for (const path of layerPaths) visit(path);
  return look;
}

/** A folder's change time also moves when a tool makes its cache in it. */
function holdsCache(path: string, entry: Dirent): boolean {
  return entry.isDirectory() && (entry.name === "node_modules" || entriesOf(path).some(({ name }) => CACHES.has(name)));
}

export function removeBuildInfos(tree: string, { buildInfos }: LayerLook): void {
  for (const path of buildInfos) rmSync(join(tree, path), { force: true });
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
