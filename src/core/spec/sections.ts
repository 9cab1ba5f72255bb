import { lineOf, plainText } from "./markdown.ts";
import type { Block, MarkdownText } from "./markdown.ts";
import { cleanTitle } from "./title.ts";
import { partOf } from "./vocabulary.ts";

/** A heading with what stands below it. The root has depth 0 and no title. */
export interface Section {
  readonly title: string;
  readonly label: string | null;
  readonly depth: number;
  readonly line: number;
  /** Blocks before the first heading below. */
  readonly own: Block[];
  readonly children: Section[];
}

const BOLD_DEPTH = 6;

/** The tree of headings. A line of nothing but bold text is a heading where the text has none below its title. */
export function sectionsOf(text: MarkdownText): Section {
  const headings = text.blocks.filter((block) => block.type === "heading");
  const usesBold = headings.every((heading) => heading.depth === 1);
  const root: Section = { title: "", label: null, depth: 0, line: 1, own: [], children: [] };
  let path: Section[] = [root];
  for (const block of text.blocks) {
    const depth = headingDepth(block, usesBold);
    if (depth === null) {
      path.at(-1)?.own.push(block);
      continue;
    }
    const { text: title, label } = cleanTitle(plainText(block));
    const section: Section = { title, label, depth, line: lineOf(block), own: [], children: [] };
    path = path.filter((above) => above.depth < depth);
    path.at(-1)?.children.push(section);
    path.push(section);
  }
  return root;
}

function headingDepth(block: Block, usesBold: boolean): number | null {
  if (block.type === "heading") return block.depth;
  if (!usesBold || block.type !== "paragraph") return null;
  const [only, ...others] = block.children;
  if (only?.type !== "strong" || others.length > 0) return null;
  const title = plainText(block);
  return title.endsWith(":") || partOf(title) !== null ? null : BOLD_DEPTH;
}

/**
 * The document below its title. One first-level heading is the title; of several, the first is, when it holds
 * no list of its own.
 */
export function documentOf(root: Section, holdsFeature: (section: Section) => boolean): Section {
  const tops = root.children.filter((section) => section.depth === 1);
  const [first] = tops;
  if (first === undefined || (tops.length > 1 && holdsFeature(first))) return root;
  const children = root.children.flatMap((section) => (section === first ? section.children : [section]));
  return { ...first, own: [...root.own, ...first.own], children };
}
