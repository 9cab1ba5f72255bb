import { createConditions } from "../conditions.ts";
import type { AssertionStrength } from "../port.ts";
import { namesOf, rowsOf, valueOf } from "./rows.ts";
import { field, hasBelow, type Node, type Parse, walk } from "../tree-sitter.ts";

/** An assertion in test code: a macro of the family, or a branch that panics. */
export interface Assertion {
  /** The macro call, or the `if`. */
  readonly node: Node;
  readonly strength: AssertionStrength;
  /** What a macro is given, as expressions of a text of their own; null for a branch and where it does not parse. */
  readonly given: Given | null;
  /** How often it is made, in loops over rows that are written out. */
  readonly times: number;
}

const MOST_TIMES = 100;

export interface Given {
  readonly name: Node;
  readonly values: readonly Node[];
  /** Added to a position of `values` it is one of the file. */
  readonly offset: number;
}

const FAMILY = /^(?:debug_|prop_)?assert/;
const KNOWN = /^(?:debug_|prop_)?assert(?:_eq|_ne)?$/;
const PANICS = /^(?:panic|unreachable|todo|unimplemented)$/;

/** A call of a function, or a macro, that may assert for the test. */
interface Call {
  readonly name: string;
  readonly most: AssertionStrength;
}

export const assertionsIn = (parse: Parse, node: Node): Assertion[] => weighed(parse, node).found;

/** Every assertion below a node, in order. One that a way around it leads past, or that nobody waits for, pins down less. */
export function weighed(parse: Parse, node: Node): { found: Assertion[]; calls: Call[] } {
  const found: Assertion[] = [];
  const calls: Call[] = [];
  const names = namesOf(node);
  const waits = waitsForThreads(node);
  let times = 1;
  const add = (one: Pick<Assertion, "strength" | "given">, at: Node, most: AssertionStrength): void => {
    found.push({ ...one, node: at, strength: least(one.strength, most), times });
  };
  const visit = (one: Node, most: AssertionStrength): void => {
    if (one.type === "macro_invocation") {
      const name = macroName(one);
      const given = FAMILY.test(name) ? givenTo(parse, one) : null;
      if (FAMILY.test(name)) add({ strength: macroStrength(name, given?.values ?? [], names), given }, one, most);
      // What a macro of the project's own asserts is weighed by its call.
      if (FAMILY.test(name) && !KNOWN.test(name)) calls.push({ name: `${name}!`, most: 0 });
    } else if (one.type === "if_expression" && panicsAtOnce(field(one, "consequence"))) {
      const condition = field(one, "condition");
      const strength = condition === null || condition.type === "let_condition" ? 1 : refused(condition);
      add({ strength, given: null }, one, most);
    }
    const called = one.type === "call_expression" ? (field(one, "function")?.text ?? "") : "";
    const call = { name: /\w+$/.exec(called)?.[0] ?? "", most };
    if (call.name !== "") calls.push(...Array.from({ length: times }, () => call));
    const rows = one.type === "for_expression" ? rowsOf(field(one, "value") ?? one, names) : 1;
    const before = times;
    times = Math.min(MOST_TIMES, times * Math.max(1, rows ?? 1));
    const isApart = /(?:^|::)catch_unwind$/.test(called) || (/(?:^|::)spawn$/.test(called) && !waits);
    let limit = isApart ? least(1, most) : most;
    if (rows === null || one.type === "while_expression") limit = least(2, limit);
    for (const child of one.namedChildren) {
      visit(child, rows === 0 ? 0 : guards(one, child) ? least(2, limit) : limit);
      if (one.type === "block") limit = least(limit, after(child));
    }
    times = before;
  };
  visit(node, 3);
  return { found, calls };
}

/** What stands behind a condition is not always asked; what stands beside a panic is, or the test fails. */
const guards = (one: Node, child: Node): boolean =>
  one.type === "if_expression" && child.id !== field(one, "condition")?.id && !panicsAtOnce(field(one, "consequence"));

/** `worker.join().unwrap()`: what failed in a thread fails the test. */
function waitsForThreads(node: Node): boolean {
  return hasBelow(node, (one) => {
    // Of a macro only the words are known: `assert!(worker.join().is_ok())`.
    if (one.type === "macro_invocation") return /\.join\(\)\.(?:is_ok|unwrap|expect)\(/.test(one.text);
    const call = one.type === "call_expression" && /\.\s*join\(\)$/.test(one.text) ? one.parent : null;
    if (call?.type === "try_expression") return true;
    return call?.type === "field_expression" && /^(?:unwrap|expect)$/.test(field(call, "field")?.text ?? "");
  });
}

const LEAVES = /^(?:return|break|continue)_expression$/;

/** How much an assertion can say that follows a statement: nothing behind a way out, less behind one that may be taken. */
function after(statement: Node): AssertionStrength {
  const inner = statement.type === "expression_statement" ? statement.namedChildren[0] : statement;
  if (inner === undefined) return 3;
  if (LEAVES.test(inner.type)) return 0;
  const body = inner.type === "if_expression" ? field(inner, "consequence") : null;
  const last = body?.namedChildren.findLast((child) => !child.type.endsWith("comment"));
  const way = last?.type === "expression_statement" ? last.namedChildren[0] : last;
  return way !== undefined && LEAVES.test(way.type) && !/\b(?:\w*assert\w*|panic)!/.test(inner.text) ? 2 : 3;
}

const least = (a: AssertionStrength, b: AssertionStrength): AssertionStrength => (a < b ? a : b);

export const macroName = (node: Node): string => field(node, "macro")?.text.split("::").at(-1) ?? "";

function panicsAtOnce(block: Node | null): boolean {
  return (block?.namedChildren ?? []).some((statement) => {
    const call = statement.type === "expression_statement" ? statement.namedChildren[0] : statement;
    return call?.type === "macro_invocation" && PANICS.test(macroName(call));
  });
}

const BEFORE = "fn f(){g(";

/** A macro is given tokens; what they would be as the arguments of a function is what nearly every one makes of them. */
function givenTo(parse: Parse, macro: Node): Given | null {
  const name = field(macro, "macro");
  const tokens = macro.namedChildren.find((child) => child.type === "token_tree");
  if (name === null || tokens === undefined) return null;
  const inside = tokens.text.slice(1, -1);
  const parsed = parse("", `${BEFORE}${inside});}`);
  let values: Node[] | null = null;
  if (parsed !== null)
    walk(parsed.root, (node) => {
      if (values === null && node.type === "arguments")
        values = node.namedChildren.filter((child) => !child.type.endsWith("comment"));
      return values === null;
    });
  return values === null ? null : { name, values, offset: tokens.startIndex + 1 - BEFORE.length };
}

function macroStrength(name: string, values: readonly Node[], names: ReadonlyMap<string, Node>): AssertionStrength {
  const [left, right] = values;
  const kind = name.replace(/^(?:debug_|prop_)/, "");
  if (kind === "assert") return left === undefined ? 2 : (exactness(left) ?? truth(left));
  if (left === undefined || right === undefined) return 2;
  if (kind === "assert_eq" || kind === "assert_ne") {
    if (isSame(left, right) || (isConstant(left) && isConstant(right))) return 0;
    // What the code itself says is right, and of a list that should hold something its length alone.
    if (isSame(valueOf(left, names), valueOf(right, names))) return 1;
    const isLength = [left, right].some(({ text }) => /\.(?:len|count)\(\)$/.test(text));
    return kind === "assert_eq" && !(isLength && ![left, right].some(({ text }) => text === "0")) ? 3 : 2;
  }
  return /^assert_(?:\w*eq|\w*snapshot)$/.test(kind) ? 3 : 2;
}

const { truth, refused, isSame, isConstant } = createConditions(
  /^(?:identifier|self|macro_invocation|field_expression|scoped_identifier)$/,
  ({ type, text }) => (type === "call_expression" && /\.(?:is_(?:some|none|ok|err|empty))\(\)$/.test(text) ? 1 : null),
);

/** `(got - want).abs() < 1e-9` is as exact as fractions are. */
export function isNear(condition: Node): boolean {
  const operator = condition.type === "binary_expression" ? field(condition, "operator")?.text : undefined;
  return /^<=?$/.test(operator ?? "") && (field(condition, "left")?.text ?? "").endsWith(".abs()");
}

/** A tolerance that is more is none. */
const COARSE = 0.1;

/** Of a condition that a macro of the language or a tolerance makes exact; null of others. */
function exactness(condition: Node): AssertionStrength | null {
  if (isNear(condition)) return Number.parseFloat(field(condition, "right")?.text ?? "") > COARSE ? 2 : 3;
  if (condition.type !== "macro_invocation" || macroName(condition) !== "matches") return null;
  const tokens = condition.namedChildren.find((child) => child.type === "token_tree")?.children ?? [];
  const pattern = tokens.slice(tokens.findIndex((child) => child?.text === ",") + 1, -1).map((child) => child?.text);
  if (/^(?:(?:Some|Ok|Err)\()?(?:_|\.\.)\)?,?$/.test(pattern.join(""))) return 1;
  return pattern.includes("if") || pattern.some((part) => part?.includes("|")) ? 2 : 3;
}
