import { createHash } from "node:crypto";
import type { AssertionStrength, SourceFile, WrittenTest } from "../port.ts";
import { line, normalised, type Parse } from "../tree-sitter.ts";
import { assertionsIn } from "./assertions.ts";
import { annotationsOf, isTest, type Member, membersOf, nameOf } from "./members.ts";

/** Tests, and methods beside them that assert for them, under the names that the platform's ids give them. */
export function writtenTests(parse: Parse, { path, text }: SourceFile): WrittenTest[] {
  const source = parse(path, text);
  if (source === null) return [];
  return membersOf(source).flatMap((member): WrittenTest[] => {
    const { node, types } = member;
    if (node.type !== "method_declaration") return [];
    const assertions = [...assertionsIn(node).map(({ strength }) => strength), ...expected(member)];
    const helper = !isTest(member);
    if (helper && assertions.length === 0) return [];
    return [
      {
        path,
        name: [...types.slice(1).map(nameOf), nameOf(node)].join(" > "),
        helper,
        line: line(node),
        skipped: [node, ...types].some((one) =>
          annotationsOf(one).some(({ name }) => /^(?:Disabled|Ignore)$/.test(name)),
        ),
        assertions,
        digest: digestOf(member),
      },
    ];
  });
}

/** `@Test(expected = X.class)` of JUnit 4. */
const expected = ({ node }: Member): AssertionStrength[] =>
  annotationsOf(node).some(({ name, node: { text } }) => name === "Test" && /\bexpected\s*=/.test(text)) ? [2] : [];

/** The test's words without its name; what its annotations say belongs to it. */
function digestOf({ node }: Member): string {
  const words = normalised(node).replace(` ${nameOf(node)} (`, " (");
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}
