import { applyEdits, around, type Edit } from "../edits.ts";
import type { FlipKind, FlippedSource, SourceFile } from "../port.ts";
import { isGuarded } from "../guarded.ts";
import { type Assertion, assertionsIn, macroName } from "./assertions.ts";
import { attributePath, type RustItem, rustItems } from "./items.ts";
import { field, type Parse, parts } from "../tree-sitter.ts";

/**
 * Turns what tests expect round: `assert_eq!` and `assert_ne!`, the truth of `assert!`, the condition of a branch that panics,
 * and `should_panic`. What asserts nothing stays, or an empty test would seem to reach an assertion.
 */
export function flipped(parse: Parse, { path, text }: SourceFile, which?: FlipKind): FlippedSource[] {
  const source = which === "caught" ? null : parse(path, text);
  if (source === null) return [];
  const edits = rustItems(source)
    .items.filter(({ inTests, node }) => inTests && node.type === "function_item")
    .flatMap((item) => {
      if (which === "early") return [earlyEdits(item)];
      const assertions = assertionsIn(parse, item.node);
      if (which === undefined) return [...assertions.map(flipEdits), panicEdits(item)];
      return item.attributes.some((one) => /\btest\b/.test(attributePath(one)))
        ? assertions.filter(({ node }) => isGuarded(node, item.node, GUARDS)).map(flipEdits)
        : [];
    })
    .filter((group) => group.length > 0);
  return [{ path, text: applyEdits(text, edits.flat()), flipped: edits.length }];
}

const GUARDS = /^(?:for_expression|while_expression|loop_expression|closure_expression)$/;

const OPPOSITES: Readonly<Record<string, string>> = { assert_eq: "assert_ne", assert_ne: "assert_eq" };

function flipEdits({ node, given, strength }: Assertion): Edit[] {
  if (strength === 0) return [];
  if (given === null) {
    const condition = node.type === "if_expression" ? field(node, "condition") : null;
    return condition === null || condition.type.startsWith("let_")
      ? []
      : negated(condition.startIndex, condition.endIndex);
  }
  const name = macroName(node);
  const prefix = /^(?:debug_|prop_)?/.exec(name)?.[0] ?? "";
  const other = OPPOSITES[name.slice(prefix.length)];
  if (other !== undefined) {
    const end = given.name.endIndex;
    return [{ start: end - name.length, end, text: `${prefix}${other}` }];
  }
  const [condition] = given.values;
  if (name.slice(prefix.length) !== "assert" || condition === undefined) return [];
  return negated(condition.startIndex + given.offset, condition.endIndex + given.offset);
}

const negated = (start: number, end: number): Edit[] => around(start, end, "!(", ")");

/** The test then is what stands before the panic that it is about, and is not to panic. */
function earlyEdits({ node, attributes }: RustItem): Edit[] {
  const attribute = attributes.find((one) => one.text.replaceAll(/[^\w]/g, "") === "should_panic");
  const statements = parts(field(node, "body")).filter(({ type }) => !type.endsWith("comment"));
  const last = statements.at(-1);
  if (attribute === undefined || last === undefined || statements.length < 2 || field(node, "return_type") !== null)
    return [];
  return [attribute, last].map(({ startIndex: start, endIndex: end }) => ({ start, end, text: "" }));
}

/** The test then asserts that its body does not panic. */
function panicEdits({ node, attributes }: RustItem): Edit[] {
  const attribute = attributes.find((one) => attributePath(one) === "should_panic");
  const body = field(node, "body");
  if (attribute === undefined || body === null || node.namedChildren.some(({ text }) => /^async\b/.test(text)))
    return [];
  const start = body.startIndex + 1;
  const end = body.endIndex - 1;
  return [
    { start: attribute.startIndex, end: attribute.endIndex, text: "" },
    {
      start,
      end: start,
      text: " extern crate std as baton_std; assert!(baton_std::panic::catch_unwind(baton_std::panic::AssertUnwindSafe(|| { ",
    },
    { start: end, end, text: " ; })).is_ok()); " },
  ];
}
