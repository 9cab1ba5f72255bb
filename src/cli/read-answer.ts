import { BatonError } from "../errors.ts";
import { readInput } from "./read-input.ts";

const LIMIT_BYTES = 4_000_000;

/** What an agent answered, from a file or standard input (`-`). Throws USAGE_INVALID. */
export function readAnswer(file: string): string {
  const hint = "Give an existing file, or - for standard input.";
  const bytes = readInput(file, { code: "USAGE_INVALID", hint });
  if (bytes.length > LIMIT_BYTES)
    throw new BatonError("USAGE_INVALID", `${file} is larger than an answer may be (${LIMIT_BYTES} bytes)`);
  return bytes.toString("utf8");
}
