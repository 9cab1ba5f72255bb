import { applyEdits, around, type Edit, insert } from "../edits.ts";
import type { FlipKind, FlippedSource, SourceFile } from "../port.ts";
import { field, type Node, type Parse, parts } from "../tree-sitter.ts";
import { type Assertion, assertionsIn } from "./assertions.ts";
import { isGuarded } from "../guarded.ts";
import { annotationsOf, isTest, type Member, membersOf } from "./members.ts";

/**
 * Turns what tests expect round: an assertion of any library that holds fails, one that fails holds; conditions of branches
 * that fail by hand are negated. What asserts nothing stays, or an empty test would seem to reach an assertion.
 */
export function flipped(parse: Parse, { path, text }: SourceFile, which?: FlipKind): FlippedSource[] {
  const source = which === "caught" ? null : parse(path, text);
  if (source === null) return [];
  const members = membersOf(source);
  const edits = (which === "early" ? members.map(earlyEdits) : turnedIn(members, which === "guarded")).filter(
    (group) => group.length > 0,
  );
  return [{ path, text: applyEdits(text, edits.flat()), flipped: edits.length }];
}

function turnedIn(members: readonly Member[], onlyGuarded: boolean): Edit[][] {
  return members.flatMap((member) => {
    const body = field(member.node, "body") ?? member.node;
    const assertions = assertionsIn(body);
    if (!onlyGuarded) return assertions.map(flipEdits);
    return isTest(member) ? assertions.filter(({ node }) => isGuarded(node, body, GUARDS)).map(flipEdits) : [];
  });
}

/** `@Test(expected = X.class)`: the test then is what stands before the call that it is about, and is not to fail. */
function earlyEdits({ node }: Member): Edit[] {
  const annotation = annotationsOf(node).find(({ name, node: one }) => name === "Test" && EXPECTS.test(one.text))?.node;
  const statements = parts(field(node, "body")).filter(({ type }) => !type.endsWith("comment"));
  const last = statements.at(-1);
  if (annotation === undefined || last === undefined || statements.length < 2) return [];
  const plain = annotation.text.replace(EXPECTS, "").replace(/\(\s*\)$/, "");
  return [
    { start: annotation.startIndex, end: annotation.endIndex, text: plain },
    { start: last.startIndex, end: last.endIndex, text: "" },
  ];
}

const EXPECTS = /\bexpected(?:Exceptions)?\s*=\s*(?:\{[^{}]*\}|[\w.]+)\s*,?/;

const GUARDS =
  /^(?:(?:enhanced_)?for_statement|while_statement|do_statement|try_statement|lambda_expression|class_body)$/;
const HELD = 'throw new AssertionError("baton flip");';

function flipEdits({ node, strength }: Assertion): Edit[] {
  if (strength === 0) return [];
  if (node.type === "if_statement") return conditionEdits(field(node, "condition"));
  if (node.type === "try_statement") return catchEdits(node);
  const parent = node.parent;
  if (node.type === "assert_statement" || parent?.type === "expression_statement")
    return caught(node.type === "assert_statement" ? node : parent, "", "");
  if (parent?.type === "lambda_expression") return caught(node, "{ ", " }", ";");
  // Its value is used further on: that it is there says that the assertion held.
  const statement = parent?.parent;
  if (statement?.type !== "local_variable_declaration") return [];
  return [insert(statement.endIndex, ` if (true) ${HELD}`)];
}

function conditionEdits(condition: Node | null): Edit[] {
  return condition === null ? [] : around(condition.startIndex + 1, condition.endIndex - 1, "!(", ")");
}

/** `try { call(); fail(); } catch (Wanted e) { … }`: to be caught is what it expects. */
function catchEdits(node: Node): Edit[] {
  const clause = parts(node).find((child) => child.type === "catch_clause");
  const body = clause === undefined ? null : field(clause, "body");
  return body === null ? [] : [insert(body.startIndex + 1, ` if (true) ${HELD} `)];
}

function caught(node: Node | null, before: string, after: string, end = ""): Edit[] {
  if (node === null) return [];
  return around(
    node.startIndex,
    node.endIndex,
    `${before}{ boolean batonHeld = true; try { `,
    `${end} } catch (AssertionError batonFailed) { batonHeld = false; } if (batonHeld) ${HELD} }${after}`,
  );
}
