import { around, type Edit, insert, lineBreaks } from "../edits.ts";
import { field, hasBelow, type Node, type Source } from "../tree-sitter.ts";
import { createTypedStubs, type StubMode } from "../typed-stubs.ts";
import { type RustItem, rustItems } from "./items.ts";
import { createValues, iteratorFor } from "./stub-value.ts";

export const { stubbed, withoutBodies } = createTypedStubs<RustItem>({
  members: (source) => rustItems(source).items.filter(({ inTests }) => !inTests),
  edits: (source, item, mode) => {
    const around = mode === "mark" ? null : iteratorEdits(source, item, mode);
    const edit = around === null ? stubEdit(source, item, mode) : null;
    return around ?? (edit === null ? [] : [edit]);
  },
  defaults:
    /^(?:0(?:\.0)?|false|""|None|Ok\(\(\)\)|\(\)|(?:Vec|String|HashMap)::new\(\)|Default::default\(\)|Self::default\(\))$/,
});

/**
 * Some iterator is one type: another one takes the old body's place, which stays where nobody runs it, known by what it gives. One that
 * returns early cannot be told so.
 */
function iteratorEdits(source: Source, { node }: RustItem, mode: StubMode): Edit[] | null {
  const body = field(node, "body");
  const made = body === null || returnsEarly(body) ? null : iteratorFor(source, node, mode);
  if (body === null || made === null) return null;
  return around(
    body.startIndex + 1,
    body.endIndex - 1,
    " extern crate core as baton_core; let _ = move || baton_core::iter::Iterator::map({",
    ` }, |_: ${made.item}| ()); ${made.answer} `,
  );
}

const returnsEarly = (body: Node): boolean =>
  hasBelow(
    body,
    ({ type }) => type === "return_expression",
    ({ type }) => type !== "closure_expression",
  );

function stubEdit(source: Source, { node }: RustItem, mode: StubMode): Edit | null {
  const body = field(node, "body");
  if (body === null) return mode === "mark" ? null : valueEdit(field(node, "value"), mode);
  if (body.namedChildren.every((child) => child.type.endsWith("comment"))) return null;
  const returned = createValues(source, node)(mode);
  if (returned === null) return null;
  return insert(body.startIndex + 1, ` if ${mode === "mark" ? "false" : "true"} { ${returned} } `);
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
