import { createRedactor } from "../util/redact.ts";
import { readUtf8 } from "./read-input.ts";

const HINT = "Give --spec an existing file: Markdown, Gherkin, spec-kit's tasks.md, Task Master's tasks.json.";

/** A spec's text, `-` from standard input. Throws SPEC_INVALID: a binary or unreadable file is no spec. */
export function readSpecFile(file: string, env: Readonly<Record<string, string | undefined>>): string {
  // The plan, the packets and the published files are made of it: a secret in it goes no further.
  return createRedactor(env)(readUtf8(file, { code: "SPEC_INVALID", hint: HINT }));
}
