import { constants } from "node:os";
import { EXIT, type CodeEntry } from "./codes/code.ts";
import { ENVELOPE_CODES } from "./codes/envelope.ts";
import { ENVIRONMENT_CODES } from "./codes/environment.ts";
import { FIREWALL_CODES } from "./codes/firewall.ts";
import { FURTHER_CODES } from "./codes/further.ts";
import { GOVERNOR_CODES } from "./codes/governor.ts";
import { HANDOFF_CODES } from "./codes/handoff.ts";
import { INPUT_CODES } from "./codes/input.ts";
import { LANDING_CODES } from "./codes/landing.ts";
import { MEMORY_CODES } from "./codes/memory.ts";
import { MEASURE_CODES } from "./codes/measure.ts";
import { PROOF_CODES } from "./codes/proof.ts";
import { REVIEW_CODES } from "./codes/review.ts";
import { RUN_CODES } from "./codes/run.ts";

export { EXIT };

/** The one registry of codes (FCX-08). docs/errors/ is generated from it. */
export const CODES = {
  ...INPUT_CODES,
  ...ENVIRONMENT_CODES,
  ...PROOF_CODES,
  ...FURTHER_CODES,
  ...MEASURE_CODES,
  ...RUN_CODES,
  ...LANDING_CODES,
  ...REVIEW_CODES,
  ...HANDOFF_CODES,
  ...ENVELOPE_CODES,
  ...MEMORY_CODES,
  ...FIREWALL_CODES,
  ...GOVERNOR_CODES,
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof CODES;

/** A refusal as data: expected, part of the domain, rendered at the edge. `info` never changes a verdict. */
export interface Finding {
  readonly code: Code;
  readonly severity: "error" | "person" | "warning" | "info";
  readonly message: string;
  readonly path?: string;
  readonly ids?: readonly string[];
  /** What a person names to approve exactly this (`--approve ID`). */
  readonly approval?: string;
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

/** Turns what the operating system threw into a coded error; anything else stays what it is. */
export function codedError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || error instanceof BatonError) return error;
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return new BatonError("DISK_FULL", `${what}: the disk is full`, { cause: error });
  if (UNWRITABLE.has(code)) return new BatonError("STATE_UNWRITABLE", `${what}: ${error.message}`, { cause: error });
  return error;
}
