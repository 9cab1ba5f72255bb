import { keyName, memberName } from "./constants.ts";
import type { Scope } from "./registrations.ts";
import { isCall, isMember, type Node, unwrap } from "./tree.ts";
import { words } from "./words.ts";

const SEARCHES = words(`
  includes match matchAll test exec indexOf lastIndexOf split search startsWith endsWith replace replaceAll
  slice substring
`);
const ERROR_NAME = /^(e|ex|err|error|exception|cause|trace|holder|probe)\d*$|(Error|Exception|Err)$/;

/** Code that asks who calls it. Carrying a stack along or logging it is honest; searching it is not. */
export function stackInspection(node: Node, scope: Scope): Node | null {
  if (node.type === "AssignmentExpression") {
    return isMember(node.left) && pathIs(node.left, scope, "Error.prepareStackTrace") ? node : null;
  }
  if (isMember(node)) return memberName(node) === "caller" && isCallee(node.object) ? node : null;
  if (!isCall(node)) return null;
  const callee = unwrap(node.callee);
  if (pathEnds(callee, scope, "getCallSites")) return node;
  if (!isMember(callee) || !SEARCHES.has(memberName(callee) ?? "")) return null;
  const searched = [callee.object, ...node.arguments];
  return searched.some((value) => holdsStack(value, scope, 0)) ? node : null;
}

function isCallee(node: Node): boolean {
  const inner = unwrap(node);
  return isMember(inner) && memberName(inner) === "callee";
}

function pathIs(node: Node, scope: Scope, path: string): boolean {
  return scope.origins.of(node)?.path.join(".") === path;
}

function pathEnds(node: Node, scope: Scope, name: string): boolean {
  const origin = scope.origins.of(node);
  return origin?.path.at(-1) === name && (origin.module === null || /^(node:)?util$/.test(origin.module));
}

/** `error.stack`, a variable that was given one, or either with something appended or defaulted. */
function holdsStack(node: Node, scope: Scope, depth: number): boolean {
  const inner = unwrap(node);
  if (depth > 8) return false;
  const next = (value: Node): boolean => holdsStack(value, scope, depth + 1);
  if (isMember(inner)) {
    const isStack = memberName(inner) === "stack" && isError(inner.object, scope);
    return isStack || (isMember(unwrap(inner.object)) && next(inner.object));
  }
  if (inner.type === "LogicalExpression") return next(inner.left) || next(inner.right);
  if (inner.type === "TemplateLiteral") return inner.expressions.some(next);
  if (isCall(inner)) {
    const callee = unwrap(inner.callee);
    return isMember(callee) ? next(callee.object) : inner.arguments.some(next);
  }
  if (inner.type !== "Identifier") return false;
  return declaratorsOf(inner.name, scope).some((declarator) => isStackDeclarator(declarator, scope, depth));
}

function declaratorsOf(name: string, scope: Scope): Node[] {
  return scope.source.nodes.filter((node) => {
    if (node.type !== "VariableDeclarator") return false;
    if (node.id.type === "Identifier") return node.id.name === name;
    return node.id.type === "ObjectPattern" && takenKey(node.id, name) === "stack";
  });
}

/** The key under which a pattern takes a name. */
function takenKey(pattern: Node, name: string): string | null {
  if (pattern.type !== "ObjectPattern") return null;
  for (const property of pattern.properties) {
    if (property.type !== "ObjectProperty" || property.value.type !== "Identifier") continue;
    if (property.value.name === name) return keyName(property.key, property.computed);
  }
  return null;
}

function isStackDeclarator(declarator: Node, scope: Scope, depth: number): boolean {
  if (declarator.type !== "VariableDeclarator" || !declarator.init) return false;
  if (declarator.id.type === "ObjectPattern") return isError(declarator.init, scope);
  return holdsStack(declarator.init, scope, depth + 1);
}

/** A new error, or a name that says it holds one or was given one: other things have a `stack` as well. */
function isError(node: Node, scope: Scope): boolean {
  const inner = unwrap(node);
  if (inner.type === "NewExpression" || isCall(inner)) {
    return inner.callee.type === "Identifier" && inner.callee.name.endsWith("Error");
  }
  if (inner.type !== "Identifier") return false;
  if (ERROR_NAME.test(inner.name)) return true;
  return scope.source.nodes.some((other) => {
    if (other.type === "CatchClause") return other.param?.type === "Identifier" && other.param.name === inner.name;
    if (other.type === "VariableDeclarator" && other.id.type === "Identifier" && other.id.name === inner.name) {
      const init = other.init ? unwrap(other.init) : null;
      return init?.type === "NewExpression" && init.callee.type === "Identifier" && init.callee.name.endsWith("Error");
    }
    if (!isCall(other) || !pathIs(other.callee, scope, "Error.captureStackTrace")) return false;
    const [target] = other.arguments;
    return target?.type === "Identifier" && target.name === inner.name;
  });
}
