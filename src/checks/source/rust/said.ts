import type { SaidByTest } from "../port.ts";
import { field, type Node, parts, walk } from "../tree-sitter.ts";
import { answersIn } from "./answers.ts";
import { isNear } from "./assertions.ts";
import { attributePath } from "./items.ts";
import { looksThrough } from "./looks.ts";
import { pathOf } from "./origins.ts";
import type { Scope } from "./scope.ts";
import { isFunction } from "./shapes.ts";

/** A test or a helper, as it is read. */
export interface Saying {
  readonly node: Node;
  /** With rows in them. */
  readonly attributes: readonly Node[];
  readonly exact: readonly Node[];
  /** Calls of helpers with an exact assertion. */
  readonly calls: readonly Node[];
  readonly scope: Scope;
}

/** The constants and words of a test, of its rows, and of what the names in it are given. */
export function saidBy({ node, attributes, exact, calls, scope }: Saying): SaidByTest {
  const asserted = exact.map((one) => ({ one, subjects: subjectsOf(one, scope) }));
  const given = parts(field(node, "parameters")).filter(({ type }) => type === "attribute_item");
  const panics = attributes.filter((one) => attributePath(one) === "should_panic");
  const rows = exact.length > 0 || calls.length > 0 ? [...attributes, ...given] : panics;
  const pinned = read([...asserted.flatMap(({ subjects }) => subjects), ...calls, ...rows], scope, "values");
  const all = read([node, ...attributes], scope, "functions");
  const { isAnswer } = answersIn(scope);
  const looking = calls
    .map((one) => ({ one, subjects: parts(field(one, "arguments")) }))
    .filter(({ subjects }) => subjects.some(isAnswer));
  return {
    pinned: distinct(pinned.constants),
    constants: distinct(all.constants),
    words: distinct(all.words),
    asked: distinct(pinned.uses),
    uses: distinct(all.uses),
    through: [...asserted, ...looking].map(({ one, subjects }) => looksThrough(one, subjects, scope)),
  };
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

/** Both sides, or the condition; what is told when it fails is beside it. */
function subjectsOf(assertion: Node, scope: Scope): Node[] {
  if (assertion.type === "macro_invocation") return [assertion];
  if (assertion.type === "if_expression") return parts(assertion).slice(0, 1);
  return parts(field(assertion, "arguments")).slice(0, Math.min(2, shownFrom(scope.macro(assertion))));
}

const MACROS = /^(?:debug_|prop_)?assert(?:_eq|_ne)?$/;
const TELLS = /^(?:panic|unreachable|todo|unimplemented|e?print(?:ln)?|trace|debug|info|warn|error)$/;

/** From which argument on a macro only tells what it failed over. */
function shownFrom(macro: string | null): number {
  if (macro === null) return Infinity;
  if (TELLS.test(macro)) return 0;
  return MACROS.test(macro) ? (/_(?:eq|ne)$/.test(macro) ? 2 : 1) : Infinity;
}

/** A macro of the project's own that asserts. */
const assertsForItself = (macro: string | null): boolean =>
  macro !== null && /^(?:debug_|prop_)?assert/.test(macro) && !MACROS.test(macro);

interface Told {
  readonly constants: string[];
  readonly words: string[];
  readonly uses: string[];
}

/** Reads nodes and what the names in them are given: in an assertion values alone, since how a function prepares them may change. */
function read(roots: readonly Node[], scope: Scope, into: "values" | "functions"): Told {
  const told: Told = { constants: [], words: [], uses: [] };
  const entered = new Set<number>();
  const pending = [...roots];
  const name = (text: string, at: number): void => {
    for (const { value } of scope.given(text, at)) if (into === "functions" || !isFunction(value)) pending.push(value);
  };
  const visit = (node: Node): void => {
    if (entered.has(node.id) || node.type.endsWith("comment")) return;
    entered.add(node.id);
    const text = writtenOut(node, scope);
    if (text !== null) told.constants.push(...wordsOf(text));
    if (text !== null) return;
    told.constants.push(...constantsAt(node, scope));
    told.words.push(...wordsAt(node));
    if (node.type === "identifier") name(node.text, node.startIndex);
    if (node.type.endsWith("string_literal")) for (const one of namesInText(node, scope)) name(one, node.startIndex);
    const callee = calleeAt(node, scope);
    if (callee !== null) told.uses.push(...scope.asked(pathOf(callee), callee.startIndex));
    for (const child of insideOf(node, scope, into)) visit(child);
  };
  for (let root = pending.pop(); root !== undefined; root = pending.pop()) visit(root);
  return told;
}

function insideOf(node: Node, scope: Scope, into: "values" | "functions"): readonly Node[] {
  if (node.type === "index_expression" && into === "values") {
    const [of, index] = parts(node);
    return [of, /"/.test(index?.text ?? "") ? index : undefined].filter((one) => one !== undefined);
  }
  // How often is counted, how near is near enough is weighed.
  if (node.type === "range_expression" && into === "values" && isLooped(node)) return [];
  if (node.type === "binary_expression" && into === "values" && isNear(node)) return parts(node).slice(0, 1);
  if (node.type === "field_expression") {
    const [value, name] = [field(node, "value"), field(node, "field")];
    return [value, name?.type === "field_identifier" ? name : null].filter((one) => one !== null);
  }
  if (node.type === "token_tree" && node.parent?.type === "attribute") return rowIn(node);
  if (node.type !== "call_expression") return node.namedChildren;
  const callee = field(node, "function");
  const isTold = callee?.type === "field_expression" && /^expect(?:_err)?$/.test(field(callee, "field")?.text ?? "");
  const args = parts(field(node, "arguments")).slice(0, isTold ? 0 : shownFrom(scope.macro(node)));
  return callee === null ? args : [callee, ...args];
}

/** `for at in (0..500).rev()` */
function isLooped(range: Node): boolean {
  let node = range;
  while (/^(?:call|field|parenthesized)_expression$/.test(node.parent?.type ?? "")) node = node.parent ?? node;
  return node.parent?.type === "for_expression" && field(node.parent, "value")?.id === node.id;
}

/** Of `#[test_case(1, 2 => 3; "a name")]` all but the name. */
function rowIn(tokens: Node): readonly Node[] {
  const named = tokens.children.find((child) => child?.text === ";");
  return tokens.namedChildren.filter(
    ({ startIndex }) => named === undefined || named === null || startIndex < named.startIndex,
  );
}

function calleeAt(node: Node, scope: Scope): Node | null {
  if (node.type === "call_expression") return scope.macro(node) === null ? field(node, "function") : null;
  const isToken = node.type === "identifier" && node.parent?.type === "token_tree";
  return isToken && node.nextSibling?.type === "token_tree" && node.nextSibling.text.startsWith("(") ? node : null;
}

const PUT_TOGETHER = /^(?:format|write|writeln|format_args)$/;

/** The macro that puts a text together, of which the literal is the pattern. */
const isPattern = (literal: Node, scope: Scope): boolean =>
  literal.parent?.type === "arguments" && PUT_TOGETHER.test(scope.macro(literal.parent.parent ?? literal) ?? "");

const PLACE = /\{\s*([a-z_]\w*)?[^{}]*\}/g;

/** `format!("a{}", 1)`, which is `"a1"`; null where a part of the text is not written there. */
function writtenOut(call: Node, scope: Scope): string | null {
  const [pattern, ...values] = call.type === "call_expression" ? parts(field(call, "arguments")) : [];
  if (scope.macro(call) !== "format" || pattern?.type !== "string_literal") return null;
  const written = (nodes: readonly Node[]): string | null => {
    const [only, more] = nodes;
    return only !== undefined && more === undefined && WRITTEN.test(only.type)
      ? only.text.replaceAll(/^"|"$/g, "")
      : null;
  };
  const named = (name: string): string | null => written(scope.given(name, call.startIndex).map(({ value }) => value));
  const left = values.map((one) => (one.type === "identifier" ? named(one.text) : written([one])));
  let isWhole = true;
  const text = pattern.text.slice(1, -1).replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const piece = name === "" ? left.shift() : named(name);
    isWhole &&= typeof piece === "string";
    return piece ?? "";
  });
  return isWhole && left.length === 0 && !/[{}]/.test(text) ? text : null;
}

const WRITTEN = /^(?:integer|string)_literal$/;

const namesInText = (literal: Node, scope: Scope): string[] =>
  isPattern(literal, scope) ? [...literal.text.matchAll(PLACE)].flatMap(([, name]) => name ?? []) : [];

/** Numbers, the words of texts, and variants: how a text is put together may change. */
function constantsAt(node: Node, scope: Scope): string[] {
  switch (node.type) {
    case "integer_literal":
      return [wholeNumber(node.text.replaceAll("_", "").replace(/[iu](?:\d+|size)$/, ""))];
    case "float_literal":
      return [String(Number(node.text.replaceAll("_", "").replace(/f\d+$/, "")))];
    case "char_literal":
      return wordsOf(node.text.replaceAll(/^b?'|'$/g, ""));
    case "string_literal":
    case "raw_string_literal": {
      const text = node.text.replaceAll(/^[bcr]*#*"|"#*$/g, "");
      return wordsOf(isPattern(node, scope) ? text.replaceAll(PLACE, " ") : text);
    }
    case "scoped_identifier":
      return isVariant(node) ? [pathOf(node).at(-1) ?? ""] : [];
    case "identifier":
      return VARIANT.test(node.text) && node.parent?.type !== "scoped_identifier" && !isMade(node) ? [node.text] : [];
    default:
      return [];
  }
}

/** In whatever base; what is no number, as a macro may take one, as it is written. */
const wholeNumber = (text: string): string =>
  /^(?:\d+|0b[01]+|0o[0-7]+|0x[\da-f]+)$/i.test(text) ? String(BigInt(text)) : text;

const VARIANT = /^(?!(?:Some|Ok|Err|None)$)[A-Z]\w*[a-z]\w*$/;
const isMade = (name: Node): boolean =>
  name.parent?.type === "call_expression" || name.nextSibling?.type === "token_tree";

/** `CartError::Negative`, `Shape::Circle(1)` */
function isVariant(node: Node): boolean {
  const [type = "", name = ""] = pathOf(node).slice(-2);
  return VARIANT.test(name) && /^[A-Z]/.test(type);
}

function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/\\(?:u\{[^}]*\}|x[0-9a-fA-F]{2}|[nrt0])/g, " ");
  const found = plain.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return found.length > 0 || text.trim() === "" ? found : [text];
}

function wordsAt(node: Node): string[] {
  if (node.type === "field_expression") return [`.${field(node, "field")?.text ?? ""}`];
  if (/^(?:shorthand_field_|field_|type_)?identifier$/.test(node.type)) return [node.text];
  return /^(?:binary_expression|compound_assignment_expr)$/.test(node.type)
    ? [field(node, "operator")?.text ?? ""]
    : [];
}

/** Calls in a function of helpers that assert: by their names, or by what is known of the file's. */
export function helpedBy(node: Node, scope: Scope, asserting: ReadonlySet<string>): Node[] {
  const found: Node[] = [];
  walk(node, (one) => {
    if (one.type !== "call_expression") return;
    const macro = scope.macro(one);
    const callee = field(one, "function");
    const name = /\w+$/.exec(callee?.text ?? "")?.[0] ?? "";
    const isHelper =
      asserting.has(name) ||
      (/^(?:assert|check|verify|expect)_\w/.test(name) && one.parent?.type === "expression_statement");
    if (macro === null ? isHelper : assertsForItself(macro)) found.push(one);
  });
  return found;
}
