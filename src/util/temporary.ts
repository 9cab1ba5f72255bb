import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BatonError, codedError } from "../errors.ts";

/** A new empty folder in the system's temporary one, named from `prefix` on. Throws TEMPORARY_UNWRITABLE, DISK_FULL. */
export function makeTemporary(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (cause) {
    const known = codedError(cause, tmpdir());
    if (known instanceof BatonError && known.code === "DISK_FULL") throw known;
    throw new BatonError("TEMPORARY_UNWRITABLE", `no folder can be made in ${tmpdir()}: ${(cause as Error).message}`, {
      cause,
    });
  }
}
