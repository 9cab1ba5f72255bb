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

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);
