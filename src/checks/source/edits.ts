import type { Edit } from "../../schema/edits.ts";

export { applyEdits, type Edit } from "../../schema/edits.ts";

export const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });

/** What stands from `start` to `end` between two texts. */
export const around = (start: number, end: number, before: string, after: string): Edit[] => [
  insert(start, before),
  insert(end, after),
];

/** The line breaks of a text that is about to go, so that the lines below keep their numbers. */
export function lineBreaks(text: string): string {
  return (text.match(/\r?\n/g) ?? []).join("");
}

/** A text that is about to go, as a comment on as many lines: a test that reads it, and runs nothing, still finds it. */
export const commented = (text: string): string => `/* ${text.replaceAll("*/", "* /")} */`;

/** Text to add after a file's last line; the semicolon ends a last statement that has none. */
export function appended(text: string, eol: string, lines: readonly string[]): string {
  const start = text === "" || text.endsWith("\n") ? "" : eol;
  return `${start};${lines.join(eol)}${eol}`;
}
