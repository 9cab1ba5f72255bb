import { createHash } from "node:crypto";
import { modulesOf } from "./modules.ts";
import type { AssertionStrength, SourceFile, WrittenTest } from "../port.ts";
import { weighed } from "./assertions.ts";
import { attributeArguments, attributePath, type RustItem, rustItems } from "./items.ts";
import { field, line, normalised, type Parse } from "../tree-sitter.ts";

/** Tests, and functions beside them that assert for them, under the names that libtest gives them. */
export function writtenTests(parse: Parse, { path, text }: SourceFile): WrittenTest[] {
  const source = parse(path, text);
  if (source === null) return [];
  const around = modulesOf(path);
  return rustItems(source).items.flatMap((item): WrittenTest[] => {
    const { node, inTests, isTest } = item;
    if (!inTests || node.type !== "function_item") return [];
    const { found, calls } = weighed(parse, node);
    const assertions = [...found.map(({ strength }) => strength), ...expectedPanic(item)];
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
}

/** That it panics is what the test asserts; with the words of the panic, more. */
function expectedPanic({ attributes }: RustItem): AssertionStrength[] {
  const attribute = attributes.find((one) => attributePath(one) === "should_panic");
  if (attribute === undefined) return [];
  return [/expected/.test(attribute.text) || attributeArguments(attribute) !== "" ? 2 : 1];
}

/** The test's words without its name; what its attributes say belongs to it. */
function digestOf({ node, attributes }: RustItem): string {
  const name = field(node, "name")?.text ?? "";
  const words = [...attributes.map(normalised), normalised(node).replace(`fn ${name}`, "fn")];
  return createHash("sha256").update(words.join(" ")).digest("hex").slice(0, 16);
}
