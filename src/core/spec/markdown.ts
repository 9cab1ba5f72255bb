import { toString as textOf } from "mdast-util-to-string";
import remarkParse from "remark-parse";
import { unified } from "unified";

const processor = unified().use(remarkParse).freeze();

export type Block = ReturnType<typeof processor.parse>["children"][number];
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
  return {
    source,
    blocks: processor.parse(source).children,
    frontMatterTitle: (title ?? "").trim().replace(/^(["'])(.*)\1$/, "$2"),
  };
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
  return collapse(textOf(processor.parse(raw), { includeHtml: false }));
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
