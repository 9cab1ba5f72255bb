import { chosenRows, type Loop, type RowGrammar } from "../chosen-rows.ts";
import { field, hasBelow, type Node, type Parse, parts, type Source, walk } from "../tree-sitter.ts";
import { rustItems } from "./items.ts";
import { pathOf } from "./origins.ts";
import { boundByRows } from "./patterns.ts";
import { type Scope, scopesIn } from "./scope.ts";
import { calleeOf, handedBack, isFunction, parametersOf } from "./shapes.ts";

/** Rows of the tests of a file that the code which they assert about chooses itself. */
export function chosenIn(parse: Parse, source: Source): Node[] {
  const { items } = rustItems(source);
  const tests = items.filter(({ node, inTests }) => inTests && node.type === "function_item");
  if (tests.length === 0) return [];
  const file = scopesIn(parse, source);
  const starts = new Set(tests.map(({ node }) => node.startIndex));
  const found: Node[] = [];
  walk(file.root, (node) => {
    if (node.type === "function_item" && starts.has(node.startIndex))
      found.push(...chosenRows(node, grammarOf(file.of(node))));
  });
  return found;
}

const ASSERTS = /^(?:debug_|prop_)?assert|^panic$/;
const HELPS = /^(?:assert|check|verify|expect)_/;
const LEAVES = /^(?:return|continue|break)_expression$/;
const PICKS = /^(?:filter|retain|take_while|skip_while)$/;

function grammarOf(scope: Scope): RowGrammar {
  const nameOf = (call: Node): string => {
    const callee = calleeOf(call);
    return (callee?.type === "field_expression" ? field(callee, "field")?.text : pathOf(callee).at(-1)) ?? "";
  };
  const isAssertion = (node: Node): boolean =>
    node.type === "call_expression" && (ASSERTS.test(scope.macro(node) ?? "") || HELPS.test(nameOf(node)));
  const given = (name: Node): Node[] =>
    scope.given(name.text, name.startIndex).flatMap(({ value }) => (isRow(value) ? [] : [value]));
  const functions = (node: Node): Node[] => {
    if (node.type === "closure_expression") return [node];
    if (node.type === "call_expression" && scope.macro(node) === null) return scope.called(node);
    return [];
  };
  return {
    loops: (unit) => loopsIn(unit),
    statements: (node) => (node.type === "block" ? parts(node) : null),
    branch: (statement) => {
      const inner = innerOf(statement);
      const [condition, inside] = [field(inner, "condition"), field(inner, "consequence")];
      if (inner.type !== "if_expression" || condition === null || inside === null) return null;
      return { condition, inside: parts(inside), otherwise: field(inner, "alternative") };
    },
    leaves: (statements) => LEAVES.test(innerOf(statements.at(-1))?.type ?? ""),
    fails: (statement) => scope.macro(innerOf(statement)) === "panic",
    asserts: (node) =>
      hasBelow(
        node,
        (one) => isAssertion(one) || functions(one).some((own) => own.id !== node.id && hasBelow(own, isAssertion)),
      ),
    asked: (node) => {
      const isCall = node.type === "call_expression" && scope.macro(node) === null;
      return isCall ? scope.asked(pathOf(calleeOf(node)), node.startIndex) : [];
    },
    given,
    functions,
    parameters: (of) => parametersOf(of).flatMap((one) => boundByRows(one, one).map(({ name }) => name)),
    returned: handedBack,
    compared: (node) => {
      const [left, right] = [field(node, "left"), field(node, "right")];
      const operator = field(node, "operator")?.text ?? "";
      return left !== null && right !== null && /^[!=]=$/.test(operator)
        ? { sides: [left, right], isEqual: operator === "==" }
        : null;
    },
    picked: (call) => {
      const callee = call.type === "call_expression" ? calleeOf(call) : null;
      const on = callee?.type === "field_expression" ? field(callee, "value") : null;
      if (on === null || !PICKS.test(nameOf(call))) return null;
      return { by: parts(field(call, "arguments")), keeps: nameOf(call) !== "skip_while", of: [on] };
    },
    added: (call) => {
      const callee = call.type === "call_expression" ? calleeOf(call) : null;
      return callee?.type === "field_expression" && nameOf(call) === "push" ? field(callee, "value") : null;
    },
  };
}

const innerOf = <T extends Node | undefined>(statement: T): T | Node =>
  statement?.type === "expression_statement" ? (parts(statement)[0] ?? statement) : statement;

/** What a loop or a closure goes through. */
const isRow = ({ id, parent }: Node): boolean =>
  parent?.type === "field_expression" || (parent?.type === "for_expression" && field(parent, "value")?.id === id);

const namesIn = (pattern: Node): string[] => boundByRows(pattern, pattern).map(({ name }) => name);

function loopsIn(unit: Node): Loop[] {
  const found: Loop[] = [];
  const add = (rows: Node[], body: Node | null, patterns: readonly Node[]): void => {
    if (body !== null) found.push({ rows, body, names: patterns.flatMap(namesIn) });
  };
  add([], field(unit, "body"), parametersOf(unit));
  walk(unit, (node) => {
    const [rows, pattern] = [field(node, "value"), field(node, "pattern")];
    if (node.type === "for_expression" && rows !== null && pattern !== null)
      add([rows], field(node, "body"), [pattern]);
    const call = node.type === "closure_expression" && node.parent?.type === "arguments" ? node.parent.parent : null;
    const callee = call === null ? null : calleeOf(call);
    const on = callee?.type === "field_expression" ? field(callee, "value") : null;
    if (on !== null) add([on], field(node, "body"), parametersOf(node));
  });
  return found.filter(({ body }) => !isFunction(body));
}
