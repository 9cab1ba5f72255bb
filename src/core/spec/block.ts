import { segmentsOf } from "./keys.ts";
import type { Key, Segment } from "./keys.ts";
import { lineOf, plainInline, plainText, rawText } from "./markdown.ts";
import type { Block, List, ListItem, Paragraph } from "./markdown.ts";
import { cleanTitle } from "./title.ts";
import type { Part } from "./vocabulary.ts";

export interface KeyEntry {
  readonly key: Key;
  readonly value: string;
  readonly line: number;
  readonly raw: string;
  readonly isLazy: boolean;
}

/** A feature as read, before ids, values and dependencies are settled. */
export interface Draft {
  readonly description: string;
  readonly label: string | null;
  readonly line: number;
  readonly steps: string[];
  readonly acceptance: string[];
  readonly detail: string[];
  readonly keys: KeyEntry[];
}

export function createDraft(title: string, label: string | null, line: number): Draft {
  return { description: title, label, line, steps: [], acceptance: [], detail: [], keys: [] };
}

/** A key or label whose list or code block is still to come. */
type Pending = { readonly entry: KeyEntry } | { readonly part: Part } | null;

/** Reads the blocks below a heading, or below the first line of a list item, into the draft. */
export function readBlocks(draft: Draft, blocks: readonly Block[], source: string, part: Part): void {
  let pending: Pending = null;
  for (const block of blocks) {
    if (block.type === "paragraph") pending = readParagraph(draft, block, source);
    else if (block.type === "list") {
      readList(draft, block, source, part, pending);
      pending = null;
    } else if (block.type === "code") {
      readCode(draft, block.value, rawText(block, source), part, pending, lineOf(block));
      pending = null;
    } else if (block.type === "blockquote") draft.detail.push(rawText(block, source));
  }
}

function readParagraph(draft: Draft, paragraph: Paragraph, source: string): Pending {
  const raw = rawText(paragraph, source);
  if (raw.startsWith("|")) {
    draft.detail.push(raw);
    return null;
  }
  return readSegments(draft, segmentsOf(raw, lineOf(paragraph)), (prose) => draft.detail.push(prose));
}

/** Takes keys and labels out; prose goes to `keep`. Answers what the next list or code block belongs to. */
function readSegments(draft: Draft, segments: readonly Segment[], keep: (prose: string) => void): Pending {
  let pending: Pending = null;
  const prose: string[] = [];
  for (const segment of segments) {
    pending = null;
    if (segment.kind === "prose") prose.push(segment.raw);
    else if (segment.kind === "label") pending = { part: segment.part };
    else if (segment.value === "") pending = { entry: segment };
    else draft.keys.push(segment);
  }
  if (prose.length > 0) keep(prose.join("\n"));
  return pending;
}

function readList(draft: Draft, list: List, source: string, part: Part, pending: Pending): void {
  if (pending !== null && "entry" in pending) {
    const values = list.children.map((item) => rawText(item.children[0] ?? list, source).replace(/^\[[ xX]\]\s+/, ""));
    draft.keys.push({ ...pending.entry, value: values.join("; ") });
    return;
  }
  const below = pending === null ? part : pending.part;
  for (const item of list.children)
    readItem(draft, item, source, below === "aside" || below === "test" ? "steps" : below);
}

function readItem(draft: Draft, item: ListItem, source: string, part: Part): void {
  const [first, ...rest] = item.children;
  if (first === undefined) return;
  if (first.type !== "paragraph") return readBlocks(draft, item.children, source, part);
  const target = part === "acceptance" ? draft.acceptance : draft.steps;
  const segments = segmentsOf(rawText(first, source), lineOf(first));
  const pending = readSegments(draft, segments, (prose) => target.push(cleanStep(prose)));
  for (const block of rest) {
    if (block.type === "list") readList(draft, block, source, part, pending);
    else if (block.type === "code") readCode(draft, block.value, rawText(block, source), part, pending, lineOf(block));
    else readBlocks(draft, [block], source, part);
  }
}

function cleanStep(raw: string): string {
  return plainInline(raw.replace(/^\[[ xX]\]\s+/, ""));
}

/** A code block is the value of the key before it or of a heading "Test"; else it is an example for the agent. */
function readCode(draft: Draft, value: string, raw: string, part: Part, pending: Pending, line: number): void {
  const lines = value
    .split("\n")
    .map((text) => text.replace(/^\$\s+/, "").trim())
    .filter((text) => text !== "" && !text.startsWith("#"));
  if (pending !== null && "entry" in pending) {
    draft.keys.push({ ...pending.entry, value: pending.entry.key === "test" ? lines.join(" && ") : lines.join("; ") });
  } else if (part === "test" || (pending !== null && "part" in pending && pending.part === "test")) {
    draft.keys.push({ key: "test", value: lines.join(" && "), line, raw, isLazy: false });
  } else draft.detail.push(raw);
}

/** A list item as a feature: its first line is the description, what hangs below it are steps and keys. */
export function itemDraft(item: ListItem, number: string | null, source: string): Draft {
  const [first, ...rest] = item.children;
  const isText = first?.type === "paragraph";
  const title = createDraft("", null, lineOf(item));
  const words: string[] = [];
  if (first !== undefined && isText) {
    readSegments(title, segmentsOf(rawText(first, source), lineOf(first)), (prose) => words.push(cleanStep(prose)));
  }
  const clean = cleanTitle(words.join(" "));
  const draft: Draft = { ...title, description: clean.text, label: clean.label ?? number };
  readBlocks(draft, isText ? rest : item.children, source, "steps");
  return draft;
}

/** The keys that stand directly among these blocks, not below a list item that says something else. */
export function directKeys(blocks: readonly Block[], source: string): KeyEntry[] {
  const probe = createDraft("", null, 1);
  for (const block of blocks) {
    if (block.type === "paragraph") readBlocks(probe, [block], source, "steps");
    if (block.type !== "list") continue;
    for (const item of block.children) {
      if (isKeyItem(item, source)) readItem(probe, item, source, "steps");
      else probe.keys.push(...itemDraft(item, null, source).keys.filter((entry) => entry.isLazy));
    }
  }
  return probe.keys;
}

/** A list item that is nothing but a key (`- Test: npm test`). */
export function isKeyItem(item: ListItem, source: string): boolean {
  const [first] = item.children;
  return first?.type === "paragraph" && segmentsOf(rawText(first, source), lineOf(first))[0]?.kind === "key";
}

/** A list whose items carry keys of their own: each item is a feature. */
export function listHoldsFeatures(list: List, source: string): boolean {
  const telling = list.children.filter((item) => !isKeyItem(item, source));
  const withKeys = telling.filter((item) => itemDraft(item, null, source).keys.length > 0);
  if (withKeys.length !== 1) return withKeys.length > 1;
  return (
    telling.length === 1 && withKeys.every((item) => itemDraft(item, null, source).keys.some((entry) => !entry.isLazy))
  );
}

export function isTable(block: Block, source: string): boolean {
  return (
    block.type === "paragraph" &&
    /^\|.*\|[ \t]*\n[ \t]*\|[\s:|-]+\|/.test(rawText(block, source)) &&
    plainText(block) !== ""
  );
}
