import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { holdsTests, type PathRole } from "../../core/proof/paths.ts";
import { BatonError } from "../../errors.ts";
import type { SourceFile } from "../../schema/source.ts";

const MOST_FILES = 500;
const MOST_BYTES = 8 * 2 ** 20;

/** Tests that whoever made the change never saw. `sealed`: nor shall they from what is said of them. */
export interface HeldOut {
  readonly texts: readonly SourceFile[];
  readonly sealed: boolean;
}

/**
 * Reads the tests that the implementing agent never saw: a folder laid out like the repository, or folders of features that
 * are (`placeOf`: where in the repository a file belongs). Throws USAGE_INVALID when it holds none, holds more than tests
 * and what goes with them, or something that is no plain file.
 */
export function readHeldOut(
  directory: string,
  roleOf: (path: string) => PathRole,
  placeOf: (path: string) => string = (path) => path,
): SourceFile[] {
  const refuse = (message: string): never => {
    throw new BatonError("USAGE_INVALID", message, {
      hint: "Give a folder laid out like the repository that holds test files only, such as held-out/test/total.test.js.",
    });
  };
  const files: SourceFile[] = [];
  let bytes = 0;
  for (const entry of entriesOf(directory, refuse)) {
    if (entry.isDirectory()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = relative(directory, full).split(sep).join("/");
    if (!entry.isFile()) refuse(`${path} in ${directory} is no plain file`);
    if (!["test", "snapshot"].includes(roleOf(placeOf(path)))) refuse(`${path} in ${directory} is no test`);
    const text = readFileSync(full, "utf8");
    bytes += Buffer.byteLength(text);
    files.push({ path, text });
    if (files.length > MOST_FILES || bytes > MOST_BYTES) refuse(`${directory} holds more than tests do`);
  }
  if (!files.some(({ path }) => holdsTests(path))) refuse(`${directory} holds no test`);
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOf(directory: string, refuse: (message: string) => never) {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true });
  } catch {
    return refuse(`${directory} is no folder that can be read`);
  }
}
