import type * as t from "@babel/types";
import { assertionsIn } from "../assertions.ts";
import { memberName } from "../constants.ts";
import type { Source } from "../parse.ts";
import type { Scope } from "../registrations.ts";
import type { Detector } from "../signals.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";

/** What makes doubles of vitest, jest, sinon and node:test forget their calls. */
const CLEARS = new Set(["mockClear", "mockReset", "clearAllMocks", "resetAllMocks", "resetHistory", "resetCalls"]);
const CALLS =
  /\b(?:toHaveBeenCalled\w*|toBeCalled\w*|toHaveBeenCalledTimes|toHaveReturned\w*|callCount|called|notCalled|calledOnce|mock\.(?:calls|results))\b/;
const NONE: ReadonlyMap<string, Node> = new Map();

/** `spy.mockClear(); expect(spy).not.toHaveBeenCalled()`: with nothing in between, that says of no code what it does. */
export const clearedDouble =
  (clearing: ReadonlySet<string>): Detector =>
  (node, scope) => {
    if (node.type !== "BlockStatement") return null;
    let isCleared = false;
    for (const statement of node.body) {
      if (isClear(statement, clearing)) isCleared = true;
      // To read or set a member may call it as well.
      else if (!isCount(statement, scope)) isCleared = false;
      else if (isCleared) return statement;
    }
    return null;
  };

/** Functions whose last word is that doubles forget: tests call them by name, also in other files. */
export function clearingFunctions({ nodes, parents }: Source): string[] {
  return nodes.flatMap((node) => {
    if (!isFunction(node)) return [];
    const last = node.body.type === "BlockStatement" ? node.body.body.at(-1) : node.body;
    return last !== undefined && isClear(last, new Set()) ? nameOf(node, parents.get(node)) : [];
  });
}

function nameOf(node: Node, owner: Node | undefined): string[] {
  if (node.type === "FunctionDeclaration") return node.id ? [node.id.name] : [];
  if (owner?.type === "VariableDeclarator") return owner.id.type === "Identifier" ? [owner.id.name] : [];
  if (owner?.type === "ObjectProperty") return owner.key.type === "Identifier" ? [owner.key.name] : [];
  return node.type === "ObjectMethod" && node.key.type === "Identifier" ? [node.key.name] : [];
}

function isClear(statement: Node, clearing: ReadonlySet<string>): boolean {
  const call = unwrap(withoutAwait(statement.type === "ExpressionStatement" ? statement.expression : statement));
  if (!isCall(call)) return false;
  const callee = unwrap(call.callee);
  if (isMember(callee)) return CLEARS.has(memberName(callee) ?? "");
  return callee.type === "Identifier" && clearing.has(callee.name);
}

const withoutAwait = (node: Node): Node => (node.type === "AwaitExpression" ? node.argument : node);

/** An assertion that asks how often a double was called, and calls nothing else. */
const isCount = (statement: t.Statement, scope: Scope): boolean =>
  assertionsIn(statement, scope, NONE).length > 0 &&
  CALLS.test(scope.source.textOf(statement)) &&
  !acts(statement, scope);

function acts(statement: t.Statement, scope: Scope): boolean {
  const own = new Set<Node>();
  for (const { node } of assertionsIn(statement, scope, NONE)) own.add(node);
  return descendants(statement).some(
    (one) => isFunction(one) || one.type === "AwaitExpression" || (isCall(one) && isProject(one, own, scope)),
  );
}

/** Not the assertion, its `expect(…)`, or what tells how often a double was called. */
const isProject = (call: Node, own: ReadonlySet<Node>, { source }: Scope): boolean =>
  !own.has(call) &&
  !/(?:^|\.)(?:expect|callCount|getCall|getCalls|assert\w*)$|^(?:expect|assert)\b/.test(
    isCall(call) ? source.textOf(call.callee) : "",
  );
