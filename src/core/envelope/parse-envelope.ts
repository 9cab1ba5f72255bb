import { formViolations, isField } from "./fields.ts";
import type { ParsedEnvelope } from "./fields.ts";
import { parseInlineJson, parseJsonEnvelope } from "./parse-json.ts";
import { parseTextEnvelope } from "./parse-text.ts";

/**
 * Finds and reads the envelope of an answer: plain text, a code fence inside a longer answer, Markdown with bold names,
 * a quote, or a JSON object. Reading is forgiving; what is wrong with its form stands in `violations`, with lines of the answer.
 */
export function parseEnvelope(answer: string): ParsedEnvelope {
  const text = answer
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(HEAD, plainName);
  return (
    earlier(parseJsonEnvelope(text), parseTextEnvelope(text)) ??
    parseInlineJson(text) ??
    parseTextEnvelope(text.replace(QUOTE, "")) ??
    parseJsonEnvelope(text, 1) ?? { envelope: {}, lines: {}, violations: formViolations([]) }
  );
}

/** Whichever begins first owns what stands in it: an object that an OUTPUT quotes is no answer. */
function earlier(json: ParsedEnvelope | null, text: ParsedEnvelope | null): ParsedEnvelope | null {
  if (json === null || text === null) return json ?? text;
  const beginning = ({ lines }: ParsedEnvelope): number => Math.min(...Object.values(lines));
  return beginning(text) < beginning(json) ? text : json;
}

/** The marks of a Markdown quote. */
const QUOTE = /^[ \t]*>[ \t]?/gm;
/** A line up to its colon, which may be the wide one of other scripts. */
const HEAD = /^[^:：\n]{3,60}[:：]/gm;
/** What editors and models leave behind a name, and nobody sees. */
const UNSEEN = /[\u200B-\u200D\u2060\uFEFF]/g;

function plainName(head: string): string {
  const plain = head.replace(UNSEEN, "").replace("：", ":");
  return isField(plain.replace(/[^A-Za-z_]/g, "").toUpperCase()) ? plain : head;
}
