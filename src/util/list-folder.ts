import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Names of what lies in a folder; none where there is no folder. */
export const namesIn = (folder: string): string[] =>
  existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];

/** The same as paths. */
export const pathsIn = (folder: string): string[] => namesIn(folder).map((name) => join(folder, name));
