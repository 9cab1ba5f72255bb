import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../errors.ts";

/**
 * Reads a file that somebody untrusted keeps below a folder of ours: no link is followed on the way, only a regular file
 * with one name is read, and what was opened is compared with what lies there (security.md, Paths). Throws
 * ARTIFACT_REFUSED.
 */
export function readInside(folder: string, path: string, limitBytes: number): Buffer {
  if (!isPlainPath(path)) throw refused(path, "is no plain relative path");
  let file: number | null = null;
  try {
    const place = join(realpathSync(folder), path);
    file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const opened = fstatSync(file);
    // Also a link among the folders above gives another real path.
    const isSame = realpathSync(place) === place && same(opened, lstatSync(place));
    if (!opened.isFile() || opened.nlink !== 1 || !isSame) throw refused(path, "is not a regular file of its own");
    if (opened.size === 0) throw refused(path, "is empty");
    if (opened.size > limitBytes) throw refused(path, `is over ${limitBytes} bytes`);
    return readAll(file, opened.size);
  } catch (error) {
    throw error instanceof BatonError ? error : refused(path, "cannot be read", error);
  } finally {
    if (file !== null) closeSync(file);
  }
}

function readAll(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let read = 0;
  for (let count = -1; read < size && count !== 0; read += count)
    count = readSync(file, bytes, read, size - read, read);
  return bytes.subarray(0, read);
}

/** No step up: a part that ends in a dot is refused, `.` and `..` among them. */
export const isPlainPath = (path: string): boolean =>
  path.length <= 1024 &&
  !/[\p{Cc}\\]/u.test(path) &&
  path.split("/").every((part) => part !== "" && !/[. ]$/.test(part));

const same = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino;

const refused = (path: string, why: string, cause?: unknown): BatonError =>
  new BatonError("ARTIFACT_REFUSED", `${JSON.stringify(path)} ${why}`, { cause });
