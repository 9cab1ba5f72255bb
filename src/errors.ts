import { constants } from "node:os";
import { EXIT } from "./codes/code.ts";
import { CODES, type Code } from "./codes/registry.ts";

export { CODES, EXIT };
export { isCode, type Code, type SpecCode } from "./codes/registry.ts";

/** A refusal as data: expected, part of the domain, rendered at the edge. `info` never changes a verdict. */
export interface Finding {
  readonly code: Code;
  readonly severity: "error" | "person" | "warning" | "info";
  readonly message: string;
  readonly path?: string;
  /** Of that path, as it was run. */
  readonly line?: number;
  readonly ids?: readonly string[];
  /** What a person names to approve exactly this (`--approve ID`). */
  readonly approval?: string;
  /** The check that found it, where one did. */
  readonly check?: string;
}

/** An operating error: what happened, to what, what to type next. */
export class BatonError extends Error {
  override readonly name: string = "BatonError";
  readonly code: Code;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: Code,
    message: string,
    options: { hint?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? CODES[code].remedy;
    this.details = options.details ?? {};
  }

  get exitCode(): number {
    return CODES[this.code].exit;
  }
}

/** What was thrown, in words. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

const UNWRITABLE = new Set([
  "EACCES",
  "EROFS",
  "EPERM",
  "ENOTDIR",
  "EEXIST",
  "ENOENT",
  "EIO",
  "EMFILE",
  "ENFILE",
  "EISDIR",
]);

/** What a disk does to us, wherever it strikes. */
const OF_DISK = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE"]);

/**
 * The system's name of an error, where Node has none: a quota that is spent, whatever breaks `rmSync` ("Unknown error"), and
 * what a recursive `mkdir` meets, which Node calls a folder that is not there.
 */
function systemCode(
  error: Error & { readonly code?: unknown; readonly errno?: unknown; readonly syscall?: unknown },
): string {
  if (error.errno === -constants.errno.EDQUOT) return "EDQUOT";
  const isUnsaid =
    (error.code === "" && error.syscall === "rm") || (error.code === "ENOENT" && error.syscall === "mkdir");
  return isUnsaid ? "EIO" : String(error.code);
}

/** Never a mistake in the program. */
export const isOfDisk = (thrown: unknown): thrown is NodeJS.ErrnoException =>
  thrown instanceof Error && "code" in thrown && OF_DISK.has(systemCode(thrown));

/** Answers what `work` does; what the operating system throws meanwhile is thrown as a coded error about `what`. */
export function coding<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw codedError(error, what);
  }
}

/** Turns what the operating system threw into a coded error; anything else stays what it is. */
export function codedError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || error instanceof BatonError) return error;
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return new BatonError("DISK_FULL", `${what}: the disk is full`, { cause: error });
  const facts = { details: { path: what }, cause: error };
  if (UNWRITABLE.has(code)) return new BatonError("STATE_UNWRITABLE", `${what}: ${error.message}`, facts);
  return error;
}
