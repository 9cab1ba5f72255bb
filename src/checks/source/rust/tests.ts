import { createHash } from "node:crypto";
import { modulesOf } from "./modules.ts";
import type { AssertionStrength, SaidByTest, SourceFile, WrittenTest } from "../port.ts";
import { weighed } from "./assertions.ts";
import { ownEnd } from "../own-lines.ts";
import { attributePath, type RustItem, rustItems } from "./items.ts";
import { createSayings } from "./sayings.ts";
import { allBelow, field, line, type Node, normalised, type Parse, type Source, walk } from "../tree-sitter.ts";

/** Tests, and functions beside them that assert for them, under the names that libtest gives them. */
export function writtenTests(parse: Parse, { path, text }: SourceFile): WrittenTest[] {
  const source = parse(path, text);
  if (source === null) return [];
  const around = modulesOf(path);
  const functions = rustItems(source)
    .items.filter(({ node, inTests }) => inTests && node.type === "function_item")
    .map((item) => ({ item, ...weighed(parse, item.node) }));
  const macros = macrosIn(source);
  if (functions.length + macros.length === 0) return madeTests(path, source);
  const says = createSayings(parse, source, functions);
  const written = functions.map(({ item, found, calls }): WrittenTest => {
    const { node, isTest } = item;
    const first = item.attributes[0] ?? node;
    const assertions = [
      ...found.flatMap(({ strength, times }) => Array.from({ length: times }, () => strength)),
      ...expectedPanic(item),
    ];
    return {
      path,
      name: [...around, ...item.name.split("::")].join(" > "),
      helper: !isTest,
      start: line(first),
      line: line(node),
      ...ownEnd(text, first.startIndex, node.endIndex),
      skipped: item.attributes.some((attribute) => attributePath(attribute) === "ignore"),
      assertions,
      calls,
      ...(isTest || found.length > 0 ? { said: says.byFunction(item, found) } : {}),
      digest: digestOf(item),
    };
  });
  const asserting = macros.map((node) => assertingMacro(path, node, says.byMacro(node)));
  return [...written, ...asserting, ...madeTests(path, source)];
}

/** Tests that a macro of the file makes: each use of it is one whose names only a run can tell. */
function madeTests(path: string, { root }: Source): WrittenTest[] {
  const makers = new Map<string, Node>();
  const uses: Node[] = [];
  walk(root, (node) => {
    const makes = node.type === "macro_definition" && /#\s*\[\s*(?:\w+::)*test\b/.test(node.text);
    if (makes) makers.set(field(node, "name")?.text ?? "", node);
    if (node.type === "macro_invocation") uses.push(node);
    return node.type !== "macro_definition";
  });
  return uses.flatMap((use): WrittenTest[] => {
    const maker = makers.get(field(use, "macro")?.text ?? "");
    if (maker === undefined) return [];
    const text = normalised(maker);
    const digest = createHash("sha256")
      .update(`${text} ${normalised(use)}`)
      .digest("hex")
      .slice(0, 16);
    return [
      { path, name: null, helper: false, line: line(use), skipped: false, assertions: strengthsIn(text), digest },
    ];
  });
}

/** Macros of the crate's own that assert. */
const macrosIn = ({ root }: Source): Node[] =>
  allBelow(
    root,
    (node) => node.type === "macro_definition" && /^(?:debug_)?assert/.test(field(node, "name")?.text ?? ""),
  );

/** What a macro makes of its tokens is read by the assertions that stand among these. */
function assertingMacro(path: string, node: Node, said: SaidByTest): WrittenTest {
  const text = normalised(node);
  const assertions = strengthsIn(text);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const name = `${field(node, "name")?.text ?? ""}!`;
  return { path, name, helper: true, line: line(node), skipped: false, assertions, said, digest };
}

const strengthsIn = (macro: string): AssertionStrength[] =>
  [...macro.matchAll(/\b(?:(?:debug_)?assert(_eq)?\w*|panic) ?!/g)].map(([, exact]): AssertionStrength =>
    exact === undefined ? 2 : 3,
  );

/** That it panics is what the test asserts; with the words of the panic, more. */
function expectedPanic({ attributes }: RustItem): AssertionStrength[] {
  const attribute = attributes.find((one) => attributePath(one) === "should_panic");
  if (attribute === undefined) return [];
  const words = /"((?:[^"\\]|\\.)*)"/s.exec(attribute.text)?.[1] ?? "";
  return [words === "" ? 1 : 2];
}

/** The test's words without its name; what its attributes say belongs to it. */
function digestOf({ node, attributes }: RustItem): string {
  const name = field(node, "name")?.text ?? "";
  const words = [...attributes.map(normalised), normalised(node).replace(`fn ${name}`, "fn")];
  return createHash("sha256").update(words.join(" ")).digest("hex").slice(0, 16);
}
