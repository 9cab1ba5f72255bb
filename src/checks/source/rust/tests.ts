import { createHash } from "node:crypto";
import { modulesOf } from "./modules.ts";
import type { AssertionStrength, SaidByTest, SourceFile, WrittenTest } from "../port.ts";
import { weighed } from "./assertions.ts";
import { attributePath, type RustItem, rustItems } from "./items.ts";
import { createSayings } from "./sayings.ts";
import { field, line, type Node, normalised, type Parse, type Source, walk } from "../tree-sitter.ts";

/** Tests, and functions beside them that assert for them, under the names that libtest gives them. */
export function writtenTests(parse: Parse, { path, text }: SourceFile): WrittenTest[] {
  const source = parse(path, text);
  if (source === null) return [];
  const around = modulesOf(path);
  const functions = rustItems(source)
    .items.filter(({ node, inTests }) => inTests && node.type === "function_item")
    .map((item) => ({ item, ...weighed(parse, item.node) }));
  const macros = macrosIn(source);
  if (functions.length + macros.length === 0) return [];
  const says = createSayings(parse, source, functions);
  const written = functions.map(({ item, found, calls }): WrittenTest => {
    const { node, isTest } = item;
    const assertions = [
      ...found.flatMap(({ strength, times }) => Array.from({ length: times }, () => strength)),
      ...expectedPanic(item),
    ];
    return {
      path,
      name: [...around, ...item.name.split("::")].join(" > "),
      helper: !isTest,
      line: line(node),
      skipped: item.attributes.some((attribute) => attributePath(attribute) === "ignore"),
      assertions,
      calls,
      ...(isTest || found.length > 0 ? { said: says.byFunction(item, found) } : {}),
      digest: digestOf(item),
    };
  });
  return [...written, ...macros.map((node) => assertingMacro(path, node, says.byMacro(node)))];
}

/** Macros of the crate's own that assert. */
function macrosIn({ root }: Source): Node[] {
  const macros: Node[] = [];
  walk(root, (node) => {
    const isOne = node.type === "macro_definition" && /^(?:debug_)?assert/.test(field(node, "name")?.text ?? "");
    if (isOne) macros.push(node);
  });
  return macros;
}

/** What a macro makes of its tokens is read by the assertions that stand among these. */
function assertingMacro(path: string, node: Node, said: SaidByTest): WrittenTest {
  const text = normalised(node);
  const assertions = [...text.matchAll(/\b(?:(?:debug_)?assert(_eq)?\w*|panic) ?!/g)].map(
    ([, exact]): AssertionStrength => (exact === undefined ? 2 : 3),
  );
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const name = `${field(node, "name")?.text ?? ""}!`;
  return { path, name, helper: true, line: line(node), skipped: false, assertions, said, digest };
}

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
