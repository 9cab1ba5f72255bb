import { createHash } from "node:crypto";
import { applyEdits, around, type Edit, insert } from "../edits.ts";
import type { ChangedSource, SourceFile, StubbedSource, Variation } from "../port.ts";
import {
  allBelow,
  field,
  hasBelow,
  line,
  type Node,
  normalised,
  type Parse,
  parts,
  readBoth,
  walk,
} from "../tree-sitter.ts";
import { rustVariant } from "../world.ts";
import { attributePath, isTestFile, type RustItem, rustItems } from "./items.ts";
import { ownKinds } from "./own-kinds.ts";

/** Head's code, whose changed functions give tests another answer than everybody else. Frozen is no answer, nor is near: few types can be kept and had again. */
export function varied(parse: Parse, file: ChangedSource, variation: Variation): StubbedSource[] {
  const { tests, isLoud, only } = variation;
  const both = variation.isFrozen === true || variation.isNear === true ? null : readBoth(parse, file);
  if (both === null) return [];
  const { base, head } = both;
  const known = new Map(base === null ? [] : rustItems(base).items.map(({ name, node }) => [name, normalised(node)]));
  const helper = `baton_variant_${createHash("sha256").update(file.path).digest("hex").slice(0, 8)}`;
  const symbols: string[] = [];
  const functions = new Set<string>();
  const edits: Edit[] = [];
  for (const item of rustItems(head).items) {
    const { name, node } = item;
    if (!tellsItsCaller(item) || known.get(name) === normalised(node) || only?.includes(name) === false) continue;
    const wraps = wrapped(item, `${file.path}:${line(node)} ${name}`, helper);
    if (wraps.length === 0) continue;
    symbols.push(name);
    functions.add(nameOf(node));
    edits.push(...wraps);
  }
  if (symbols.length === 0) return [];
  const rust = tests.filter(({ path }) => path.endsWith(".rs"));
  const text = rustVariant()
    .replace("MARK", helper.slice(-8))
    .replace("TESTS_LIST", () => rust.map((test) => linesOfTests(parse, test)).join(", "))
    .replace("DROPPED_LIST", () => rust.flatMap((test) => droppedIn(parse, test, functions)).join(", "))
    .replace("LOUD", String(isLoud))
    .replace("OWN_KINDS", () => ownKinds(head));
  return [{ path: file.path, text: applyEdits(file.head, edits) + text, symbols }];
}

const nameOf = (node: Node): string => field(node, "name")?.text ?? "";

/** Whether its compiler lets a function know where it was called, and its answer has a type that can be written down twice. */
function tellsItsCaller({ node, attributes, inTests }: RustItem): boolean {
  const type = field(node, "return_type");
  if (node.type !== "function_item" || inTests || type === null || nameOf(node) === "main") return false;
  const modifiers = node.namedChildren.find((child) => child.type === "function_modifiers")?.text ?? "";
  if (/\b(?:const|async|extern)\b/.test(modifiers)) return false;
  if (attributes.some((one) => /^(?:track_caller|proc_macro\w*|no_mangle|export_name)$/.test(attributePath(one))))
    return false;
  if (/^(?:never_type|unit_type)$/.test(type.type) || hasBelow(type, (part) => part.type === "abstract_type"))
    return false;
  return !(node.parent?.parent?.type === "trait_item" && /\bSelf\b/.test(type.text));
}

/** All on the lines that are there: no line moves. */
function wrapped({ node, modules }: RustItem, told: string, helper: string): Edit[] {
  const [body, type] = [field(node, "body"), field(node, "return_type")];
  if (body === null || type === null) return [];
  const path = `self::${"super::".repeat(modules.length)}${helper}`;
  const answers = answersOf(body);
  if (answers.length === 0) return [];
  return [
    insert(node.startIndex, "#[track_caller] "),
    insert(
      body.startIndex + 1,
      ` let baton_turn = ${path}::enter(${JSON.stringify(told)}, ${JSON.stringify(nameOf(node))}); `,
    ),
    ...answers.flatMap(({ startIndex, endIndex }) =>
      around(
        startIndex,
        endIndex,
        `{ #[allow(unused_mut)] let mut baton_answer: ${oneLine(type.text)} = `,
        `; { #[allow(unused_imports)] use ${path}::{Data, NoData}; (&&${path}::kind(&baton_answer)).vary(&mut baton_answer, &baton_turn); } baton_answer }`,
      ),
    ),
  ];
}

const oneLine = (text: string): string => text.replaceAll(/\/\/.*$/gm, "").replaceAll(/\s+/g, " ");

/** What a body returns itself, or ends with: not what a closure inside it does. */
function answersOf(body: Node): Node[] {
  const found = allBelow(
    body,
    ({ type }) => type === "return_expression",
    ({ type }) => !/^(?:closure_expression|async_block|function_item|impl_item)$/.test(type),
  ).flatMap((node) => parts(node).slice(0, 1));
  const last = parts(body).at(-1);
  const isAnswer = last !== undefined && !last.text.endsWith(";") && !/_(?:item|definition)$/.test(last.type);
  if (isAnswer && parts(last)[0]?.type !== "return_expression" && last.type !== "return_expression") found.push(last);
  return found;
}

/** A file of tests as the variant knows it: `("tests/a.rs", &[(1, 90)])`. */
function linesOfTests(parse: Parse, { path, text }: SourceFile): string {
  const source = isTestFile(path) ? null : parse(path, text);
  const { items, testModules } = source === null ? { items: [], testModules: [] } : rustItems(source);
  const of = (node: Node): string => `(${line(node)}, ${node.endPosition.row + 1})`;
  const lines =
    source === null
      ? ["(1, u32::max_value())"]
      : [
          ...testModules.map(({ body }) => of(body)),
          ...items.filter(({ inTests }) => inTests).map(({ node }) => of(node)),
        ];
  return `(${JSON.stringify(path)}, &[${lines.join(", ")}])`;
}

/** `("PATH", LINE, "FUNCTION")` of the statements of a test that are nothing but a call of one of these, or throw away what it answers. */
function droppedIn(parse: Parse, { path, text }: SourceFile, functions: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const source = parse(path, text);
  if (source === null) return found;
  walk(source.root, (node) => {
    const isLet = node.type === "let_declaration" && field(node, "pattern")?.text === "_";
    const [value] = node.type === "expression_statement" ? parts(node) : isLet ? parts(node).slice(-1) : [];
    if (value === undefined || (node.type === "expression_statement" && !node.text.endsWith(";"))) return;
    const called = calledBy(value);
    if (called === null || !functions.has(called)) return;
    for (let row = line(value); row <= value.endPosition.row + 1; row += 1)
      found.push(`(${JSON.stringify(path)}, ${row}, ${JSON.stringify(called)})`);
  });
  return found;
}

/** The function that a call is of, also behind `?` and `unwrap()`. */
function calledBy(value: Node | null): string | null {
  if (value?.type === "try_expression") return calledBy(value.namedChildren[0] ?? null);
  const callee = value?.type === "call_expression" ? field(value, "function") : null;
  if (callee === null) return null;
  const [on, name] = [field(callee, "value"), field(callee, "field")?.text ?? callee.text.split("::").at(-1) ?? ""];
  return on !== null && /^(?:unwrap|expect|ok)$/.test(name) ? calledBy(on) : name;
}
