import type * as t from "@babel/types";
import { isFunction, isMember, type MemberNode, type Node, unwrap } from "./tree.ts";

const CONSTANT_NAMES = new Set(["undefined", "NaN", "Infinity"]);

const LITERALS = new Set<Node["type"]>([
  "StringLiteral",
  "NumericLiteral",
  "BooleanLiteral",
  "NullLiteral",
  "BigIntLiteral",
  "RegExpLiteral",
]);

/** True when the value cannot depend on any code: an assertion between two such values proves nothing. */
export function isConstant(node: Node): boolean {
  const inner = unwrap(node);
  if (LITERALS.has(inner.type)) return true;
  if (isFunction(inner)) return isEmptyFunction(inner);
  if (inner.type === "Identifier") return CONSTANT_NAMES.has(inner.name);
  if (inner.type === "UnaryExpression") return isConstant(inner.argument);
  if (inner.type === "BinaryExpression" || inner.type === "LogicalExpression") return isConstantOperation(inner);
  if (inner.type === "ConditionalExpression") {
    return isConstant(inner.test) && isConstant(inner.consequent) && isConstant(inner.alternate);
  }
  if (inner.type === "TemplateLiteral") return inner.expressions.every((part) => isConstant(part));
  if (isMember(inner)) return memberName(inner) !== null && isConstant(inner.object);
  if (inner.type === "ArrayExpression")
    return inner.elements.every((element) => element === null || isConstant(element));
  return inner.type === "ObjectExpression" && inner.properties.every(isConstantProperty);
}

/** A long chain of operators leans left, so its left side is followed without recursion. */
function isConstantOperation(operation: t.BinaryExpression | t.LogicalExpression): boolean {
  let left: Node = operation;
  while (left.type === "BinaryExpression" || left.type === "LogicalExpression") {
    if (!isConstant(left.right)) return false;
    left = left.left;
  }
  return isConstant(left);
}

function isConstantProperty(property: t.ObjectExpression["properties"][number]): boolean {
  if (property.type === "SpreadElement") return isConstant(property.argument);
  if (property.type === "ObjectMethod") return isEmptyFunction(property);
  return (!property.computed || isConstant(property.key)) && isConstant(property.value);
}

function isEmptyFunction(node: t.Function): boolean {
  return node.body.type === "BlockStatement" ? node.body.body.length === 0 : isConstant(node.body);
}

/** The text of a string that is written down, also in parts: `"VI" + "TEST"`. */
export function constantString(node: Node): string | null {
  const inner = unwrap(node);
  if (inner.type === "StringLiteral") return inner.value;
  if (inner.type === "TemplateLiteral") {
    const parts = inner.expressions.map((part) => constantString(part));
    const texts = inner.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw);
    return parts.includes(null) ? null : texts.map((text, index) => text + (parts[index] ?? "")).join("");
  }
  if (inner.type === "CallExpression") return joinedText(inner);
  if (inner.type !== "BinaryExpression" || inner.operator !== "+") return null;
  const right: string[] = [];
  let left: Node = inner;
  while (left.type === "BinaryExpression" && left.operator === "+") {
    const part = constantString(left.right);
    if (part === null) return null;
    right.unshift(part);
    left = left.left;
  }
  const first = constantString(left);
  return first === null ? null : first + right.join("");
}

/** `["VI", "TEST"].join("")` */
function joinedText(call: t.CallExpression): string | null {
  const callee = unwrap(call.callee);
  if (!isMember(callee) || memberName(callee) !== "join") return null;
  const list = unwrap(callee.object);
  const [separator] = call.arguments;
  const between = separator === undefined ? "," : constantString(separator);
  if (list.type !== "ArrayExpression" || between === null) return null;
  const parts = list.elements.map((element) => (element === null ? "" : constantString(element)));
  return parts.includes(null) ? null : parts.join(between);
}

/** The name of a member or key; null when it is computed at run time. */
export function keyName(key: Node, computed: boolean): string | null {
  if (computed) return constantString(key);
  if (key.type === "Identifier") return key.name;
  if (key.type === "StringLiteral") return key.value;
  if (key.type === "NumericLiteral") return String(key.value);
  return key.type === "PrivateName" ? `#${key.id.name}` : null;
}

export function memberName(member: MemberNode): string | null {
  return keyName(member.property, member.computed);
}
