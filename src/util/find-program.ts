import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** The absolute path of a program: as given when absolute, else the first on PATH. Never one relative to a folder. */
export function findProgram(program: string, path: string | undefined): string | null {
  if (isAbsolute(program)) return isProgram(program) ? program : null;
  return program.includes("/") ? null : (programsOn(path, program)[0] ?? null);
}

/** Every program of a name on PATH, in its order. */
export const programsOn = (path: string | undefined, name: string): string[] =>
  (path ?? "")
    .split(delimiter)
    .flatMap((folder) => (isAbsolute(folder) ? [join(folder, name)] : []))
    .filter(isProgram);

/** False for what is not there, or not ours to run: a shell asks the next folder of PATH then. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
