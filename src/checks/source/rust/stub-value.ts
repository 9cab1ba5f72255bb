import { allBelow, field, hasBelow, type Node, type Source, walk } from "../tree-sitter.ts";
import type { StubMode } from "../typed-stubs.ts";

const DEPTH_LIMIT = 4;

/**
 * Picks `Default` for a type that has one and panics for any other, as the compiler decides: the nearer of two methods is
 * taken where its trait holds. Local, so that it needs no path and no name of the crate.
 */
const DISPATCH =
  'struct BatonStub<T>(baton_core::marker::PhantomData<T>); trait BatonDefault { type O; fn baton(&self) -> Self::O; } trait BatonNone { type O; fn baton(&self) -> Self::O; } impl<T: baton_core::default::Default> BatonDefault for &BatonStub<T> { type O = T; fn baton(&self) -> T { T::default() } } impl<T> BatonNone for BatonStub<T> { type O = T; fn baton(&self) -> T { panic!("baton stub") } } ';
/** Under names of our own: `::core` is no path in the edition of 2015, nor `::std` in a crate without it. */
const CRATES = ["core", "std"] as const;
const withCrates = (text: string): string => {
  const used = CRATES.filter((name) => text.includes(`baton_${name}::`));
  return `${used.map((name) => `extern crate ${name} as baton_${name}; `).join("")}${text}`;
};
const dispatched = (type: string): string => `(&&BatonStub::<${type}>(baton_core::marker::PhantomData)).baton()`;

/** Makes the statement that lets a function return early; null where it has nothing to return or cannot. */
export function createValues(source: Source, item: Node): (mode: StubMode) => string | null {
  const type = field(item, "return_type");
  const isConst = item.namedChildren.some(
    (child) => child.type === "function_modifiers" && /\bconst\b/.test(child.text),
  );
  return (mode) => {
    if (type === null || type.type === "unit_type") return "return;";
    if (type.type === "never_type") return null;
    if (isConst) {
      const literal = primitive(type.text, mode);
      return literal === null ? null : `return ${literal};`;
    }
    if (hasBelow(type, (node) => node.type === "abstract_type")) return 'panic!("baton stub");';
    // A builder that does nothing.
    if (mode === "other" && handsItselfOn(item, type)) return "return self;";
    // An iterator that always has one more never ends.
    const wanted = field(item, "name")?.text === "next" ? "zero" : mode;
    const value = valueOf(type, wanted, { source, self: selfOf(item), depth: 0 });
    return withCrates(`${value.includes("BatonStub") ? DISPATCH : ""}return ${value};`);
  };
}

/** `fn named(mut self, …) -> Self`, `fn push(&mut self, …) -> &mut Self`. */
function handsItselfOn(item: Node, type: Node): boolean {
  const receiver = field(item, "parameters")?.namedChildren.find((one) => one?.type === "self_parameter")?.text ?? "";
  const own = type.text.replace(/\bSelf$/, "self");
  return own === receiver.replace(/^mut /, "");
}

const ITERATOR = /^impl\s+(?:\w+::)*(?:DoubleEnded|ExactSize)?Iterator\s*</;
const BOUNDS = /\+\s*(?!\s|'\w|Clone\b|Send\b|Sync\b|Unpin\b)/;

/** What answers in the place of an iterator of some type: none, or one of another item. Null where it may have to be more than that. */
export function iteratorFor(
  source: Source,
  item: Node,
  mode: StubMode,
): { readonly item: string; readonly answer: string } | null {
  const type = field(item, "return_type");
  if (type === null || !ITERATOR.test(type.text) || BOUNDS.test(type.text)) return null;
  const isBinding = (node: Node): boolean => node.type === "type_binding";
  const [binding, ...others] = allBelow(type, isBinding, (node) => !isBinding(node));
  const each = binding === undefined ? null : field(binding, "type");
  if (each === null || others.length > 0 || /\bimpl\b/.test(each.text)) return null;
  const made = (text: string) => ({ item: each.text, answer: text });
  if (mode !== "other") return made(`baton_core::iter::empty::<${each.text}>()`);
  const value = valueOf(each, mode, { source, self: selfOf(item), depth: 0 });
  const std = value.includes("baton_std::") ? "extern crate std as baton_std; " : "";
  return made(`${std}${value.includes("BatonStub") ? DISPATCH : ""}baton_core::iter::once::<${each.text}>(${value})`);
}

interface Place {
  readonly source: Source;
  /** The type of the `impl` around it. */
  readonly self: string | null;
  readonly depth: number;
}

function valueOf(type: Node, mode: StubMode, place: Place): string {
  const inner = (node: Node | null | undefined): string =>
    node === null || node === undefined ? "()" : valueOf(node, mode, { ...place, depth: place.depth + 1 });
  const simple = primitive(type.text, mode);
  if (simple !== null) return simple;
  if (type.type === "unit_type") return "()";
  if (type.type === "tuple_type") return `(${type.namedChildren.map(inner).join(", ")},)`;
  const name = lastName(type);
  const args = field(type, "type_arguments")?.namedChildren.filter((node) => node.type !== "lifetime") ?? [];
  if (name === "Result") return resultOf(args, mode, inner);
  if (name === "Ordering") return `baton_core::cmp::Ordering::${mode === "other" ? "Less" : "Equal"}`;
  if (name === "Box" && args[0] !== undefined && !/^dyn\b/.test(args[0].text))
    return `baton_std::boxed::Box::new(${inner(args[0])})`;
  if (mode === "other" && name === "Option") return `baton_core::option::Option::Some(${inner(args[0])})`;
  if (mode === "other" && name === "Vec") return `baton_std::vec![${inner(args[0])}]`;
  const own = place.depth < DEPTH_LIMIT ? ownType(type, mode, place) : null;
  return own ?? dispatched(type.text);
}

/** An error is the other value where one can be made; where it cannot, a result that differs from the default one. */
function resultOf(args: readonly Node[], mode: StubMode, inner: (node: Node | undefined) => string): string {
  const error = args[1];
  const made = mode !== "other" || error === undefined ? null : errorOf(error, inner);
  return made === null
    ? `baton_core::result::Result::Ok(${inner(args[0])})`
    : `baton_core::result::Result::Err(${made})`;
}

function errorOf(type: Node, inner: (node: Node) => string): string | null {
  if (/^(?:\w+::)*Box\s*<\s*dyn\s[^<>]*Error\b/.test(type.text)) return 'baton_core::convert::Into::into("baton stub")';
  const value = inner(type);
  return value.includes("BatonStub") ? null : value;
}

function primitive(type: string, mode: StubMode): string | null {
  const pick = (zero: string, other: string): string => (mode === "other" ? other : zero);
  if (/^i(?:8|16|32|64|128|size)$/.test(type)) return pick("0", "-7");
  if (/^u(?:8|16|32|64|128|size)$/.test(type)) return pick("0", "7");
  if (/^f(?:32|64)$/.test(type)) return pick("0.0", "-7.5");
  if (type === "bool") return pick("false", "true");
  if (type === "char") return pick("'\\0'", "'~'");
  if (/^&(?:\s*'\w+\s+)?\s*str$/.test(type)) return pick('""', '"baton stub"');
  return /^(?:(?:::)?(?:std|alloc)::string::)?String$/.test(type) && mode === "other"
    ? 'baton_std::string::String::from("baton stub")'
    : null;
}

/** A structure or enumeration of the same file without parameters is built field by field, as nothing else may be able to. */
function ownType(type: Node, mode: StubMode, place: Place): string | null {
  const name = type.text === "Self" ? place.self : type.type === "type_identifier" ? type.text : null;
  const definition = name === null ? null : definitionOf(place.source.root, name);
  if (definition === null || name === null || field(definition, "type_parameters") !== null) return null;
  const body = field(definition, "body");
  if (definition.type === "enum_item") {
    const variants = (body?.namedChildren ?? []).filter(
      (node) => node.type === "enum_variant" && field(node, "body") === null,
    );
    const variant = mode === "other" ? variants.at(-1) : variants[0];
    const text = variant === undefined || variant === null ? undefined : field(variant, "name")?.text;
    return text === undefined ? null : `${type.text}::${text}`;
  }
  const deeper = { ...place, depth: place.depth + 1 };
  if (body?.type === "field_declaration_list") {
    const fields = body.namedChildren.filter((node) => node.type === "field_declaration");
    const values = fields.map((node) => {
      const kind = field(node, "type");
      return `${field(node, "name")?.text ?? ""}: ${kind === null ? "()" : valueOf(kind, mode, deeper)}`;
    });
    return `${type.text} { ${values.join(", ")} }`;
  }
  if (body?.type !== "ordered_field_declaration_list") return null;
  const types = body.namedChildren.filter(
    (node) => !/^(?:attribute_item|visibility_modifier)$|comment$/.test(node.type),
  );
  return `${type.text}(${types.map((kind) => valueOf(kind, mode, deeper)).join(", ")})`;
}

function definitionOf(root: Node, name: string): Node | null {
  let found: Node | null = null;
  walk(root, (node) => {
    const isDefinition = node.type === "struct_item" || node.type === "enum_item";
    if (isDefinition && field(node, "name")?.text === name) found ??= node;
    return found === null && node.type !== "block";
  });
  return found;
}

/** `std::io::Result<T>` is a `Result`. */
function lastName(type: Node): string {
  const named = type.type === "generic_type" ? field(type, "type") : type;
  return named?.text.split("::").at(-1) ?? "";
}

function selfOf(item: Node): string | null {
  let node: Node | null = item.parent;
  while (node !== null && node.type !== "impl_item") node = node.parent;
  return node === null ? null : (field(node, "type")?.text ?? null);
}
