/** A sentence of prose, or a line of code, as it stands in a text. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** `code`: a line inside a fence; `comment`: one that only comments; `prose`: the rest. */
  readonly kind: "prose" | "code" | "comment";
}

const LONGEST = 500;
const FENCE = /^\s{0,3}(?:```|~~~)/;
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|<!--|--\s|;|%|"""|''')/;
/** What begins anew on its line: a list item, a heading, a quote, a table row, a field. */
const ANEW = /^\s*(?:[-*+•]\s|\d+[.)]\s|#{1,6}\s|>|\||[A-Z_]{3,}:)/;
/** A line that only goes on where the line before broke off. */
const GOES_ON = /^\s*[a-z(,]/;
/** A row of marks is looked at once, from its beginning: without that, a page of dots takes time squared. */
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’)\]*_]{0,8}\s+|[。！？।؟]+/gu;

/** Cuts text into passages of at most 500 characters; a sentence over several lines is one. Linear. */
export function passagesOf(text: string): Passage[] {
  const found: Passage[] = [];
  let fenced = false;
  let block = -1;
  let at = 0;
  const flush = (end: number): void => {
    if (block >= 0) sentences(text, block, end, "prose", found);
    block = -1;
  };
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    // Marks stand at the beginning of a line; a very long one is not read whole for them.
    const line = text.slice(at, Math.min(end, at + LONGEST));
    if (FENCE.test(line)) {
      flush(at);
      fenced = !fenced;
    } else if (line.trim() === "") flush(at);
    else if (fenced) sentences(text, at, end, COMMENT.test(line) ? "comment" : "code", found);
    else {
      if (ANEW.test(line) || !GOES_ON.test(line) || text[at - 2] === ":") flush(at);
      if (block < 0) block = at;
    }
    at = end + 1;
  }
  flush(text.length);
  return found;
}

function sentences(text: string, from: number, to: number, kind: Passage["kind"], found: Passage[]): void {
  const block = text.slice(from, to);
  let start = 0;
  for (const { 0: mark, index } of block.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    if (isAbbreviation(block.slice(Math.max(0, index - 4), index))) continue;
    cut(text, from + start, from + end, kind, found);
    start = end;
  }
  cut(text, from + start, to, kind, found);
}

const isAbbreviation = (before: string): boolean => /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|Dr|Mr|Ms|\d)$/.test(before);

function cut(text: string, from: number, to: number, kind: Passage["kind"], found: Passage[]): void {
  for (let start = from; start < to;) {
    let end = Math.min(to, start + LONGEST);
    const space = end < to ? text.lastIndexOf(" ", end) : -1;
    if (space > start + LONGEST / 2) end = space;
    if (text.slice(start, end).trim() !== "") found.push({ start, end, kind });
    start = end;
  }
}
