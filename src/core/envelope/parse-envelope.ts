import { formViolations } from "./fields.ts";
import type { ParsedEnvelope } from "./fields.ts";
import { parseJsonEnvelope } from "./parse-json.ts";
import { parseTextEnvelope } from "./parse-text.ts";

/**
 * Finds and reads the envelope of an answer: plain text, a code fence inside a longer answer, Markdown with bold names,
 * or a JSON object. Reading is forgiving; what is wrong with its form stands in `violations`, with lines of the answer.
 */
export function parseEnvelope(answer: string): ParsedEnvelope {
  const text = answer.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  return (
    parseJsonEnvelope(text) ??
    parseTextEnvelope(text) ??
    parseJsonEnvelope(text, 1) ?? { envelope: {}, lines: {}, violations: formViolations([]) }
  );
}
