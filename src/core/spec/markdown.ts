import { toString as textOf } from "mdast-util-to-string";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { parseParts } from "./parse-parts.ts";

const processor = unified().use(remarkParse).freeze();
/** Pairing marks takes the square of their number: beyond what anybody writes in one paragraph they are characters. */
const unpaired = unified()
  .data("micromarkExtensions", [
    {
      disable: {
        null: ["attention", "codeText", "labelStartLink", "labelStartImage", "labelEnd", "htmlText", "autolink"],
      },
    },
  ])
  .use(remarkParse)
  .freeze();
const MARKS = 4000;
const isCrowded = (text: string): boolean =>
  text.split(/\n[ \t]*\n/).some((part) => (part.match(/[*_`[\]<]/g)?.length ?? 0) > MARKS);

const processorOf = (text: string): typeof processor => (isCrowded(text) ? unpaired : processor);
const parse = (text: string): ReturnType<typeof processor.parse> => processorOf(text).parse(text);

export type Block = ReturnType<typeof parse>["children"][number];
export type Paragraph = Extract<Block, { type: "paragraph" }>;
export type List = Extract<Block, { type: "list" }>;
export type ListItem = List["children"][number];

export interface MarkdownText {
  readonly source: string;
  readonly blocks: readonly Block[];
  readonly frontMatterTitle: string;
}

const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)\n\1[ \t]*(?:\n|$)/;

/** Parses Markdown. Front matter is blanked, not cut, so that line numbers stay those of the file. */
export function readMarkdown(text: string): MarkdownText {
  const normal = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const matter = FRONT_MATTER.exec(normal);
  const head = matter?.[2] ?? "";
  const isMatter = matter !== null && /^[\w-]+\s*[:=]/.test(head);
  const source = isMatter ? matter[0].replace(/[^\n]/g, "") + normal.slice(matter[0].length) : normal;
  const title = isMatter ? /^title\s*[:=]\s*(.*)$/im.exec(head)?.[1] : undefined;
  const reader = processorOf(source);
  return {
    source,
    blocks: parseParts(source, (part) => reader.parse(part).children),
    frontMatterTitle: (title ?? "").trim().replace(/^(["'])(.*)\1$/, "$2"),
  };
}

/** Nobody writes so; a reader of Markdown takes the square of the time for it. */
const DEEPEST = 100;
const CONTAINERS = new RegExp(`^(?:[ \\t]{0,8}(?:>|[-*+]|\\d{1,9}[.)])(?=[ \\t])){${DEEPEST + 1}}`);
const RULE = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/;

/** The first line that opens more lists and quotes within each other than anybody means; null: none does. */
export function deepLine(text: string): number | null {
  const at = text.split("\n").findIndex((line) => CONTAINERS.test(line) && !RULE.test(line));
  return at < 0 ? null : at + 1;
}

export function lineOf(node: Block | ListItem): number {
  return node.position?.start.line ?? 1;
}

/** The node as written. Values such as `src/**` or `__tests__` survive only here: Markdown reads them as emphasis. */
export function rawText(node: Block, source: string): string {
  return source.slice(node.position?.start.offset, node.position?.end.offset);
}

/** The words of a node on one line, without markup and comments. */
export function plainText(node: Block): string {
  return collapse(textOf(node, { includeHtml: false }));
}

/** The words of a piece of inline Markdown on one line. */
export function plainInline(raw: string): string {
  return collapse(textOf(parse(raw), { includeHtml: false }));
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
