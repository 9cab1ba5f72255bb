import type { AssertionStrength } from "./port.ts";
import { field, hasBelow, type Node, normalised } from "./tree-sitter.ts";

/** How much it says that a condition holds, or that it does not: the same in every language but for its names and calls. */
export interface Conditions {
  readonly truth: (node: Node) => AssertionStrength;
  /** The branch that the condition guards fails the test. */
  readonly refused: (node: Node) => AssertionStrength;
  readonly isSame: (left: Node, right: Node) => boolean;
  /** Says the same whatever the code does: nothing in it is a name. */
  readonly isConstant: (node: Node) => boolean;
}

/** `names`: types of nodes that stand for a value of the code. `call`: how much one says; null: it is no call. */
export function createConditions(names: RegExp, call: (node: Node) => AssertionStrength | null): Conditions {
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
      if (ORDERS.test(operator) && saysSome(left, right)) return 1;
      return operator === "==" ? 3 : 2;
    }
    return call(node) ?? 2;
  }

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
    if (ORDERS.test(operator) && saysSome(left, right)) return 1;
    return operator === "!=" ? 3 : operator === "==" ? 1 : 2;
  }

  const isConstant = (node: Node): boolean => !hasBelow(node, ({ type }) => names.test(type));

  return { truth, refused, isSame, isConstant };
}

const ORDERS = /^[<>]=?$/;
/** `list.size() >= 0`, `names.len() > 0`: that there is something, or not even that. */
const saysSome = (left: Node, right: Node): boolean =>
  [left, right].some(isSize) && [left, right].some(({ text }) => text === "0" || text === "1");
const isSize = (node: Node): boolean =>
  /call_expression|invocation$/.test(node.type) && /\b(?:size|length|count|len)\s*\(\s*\)$/.test(node.text);

const isSame = (left: Node, right: Node): boolean => normalised(left) === normalised(right);
const atMost = (a: AssertionStrength, b: AssertionStrength): AssertionStrength => (a < b ? a : b);
const atLeast = (a: AssertionStrength, b: AssertionStrength): AssertionStrength => (a > b ? a : b);
