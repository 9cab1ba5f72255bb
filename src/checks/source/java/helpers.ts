import type { AssertionStrength } from "../port.ts";
import { allBelow, field, type Node } from "../tree-sitter.ts";
import { type Assertion, isUnknown } from "./assertions.ts";
import { isTest, type Member, nameOf } from "./members.ts";
import { isTypeName } from "./modules.ts";
import type { Names } from "./names.ts";
import { mostAt } from "./reach.ts";
import { timesAt } from "./rows.ts";

/** The call of a method that may assert for what calls it. */
export interface HelperCall {
  readonly node: Node;
  readonly name: string;
  /** The most that an assertion in its place says that is not counted for the call itself for good. */
  readonly most: AssertionStrength;
  /** What is counted for its name, as long as its file is not known. */
  readonly counted?: AssertionStrength;
  readonly times: number;
  /** What it is given belongs to what is asserted. */
  readonly isAssertion: boolean;
}

/** What an assertion by its name alone says. */
const BY_NAME = 2;

interface Asserted {
  readonly member: Member;
  readonly assertions: readonly Assertion[];
}

/** Methods of a file that are no tests and assert, or call others that do, by their nodes. */
export function assertingHelpers(methods: readonly Asserted[], names: Names): ReadonlySet<number> {
  const found = new Set<number>();
  const pending = methods.filter(({ member }) => !isTest(member));
  const asserts = ({ member, assertions }: Asserted): boolean =>
    assertions.some(({ strength }) => strength > 0) ||
    callsOf(member.node).some((call) => found.has(names.methodOf(call)?.id ?? -1));
  for (let more = true; more;) {
    const come = pending.filter((one) => !found.has(one.member.node.id) && asserts(one));
    for (const { member } of come) found.add(member.node.id);
    more = come.length > 0;
  }
  return found;
}

/** Calls that may assert for a method: of helpers of its file, and of what only other files can tell. */
export function helperCalls(method: Node, helpers: ReadonlySet<number>, names: Names): HelperCall[] {
  return callsOf(method).flatMap((node): HelperCall[] => {
    const [name, object, own] = [nameOf(node), field(node, "object"), names.methodOf(node)];
    if (own !== null && !helpers.has(own.id)) return [];
    const isBare = object === null || /^(?:this|super)$/.test(object.type) || isTypeName(object, names);
    if (own === null && (!isBare || (/^assert|^verify/.test(name) && !isUnknown(name)))) return [];
    const isCounted = isUnknown(name) && !isOfHelper(node, helpers, names);
    const here = mostAt(node, method);
    const most = isCounted && own !== null ? 0 : here;
    const counted = isCounted && own === null ? { counted: here < 2 ? here : BY_NAME } : {};
    const isAssertion = own !== null || isUnknown(name) || /^(?:check|expect|ensure|require)[A-Z]/.test(name);
    return [{ node, name, most, ...counted, times: timesAt(node, method), isAssertion }];
  });
}

/** Whether what an assertion by its name says is known by what a helper of the file does. */
export function isOfHelper(assertion: Node, helpers: ReadonlySet<number>, names: Names): boolean {
  if (assertion.type !== "method_invocation" || !isUnknown(nameOf(assertion))) return false;
  const own = names.methodOf(assertion);
  return own !== null && helpers.has(own.id) && names.isOnly(own);
}

const callsOf = (node: Node): Node[] => allBelow(node, ({ type }) => type === "method_invocation");
