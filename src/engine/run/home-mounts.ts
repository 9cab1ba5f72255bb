import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { OwnFolder } from "../../agents/port.ts";
import type { IsolatedPlaces } from "../../util/isolation.ts";
import { isBelow, realOf } from "./visible.ts";

/** Keys that no build needs. */
const KEYS = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".git-credentials"]);

/**
 * The home folder behind walls: all of it can be read, but keys, and nothing written stays. An agent's own folders are empty
 * but for its configuration; its login is the real one.
 */
export function homeMounts(
  home: string,
  folders: readonly OwnFolder[],
): Required<Pick<IsolatedPlaces, "emptied" | "shown" | "copied" | "writable">> {
  const hasHome = home !== "/" && existsSync(home);
  const kept = folders.filter(({ path }) =>
    existsSync(path) ? realOf(path) !== "/" : hasHome && isBelow(realOf(path), home),
  );
  const own = new Set(kept.map(({ path }) => realOf(path)));
  // A folder can only be made in one that is empty itself, with what lies beside shown in it again.
  const above = [...(hasHome ? [home] : []), ...(hasHome ? [...own].flatMap((path) => between(path, home)) : [])];
  const emptied = [...new Set([...above, ...own])].toSorted();
  const beside = emptied.filter((path) => path === home || !own.has(path)).flatMap(entriesOf);
  const config = present(kept.flatMap((folder) => folder.config));
  const login = present(kept.flatMap((folder) => folder.login));
  const isFolder = (path: string): boolean => statSync(path).isDirectory();
  const copied = config.filter((path) => !isFolder(path));
  const apart = new Set([...emptied, ...copied, ...login]);
  return {
    emptied,
    shown: [
      ...beside.filter((path) => !apart.has(path) && !KEYS.has(path.slice(home.length + 1))),
      ...config.filter(isFolder),
    ],
    copied,
    writable: login,
  };
}

/** Folders from the home folder down to one, without both. */
function between(path: string, home: string): string[] {
  const folder = dirname(path);
  return path === home || !isBelow(folder, home) || folder === home ? [] : [...between(folder, home), folder];
}

const entriesOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

const present = (paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => existsSync(path)).map((path) => join(realOf(dirname(path)), basename(path)))),
];
