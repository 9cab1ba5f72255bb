import { sep } from "node:path";
import { BatonError, CODES } from "../errors.ts";

/** Another state folder helps where that is what cannot be written; of any other place only that place can be mended. */
export function withPlace(error: unknown, stateDirectory: string): unknown {
  if (!(error instanceof BatonError) || error.hint !== CODES.STATE_UNWRITABLE.remedy) return error;
  const { path } = error.details;
  if (typeof path !== "string" || isWithin(path, stateDirectory) || isWithin(stateDirectory, path)) return error;
  const { code, message, details, cause } = error;
  return new BatonError(code, message, { hint: `Make it writable: ${path}`, details, cause });
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
