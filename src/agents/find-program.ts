import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** The absolute path of a program: as given when absolute, else the first on PATH. Never one relative to a folder. */
export function findProgram(program: string, path: string | undefined): string | null {
  const candidates = isAbsolute(program)
    ? [program]
    : program.includes("/")
      ? []
      : (path ?? "").split(delimiter).flatMap((folder) => (isAbsolute(folder) ? [join(folder, program)] : []));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
