import { existsSync, lstatSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { OwnFolder } from "../../agents/port.ts";
import type { IsolatedPlaces } from "../../util/isolation.ts";
import { isBelow, realOf } from "./visible.ts";
import { pathsIn } from "../../util/list-folder.ts";

/** bubblewrap takes 9,000 words, and each mount is three: a folder with more entries is mounted once, and they are links into it. */
const MOST_MOUNTS = 400;

/** Keys that no build needs. */
const KEYS = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".git-credentials"]);

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
  // A folder can only be made in one that is empty itself, with what lies beside shown in it again.
  const above = [...(hasHome ? [home] : []), ...(hasHome ? [...own].flatMap((path) => between(path, home)) : [])];
  const emptied = [...new Set([...above, ...own])].toSorted();
  const isHidden = (path: string): boolean => elsewhere.some((other) => isBelow(other, path));
  const listed = emptied.filter((path) => (path === home || !own.has(path)) && !isHidden(path));
  const config = present(kept.flatMap((folder) => folder.config));
  const login = present(kept.flatMap((folder) => folder.login));
  const isFolder = (path: string): boolean => statSync(path).isDirectory();
  const copied = config.filter((path) => !isFolder(path));
  const apart = new Set([...emptied, ...copied, ...login]);
  const isKey = (path: string): boolean => isBelow(home, path) && KEYS.has(path.slice(home.length + 1));
  const mounted = [...apart, ...config, ...elsewhere];
  const crowded = new Map(
    listed.flatMap((folder) => {
      const entries = pathsIn(folder);
      return entries.length > MOST_MOUNTS ? [[folder, entries] as const] : [];
    }),
  );
  const isMounted = (path: string): boolean => mounted.some((other) => isBelow(path, other));
  const beside = listed.flatMap((folder) => crowded.get(folder)?.filter(isMounted) ?? pathsIn(folder));
  return {
    emptied,
    shown: [...beside.filter((path) => !apart.has(path) && !isKey(path)), ...config.filter(isFolder)],
    linked: [...crowded].map(([folder, entries]) => ({
      folder,
      left: entries.filter((path) => (isKey(path) || isMounted(path)) && !lstatSync(path).isSymbolicLink()),
      never: folder === home ? [...KEYS] : [],
    })),
    copied,
    writable: login,
  };
}

/** Folders from the home folder down to one, without both. */
function between(path: string, home: string): string[] {
  const folder = dirname(path);
  return path === home || !isBelow(home, folder) || folder === home ? [] : [...between(folder, home), folder];
}

const present = (paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => existsSync(path)).map((path) => join(realOf(dirname(path)), basename(path)))),
];
