import { existsSync, lstatSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { OwnFolder } from "../../../agents/port.ts";
import type { IsolatedPlaces } from "../../../util/isolation.ts";
import { keysIn } from "./keys.ts";
import { isBelow, realOf } from "./visible.ts";
import { pathsIn } from "../../../util/list-folder.ts";

/**
 * bubblewrap takes 9,000 words, three a mount, and longer for each the more there are: a folder with more entries, or the largest
 * of those that have too many together, is mounted once, and they are links into it.
 */
const MOST_MOUNTS = 400;
const MOST_TOGETHER = 600;

/**
 * The home folder behind walls: all of it can be read, but keys, and nothing written stays. An agent's own folders are empty
 * but for its configuration; its login is the real one. `elsewhere`: what else is mounted or hidden, in the home folder or not.
 */
export function homeMounts(
  home: string,
  folders: readonly OwnFolder[],
  elsewhere: readonly string[] = [],
): Required<Pick<IsolatedPlaces, "emptied" | "shown" | "linked" | "copied" | "writable">> {
  const hasHome = home !== "/" && existsSync(home);
  const kept = folders.filter(({ path }) =>
    existsSync(path) ? realOf(path) !== "/" : hasHome && isBelow(home, realOf(path)),
  );
  const own = new Set(kept.map(({ path }) => realOf(path)));
  const keys = hasHome ? keysIn(home) : new Set<string>();
  // A folder can only be made in one that is empty itself, with what lies beside shown in it again; so can one thing be left out.
  const above = hasHome ? [home, ...[...own, ...keys].flatMap((path) => between(path, home))] : [];
  const emptied = [...new Set([...above, ...own])].toSorted();
  const isHidden = (path: string): boolean => elsewhere.some((other) => isBelow(other, path));
  const listed = emptied.filter((path) => (path === home || !own.has(path)) && !isHidden(path));
  const config = present(kept.flatMap((folder) => folder.config));
  const login = present(kept.flatMap((folder) => folder.login));
  const isFolder = (path: string): boolean => statSync(path).isDirectory();
  const copied = config.filter((path) => !isFolder(path));
  const apart = new Set([...emptied, ...copied, ...login]);
  const isKey = (path: string): boolean => keys.has(path);
  const mounted = [...apart, ...config, ...elsewhere];
  const crowded = crowdedOf(listed);
  const isMounted = (path: string): boolean => mounted.some((other) => isBelow(path, other));
  const beside = listed.flatMap((folder) => crowded.get(folder)?.filter(isMounted) ?? pathsIn(folder));
  return {
    emptied,
    shown: [...beside.filter((path) => !apart.has(path) && !isKey(path)), ...config.filter(isFolder)],
    linked: [...crowded].map(([folder, entries]) => ({
      folder,
      left: entries.filter((path) => (isKey(path) || isMounted(path)) && !lstatSync(path).isSymbolicLink()),
      never: [...keys].filter((path) => dirname(path) === folder).map((path) => basename(path)),
    })),
    copied,
    writable: login,
  };
}

/** The folders with the most entries, as far as they cannot all be mounted one by one. */
function crowdedOf(folders: readonly string[]): Map<string, readonly string[]> {
  const sized = folders.map((folder) => [folder, pathsIn(folder)] as const);
  let all = sized.reduce((sum, [, entries]) => sum + entries.length, 0);
  const crowded = new Map<string, readonly string[]>();
  for (const [folder, entries] of sized.toSorted(([, one], [, other]) => other.length - one.length)) {
    if (entries.length <= MOST_MOUNTS && all <= MOST_TOGETHER) break;
    crowded.set(folder, entries);
    all -= entries.length;
  }
  return crowded;
}

/** Folders from the home folder down to one, without both. */
function between(path: string, home: string): string[] {
  const folder = dirname(path);
  return path === home || !isBelow(home, folder) || folder === home ? [] : [...between(folder, home), folder];
}

const present = (paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => existsSync(path)).map((path) => join(realOf(dirname(path)), basename(path)))),
];
