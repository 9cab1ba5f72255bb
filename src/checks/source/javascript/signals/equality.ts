import { constantString, keyName, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";

const MATCHER_SYMBOL = "jest.asymmetricMatcher";
const EQUALITIES = new Set(["equals", "isEqual", "isEqualTo", "Symbol.hasInstance"]);

/** Questions of built-in values: one that is given another answer says yes to whatever a test asks it. */
const QUERIES = new Set(["includes", "some", "every", "startsWith", "endsWith", "hasOwnProperty", "isPrototypeOf"]);

/** Values that a comparison takes for equal whatever they are compared with. */
export function alwaysEqual(node: Node, scope: Scope): Node | null {
  if (node.type === "StringLiteral") return node.value === MATCHER_SYMBOL ? ownerOf(node, scope) : null;
  if (isMatcherMark(node, scope) || answersAll(node)) return node;
  if (node.type === "AssignmentExpression" && isMember(node.left)) {
    const name = memberName(node.left) ?? scope.source.textOf(node.left.property);
    if (QUERIES.has(name) && alwaysAnswersTrue(node.right)) return node;
    return isSuspect(name, node.right) ? node : null;
  }
  if (node.type === "ObjectMethod" || node.type === "ClassMethod")
    return isSuspect(nameOf(node, scope), node) ? node : null;
  if (node.type !== "ObjectProperty" && node.type !== "ClassProperty") return null;
  return node.value && isSuspect(nameOf(node, scope), node.value) && !isPattern(node, scope) ? node : null;
}

/** `$$typeof` with a symbol that is not written down, or a name put together for what is always true. */
function isMatcherMark(node: Node, scope: Scope): boolean {
  if (node.type !== "ObjectProperty" && node.type !== "ClassProperty" && node.type !== "ObjectMethod") return false;
  if (node.type !== "ObjectMethod" && (!node.value || isPattern(node, scope))) return false;
  const name = keyName(node.key, node.computed === true);
  const value = node.type === "ObjectMethod" ? node : node.value;
  if (value === null || value === undefined) return false;
  if (name === "$$typeof") return !isKnownMark(value);
  return name === null && isComposed(node.key) && alwaysAnswersTrue(value);
}

/** `Symbol.for("react.element")`, or a name for it. */
function isKnownMark(value: Node): boolean {
  const inner = unwrap(value);
  if (!isCall(inner)) return true;
  const [text] = inner.arguments;
  const mark = text === undefined ? null : constantString(text);
  return mark !== null && mark !== MATCHER_SYMBOL;
}

const isComposed = (key: Node): boolean => {
  const inner = unwrap(key);
  return isCall(inner) || inner.type === "BinaryExpression" || inner.type === "TemplateLiteral";
};

/** A proxy whose every member is a function that answers true. */
function answersAll(node: Node): boolean {
  if (node.type !== "NewExpression" || node.callee.type !== "Identifier" || node.callee.name !== "Proxy") return false;
  const handler = node.arguments[1];
  if (handler?.type !== "ObjectExpression") return false;
  return handler.properties.some((property) => {
    if (property.type !== "ObjectProperty" || keyName(property.key, property.computed) !== "get") return false;
    const trap = unwrap(property.value);
    return isFunction(trap) && trap.body.type !== "BlockStatement" && alwaysAnswersTrue(trap.body);
  });
}

/** Shows the member that the symbol is the value of, which says more than the symbol. */
function ownerOf(node: Node, scope: Scope): Node {
  const call = scope.source.parents.get(node);
  const member = call === undefined ? undefined : scope.source.parents.get(call);
  return member !== undefined && member.type.endsWith("Property") ? member : (call ?? node);
}

function isPattern(node: Node, scope: Scope): boolean {
  return scope.source.parents.get(node)?.type === "ObjectPattern";
}

function nameOf(node: Node, scope: Scope): string {
  if (!("key" in node)) return "";
  const isComputed = "computed" in node && node.computed === true;
  return keyName(node.key, isComputed) ?? scope.source.normalised(node.key).replaceAll(" ", "");
}

function isSuspect(name: string, value: Node): boolean {
  if (name === "asymmetricMatch") return true;
  return EQUALITIES.has(name) && alwaysAnswersTrue(value);
}

function alwaysAnswersTrue(value: Node): boolean {
  const inner = unwrap(value);
  if (!isFunction(inner)) return false;
  const body: Node = inner.body;
  if (body.type !== "BlockStatement") return isTrue(body);
  const [only] = body.body;
  return body.body.length === 1 && only?.type === "ReturnStatement" && Boolean(only.argument && isTrue(only.argument));
}

function isTrue(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === "UnaryExpression" && inner.operator === "!")
    return inner.argument.type === "NumericLiteral" && inner.argument.value === 0;
  return inner.type === "BooleanLiteral" && inner.value;
}
