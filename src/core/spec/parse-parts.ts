import type { Block } from "./markdown.ts";

// The parser copies all that it has read so far whenever a list ends, so a long text takes the square of the time. Cut where nothing
// of Markdown reaches across, each part is as it would be in the whole.

/** A text shorter than this is read at once. */
const PART_CHARACTERS = 16_384;
const HEADING = /^#{1,6}(?=[ \t])/gm;

/** A definition counts for the whole text, wherever it stands. */
const mayDefine = (text: string): boolean => text.includes("]:");

/** The blocks of a Markdown text, parsed part by part where it is long; `\n` ends its lines. */
export function parseParts(text: string, parse: (part: string) => readonly Block[]): readonly Block[] {
  if (text.length <= PART_CHARACTERS || mayDefine(text)) return parse(text);
  const starts = startsIn(text);
  const blocks: Block[] = [];
  let line = 0;
  for (let at = 0; at < starts.length;) {
    const start = starts[at] ?? 0;
    let [count, part, read] = [0, "", [] as readonly Block[]];
    do {
      count = count === 0 ? 1 : count * 2;
      part = text.slice(start, starts[at + count]);
      read = parse(part);
    } while (at + count < starts.length && reachesOn(read.at(-1), part));
    for (const block of read) moveDown(block, line, start);
    blocks.push(...read);
    line += part.split("\n").length - 1;
    at += count;
  }
  return blocks;
}

/** A heading at the margin ends whatever was begun, save a fence or HTML: the first one after so many characters begins a part. */
function startsIn(text: string): number[] {
  const starts = [0];
  for (const { index } of text.matchAll(HEADING))
    if (index - (starts.at(-1) ?? 0) > PART_CHARACTERS) starts.push(index);
  return starts;
}

/** Whether what comes next may belong to a part's last block. */
function reachesOn(last: Block | undefined, part: string): boolean {
  if (last?.type === "html") return true;
  if (last?.type !== "code") return false;
  const lines = part.slice(last.position?.start.offset, last.position?.end.offset).split("\n");
  const [fence] = /^(?:`{3,}|~{3,})/.exec(lines[0] ?? "") ?? [];
  const end = lines.length > 1 ? (lines.at(-1) ?? "").trim() : "";
  return fence !== undefined && !(end.startsWith(fence) && new Set(end).size === 1);
}

interface Placed {
  readonly position?: Block["position"];
  readonly children?: readonly Placed[];
}

function moveDown(node: Placed, lines: number, characters: number): void {
  for (const point of [node.position?.start, node.position?.end]) {
    if (point === undefined) continue;
    point.line += lines;
    point.offset = (point.offset ?? 0) + characters;
  }
  for (const child of node.children ?? []) moveDown(child, lines, characters);
}
