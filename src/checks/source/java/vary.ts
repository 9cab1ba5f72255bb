import { createHash } from "node:crypto";
import { applyEdits, around, type Edit } from "../edits.ts";
import type { ChangedSource, SourceFile, StubbedSource, Variation } from "../port.ts";
import { field, line, type Node, normalised, type Parse, readBoth, walk } from "../tree-sitter.ts";
import { javaVariant } from "../world.ts";
import { membersOf, nameOf } from "./members.ts";

/** What a smaller type cannot be given without a cast. */
const NARROW = /^(?:byte|short|char|void)$/;
/** Any number is a right one, as long as what is equal has the same: no test can say which. */
const HASH = /\.hashCode\(\)$/;
/** What loops and `try` call without naming it. */
const UNNAMED = ["iterator", "hasNext", "next", "close"];

/** Head's code, whose changed methods give tests another answer than everybody else. */
export function varied(
  parse: Parse,
  file: ChangedSource,
  { tests, isLoud, isFrozen = false, isNear = false, only }: Variation,
): StubbedSource[] {
  const both = readBoth(parse, file);
  if (both === null) return [];
  const { base, head } = both;
  const known = new Map(base === null ? [] : membersOf(base).map(({ name, node }) => [name, normalised(node)]));
  const helper = `BatonVariant${createHash("sha256").update(file.path).digest("hex").slice(0, 8)}`;
  const symbols: string[] = [];
  const methods = new Set<string>();
  const edits: Edit[] = [];
  const java = tests.filter(({ path }) => path.endsWith(".java"));
  const isCalled = callsIn(java);
  for (const { name, node } of membersOf(head)) {
    const body = node.type === "method_declaration" ? field(node, "body") : null;
    if (body === null || known.get(name) === normalised(node) || only?.includes(name) === false) continue;
    if (!isCalled(nameOf(node)) || HASH.test(name) || NARROW.test(field(node, "type")?.text ?? "void")) continue;
    const told = JSON.stringify(`${file.path}:${line(node)} ${name}`);
    const wraps = answersIn(body).flatMap(({ startIndex, endIndex }) =>
      around(startIndex, endIndex, `${helper}.of(`, `, ${told}, "${nameOf(node)}")`),
    );
    if (wraps.length === 0) continue;
    symbols.push(name);
    methods.add(nameOf(node));
    edits.push(...wraps);
  }
  if (symbols.length === 0) return [];
  const dropped = java.flatMap((test) => droppedIn(parse, test, methods));
  const text = javaVariant()
    .replaceAll("BatonVariantMARK", helper)
    .replace("LOUD", String(isLoud))
    .replace("FROZEN", String(isFrozen))
    .replace("NEAR", String(isNear))
    .replace("TESTS_LIST", () => literals(java.map(({ path }) => path)))
    .replace("DROPPED_LIST", () => literals(dropped));
  return [{ path: file.path, text: applyEdits(file.head, edits) + text, symbols }];
}

/**
 * Whether tests may call a method of this name themselves: no others of them get its answer. Of no tests all are asked for, and text with
 * escapes may name anything.
 */
function callsIn(tests: readonly SourceFile[]): (name: string) => boolean {
  const words = new Set([...UNNAMED, ...tests.flatMap(({ text }) => text.match(/[\w$]+/g) ?? [])]);
  const isAnything = tests.length === 0 || tests.some(({ text }) => text.includes("\\u"));
  return (name) => isAnything || words.has(name) || /[^\w$]/.test(name);
}

/** What a body returns itself: not what a lambda or a class inside it does. */
function answersIn(body: Node): Node[] {
  return body.namedChildren.flatMap((child): Node[] => {
    if (child.type === "lambda_expression" || child.type === "class_body" || child.type.endsWith("_declaration"))
      return [];
    const [answer] = child.type === "return_statement" ? child.namedChildren : [];
    return answer === undefined ? answersIn(child) : [answer];
  });
}

const literals = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(", ");

/** `PATH:LINE METHOD` of the statements of a test that are nothing but a call of one of these. */
function droppedIn(parse: Parse, { path, text }: SourceFile, methods: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const source = parse(path, text);
  if (source === null) return found;
  walk(source.root, (node) => {
    const [call] = node.type === "expression_statement" ? node.namedChildren : [];
    if (call?.type !== "method_invocation" || !methods.has(nameOf(call))) return;
    for (let row = line(call); row <= call.endPosition.row + 1; row += 1) found.push(`${path}:${row} ${nameOf(call)}`);
  });
  return found;
}
