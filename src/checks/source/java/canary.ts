import { applyEdits, insert } from "../edits.ts";
import type { CanarySource, SourceFile } from "../port.ts";
import { field, type Node, type Parse, parts, walk } from "../tree-sitter.ts";
import { isOfJUnit3, isTest, membersOf, nameOf } from "./members.ts";

/** Two tests with a random name in the class of the file's own: what they see of assertions and names, these see too. */
export function withCanaries(parse: Parse, { path, text }: SourceFile, token: string): CanarySource[] {
  const source = parse(path, text);
  if (source === null) return [];
  const members = membersOf(source);
  const [first] = parts(source.root).filter(({ type }) => type === "class_declaration");
  // A class of inherited tests may have nothing of its own.
  const owner = (members.find(isTest) ?? members[0])?.types.at(-1) ?? first;
  const body = owner === undefined ? null : field(owner, "body");
  if (body === null) return [];
  const library = libraryOf(text);
  const start = isOfJUnit3(body.parent) ? "public void test_" : `${library.annotation} void `;
  const check = assertion(source.root, library.equals);
  const canary = (name: string, length: number): string =>
    `\n  ${start}baton_${token}_${name}() {\n    ${check(`"${token}".length()`, String(length))}\n  }\n`;
  const at = body.endIndex - 1;
  const canaries = `${canary("holds", token.length)}${canary("fails", token.length + 1)}`;
  return [{ path, text: applyEdits(text, [insert(at, canaries)]) }];
}

/** Where a file names several, the older ones are what runs it. */
function libraryOf(text: string): { readonly annotation: string; readonly equals: string } {
  const imports = (names: string): boolean => new RegExp(`\\bimport\\s+(?:static\\s+)?(?:${names})`).test(text);
  if (imports("org\\.testng\\b"))
    return { annotation: "@org.testng.annotations.Test public", equals: "org.testng.Assert.assertEquals" };
  return imports("org\\.junit\\.(?!jupiter|platform|vintage)|junit\\.framework\\b")
    ? { annotation: "@org.junit.Test public", equals: "org.junit.Assert.assertEquals" }
    : { annotation: "@org.junit.jupiter.api.Test", equals: "org.junit.jupiter.api.Assertions.assertEquals" };
}

/** An assertion as the file's own tests write it. */
function assertion(root: Node, usual: string): (actual: string, expected: string) => string {
  let equals: string | null = null;
  let that: string | null = null;
  walk(root, (node) => {
    if (node.type !== "method_invocation") return;
    if (nameOf(node) === "assertEquals") equals ??= calledOn(node, root);
    const start = field(node, "object");
    if (nameOf(node) === "isEqualTo" && start?.type === "method_invocation" && nameOf(start) === "assertThat")
      that ??= calledOn(start, root);
  });
  if (equals === null && that !== null) return (actual, expected) => `${that}(${actual}).isEqualTo(${expected});`;
  return (actual, expected) => `${equals ?? usual}(${expected}, ${actual});`;
}

const LIBRARIES = /^(?:org\.(?:assertj|junit|testng)|junit|com\.google\.common\.truth)\./;
const OF_LIBRARY = /^(?:[\w.]+\.)?(?:Assert|(?:BDD|Java6)?Assertions(?:For\w+Types)?|Truth)$/;

/**
 * A library's assertion as any method of the file can call it. What a variable holds (`softly`) is nobody else's, and an assertion
 * of the project's own may take its own types alone.
 */
function calledOn(call: Node, root: Node): string | null {
  const [object, name] = [field(call, "object")?.text, nameOf(call)];
  if (object !== undefined) return OF_LIBRARY.test(object) ? `${object}.${name}` : null;
  const imports = [...root.text.matchAll(new RegExp(`\\bimport\\s+static\\s+([\\w.]+)\\.${name}\\s*;`, "g"))];
  return imports.length === 0 || imports.some(([, from = ""]) => LIBRARIES.test(from)) ? name : null;
}
