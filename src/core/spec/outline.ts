import { createDraft, directKeys, isKeyItem, itemDraft, listHoldsFeatures, readBlocks } from "./block.ts";
import type { Draft } from "./block.ts";
import type { Block, List } from "./markdown.ts";
import type { Section } from "./sections.ts";
import type { SpecCode } from "../../errors.ts";
import type { SpecProblem } from "./spec-feature.ts";
import { isContainer, isExplaining, partOf } from "./vocabulary.ts";

export interface Outline {
  readonly drafts: readonly Draft[];
  readonly problems: readonly SpecProblem[];
}

/** A section read as a feature; `weak` when it has neither list nor key, so that only its neighbours can tell. */
interface Found {
  readonly draft: Draft;
  readonly weak: boolean;
  readonly parent: Section | null;
  readonly depth: number;
}

interface Reading {
  readonly source: string;
  readonly problems: SpecProblem[];
}

/** Decides which headings or list items of the document are features, and reads them. */
export function outlineOf(document: Section, source: string): Outline {
  const reading: Reading = { source, problems: [] };
  const drafts = readDocument(document, reading);
  return { drafts, problems: reading.problems };
}

/** True for a section that says something of its own in lists or keys. */
export function holdsFeature(section: Section, source: string): boolean {
  return lists(section.own).length > 0 || directKeys(section.own, source).length > 0;
}

function readDocument(document: Section, reading: Reading): Draft[] {
  const wanted = wantedSections(document, reading);
  const containers = wanted.filter((section) => isContainer(section.title));
  if (wanted.length === 0) return readOwn(document, reading);
  const outside = directKeys(document.own, reading.source).find((entry) => entry.key === "test");
  if (outside !== undefined) {
    warn(
      reading,
      "KEY_OUTSIDE",
      outside.line,
      "Test: stands outside every feature and is not used; give each feature its own",
    );
  }
  const found = wanted.flatMap((section) => {
    if (containers.includes(section)) return readContainer(section, reading);
    if (containers.length === 0 || hasKeysBelow(section, reading)) return readSection(section, document, reading);
    const { title, line } = section;
    if (hasListBelow(section))
      warn(
        reading,
        "SECTION_NOT_READ",
        line,
        `"${title}" stands outside "${containers[0]?.title}" and is not read as a feature`,
      );
    return [];
  });
  const drafts = withoutWeak(found, reading);
  return drafts.length > 0 ? drafts : readOwn(document, reading);
}

function wantedSections(section: Section, reading: Reading): Section[] {
  return section.children.filter((child) => {
    const tested = directKeys(child.own, reading.source).some((entry) => entry.key === "test");
    const isPart = section.depth > 0 && partOf(child.title) === "acceptance";
    if (isContainer(child.title)) return true;
    if (!isPart && !isExplaining(child.title, tested)) return true;
    if (tested)
      warn(
        reading,
        "SECTION_NOT_READ",
        child.line,
        `"${child.title}" is read as explanation, not as a feature, though it has Test:; rename it if it is one`,
      );
    return false;
  });
}

/** A document without feature headings: its list items are the features, or the whole document is one. */
function readOwn(document: Section, reading: Reading): Draft[] {
  const tests = directKeys(document.own, reading.source).filter((entry) => entry.key === "test");
  const items = lists(document.own);
  const isOne =
    document.title !== "" && tests.length === 1 && !items.some((list) => listHoldsFeatures(list, reading.source));
  return isOne ? [sectionDraft(document, reading)] : readListFeatures(document.own, reading);
}

function readContainer(section: Section, reading: Reading): Found[] {
  const subs = wantedSections(section, reading);
  if (subs.length > 0) {
    return subs.flatMap((sub) =>
      isContainer(sub.title) ? readContainer(sub, reading) : readSection(sub, null, reading),
    );
  }
  const drafts = readListFeatures(section.own, reading);
  return drafts.map((draft) => ({ draft, weak: false, parent: null, depth: section.depth }));
}

function readSection(section: Section, parent: Section | null, reading: Reading): Found[] {
  const subs = section.children.filter((child) => partOf(child.title) === null);
  const own = directKeys(section.own, reading.source);
  const ownLists = lists(section.own);
  const one = (): Found[] => [
    { draft: sectionDraft(section, reading), weak: !isStrong(section, reading), parent, depth: section.depth },
  ];
  if (subs.length === 0) {
    const areItems = own.length === 0 && ownLists.some((list) => listHoldsFeatures(list, reading.source));
    if (!areItems) return one();
    const drafts = readListFeatures(section.own, reading);
    return drafts.map((draft) => ({ draft, weak: false, parent: section, depth: section.depth + 1 }));
  }
  const group = (): Found[] => subs.flatMap((sub) => readSection(sub, section, reading));
  const test = own.find((entry) => entry.key === "test");
  if (subs.some((sub) => hasTestBelow(sub, reading))) {
    if (test !== undefined)
      warn(
        reading,
        "KEY_OUTSIDE",
        test.line,
        `Test: of "${section.title}" is not used: the features are the headings below it, with their own`,
      );
    return group();
  }
  if (own.length > 0) return one();
  if (ownLists.length === 0 && subs.some((sub) => isStrong(sub, reading) || sub.children.length > 0)) return group();
  if (ownLists.length > 0 && subs.some((sub) => lists(sub.own).length > 0)) {
    warn(
      reading,
      "LEVEL_UNCLEAR",
      section.line,
      `"${section.title}" has a list and sub-headings with lists: read as one feature; give the sub-headings a Test: line if each is one`,
    );
  }
  return one();
}

function isStrong(section: Section, reading: Reading): boolean {
  const hasPart = section.children.some((child) => ["acceptance", "steps", "test"].includes(partOf(child.title) ?? ""));
  return hasPart || holdsFeature(section, reading.source);
}

function sectionDraft(section: Section, reading: Reading): Draft {
  const draft = createDraft(section.title, section.label, section.line);
  readBlocks(draft, section.own, reading.source, "steps");
  const readBelow = (child: Section): void => {
    const part = partOf(child.title) ?? "steps";
    if (part === "aside") return;
    readBlocks(draft, child.own, reading.source, part);
    child.children.forEach(readBelow);
  };
  section.children.forEach(readBelow);
  return draft;
}

/**
 * List items as features. Under a numbered list, what follows an item without being indented (a `Test:` line, bullets)
 * still belongs to it.
 */
function readListFeatures(blocks: readonly Block[], reading: Reading): Draft[] {
  const isNumbered = lists(blocks)[0]?.ordered === true;
  const drafts: Draft[] = [];
  for (const block of blocks) {
    const last = drafts.at(-1);
    if (block.type !== "list") {
      if (last !== undefined) readBlocks(last, [block], reading.source, "steps");
      continue;
    }
    if (isNumbered && block.ordered !== true && last !== undefined) {
      readBlocks(last, [block], reading.source, "steps");
      continue;
    }
    block.children.forEach((item, index) => {
      const above = drafts.at(-1);
      if (isKeyItem(item, reading.source)) {
        if (above !== undefined) readBlocks(above, [{ ...block, children: [item] }], reading.source, "steps");
        return;
      }
      const draft = itemDraft(item, block.ordered === true ? String((block.start ?? 1) + index) : null, reading.source);
      if (draft.description !== "") drafts.push(draft);
    });
  }
  return drafts;
}

/** Prose alone is a feature beside sections that are features, or where no section has more; else it is explanation. */
function withoutWeak(found: readonly Found[], reading: Reading): Draft[] {
  const strong = found.filter((one) => !one.weak);
  return found.flatMap((one) => {
    const isBeside =
      one.parent === null || strong.some((other) => other.parent === one.parent && other.depth === one.depth);
    if (!one.weak || isBeside || (strong.length === 0 && one.depth > 1)) return [one.draft];
    const { description, line } = one.draft;
    warn(
      reading,
      "SECTION_NOT_READ",
      line,
      `"${description}" has neither a list nor a Test: line and is not read as a feature`,
    );
    return [];
  });
}

function hasKeysBelow(section: Section, reading: Reading): boolean {
  if (directKeys(section.own, reading.source).length > 0) return true;
  if (lists(section.own).some((list) => listHoldsFeatures(list, reading.source))) return true;
  return section.children.some((child) => hasKeysBelow(child, reading));
}

function hasTestBelow(section: Section, reading: Reading): boolean {
  if (directKeys(section.own, reading.source).some((entry) => entry.key === "test")) return true;
  return section.children.some((child) => hasTestBelow(child, reading));
}

function hasListBelow(section: Section): boolean {
  return lists(section.own).length > 0 || section.children.some(hasListBelow);
}

function lists(blocks: readonly Block[]): List[] {
  return blocks.filter((block) => block.type === "list");
}

function warn(reading: Reading, code: SpecCode, line: number, message: string): void {
  reading.problems.push({ severity: "warning", code, line, message });
}
