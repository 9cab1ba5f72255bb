import type { MockedChange, Signal } from "../port.ts";
import { assertionAt } from "./assertions.ts";
import { memberName } from "./constants.ts";
import { parseSource, parseSources, type Source } from "./parse.ts";
import { createScope, type Scope } from "./registrations.ts";
import { cut } from "./signals.ts";
import { isCall, isMember, type Node, unwrap, walk } from "./tree.ts";

const DEEP_CALL = /^(?:deep(?:Strict)?Equals?|partialDeepStrictEqual)$/;
const DEEP_CHAIN = /^(?:toEqual|toStrictEqual|toMatchObject|eqls?|deep)$/;

/**
 * Deep equalities of objects whose class, which the change adds or edits, keeps all that it knows in private fields: no library looks into these,
 * so any two of them are equal. The first of each file.
 */
export async function hiddenState({ code, tests }: MockedChange): Promise<Signal[]> {
  const classes = new Set((await parseSources(code)).flatMap(classesThatHide));
  if (classes.size === 0) return [];
  const found: Signal[] = [];
  for (const { path, head } of tests) {
    const source = await parseSource({ path, text: head });
    if (source === null) continue;
    const scope = createScope(source);
    const first = source.nodes.find((node) => classes.has(classOf(wantedBy(node, scope)) ?? ""));
    if (first === undefined) continue;
    const excerpt = cut(source.textOf(first).replace(/\s+/g, " ").trim());
    found.push({ kind: "hidden_state", path, line: first.loc?.start.line ?? 1, excerpt });
  }
  return found;
}

/** Classes with private fields, and with nothing else in their objects. */
function classesThatHide(source: Source): string[] {
  return source.nodes.flatMap((node) => {
    if ((node.type !== "ClassDeclaration" && node.type !== "ClassExpression") || !node.id || node.superClass) return [];
    const members = node.body.body;
    const hides = members.some((member) => member.type === "ClassPrivateProperty" && !member.static);
    const shows = members.some((member) => member.type === "ClassProperty" && !member.static) || givesItself(node.body);
    return hides && !shows ? [node.id.name] : [];
  });
}

/** `this.x = …`, a parameter that is a property, `Object.assign(this, …)`: anything but a call of a private name on itself. */
function givesItself(body: Node): boolean {
  let found = false;
  walk(body, (node) => {
    if (node.type === "TSParameterProperty") found = true;
    if (node.type === "AssignmentExpression" && isMember(unwrap(node.left))) {
      const left = unwrap(node.left);
      if (isMember(left) && unwrap(left.object).type === "ThisExpression" && left.property.type !== "PrivateName")
        found = true;
    }
    if (isCall(node) && node.arguments.some((one) => one.type === "ThisExpression")) found = true;
    return found ? "skip" : undefined;
  });
  return found;
}

/** What a deep equality wants. */
function wantedBy(node: Node, scope: Scope): Node | null {
  const assertion = assertionAt(node, scope);
  if (assertion?.style === "call")
    return DEEP_CALL.test(assertion.method) ? (assertion.node.arguments[1] ?? null) : null;
  if (assertion?.style !== "chain" || !assertion.links.some(({ name }) => DEEP_CHAIN.test(name))) return null;
  return assertion.links.findLast(({ call }) => call)?.call?.arguments[0] ?? null;
}

/** `new Release(…)`, `Release.of(…)` */
function classOf(node: Node | null): string | null {
  if (node === null) return null;
  const inner = unwrap(node);
  if (inner.type === "NewExpression" && inner.callee.type === "Identifier") return inner.callee.name;
  if (!isCall(inner) || !isMember(inner.callee) || memberName(inner.callee) === null) return null;
  const owner = unwrap(inner.callee.object);
  return owner.type === "Identifier" ? owner.name : null;
}
