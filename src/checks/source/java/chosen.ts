import { chosenRows, type Loop, type RowGrammar } from "../chosen-rows.ts";
import { field, hasBelow, type Node, parts, type Source, walk } from "../tree-sitter.ts";
import { returnsOf } from "./arguments.ts";
import { assertionsIn, isUnknown } from "./assertions.ts";
import { parametersOf } from "./bindings.ts";
import { annotationsOf, isTest, nameOf } from "./members.ts";
import { createAsked, createReceivers, modulesIn } from "./modules.ts";
import { type Names, namesIn } from "./names.ts";
import { givesRows, sourceMethods } from "./rows.ts";

/** Rows of the tests of a file that the code which they assert about chooses itself. */
export function chosenIn(source: Source): Node[] {
  const names = namesIn(source);
  const tests = names.nodes.filter((node) => node.type === "method_declaration" && isTest({ node }));
  if (tests.length === 0) return [];
  const grammar = grammarOf(names);
  return tests.flatMap((test) => chosenRows(test, grammar));
}

const LEAVES = /^(?:return|continue|break)_statement$/;
const PICKS = /^(?:filter|removeIf|takeWhile|dropWhile)$/;
const EQUALS = /^(?:equals|deepEquals)$/;
const HELPS = /^(?:check|expect|ensure|require)[A-Z]/;

function grammarOf(names: Names): RowGrammar {
  const modules = modulesIn(names);
  const askedBy = createAsked(names, modules, createReceivers(names, modules));
  const functions = (node: Node): Node[] => {
    if (node.type === "lambda_expression") return [node];
    const own = node.type === "method_invocation" ? names.methodOf(node) : null;
    if (own !== null) return [own];
    if (node.type !== "method_reference") return [];
    const name = parts(node).at(-1)?.text;
    return names.nodes.filter((one) => one.type === "method_declaration" && nameOf(one) === name);
  };
  const asserts = (node: Node, seen = new Set<number>()): boolean => {
    if (assertionsIn(node).length > 0) return true;
    return hasBelow(node, (one) => {
      if (one.type !== "method_invocation") return false;
      if (HELPS.test(nameOf(one)) || isUnknown(nameOf(one))) return true;
      const own = names.methodOf(one);
      return own !== null && !seen.has(own.id) && asserts(own, seen.add(own.id));
    });
  };
  return {
    loops: loopsIn,
    statements: (node) => (node.type === "block" ? parts(node) : null),
    branch: (statement) => {
      const [condition, inside] = [field(statement, "condition"), field(statement, "consequence")];
      if (statement.type === "if_statement" && condition !== null && inside !== null)
        return { condition, inside: statementsOf(inside), otherwise: field(statement, "alternative") };
      const [call] = statement.type === "expression_statement" ? parts(statement) : [];
      const assumed = call !== undefined && nameOf(call) === "assumeTrue" ? parts(field(call, "arguments")) : [];
      const asked = assumed.find(({ type }) => type !== "string_literal");
      return asked === undefined ? null : { condition: asked, inside: null, otherwise: null };
    },
    leaves: (statements) => LEAVES.test(statements.at(-1)?.type ?? ""),
    fails: ({ type, text }) =>
      type === "throw_statement" || (type === "expression_statement" && /^(?:\w+\.)*fail\s*\(/.test(text)),
    asserts: (node) => asserts(node),
    asked: (node) => askedBy(node).asked,
    given: (name) => names.givenTo(name).flatMap(({ value, isRow }) => (isRow ? [] : [value])),
    functions,
    parameters: (of) => parametersOf(of).map(({ text }) => text),
    returned: returnsOf,
    compared: (node) => {
      const [left, right] = [field(node, "left"), field(node, "right")];
      const operator = field(node, "operator")?.text ?? "";
      if (left !== null && right !== null && /^[!=]=$/.test(operator))
        return { sides: [left, right], isEqual: operator === "==" };
      if (node.type !== "method_invocation" || !EQUALS.test(nameOf(node))) return null;
      const [first, second] = parts(field(node, "arguments"));
      const other = second ?? field(node, "object");
      return first === undefined || other === null ? null : { sides: [first, other], isEqual: true };
    },
    picked: (call) => {
      const on = call.type === "method_invocation" && PICKS.test(nameOf(call)) ? field(call, "object") : null;
      const keeps = !/^(?:removeIf|dropWhile)$/.test(nameOf(call));
      return on === null ? null : { by: parts(field(call, "arguments")), keeps, of: [on] };
    },
    added: (call) => (call.type === "method_invocation" && nameOf(call) === "add" ? field(call, "object") : null),
  };
}

const statementsOf = (node: Node): Node[] => (node.type === "block" ? parts(node) : [node]);

function loopsIn(test: Node): Loop[] {
  const found: Loop[] = [];
  const add = (rows: readonly Node[], body: Node | null, names: readonly string[]): void => {
    if (body !== null) found.push({ rows, body, names });
  };
  const sources = annotationsOf(test).filter(({ name, node }) => givesRows(name, node));
  add(
    sources.flatMap(({ node }) => sourceMethods(node, test).flatMap(returnsOf)),
    field(test, "body"),
    parametersOf(test).map(({ text }) => text),
  );
  walk(test, (node) => {
    const rows = field(node, "value");
    if (node.type === "enhanced_for_statement" && rows !== null) add([rows], field(node, "body"), [nameOf(node)]);
    const counter = node.type === "for_statement" ? field(field(node, "init") ?? node, "declarator") : null;
    if (counter !== null) add([], field(node, "body"), [nameOf(counter)]);
    const call = node.type === "lambda_expression" && node.parent?.type === "argument_list" ? node.parent.parent : null;
    const on = call?.type === "method_invocation" ? field(call, "object") : null;
    if (on !== null)
      add(
        [on],
        field(node, "body"),
        parametersOf(node).map(({ text }) => text),
      );
  });
  return found;
}
