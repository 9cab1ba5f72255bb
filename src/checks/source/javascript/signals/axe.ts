import { keyName, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isMember, type Node, unwrap } from "../tree.ts";

/** Of the builder that Playwright, Puppeteer and WebdriverIO share. */
const NARROWS = new Set(["disableRules", "withRules", "exclude"]);
const AXE = /\baxe(?![a-z])|AxeBuilder|a11y/i;

/**
 * `new AxeBuilder({ page }).disableRules("label")`, `axe.run({ rules: { label: { enabled: false } } })`, `runOnly` by rules: the audit looks
 * away. Tags (`withTags`) are how projects say which standard they keep.
 */
export function narrowedAudit(node: Node, scope: Scope): Node | null {
  // The whole text is looked through last: a file has many nodes, and few of them are any of these.
  return narrows(node, scope) && AXE.test(scope.source.text) ? node : null;
}

function narrows(node: Node, scope: Scope): boolean {
  if (isCall(node)) {
    const callee = unwrap(node.callee);
    return isMember(callee) && NARROWS.has(memberName(callee) ?? "") && isOfBuilder(unwrap(callee.object), scope);
  }
  if (node.type !== "ObjectProperty") return false;
  const name = keyName(node.key, node.computed);
  const value = unwrap(node.value);
  if (name === "rules") return properties(value).some(([, rule]) => isOff(rule));
  if (name !== "runOnly") return false;
  const kind = properties(value).find(([key]) => key === "type")?.[1];
  return kind?.type === "StringLiteral" && /^rules?$/.test(kind.value);
}

/** A call, or a construction, of something that is named after axe, however many calls are between, also by a variable. */
function isOfBuilder(node: Node, scope: Scope): boolean {
  if (isCall(node)) {
    const callee = unwrap(node.callee);
    return isMember(callee) ? isOfBuilder(unwrap(callee.object), scope) : AXE_NAME.test(scope.source.textOf(callee));
  }
  if (node.type === "NewExpression") return AXE_NAME.test(scope.source.textOf(node.callee));
  if (node.type !== "Identifier") return false;
  const { name } = node;
  return scope.source.nodes.some(
    (one) =>
      one.type === "VariableDeclarator" &&
      one.id.type === "Identifier" &&
      one.id.name === name &&
      one.init !== null &&
      one.init !== undefined &&
      AXE_NAME.test(scope.source.textOf(one.init)),
  );
}

const AXE_NAME = /axe/i;

function properties(node: Node): [string | null, Node][] {
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((one): [string | null, Node][] =>
    one.type === "ObjectProperty" ? [[keyName(one.key, one.computed), unwrap(one.value)]] : [],
  );
}

const isOff = (rule: Node): boolean =>
  properties(rule).some(([key, value]) => key === "enabled" && value.type === "BooleanLiteral" && !value.value);
