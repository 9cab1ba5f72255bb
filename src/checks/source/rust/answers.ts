import { field, type Node, parts } from "../tree-sitter.ts";
import { HANDS_ON, MADE } from "./plain.ts";
import { pathOf } from "./origins.ts";
import type { Scope } from "./scope.ts";
import { branchesOf, calleeOf, capturedBy, handedBack, isFunction, tokensOf, valuesOf } from "./shapes.ts";

const ON_GIVEN = /^(?:min|max|swap|replace|take)$/;

export interface Answers {
  /** A call, or what one answered: what is written out has nothing to look away from. */
  readonly isAnswer: (node: Node) => boolean;
  /** Also what a helper is given from elsewhere. */
  readonly isAnswerOrGiven: (node: Node) => boolean;
}

export function answersIn(scope: Scope): Answers {
  const known = new Map<number, boolean>();

  function isAnswer(node: Node, seen = new Set<number>()): boolean {
    const before = known.get(node.id);
    if (before !== undefined) return before;
    if (seen.has(node.id)) return false;
    const isFirst = seen.size === 0;
    seen.add(node.id);
    const found = reaches(node, seen);
    // In a circle a part's answer is not known yet.
    if (found || isFirst) known.set(node.id, found);
    return found;
  }

  function reaches(node: Node, seen: Set<number>): boolean {
    const some = (nodes: readonly Node[]): boolean => nodes.some((one) => isAnswer(one, seen));
    switch (node.type) {
      case "identifier":
        return some(scope.given(node.text, node.startIndex).flatMap(({ value }) => (isFunction(value) ? [] : [value])));
      case "field_expression":
        return isAnswerOrGiven(field(node, "value") ?? node, seen);
      case "index_expression":
      case "type_cast_expression":
        return some(parts(node).slice(0, 1));
      case "call_expression":
        return callReaches(node, seen);
      case "macro_invocation":
        return some(tokensOf(node));
      case "struct_expression":
        return some(valuesOf(parts(field(node, "body"))));
      case "if_expression":
      case "match_expression":
        return some(branchesOf(node));
      case "block":
        return some(handedBack(node));
      default:
        return (HANDS_ON.test(node.type) || /^(?:unary|binary)_expression$/.test(node.type)) && some(parts(node));
    }
  }

  function callReaches(call: Node, seen: Set<number>): boolean {
    const args = parts(field(call, "arguments"));
    const some = (nodes: readonly Node[]): boolean => nodes.some((one) => isAnswer(one, seen));
    if (scope.macro(call) !== null)
      return (
        some(args) ||
        capturedBy(call).some((name) => some(scope.given(name, call.startIndex).map(({ value }) => value)))
      );
    const callee = calleeOf(call);
    if (callee?.type === "field_expression") return isAnswerOrGiven(field(callee, "value") ?? call, seen) || some(args);
    const called = scope.called(call);
    if (called.length > 0) return some([...called.flatMap(handedBack), ...args]);
    const path = pathOf(callee);
    const name = path.at(-1) ?? "";
    if (/^[A-Z]/.test(name) || ON_GIVEN.test(name)) return some(args);
    const isMade = MADE.test(name) && scope.asked(path, call.startIndex).length === 0;
    return !isMade || some(args);
  }

  function isAnswerOrGiven(node: Node, seen?: Set<number>): boolean {
    if (node.type === "self") return true;
    const isUnknown =
      node.type === "identifier" && /^[a-z]/.test(node.text) && scope.given(node.text, node.startIndex).length === 0;
    return isUnknown || isAnswer(node, seen);
  }

  return { isAnswer: (node) => isAnswer(node), isAnswerOrGiven: (node) => isAnswerOrGiven(node) };
}
