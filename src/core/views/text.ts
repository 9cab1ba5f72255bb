/**
 * How words from outside stand in our files: they never start a line, end a section or hide what comes after them. What
 * `escaped` and `encodedPath` do is undone exactly, so that a parsed file holds the same words.
 */

/** Directions and zero-width marks that would show a line otherwise than it is read. */
const HIDDEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** What most lines have none of: they are words of ASCII with one space between them. */
const UNEVEN = /[^ -~]|^ | $| {2}/;

/** One line of well-formed text. */
export function lineOf(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(HIDDEN, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Keeps Markdown from reading a code span, tag, link or image into the text. */
export function escaped(line: string): string {
  return line.replaceAll(/[\\`<[]/g, String.raw`\$&`);
}

export function unescaped(text: string): string {
  return text.replaceAll(/\\([\\`<[])/g, "$1");
}

/** A line in a cell of a table; not parsed back. */
export function cell(text: string): string {
  return escaped(lineOf(text)).replaceAll("|", String.raw`\|`);
}

/** Several lines, quoted: a heading, rule or open code fence among them ends with the quotation. */
export function quoted(text: string): string {
  const lines = text
    .toWellFormed()
    .replaceAll(HIDDEN, "")
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** A path between backticks. A character that could end the span or the line stands as `%{its code}`. */
export function encodedPath(path: string): string {
  return path.toWellFormed().replaceAll(PATH_SPECIAL, (character) => `%{${character.charCodeAt(0).toString(16)}}`);
}

export function decodedPath(text: string): string {
  return text.replaceAll(/%\{([0-9a-f]{1,4})\}/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const PATH_SPECIAL = /[`\p{Cc}\u2028\u2029\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|%(?=\{)/gu;

/** Published JSON: two spaces, non-ASCII as it is, one final newline (decisions.md, On disk and on the wire). */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
