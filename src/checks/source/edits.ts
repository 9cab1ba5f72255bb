/** Replaces `start` to `end` of the original text; an insertion when they are equal. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies edits by position. An edit inside the range of a wider one is dropped: its text is gone. What is inserted where a range begins
 * stands before it.
 */
export function applyEdits(text: string, edits: readonly Edit[]): { text: string; applied: number } {
  const isInserted = ({ start, end }: Edit): number => Number(start === end);
  const sorted = [...edits].sort((a, b) => a.start - b.start || isInserted(b) - isInserted(a) || b.end - a.end);
  const parts: string[] = [];
  let at = 0;
  let applied = 0;
  for (const edit of sorted) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
    applied += 1;
  }
  parts.push(text.slice(at));
  return { text: parts.join(""), applied };
}

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
