import { existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BatonError } from "../../../errors.ts";
import { writeUnlinked } from "../../../util/unlinked.ts";
import type { Project } from "../project.ts";

/**
 * What is ours, not the project's, stays out of `git status`: one line of `.git/info/exclude`, written once. Throws
 * STATE_UNWRITABLE where that file is a link: who shares it with others decides what stands in it.
 */
export function excludeFromStatus({ places }: Pick<Project, "places">, line: string): void {
  const file = join(places.commonDirectory, "info", "exclude");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (text.split(/\r?\n/).includes(line)) return;
  for (const path of [dirname(file), file]) if (isLink(path)) throw shared(path, line);
  mkdirSync(dirname(file), { recursive: true });
  writeUnlinked(file, "append", `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const shared = (path: string, line: string): BatonError =>
  new BatonError("STATE_UNWRITABLE", `${path} is a symbolic link: nothing is written through it`, {
    hint: `Add the line ${line} to the file that it leads to, or put a file of its own in its place; then type the same again.`,
    details: { path },
  });
