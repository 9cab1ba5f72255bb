import { readFileSync } from "node:fs";
import { createRedactor } from "../util/redact.ts";
import { BatonError } from "../errors.ts";

/** A spec's text, `-` from standard input. Throws SPEC_INVALID: a binary or unreadable file is no spec. */
export function readSpecFile(file: string, env: Readonly<Record<string, string | undefined>>): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new BatonError("SPEC_INVALID", `${file} cannot be read`, {
      cause: error,
      hint: "Give --spec an existing file: Markdown, Gherkin, spec-kit's tasks.md, Task Master's tasks.json.",
    });
  }
  try {
    // The plan, the packets and the published files are made of it: a secret in it goes no further.
    return createRedactor(env)(new TextDecoder("utf8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BatonError("SPEC_INVALID", `${file} is not UTF-8 text`, { cause: error });
  }
}
