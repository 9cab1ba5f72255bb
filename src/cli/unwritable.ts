import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { BatonError, CODES } from "../errors.ts";
import { asWord } from "./render/as-word.ts";

/**
 * What lies in the way is named, and to be moved. Another state folder helps where that is what cannot be written; of any other
 * place only that place can be mended.
 */
function withPlace(error: unknown, stateDirectory: string): unknown {
  if (!(error instanceof BatonError) || error.hint !== CODES.STATE_UNWRITABLE.remedy) return error;
  const { code, message, details, cause } = error;
  const { path } = details;
  if (typeof path !== "string") return error;
  const obstacle = inTheWay(path, cause);
  if (obstacle !== null) {
    const hint = `Move it aside: mv ${asWord(obstacle.path)} ${asWord(asideOf(obstacle.path))}`;
    return new BatonError(code, `${obstacle.path} is ${obstacle.what}`, { hint, details, cause });
  }
  if (isWithin(path, stateDirectory) || isWithin(stateDirectory, path)) return error;
  return new BatonError(code, message, { hint: `Make it writable: ${path}`, details, cause });
}

/** The same, where what was typed is recorded all the same. */
export function withWay(error: unknown, stateDirectory: string): unknown {
  const placed = withPlace(error, stateDirectory);
  if (!(placed instanceof BatonError)) return placed;
  const { code, message, hint, details, cause } = placed;
  const { recorded } = details;
  if (typeof recorded !== "string") return placed;
  return new BatonError(code, `what you typed is recorded, but its files could not be written: ${message}`, {
    hint: `${hint.replace(/\.$/, "")}; then, and not the same again: baton repair --run ${recorded}`,
    details,
    cause,
  });
}

/** A folder where a file was to be written, or a file where a folder on the way has to be. */
function inTheWay(path: string, cause: unknown): { readonly path: string; readonly what: string } | null {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  if (code === "EISDIR") return { path, what: "a folder, and a file has to be there" };
  if (code !== "ENOTDIR" && code !== "EEXIST") return null;
  let place = path;
  while (!existsSync(place)) place = dirname(place);
  return !statSync(place).isFile() ? null : { path: place, what: "a file, and a folder has to be there" };
}

/** Beside it; out of a run's directory, which holds nothing but the record. */
function asideOf(path: string): string {
  const [, outside] = /^(.*)\/runs\/\d{8}-\d{6}-[^/]+\/./.exec(path) ?? [];
  return outside === undefined ? `${path}.aside` : `${join(outside, basename(path))}.aside`;
}

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${sep}`);

/** What was named as the place of an export is to be named anew, and is not where the state lies. */
export function atNamed<T>(hint: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "STATE_UNWRITABLE") throw error;
    const { code, message, details, cause } = error;
    throw new BatonError(code, message, { hint, details, cause });
  }
}
