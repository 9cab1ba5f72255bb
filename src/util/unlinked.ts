import { closeSync, constants, lstatSync, openSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { BatonError, coding } from "../errors.ts";

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC } = constants;

/** Where somebody has put a link in the place of a file, the system refuses to open it (ELOOP). */
const HOW = {
  append: O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW,
  overwrite: O_WRONLY | O_TRUNC | O_CREAT | O_NOFOLLOW,
};

/** Opens a file for writing, and follows no link. */
export const openUnlinked = (path: string, how: keyof typeof HOW, mode = 0o644): number =>
  openSync(path, HOW[how], mode);

/** Appends to a file, or begins it anew, and follows no link. */
export function writeUnlinked(path: string, how: keyof typeof HOW, text: string): void {
  const file = openUnlinked(path, how);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Opens a file that was not there for writing; what is found in its place is left as it is (EEXIST). */
export const openNew = (path: string, mode: number): number =>
  openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);

/**
 * Answers what refuses a folder at or below `root` that a symbolic link leads to: nothing is written, moved or removed through
 * one (security.md, Paths). Each folder on the way is looked at once, so that one of these is for one writing; what is not
 * there yet is no link. It throws STATE_UNWRITABLE.
 */
export function unlinkedBelow(root: string): (folder: string) => void {
  const known = new Set([root]);
  const look = (folder: string): void => {
    if (known.has(folder)) return;
    look(dirname(folder));
    const entry = coding(folder, () => lstatSync(folder, { throwIfNoEntry: false }));
    if (entry?.isSymbolicLink() === true) throw isLink(folder, root);
    known.add(folder);
  };
  return look;
}

const isLink = (path: string, root: string): BatonError =>
  new BatonError("STATE_UNWRITABLE", `${path} is a symbolic link: nothing is written through it`, {
    hint: `Make ${relative(root, path)} a folder of its own (remove the link, and move what it leads to in its place), then type the same again.`,
    details: { path },
  });
