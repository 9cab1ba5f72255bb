import { readFileSync } from "node:fs";
import { BatonError } from "../errors.ts";

const LIMIT_BYTES = 4_000_000;

/** What an agent answered, from a file or standard input (`-`). Throws USAGE_INVALID. */
export function readAnswer(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === "-" ? 0 : file);
  } catch (cause) {
    throw new BatonError("USAGE_INVALID", `${file} cannot be read`, {
      cause,
      hint: "Give an existing file, or - for standard input.",
    });
  }
  if (bytes.length > LIMIT_BYTES)
    throw new BatonError("USAGE_INVALID", `${file} is larger than an answer may be (${LIMIT_BYTES} bytes)`);
  return bytes.toString("utf8");
}
