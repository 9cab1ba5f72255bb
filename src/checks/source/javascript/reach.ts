import type { AssertionStrength } from "../port.ts";
import { type Assertion, assertionAt } from "./assertions.ts";
import { memberName } from "./constants.ts";
import type { Scope } from "./registrations.ts";
import { hearsOf, isPromised, swallowedAssertion, takersOf } from "./signals/swallow.ts";
import {
  type CallNode,
  descendants,
  type FunctionNode,
  isCall,
  isFunction,
  isMember,
  type Node,
  patternNames,
  startOf,
  unwrap,
} from "./tree.ts";

const LATER = /^(?:setTimeout|setImmediate|setInterval|queueMicrotask|nextTick|requestAnimationFrame)$/;
const FAILS = /^(?:fail|unreachable)$/;
const SKIPS = /^(?:skip|todo|pending|fixme)$/;
const PLANS = /\bassertions\(|\.plan\(/;

/**
 * The most that an assertion says where it stands: 3 where its test always comes to it and fails with it, 2 where a way leads past
 * it, 1 where nothing waits for it, 0 where its failure is caught. A loop leads past nothing: those of tests go over what they
 * were written for. `tops`: the bodies of tests, and functions that they call.
 */
export function mostAt(assertion: Assertion, tops: ReadonlySet<Node>, scope: Scope): AssertionStrength {
  const { parents } = scope.source;
  let most: AssertionStrength = isPromised(assertion, scope) ? mostOfPromise(assertion.node, scope) : 3;
  let node: Node = assertion.node;
  for (let parent = parents.get(node); parent !== undefined && !tops.has(node); parent = parents.get(parent)) {
    const here = mostIn(node, parent, scope);
    if (here < most) most = here;
    node = parent;
  }
  return most;
}

function mostIn(node: Node, parent: Node, scope: Scope): AssertionStrength {
  if (parent.type === "IfStatement" || parent.type === "ConditionalExpression")
    return node === parent.test || isElsewhere(node, parent, scope) ? 3 : 2;
  if (parent.type === "LogicalExpression") return node === parent.right ? 2 : 3;
  if (parent.type === "WhileStatement") return node === parent.body ? 2 : 3;
  if (parent.type === "SwitchCase") return 2;
  if (parent.type === "BlockStatement")
    return parent.body.some((one) => startOf(one) < startOf(node) && leaves(one)) ? 2 : 3;
  if (parent.type === "TryStatement")
    return node === parent.block && swallowedAssertion(parent, scope) !== null ? 0 : 3;
  if (parent.type === "CatchClause") return isSureToThrow(parent, scope) ? 3 : 2;
  if (isCall(parent)) return isFunction(node) ? mostOfCallback(node, parent, scope) : 3;
  return parent.type === "ArrayExpression" ? mostOfSome(scope.source.parents.get(parent), scope) : 3;
}

/** The other branch fails, or asserts itself. */
function isElsewhere(node: Node, branch: Node, scope: Scope): boolean {
  if (branch.type !== "IfStatement" && branch.type !== "ConditionalExpression") return false;
  const other = node === branch.consequent ? branch.alternate : branch.consequent;
  return (
    other !== null &&
    other !== undefined &&
    descendants(other).some((one) => one.type === "ThrowStatement" || assertionAt(one, scope) !== null)
  );
}

/** `skip` of `t.skip()`; empty where nothing is called by a name. */
function calledName(node: Node): string {
  const call = unwrap(node);
  const callee = isCall(call) ? unwrap(call.callee) : null;
  return (isMember(callee) ? memberName(callee) : callee?.type === "Identifier" ? callee.name : null) ?? "";
}

/** A way out, for good or in a branch. */
function leaves(statement: Node): boolean {
  if (statement.type === "IfStatement") {
    const branch = statement.consequent;
    const last = branch.type === "BlockStatement" ? branch.body.at(-1) : branch;
    return last !== undefined && leaves(last);
  }
  if (statement.type === "ExpressionStatement") return SKIPS.test(calledName(statement.expression));
  return /^(?:Return|Break|Continue)Statement$/.test(statement.type);
}

/** What is tried fails the test where it does not throw, or the test counts its assertions. */
function isSureToThrow(clause: Node, { source }: Scope): boolean {
  const statement = source.parents.get(clause);
  if (statement?.type !== "TryStatement") return true;
  const fails = descendants(statement.block).some((one) => {
    if (one.type === "ThrowStatement") return true;
    return FAILS.test(calledName(one));
  });
  if (fails || source.text.includes("hasAssertions(")) return true;
  let around: Node | undefined = statement;
  while (around !== undefined && !isFunction(around)) around = source.parents.get(around);
  return around !== undefined && PLANS.test(source.textOf(around));
}

function mostOfCallback(callback: FunctionNode, call: CallNode, scope: Scope): AssertionStrength {
  if (scope.registration(call) !== null) return 3;
  const name = calledName(call);
  if (LATER.test(name)) return isWaitedFor(call, scope) ? 3 : 1;
  if (name === "forEach") return callback.async ? 1 : 3;
  const isChain = /^(?:then|catch|finally)$/.test(name);
  const most: AssertionStrength = isChain || callback.async ? mostOfPromise(call, scope) : 3;
  const onFailure = name === "catch" || (name === "then" && call.arguments.indexOf(callback as never) === 1);
  return onFailure && most > 2 ? 2 : most;
}

/** It calls, or hands on, what a function around it is given: `done`, the `resolve` of a promise. */
function isWaitedFor(call: Node, { source }: Scope): boolean {
  const said = new Set(descendants(call).flatMap((one) => (one.type === "Identifier" ? [one.name] : [])));
  for (let at = source.parents.get(call); at !== undefined; at = source.parents.get(at)) {
    if (isFunction(at) && at.params.flatMap(patternNames).some((name) => said.has(name))) return true;
  }
  return false;
}

/** 1 for a promise that nobody takes, 0 for one whose failure is caught on the way. */
function mostOfPromise(promise: Node, scope: Scope): AssertionStrength {
  const { end, handlers } = takersOf(promise, scope);
  if (handlers.some((one) => !hearsOf(one.body, one.params[0], scope))) return 0;
  const taker = scope.source.parents.get(end);
  const isLeft =
    taker?.type === "ExpressionStatement" || (taker?.type === "UnaryExpression" && taker.operator === "void");
  return isLeft ? 1 : 3;
}

/** `Promise.allSettled([…])` fails for none of them, `race` and `any` not for each. */
function mostOfSome(call: Node | undefined, { source }: Scope): AssertionStrength {
  if (!isCall(call)) return 3;
  const name = source.textOf(call.callee);
  if (name === "Promise.allSettled") return isMember(source.parents.get(source.parents.get(call) ?? call)) ? 3 : 0;
  return /^Promise\.(?:race|any)$/.test(name) ? 1 : 3;
}
