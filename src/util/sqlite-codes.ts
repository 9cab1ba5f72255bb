/** SQLite's primary result codes (sqlite.org/rescode.html); the upper bits of `errcode` refine them. */
const BUSY = 5;
const LOCKED = 6;
export const IO_ERROR = 10;
export const FULL = 13;
/** SQLITE_IOERR_SHMSIZE: no room for the index beside a database, which holds nothing that was written. */
const NO_ROOM_BESIDE = 4874;

/** Null for what SQLite did not throw. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  return error.errcode === NO_ROOM_BESIDE ? FULL : error.errcode & 0xff;
}

/** Another connection holds what is needed: worth trying again. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}
