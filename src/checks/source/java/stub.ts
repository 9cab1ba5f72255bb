import { applyEdits, type Edit, lineBreaks } from "../edits.ts";
import type { ChangedSource, MutatedSource, StubbedSource, StubValue } from "../port.ts";
import { type BothSources, field, line, type Node, normalised, type Parse, parts, readBoth } from "../tree-sitter.ts";
import { type Member, membersOf, valueOf } from "./members.ts";
import { returned, type StubMode } from "./stub-value.ts";

/**
 * Lets every changed body return at once. The old body stays behind the return, so that no import becomes unused, no
 * exception undeclared, and no line moves.
 */
export function stubbed(parse: Parse, file: ChangedSource, value: StubValue | "mark"): StubbedSource[] {
  const mode = value === "mark" ? value : MODES[value];
  const both = mode === undefined ? null : readBoth(parse, file);
  if (mode === undefined || both === null) return [];
  const made = changedMembers(both).flatMap((member) => {
    const edits = stubEdits(member, mode);
    return edits.length === 0 ? [] : [{ name: member.name, edits }];
  });
  const { text } = applyEdits(
    file.head,
    made.flatMap(({ edits }) => edits),
  );
  return [{ path: file.path, text, symbols: made.map(({ name }) => name).toSorted() }];
}

/** A typed language has its default values, and one other value of each type that can be told. */
const MODES: Partial<Record<StubValue, StubMode>> = { undefined: "zero", proxy: "other" };

/** One file a changed method that returns a default at once. A body that does no more is left out. */
export function withoutBodies(parse: Parse, file: ChangedSource): MutatedSource[] {
  const both = readBoth(parse, file);
  if (both === null) return [];
  return changedMembers(both).flatMap((member): MutatedSource[] => {
    const body = field(member.node, "body");
    const edits = body === null || returnsDefault(body) ? [] : stubEdits(member, "zero");
    if (edits.length === 0 || body === null) return [];
    const { text } = applyEdits(file.head, edits);
    return [{ path: file.path, text, symbol: member.name, line: line(body), end_line: body.endPosition.row + 1 }];
  });
}

/** Members of head that base has not, or has in other words. */
function changedMembers({ base, head }: BothSources): Member[] {
  const known = new Map(base === null ? [] : membersOf(base).map(({ name, node }) => [name, normalised(node)]));
  return membersOf(head).filter(({ name, node }) => known.get(name) !== normalised(node));
}

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
  const isNeeded = parts(body).some((one) => /^(?:this\.)?\w+\s*=[^=]/.test(one.text));
  if (isNeeded || (calls !== null && parts(body).length === 1)) return [];
  return returnEdits(calls?.endIndex ?? body.startIndex + 1, "return;", mode);
}

function returnEdits(at: number, statement: string | null, mode: StubMode): Edit[] {
  if (statement === null) return [];
  return [{ start: at, end: at, text: ` if (${mode === "mark" ? "false" : "true"}) { ${statement} } ` }];
}

/** The constructor of a record may not return. */
function wrapped(body: Node, mode: StubMode): Edit[] {
  const [start, end] = [body.startIndex + 1, body.endIndex - 1];
  return [
    { start, end: start, text: ` if (${mode === "mark" ? "true" : "false"}) { ` },
    { start: end, end, text: " } " },
  ];
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

const DEFAULTS =
  /^(?:0(?:\.0)?[lLfF]?|false|""|null|(?:List|Set|Map)\.of\(\)|Optional\.empty\(\)|Collections\.empty\w+\(\)|new ArrayList<>\(\))$/;

function returnsDefault(body: Node): boolean {
  const [only, ...more] = parts(body);
  return only === undefined || (more.length === 0 && DEFAULTS.test(only.text.replaceAll(/^return\s+|;$/g, "")));
}
