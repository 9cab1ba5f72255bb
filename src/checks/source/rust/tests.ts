import { createHash } from "node:crypto";
import { modulesOf } from "./modules.ts";
import type { AssertionStrength, SourceFile, WrittenTest } from "../port.ts";
import { weighed } from "./assertions.ts";
import { attributePath, type RustItem, rustItems } from "./items.ts";
import { field, line, normalised, type Parse, type Source, walk } from "../tree-sitter.ts";

/** Tests, and functions beside them that assert for them, under the names that libtest gives them. */
export function writtenTests(parse: Parse, { path, text }: SourceFile): WrittenTest[] {
  const source = parse(path, text);
  if (source === null) return [];
  const around = modulesOf(path);
  const macros = assertingMacros(path, source);
  const written = rustItems(source).items.flatMap((item): WrittenTest[] => {
    const { node, inTests, isTest } = item;
    if (!inTests || node.type !== "function_item") return [];
    const { found, calls } = weighed(parse, node);
    const assertions = [
      ...found.flatMap(({ strength, times }) => Array.from({ length: times }, () => strength)),
      ...expectedPanic(item),
    ];
    return [
      {
        path,
        name: [...around, ...item.name.split("::")].join(" > "),
        helper: !isTest,
        line: line(node),
        skipped: item.attributes.some((attribute) => attributePath(attribute) === "ignore"),
        assertions,
        calls,
        digest: digestOf(item),
      },
    ];
  });
  return [...written, ...macros];
}

/** Macros of the crate's own that assert: what they make of their tokens is read by the assertions that stand among these. */
function assertingMacros(path: string, { root }: Source): WrittenTest[] {
  const macros: WrittenTest[] = [];
  walk(root, (node) => {
    const name = field(node, "name")?.text ?? "";
    if (node.type !== "macro_definition" || !/^(?:debug_)?assert/.test(name)) return;
    const text = normalised(node);
    const assertions = [...text.matchAll(/\b(?:(?:debug_)?assert(_eq)?\w*|panic) ?!/g)].map(
      ([, exact]): AssertionStrength => (exact === undefined ? 2 : 3),
    );
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
    macros.push({ path, name: `${name}!`, helper: true, line: line(node), skipped: false, assertions, digest });
  });
  return macros;
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
