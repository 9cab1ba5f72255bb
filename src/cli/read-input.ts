import { readFileSync } from "node:fs";
import { BatonError, type Code } from "../errors.ts";

/** How a file that cannot be read is refused. */
interface Refused {
  readonly code: Code;
  readonly hint: string;
}

/** The bytes of a file that a person names, `-` for standard input. Throws the code that is given. */
export function readInput(file: string, { code, hint }: Refused): Buffer {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (cause) {
    throw new BatonError(code, `${file} ${whyNot(cause)}`, { cause, hint });
  }
}

function whyNot(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "EISDIR") return "is a folder";
  return code === "ENOENT" ? "cannot be read: it is not there" : "cannot be read";
}

/** The same as text: bytes that are none are refused, too, rather than replaced. */
export function readUtf8(file: string, { code, hint }: Refused): string {
  const bytes = readInput(file, { code, hint });
  try {
    return new TextDecoder("utf8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BatonError(code, `${file} is not UTF-8 text`, { cause, hint });
  }
}

/** What a person typed as an argument; `-` is standard input, and nothing is no text. */
export const textOrStdin = (given = ""): string => (given === "-" ? readFileSync(0, "utf8") : given);
