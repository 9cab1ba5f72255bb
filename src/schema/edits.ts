/** Replaces `start` to `end` of a text; an insertion where they are equal. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A text with these edits, by position. One inside the range of a wider one is dropped: its text is gone. What is inserted where a range begins
 * stands before it; insertions at one place stand in their order.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const isInserted = ({ start, end }: Edit): number => Number(start === end);
  const sorted = edits.toSorted((a, b) => a.start - b.start || isInserted(b) - isInserted(a) || b.end - a.end);
  const parts: string[] = [];
  let at = 0;
  for (const edit of sorted) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join("");
}
