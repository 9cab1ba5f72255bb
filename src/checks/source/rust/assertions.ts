import type { AssertionStrength } from "../port.ts";
import { field, type Node, normalised, type ParseRust, walk } from "./parse.ts";

/** An assertion in test code: a macro of the family, or a branch that panics. */
export interface Assertion {
  /** The macro call, or the `if`. */
  readonly node: Node;
  readonly strength: AssertionStrength;
  /** What a macro is given, as expressions of a text of their own; null for a branch and where it does not parse. */
  readonly given: Given | null;
}

export interface Given {
  readonly name: Node;
  readonly values: readonly Node[];
  /** Added to a position of `values` it is one of the file. */
  readonly offset: number;
}

const FAMILY = /^(?:debug_|prop_)?assert/;
const PANICS = /^(?:panic|unreachable|todo|unimplemented)$/;

/** Every assertion below a node, in order. */
export function assertionsIn(parse: ParseRust, node: Node): Assertion[] {
  const found: Assertion[] = [];
  walk(node, (one) => {
    if (one.type === "macro_invocation") {
      const name = macroName(one);
      if (FAMILY.test(name)) {
        const given = givenTo(parse, one);
        found.push({ node: one, strength: macroStrength(name, given?.values ?? []), given });
      }
    } else if (one.type === "if_expression" && panicsAtOnce(field(one, "consequence"))) {
      const condition = field(one, "condition");
      const strength = condition === null || condition.type === "let_condition" ? 1 : refused(condition);
      found.push({ node: one, strength, given: null });
    }
  });
  return found;
}

export const macroName = (node: Node): string => field(node, "macro")?.text.split("::").at(-1) ?? "";

function panicsAtOnce(block: Node | null): boolean {
  return (block?.namedChildren ?? []).some((statement) => {
    const call = statement.type === "expression_statement" ? statement.namedChildren[0] : statement;
    return call?.type === "macro_invocation" && PANICS.test(macroName(call));
  });
}

const BEFORE = "fn f(){g(";

/** A macro is given tokens; what they would be as the arguments of a function is what nearly every one makes of them. */
function givenTo(parse: ParseRust, macro: Node): Given | null {
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

function macroStrength(name: string, values: readonly Node[]): AssertionStrength {
  const [left, right] = values;
  const kind = name.replace(/^(?:debug_|prop_)/, "");
  if (kind === "assert") return left === undefined ? 2 : truth(left);
  if (left === undefined || right === undefined) return 2;
  if (kind === "assert_eq" || kind === "assert_ne") {
    if (isSame(left, right) || (isConstant(left) && isConstant(right))) return 0;
    return kind === "assert_eq" ? 3 : 2;
  }
  return /^assert_(?:\w*eq|\w*snapshot)$/.test(kind) ? 3 : 2;
}

/** How much it says that a condition holds. */
function truth(node: Node): AssertionStrength {
  if (node.type === "parenthesized_expression") return truth(node.namedChildren[0] ?? node);
  if (isConstant(node)) return 0;
  if (node.type === "identifier") return 1;
  if (node.type === "unary_expression") return atMost(2, truth(node.namedChildren[0] ?? node));
  if (node.type === "binary_expression") {
    const [left, right] = [field(node, "left"), field(node, "right")];
    if (left === null || right === null) return 2;
    const operator = field(node, "operator")?.text ?? "";
    if (operator === "&&") return atLeast(truth(left), truth(right));
    if (operator === "||") return atMost(truth(left), truth(right));
    if (isSame(left, right)) return 0;
    return operator === "==" ? 3 : 2;
  }
  return node.type === "call_expression" && /\.(?:is_(?:some|none|ok|err|empty))\(\)$/.test(node.text) ? 1 : 2;
}

/** How much it says that a condition does not hold: the branch that it guards fails the test. */
function refused(node: Node): AssertionStrength {
  if (node.type === "parenthesized_expression") return refused(node.namedChildren[0] ?? node);
  if (node.type === "unary_expression") return truth(node.namedChildren[0] ?? node);
  if (node.type !== "binary_expression") return atMost(2, truth(node));
  const [left, right] = [field(node, "left"), field(node, "right")];
  const operator = field(node, "operator")?.text ?? "";
  if (left === null || right === null) return 2;
  if (operator === "&&") return atMost(refused(left), refused(right));
  if (operator === "||") return atLeast(refused(left), refused(right));
  if (isSame(left, right)) return 0;
  return operator === "!=" ? 3 : operator === "==" ? 1 : 2;
}

const isSame = (left: Node, right: Node): boolean => normalised(left) === normalised(right);
const atMost = (a: AssertionStrength, b: AssertionStrength): AssertionStrength => (a < b ? a : b);
const atLeast = (a: AssertionStrength, b: AssertionStrength): AssertionStrength => (a > b ? a : b);

/** Says the same whatever the code does: nothing in it is a name. */
function isConstant(node: Node): boolean {
  let named = false;
  walk(node, (one) => {
    named ||= /^(?:identifier|self|macro_invocation|field_expression|scoped_identifier)$/.test(one.type);
    return !named;
  });
  return !named;
}
