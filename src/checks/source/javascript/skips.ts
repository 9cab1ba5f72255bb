import type { WrittenTest } from "../port.ts";
import { constantString, keyName, memberName } from "./constants.ts";
import type { Registration, Scope } from "./registrations.ts";
import { askedIn } from "./said.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";

const SKIPS = new Set(["skip", "todo", "fixme"]);

/** The conditions under which something is skipped; none: always. */
type Conditions = readonly Node[];

/** How tests of a file, with the suites around them, are kept from running; `asked` tells what they assert about. */
export function createSkips(
  scope: Scope,
): (
  around: readonly Registration[],
  asserting: () => readonly Node[],
) => Pick<WrittenTest, "skipped" | "skipsElsewhere"> {
  // A test is asked again for each of its subtests, and its whole body is searched.
  const known = new Map<Registration, readonly Conditions[]>();
  const skipsOf = (one: Registration): readonly Conditions[] => {
    const answer = known.get(one) ?? skipsIn(one, scope);
    known.set(one, answer);
    return answer;
  };
  return (around, asserting) => {
    let asked: readonly string[] | undefined;
    const asks = (condition: Node): boolean => {
      asked ??= asserting().flatMap((root) => askedIn({ root, scope }));
      return askedIn({ root: condition, scope }).some((one) => asked?.includes(one) === true);
    };
    const skips = around.flatMap(skipsOf);
    // `runIf(total([]) === 0)`, `if (total([]) === 0) it(…)`: it runs only where what it asserts about answers well.
    const isLed = around.some(({ condition, call }) =>
      [condition, ...conditionsAround(call, scope)].some((one) => one !== null && asks(one)),
    );
    if (skips.length === 0 && !isLed) return { skipped: false };
    const isElsewhere = !isLed && skips.every((conditions) => conditions.length > 0 && !conditions.some(asks));
    return { skipped: true, ...(isElsewhere ? { skipsElsewhere: true } : {}) };
  };
}

function skipsIn(registration: Registration, scope: Scope): readonly Conditions[] {
  if (registration.modifiers.some((modifier) => SKIPS.has(modifier))) return [[]];
  if (registration.options?.properties.some(isSkipOption) === true) return [[]];
  if (registration.kind !== "test" || registration.body === null) return [];
  return ownSkips(registration.body, scope).map((call) => [
    ...conditionsAround(call, scope),
    ...(isCall(call) ? call.arguments.slice(0, 1).filter((one) => constantString(one) === null) : []),
  ]);
}

function isSkipOption(property: Node): boolean {
  if (property.type !== "ObjectProperty") return false;
  const name = keyName(property.key, property.computed);
  if (name === null || !SKIPS.has(name)) return false;
  const value = unwrap(property.value);
  return (value.type === "BooleanLiteral" && value.value) || (value.type === "StringLiteral" && value.value !== "");
}

/** `t.skip()`, `this.skip()`, `ctx.todo()`, or `skip()` taken from the context's parameter. */
function ownSkips(body: Node, scope: Scope): Node[] {
  const taken = isFunction(body) && body.params[0]?.type === "ObjectPattern" ? body.params[0].properties : [];
  const takesSkip = taken.some(
    (property) => property.type === "ObjectProperty" && keyName(property.key, false) === "skip",
  );
  return descendants(body).filter((node) => {
    if (!isCall(node)) return false;
    const callee = unwrap(node.callee);
    if (callee.type === "Identifier") return takesSkip && callee.name === "skip";
    if (!isMember(callee) || !SKIPS.has(memberName(callee) ?? "")) return false;
    return callee.object.type === "ThisExpression" || scope.contextOf(callee.object)?.body === body;
  });
}

/** In the function that a call stands in. */
function conditionsAround(call: Node, { source }: Scope): Node[] {
  const found: Node[] = [];
  let inner = call;
  for (let at = source.parents.get(inner); at !== undefined && !isFunction(at); at = source.parents.get(at)) {
    if (at.type === "IfStatement" || at.type === "ConditionalExpression") found.push(at.test);
    if (at.type === "LogicalExpression" && at.right === inner) found.push(at.left);
    inner = at;
  }
  return found;
}
