import { keyName } from "../constants.ts";
import { initsOf } from "../inits.ts";
import type { Scope } from "../registrations.ts";
import { type FunctionNode, isCall, isFunction, type Node, unwrap } from "../tree.ts";
import { usesOf } from "../uses.ts";

/** `{ test: () => true, print: () => "a value" }`: prints whatever a snapshot is of alike, so that none can differ. */
export function blindSerializer(node: Node, scope: Scope): Node | null {
  if (node.type !== "ObjectExpression") return null;
  const takes = memberOf(node, /^test$/, scope);
  const prints = memberOf(node, /^(?:print|serialize)$/, scope);
  if (takes === null || prints === null) return null;
  return usesOf(prints).length === 0 && usesOf(takes).every((use) => isBroad(use, scope)) ? node : null;
}

function memberOf(
  object: Extract<Node, { type: "ObjectExpression" }>,
  name: RegExp,
  scope: Scope,
): FunctionNode | null {
  for (const member of object.properties) {
    if (member.type === "SpreadElement" || !name.test(keyName(member.key, member.computed) ?? "")) continue;
    if (member.type === "ObjectMethod") return member;
    const value = unwrap(member.value);
    const made = value.type === "Identifier" ? functionsOf(value.name, scope) : [value];
    return made.find(isFunction) ?? null;
  }
  return null;
}

const functionsOf = (name: string, scope: Scope): readonly Node[] => [
  ...initsOf(name, scope),
  ...scope.source.nodes.filter((one) => one.type === "FunctionDeclaration" && one.id?.name === name),
];

/** `typeof value === "object"`, `value != null`, `Boolean(value)`: nearly everything is that. */
function isBroad(use: Node, scope: Scope): boolean {
  const around = scope.source.parents.get(use);
  if (around === undefined || use.type !== "Identifier") return false;
  if (around.type === "UnaryExpression") return true;
  if (around.type === "BinaryExpression")
    return [around.left, around.right].some(({ type }) => type === "NullLiteral") || isUndefined(around.right);
  if (isCall(around)) return /^(?:Boolean|Array\.isArray)$/.test(scope.source.textOf(around.callee));
  return (
    around.type === "LogicalExpression" ||
    around.type === "ArrowFunctionExpression" ||
    around.type === "ReturnStatement"
  );
}

const isUndefined = (node: Node): boolean => node.type === "Identifier" && node.name === "undefined";
