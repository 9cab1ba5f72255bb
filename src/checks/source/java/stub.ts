import { around, type Edit, insert, lineBreaks } from "../edits.ts";
import { field, hasBelow, type Node, parts } from "../tree-sitter.ts";
import { createTypedStubs, type StubMode } from "../typed-stubs.ts";
import { type Member, membersOf, nameOf, valueOf } from "./members.ts";
import { returned } from "./stub-value.ts";

export const { stubbed, withoutBodies } = createTypedStubs<Member>({
  members: membersOf,
  edits: (_, member, mode) => stubEdits(member, mode),
  defaults:
    /^(?:0(?:\.0)?[lLfF]?|false|""|null|(?:List|Set|Map)\.of\(\)|Optional\.empty\(\)|Collections\.empty\w+\(\)|new ArrayList<>\(\))$/,
});

function stubEdits(member: Member, mode: StubMode): Edit[] {
  const { node } = member;
  const body = field(node, "body");
  if (body === null) return mode === "mark" ? [] : valueEdits(valueOf(node), mode);
  if (parts(body).length === 0) return [];
  if (node.type === "method_declaration") return returnEdits(body.startIndex + 1, returned(member, mode), mode);
  if (node.type === "compact_constructor_declaration") return wrapped(body, mode);
  const [first] = parts(body);
  const calls = first?.type === "explicit_constructor_invocation" ? first : null;
  // What assigns a final field has to come to its end.
  const isNeeded = parts(body).some((one) => /^(?:this\.)?\w+\s*=[^=]/.test(one.text)) || assignsFinal(member, body);
  if (isNeeded || (calls !== null && parts(body).length === 1)) return [];
  return returnEdits(calls?.endIndex ?? body.startIndex + 1, "return;", mode);
}

/** Whether a constructor gives a final field its value, wherever it does. */
function assignsFinal({ types }: Member, body: Node): boolean {
  const fields = parts(field(types.at(-1) ?? body, "body")).filter(
    ({ type, text }) => type === "field_declaration" && /\bfinal\b/.test(text),
  );
  const blank = new Set(
    fields.flatMap((one) =>
      one.namedChildren
        .filter(({ type }) => type === "variable_declarator")
        .flatMap((declarator) => (field(declarator, "value") === null ? [nameOf(declarator)] : [])),
    ),
  );
  return hasBelow(
    body,
    (one) =>
      one.type === "assignment_expression" && blank.has((field(one, "left")?.text ?? "").replace(/^this\s*\.\s*/, "")),
  );
}

function returnEdits(at: number, statement: string | null, mode: StubMode): Edit[] {
  if (statement === null) return [];
  return [insert(at, ` if (${mode === "mark" ? "false" : "true"}) { ${statement} } `)];
}

/** The constructor of a record may not return. */
function wrapped(body: Node, mode: StubMode): Edit[] {
  const before = ` if (${mode === "mark" ? "true" : "false"}) { `;
  return around(body.startIndex + 1, body.endIndex - 1, before, " } ");
}

const ZEROS: Readonly<Record<string, readonly [string, string]>> = {
  decimal_integer_literal: ["0", "7"],
  hex_integer_literal: ["0", "7"],
  decimal_floating_point_literal: ["0.0", "7.5"],
  string_literal: ['""', '"baton stub"'],
  true: ["false", "false"],
  false: ["true", "true"],
};

/** Takes the content of a constant away where its type stays the same. */
function valueEdits(value: Node | null, mode: StubMode): Edit[] {
  const literal = value === null ? undefined : ZEROS[value.type];
  if (value === null || literal === undefined) return [];
  const suffix = value.type === "string_literal" ? "" : (/^[\d._]+([lLfFdD])$/.exec(value.text)?.[1] ?? "");
  const text = `${literal[mode === "zero" ? 0 : 1]}${suffix}`;
  return [{ start: value.startIndex, end: value.endIndex, text: text + lineBreaks(value.text) }];
}
