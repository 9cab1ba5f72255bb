import type { SaidByTest } from "../port.ts";
import { type Assertion, assertionAt, isTruth } from "./assertions.ts";
import { memberName } from "./constants.ts";
import { looksThrough } from "./looks.ts";
import { moduleFrom } from "./modules.ts";
import type { Scope } from "./registrations.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";
import { givenTo } from "./values.ts";

/** A part of a test and the file that it stands in. */
export interface Part {
  readonly root: Node;
  readonly scope: Scope;
}

/** An assertion and the file that it stands in. */
export interface AssertionIn {
  readonly one: Assertion;
  readonly scope: Scope;
}

/**
 * The constants and words of a test, of all its parts and of what the names in them are given. `exact` are its exact assertions,
 * `calls` those of helpers with one.
 */
export function saidBy(parts: readonly Part[], exact: readonly AssertionIn[], calls: readonly Part[]): SaidByTest {
  const asserting = nodesOf(
    [...exact.map(({ one, scope }) => ({ root: one.node, scope })), ...calls],
    (value) => !isFunction(value),
  );
  const all = nodesOf([...parts, ...[...new Set(exact.map(({ scope }) => scope))].flatMap(hooksOf)]);
  const words = all.flatMap(({ node }) => wordAt(node) ?? []);
  return {
    pinned: distinct(asserting.flatMap(constantsAt)),
    constants: distinct(all.flatMap(constantsAt)),
    words: distinct(words),
    asked: distinct(asserting.flatMap(askedAt)),
    uses: distinct(all.flatMap(askedAt)),
    through: exact.map(({ one, scope }) => looksThrough(one, scope)),
  };
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

const hooksOf = (scope: Scope): Part[] =>
  scope.source.nodes.filter((node) => scope.registration(node)?.kind === "hook").map((root) => ({ root, scope }));

/** A function of the project, behind the module that it is imported from. */
function askedAt({ node, scope }: Placed): string[] {
  if (!isCall(node) && node.type !== "NewExpression") return [];
  const origin = scope.origins.of(node.callee);
  if (origin?.module?.startsWith(".") !== true || isOwn(unwrap(node.callee), scope)) return [];
  return [`${moduleFrom(scope.source.path, origin.module)} ${origin.path[0] ?? ""}`];
}

/** The functions of the project that are asked in a place, and by what the names there are given. */
export const askedIn = (part: Part): string[] => distinct(nodesOf([part]).flatMap(askedAt));

/** The same, in the words that stand there alone. */
export const askedThere = ({ root, scope }: Part): string[] =>
  distinct(descendants(root).flatMap((node) => askedAt({ node, scope })));

/** A function or a double that a test makes under the name of the project's. */
const isOwn = (callee: Node, scope: Scope): boolean =>
  callee.type === "Identifier" &&
  givenTo(callee, scope).some(({ value }) => isFunction(value) || isDouble(value, scope));

const isDouble = (value: Node, scope: Scope): boolean =>
  isCall(value) && scope.origins.of(value.callee)?.path.includes("fn") === true;

interface Placed {
  readonly node: Node;
  readonly scope: Scope;
}

/** With what the names are given: in an assertion values alone, since how a function prepares them may change. */
function nodesOf(parts: readonly Part[], isWanted: (value: Node) => boolean = () => true): Placed[] {
  const found: Placed[] = [];
  const entered = new Set<Node>();
  const pending = [...parts];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { root, scope } = next;
    if (entered.has(root)) continue;
    for (const node of descendants(root)) {
      if (entered.has(node)) continue;
      entered.add(node);
      found.push({ node, scope });
      const given = node.type === "Identifier" || isMember(node) ? givenTo(node, scope) : [];
      for (const { value } of given) if (isWanted(value)) pending.push({ root: value, scope });
    }
  }
  return found;
}

/** Numbers, and the words of texts: how a text is put together may change. */
function constantsAt({ node, scope }: Placed): string[] {
  if (node.type === "NumericLiteral") return [String(node.value)];
  if (node.type === "BigIntLiteral") return [String(node.value)];
  const text =
    node.type === "StringLiteral"
      ? node.value
      : node.type === "TemplateElement"
        ? (node.value.cooked ?? node.value.raw)
        : node.type === "RegExpLiteral"
          ? node.pattern
          : null;
  return text === null || isBeside(node, scope) ? [] : wordsOf(text);
}

const wordsOf = (text: string): string[] => {
  const found = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return found.length > 0 || text.trim() === "" ? found : [text];
};

/** The name of a test, a key, a module, what an assertion says when it fails, a text that nobody takes. */
function isBeside(node: Node, scope: Scope): boolean {
  const { parents } = scope.source;
  const literal = node.type === "TemplateElement" ? parents.get(node) : node;
  const parent = literal === undefined ? undefined : parents.get(literal);
  if (literal === undefined || parent === undefined) return false;
  if (/^(?:ExpressionStatement|ImportDeclaration|ImportExpression)$/.test(parent.type)) return true;
  if (parent.type === "ObjectProperty") return parent.key === literal;
  if (isMember(parent)) return parent.property === literal;
  if (!isCall(parent)) return false;
  const callee = unwrap(parent.callee);
  const isName = scope.registration(parent)?.title === literal;
  if (isName || (callee.type === "Identifier" && callee.name === "require")) return true;
  const assertion = assertionAt(parent, scope);
  const at = parent.arguments.indexOf(literal as never);
  if (assertion?.style === "chain") return assertion.root === parent && at === 1;
  return assertion?.style === "call" && at >= (isTruth(assertion.method) ? 1 : 2);
}

function wordAt(node: Node): string | null {
  if (node.type === "Identifier") return node.name;
  if (isMember(node)) return memberName(node) ?? "[]";
  return "operator" in node ? node.operator : null;
}
