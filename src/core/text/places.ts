// Paths as git writes them; a folder has no slash at its end, and the root is "".

export const inside = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

export const isBelow = (folder: string, path: string): boolean => folder === "" || path.startsWith(`${folder}/`);

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The deepest of these folders that a path lies in. */
export const innermost = (folders: readonly string[], path: string): string | undefined =>
  folders.filter((folder) => isBelow(folder, path)).toSorted((a, b) => b.length - a.length)[0];

/** The folder itself, then those above it up to the root. */
export const ancestors = (folder: string): string[] =>
  folder === "" ? [""] : [folder, ...ancestors(folderOf(folder))];

/** A path without `.` and `..` in it; null for one that leads out of the root. */
export function withoutDots(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return null;
    if (part !== ".." && part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
