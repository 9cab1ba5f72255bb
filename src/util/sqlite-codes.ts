/** SQLite's primary result codes (sqlite.org/rescode.html); the upper bits of `errcode` only refine them. */
const BUSY = 5;
const LOCKED = 6;
export const IO_ERROR = 10;
export const FULL = 13;

/** Null for what SQLite did not throw. */
export function resultCode(error: unknown): number | null {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : null;
}

/** Another connection holds what is needed: worth trying again. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}
