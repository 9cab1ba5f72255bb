import { applyEdits, type Edit, lineBreaks } from "../edits.ts";
import type { ChangedSource, MutatedSource, StubbedSource, StubValue } from "../port.ts";
import { type RustItem, rustItems } from "./items.ts";
import {
  type BothSources,
  field,
  line,
  type Node,
  normalised,
  type Parse,
  readBoth,
  type Source,
} from "../tree-sitter.ts";
import { createValues, type StubMode } from "./stub-value.ts";

/**
 * Lets every changed body return at once. The old body stays behind the return, so that no import and no name becomes
 * unused, no type has to be guessed, and no line moves. What tests alone compile stays as it is.
 */
export function stubbed(parse: Parse, file: ChangedSource, value: StubValue | "mark"): StubbedSource[] {
  const mode = value === "mark" ? value : MODES[value];
  const sources = mode === undefined ? null : readBoth(parse, file);
  if (mode === undefined || sources === null) return [];
  const made = changedItems(sources).flatMap((item) => {
    const edit = stubEdit(sources.head, item, mode);
    return edit === null ? [] : [{ name: item.name, edit }];
  });
  const { text } = applyEdits(
    file.head,
    made.map(({ edit }) => edit),
  );
  return [{ path: file.path, text, symbols: made.map(({ name }) => name).toSorted() }];
}

/** A typed language has its default values, and one other value of each type that can be told. */
const MODES: Partial<Record<StubValue, StubMode>> = { undefined: "zero", proxy: "other" };

/** One file a changed function that returns a default at once. A body that does no more is left out. */
export function withoutBodies(parse: Parse, file: ChangedSource): MutatedSource[] {
  const sources = readBoth(parse, file);
  if (sources === null) return [];
  return changedItems(sources).flatMap((item): MutatedSource[] => {
    const body = field(item.node, "body");
    const edit = body === null || returnsDefault(body) ? null : stubEdit(sources.head, item, "zero");
    if (edit === null || body === null) return [];
    const { text } = applyEdits(file.head, [edit]);
    return [{ path: file.path, text, symbol: item.name, line: line(body), end_line: body.endPosition.row + 1 }];
  });
}

/** Functions and constants of head that base has not, or has in other words. */
function changedItems({ base, head }: BothSources): RustItem[] {
  const known = new Map(base === null ? [] : rustItems(base).items.map(({ name, node }) => [name, normalised(node)]));
  return rustItems(head).items.filter(({ name, node, inTests }) => !inTests && known.get(name) !== normalised(node));
}

function stubEdit(source: Source, { node }: RustItem, mode: StubMode): Edit | null {
  const body = field(node, "body");
  if (body === null) return mode === "mark" ? null : valueEdit(field(node, "value"), mode);
  if (body.namedChildren.every((child) => child.type.endsWith("comment"))) return null;
  const returned = createValues(source, node)(mode);
  if (returned === null) return null;
  const at = body.startIndex + 1;
  return { start: at, end: at, text: ` if ${mode === "mark" ? "false" : "true"} { ${returned} } ` };
}

const ZEROS: Readonly<Record<string, readonly [string, string]>> = {
  integer_literal: ["0", "7"],
  float_literal: ["0.0", "7.5"],
  string_literal: ['""', '"baton stub"'],
  boolean_literal: ["false", "true"],
};

/** Takes the content of a constant away where its type stays the same. */
function valueEdit(value: Node | null, mode: StubMode): Edit | null {
  if (value === null) return null;
  const replaced = (start: number, end: number, text: string, old: string): Edit => ({
    start,
    end,
    text: text + lineBreaks(old),
  });
  const literal = ZEROS[value.type];
  if (literal !== undefined) {
    const suffix = /(?:[iu](?:\d+|size)|f\d+)$/.exec(value.text)?.[0] ?? "";
    const text = `${literal[mode === "zero" ? 0 : 1]}${/^(?:integer|float)/.test(value.type) ? suffix : ""}`;
    return replaced(value.startIndex, value.endIndex, text, value.text);
  }
  const list = value.type === "reference_expression" ? field(value, "value") : null;
  if (list?.type !== "array_expression" || list.namedChildCount === 0) return null;
  // A reference to an array has its length in its type unless it is a slice.
  const type = value.parent === null ? null : field(value.parent, "type");
  if (!/^&\s*(?:'static\s*)?\[[^;]*\]$/.test(type?.text ?? "")) return null;
  return replaced(list.startIndex, list.endIndex, "[]", list.text);
}

const DEFAULTS =
  /^(?:0(?:\.0)?|false|""|None|Ok\(\(\)\)|\(\)|(?:Vec|String|HashMap)::new\(\)|Default::default\(\)|Self::default\(\))$/;

function returnsDefault(body: Node): boolean {
  const [only, ...more] = body.namedChildren.filter((child) => !child.type.endsWith("comment"));
  return only === undefined || (more.length === 0 && DEFAULTS.test(only.text.replace(/^return\s+|;$/g, "")));
}
