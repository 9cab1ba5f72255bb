import { createConditions } from "../conditions.ts";
import type { AssertionStrength } from "../port.ts";
import { field, type Node, parts, walk } from "../tree-sitter.ts";
import { compared } from "./arguments.ts";
import { nameOf } from "./members.ts";
import { isReached, mostAt } from "./reach.ts";
import { timesAt } from "./rows.ts";

/** What fails a test: the call of an assertion, `assert`, a branch that fails by hand, a `try` that must not come to its end. */
export interface Assertion {
  /** The whole chain of calls, the statement, the `if`, or the `try`. */
  readonly node: Node;
  readonly strength: AssertionStrength;
  /** For how many rows that are written out around it. */
  readonly times: number;
  /** Wants one value, and is come to, if a loop around it has any rows. */
  readonly isExact: boolean;
}

const { truth, refused, isSame, isConstant } = createConditions(
  /^(?:identifier|this|method_invocation|object_creation_expression|lambda_expression|method_reference)$/,
  (node) => {
    if (node.type !== "method_invocation") return null;
    const [argument] = parts(field(node, "arguments"));
    if (nameOf(node) === "equals") {
      const object = field(node, "object");
      return object !== null && argument !== undefined && isSame(object, argument) ? 0 : 3;
    }
    return argument === undefined && /^is(?:Empty|Present|Blank)$/.test(nameOf(node)) ? 1 : 2;
  },
);

/** Every assertion below a node, in order; of assertions inside one that only groups them, each by itself. */
export function assertionsIn(node: Node): Assertion[] {
  const found: Assertion[] = [];
  const top = node;
  const add = (one: Node, says: AssertionStrength): void => {
    const most = mostAt(one, top);
    const isExact = says === 3 && isReached(one, top);
    found.push({ node: one, strength: says < most ? says : most, times: timesAt(one, top), isExact });
  };
  walk(node, (one) => {
    if (one.type === "method_invocation") return visitCall(one, add);
    if (one.type === "assert_statement") {
      const [condition] = parts(one);
      add(one, condition === undefined ? 2 : truth(condition));
    } else if (one.type === "if_statement" && failsAtOnce(field(one, "consequence"))) {
      const condition = field(one, "condition");
      if (condition !== null) add(one, refused(condition));
    } else if (one.type === "try_statement" && failsAtOnce(parts(field(one, "body")).at(-1) ?? null)) add(one, 2);
    return true;
  });
  return found;
}

/** False where the call is understood whole. */
function visitCall(call: Node, add: (node: Node, strength: AssertionStrength) => void): boolean {
  const name = nameOf(call);
  const start = startOf(call);
  if (start !== null) {
    add(call, chainStrength(call, start));
    return false;
  }
  if (GROUPS.test(name)) return true;
  const strength = callStrength(name, compared(call));
  if (strength !== null) add(call, strength);
  return strength === null;
}

const GROUPS = /^(?:assertAll|assertTimeout(?:Preemptively)?)$/;
const STARTS = /^(?:assertThat\w*|then\w*|verify)$/;

/** `assertThat(x)` of `assertThat(x).isNotNull().isEqualTo(3)`. */
export function startOf(call: Node): Node | null {
  let node: Node | null = call;
  for (let at: Node | null = call; at?.type === "method_invocation"; at = field(at, "object")) node = at;
  if (node === null || node === call || !STARTS.test(nameOf(node))) return null;
  return node;
}

/** The most that any call of a chain says. */
function chainStrength(call: Node, start: Node): AssertionStrength {
  let most: AssertionStrength = 0;
  let isBroad = false;
  const [actual] = parts(field(start, "arguments"));
  if (nameOf(start) === "verify") return 2;
  for (let at: Node = call; at !== start; at = field(at, "object") ?? start) {
    const [expected] = parts(field(at, "arguments"));
    const isNothing =
      actual === undefined ? false : isConstant(actual) || (expected !== undefined && isSame(actual, expected));
    const one = isNothing ? 0 : isAnything(nameOf(at), parts(field(at, "arguments"))) ? 1 : matcherStrength(nameOf(at));
    if (one > most) most = one;
    isBroad ||= /^is(?:Exactly)?InstanceOf$/.test(nameOf(at)) && BROAD.test(expected?.text ?? "");
  }
  return isBroad && most > 2 ? 2 : most;
}

/** What any failure is, and what says as much of it as nothing. */
const BROAD = /^(?:Exception|RuntimeException|Throwable|Error|Object)\.class$/;

/** `isCloseTo(1.5, within(100.0))` */
function isAnything(name: string, [wanted, offset]: readonly Node[]): boolean {
  if (!/^is(?:Not)?CloseTo$/.test(name) || wanted === undefined || offset?.type !== "method_invocation") return false;
  const [by] = parts(field(offset, "arguments"));
  return nameOf(offset) !== "withPercentage" && isWide(wanted, by);
}

function matcherStrength(name: string): AssertionStrength {
  if (
    /^(?:as|describedAs|withFailMessage|overridingErrorMessage|extracting|using\w*|satisfies|asInstanceOf|first|last|element)$/.test(
      name,
    )
  )
    return 0;
  if (
    /^(?:isEqualTo|isSameAs|containsExactly\w*|hasToString|isZero|isOne|isTrue|isFalse|isNull|hasValue|contains|hasMessage)$/.test(
      name,
    )
  )
    return 3;
  return /^(?:isNotNull|isNotEmpty|isPresent|doesNotThrowAnyException)$/.test(name) ? 1 : 2;
}

/** Null: no assertion by its name. */
function callStrength(name: string, args: readonly Node[]): AssertionStrength | null {
  const [first, second] = args;
  if (/^assert(?:Equals|Same|ArrayEquals|IterableEquals|LinesMatch|NotEquals|NotSame)$/.test(name)) {
    if (first === undefined || second === undefined) return 2;
    if (isSame(first, second) || (isConstant(first) && isConstant(second))) return 0;
    if (isSame(valueOf(first), valueOf(second))) return 1;
    if (isWide(first, args[2])) return 1;
    return name.startsWith("assertNot") || isMeasured(first) || isMeasured(second) ? 2 : 3;
  }
  if (name === "assertTrue" || name === "assertFalse") {
    if (first === undefined || first.type === "lambda_expression") return 2;
    return name === "assertTrue" ? truth(first) : refused(first);
  }
  if (name === "assertNull" || name === "assertNotNull") {
    return first === undefined || isConstant(first) ? 0 : name === "assertNull" ? 3 : 1;
  }
  if (/^(?:assertThrows(?:Exactly)?|expectThrows)$/.test(name)) return throwStrength(first?.text ?? "");
  if (name === "assertDoesNotThrow") return 1;
  if (/^(?:that|assertThat)$/.test(name)) return second === undefined ? 0 : matcherOf(args);
  return NAMED.test(name) ? 2 : null;
}

/** That this was thrown; any failure at all is hardly said. */
export const throwStrength = (type: string): AssertionStrength =>
  /^(?:java\.lang\.)?(?:Exception|RuntimeException|Throwable)\.class$/.test(type) ? 1 : 2;

const NAMED = /^(?:assert[A-Z]\w*|verify[A-Z]\w*|andExpect|expectThat)$/;
const KNOWN =
  /^(?:assert(?:Equals|NotEquals|Same|NotSame|ArrayEquals|IterableEquals|LinesMatch|True|False|Null|NotNull|Throws\w*|DoesNotThrow|InstanceOf|That\w*|All|Timeout\w*)|verify(?:NoInteractions|NoMoreInteractions|ZeroInteractions)|andExpect|expectThat)$/;
/** An assertion by its name, and none of a library's. */
export const isUnknown = (name: string): boolean => NAMED.test(name) && !KNOWN.test(name);

/** What a variable of the method was given where it is declared; else the node itself. */
function valueOf(node: Node): Node {
  if (node.type !== "identifier") return node;
  for (let at = node.parent; at !== null && at.type !== "method_declaration"; at = at.parent) {
    const declared = parts(at)
      .filter(({ type }) => type === "local_variable_declaration")
      .flatMap(parts)
      .find((one) => one.type === "variable_declarator" && nameOf(one) === node.text);
    if (declared !== undefined) return field(declared, "value") ?? node;
  }
  return node;
}

/** How much of something there is, or of what kind: a part of what it is. */
const isMeasured = (node: Node): boolean =>
  node.type === "method_invocation" && /^(?:size|length|count|getClass|hashCode)$/.test(nameOf(node));

/** A tolerance as large as what is wanted. */
function isWide(wanted: Node, tolerance: Node | undefined): boolean {
  const [about, by] = [wanted, tolerance].map((one) => Number(one?.text.replace(/[dDfF]$/, "")));
  return about !== undefined && by !== undefined && by >= 1 && by >= Math.abs(about);
}

/** Hamcrest: `assertThat(actual, is(3))`, a reason perhaps before. */
function matcherOf(args: readonly Node[]): AssertionStrength {
  const [actual, matcher] = args.slice(-2);
  if (actual === undefined || matcher === undefined || isConstant(actual)) return 0;
  if (/^(?:\w+\.)*(?:anything|any)\(/.test(matcher.text)) return 0;
  if (/^(?:\w+\.)*notNullValue\(/.test(matcher.text)) return 1;
  return /^(?:\w+\.)*(?:is|equalTo|sameInstance|contains)\((?!not|instanceOf|any)/.test(matcher.text) ? 3 : 2;
}

/** `fail()`, or an `AssertionError` thrown by hand, as all or the end of a branch. */
function failsAtOnce(branch: Node | null): boolean {
  const last = branch?.type === "block" ? parts(branch).at(-1) : branch;
  if (last?.type === "expression_statement")
    return last.namedChildren.some((call) => call.type === "method_invocation" && nameOf(call) === "fail");
  return last?.type === "throw_statement" && /^throw\s+new\s+(?:[\w.]+\.)?Assertion\w*Error\b/.test(last.text);
}
