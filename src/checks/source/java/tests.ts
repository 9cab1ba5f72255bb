import { createHash } from "node:crypto";
import type { AssertionStrength, SourceFile, WrittenTest } from "../port.ts";
import { line, normalised, type Parse } from "../tree-sitter.ts";
import { assertionsIn, throwStrength } from "./assertions.ts";
import { assertingHelpers, helperCalls, isOfHelper } from "./helpers.ts";
import { annotationsOf, isTest, type Member, membersOf, nameOf } from "./members.ts";
import { namesIn } from "./names.ts";
import { MOST_ROWS, rowsAbove } from "./rows.ts";
import { createReader } from "./said.ts";
import { ownEnd } from "../own-lines.ts";

/** Tests, and methods beside them that assert for them, under the names that the platform's ids give them. */
export function writtenTests(parse: Parse, { path, text }: SourceFile): WrittenTest[] {
  const source = parse(path, text);
  const members = source === null ? [] : membersOf(source).filter(({ node }) => node.type === "method_declaration");
  const methods = members.map((member) => ({ member, assertions: assertionsIn(member.node) }));
  if (source === null || methods.length === 0) return [];
  const names = namesIn(source);
  const saidBy = createReader(names);
  const helpers = assertingHelpers(methods, names);
  return methods.flatMap(({ member, assertions: all }): WrittenTest[] => {
    const { node, types } = member;
    const own = all.filter((one) => !isOfHelper(one.node, helpers, names));
    const assertions = [...own.flatMap(({ strength, times }) => repeated(strength, times)), ...expected(member)];
    const helper = !isTest(member);
    if (helper && assertions.length === 0 && !helpers.has(node.id)) return [];
    const calls = helperCalls(node, helpers, names);
    const asserting = calls.filter(({ isAssertion }) => isAssertion);
    return [
      {
        path,
        name: [...types.slice(1).map(nameOf), nameOf(node)].join(" > "),
        helper,
        line: line(node),
        ...ownEnd(text, node.startIndex, node.endIndex),
        skipped: [node, ...types].some((one) =>
          annotationsOf(one).some(
            ({ name, node: { text } }) =>
              /^(?:Disabled|Ignore)$/.test(name) || (name === "Test" && /\benabled\s*=\s*false\b/.test(text)),
          ),
        ),
        assertions,
        spare: (rowsAbove(node) - 1) * assertions.filter((strength) => strength === 3).length,
        calls: calls.flatMap(({ name, most, counted, times }) => repeated({ name, most, counted }, times)),
        said: saidBy(
          member,
          own,
          asserting.map((call) => call.node),
        ),
        digest: digestOf(member),
      },
    ];
  });
}

/** For each of the rows that are written out around it; what has none stands there once, and says nothing. */
const repeated = <T>(one: T, times: number): T[] =>
  Array.from({ length: Math.min(MOST_ROWS, Math.max(1, times)) }, () => one);

/** `@Test(expected = X.class)` of JUnit 4, `expectedExceptions` of TestNG. */
const expected = ({ node }: Member): AssertionStrength[] =>
  annotationsOf(node).flatMap(({ name, node: { text } }) => {
    const [, type] = (name === "Test" && /\bexpected(?:Exceptions)?\s*=\s*\{?\s*([\w.]+)/.exec(text)) || [];
    return type === undefined ? [] : [throwStrength(type)];
  });

/** The test's words without its name; what its annotations say belongs to it. */
function digestOf({ node }: Member): string {
  const words = normalised(node).replace(` ${nameOf(node)} (`, " (");
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}
