import { field, type Node, parts } from "../tree-sitter.ts";
import type { StubMode } from "../typed-stubs.ts";
import { type Member, nameOf } from "./members.ts";

/** The statement that lets a method return early. */
export function returned({ node, types }: Member, mode: StubMode): string | null {
  const type = field(node, "type");
  if (type === null) return null;
  if (type.type === "void_type") return "return;";
  const variables = new Set([node, ...types].flatMap((one) => parts(field(one, "type_parameters")).map(variableOf)));
  // An iterator that always has one more never ends.
  const wanted = /^(?:hasNext|next)$/.test(nameOf(node)) ? "zero" : mode;
  return `return ${valueOf(type, { mode: wanted === "mark" ? "zero" : wanted, variables, isJavas: javasIn(node) })};`;
}

/** Whether a name that is no `java.lang` means Java's own type in this file: what it does not import is its package's, or its own. */
function javasIn(node: Node): (name: string) => boolean {
  let root = node;
  while (root.parent !== null) root = root.parent;
  const imports = parts(root)
    .filter(({ type }) => type === "import_declaration")
    .map(({ text }) => text.replace(/^import\s+/, "").replace(/\s*;$/, ""));
  return (name) => {
    if (name.includes(".")) return name.startsWith("java.");
    const own = imports.find((path) => path.endsWith(`.${name}`));
    return own === undefined ? imports.includes(`${packageOf(name)}.*`) : own.startsWith("java.");
  };
}

function packageOf(name: string): string {
  if (name.endsWith("Stream")) return "java.util.stream";
  if (name === "CompletableFuture") return "java.util.concurrent";
  return name.startsWith("Big") ? "java.math" : /^(?:Duration|Instant|Local)/.test(name) ? "java.time" : "java.util";
}

const variableOf = (parameter: Node): string =>
  parameter.namedChildren.find((child) => child.type.endsWith("identifier"))?.text ?? "";

interface Place {
  readonly mode: "zero" | "other";
  /** Names of type parameters: of these nothing is known. */
  readonly variables: ReadonlySet<string>;
  readonly isJavas: (name: string) => boolean;
}

const PRIMITIVES: Readonly<Record<string, readonly [zero: string, other: string]>> = {
  int: ["0", "-7"],
  long: ["0L", "-7L"],
  short: ["(short) 0", "(short) -7"],
  byte: ["(byte) 0", "(byte) -7"],
  double: ["0.0", "-7.5"],
  float: ["0.0f", "-7.5f"],
  char: ["'\\0'", "'~'"],
  boolean: ["false", "true"],
};
const BOXES: Readonly<Record<string, string>> = {
  Integer: "int",
  Long: "long",
  Short: "short",
  Byte: "byte",
  Double: "double",
  Float: "float",
  Character: "char",
  Boolean: "boolean",
};

function valueOf(type: Node, place: Place): string {
  const { mode, variables } = place;
  const at = mode === "zero" ? 0 : 1;
  const primitive = PRIMITIVES[type.text];
  if (primitive !== undefined) return primitive[at];
  if (type.type === "array_type") return arrayOf(type, place);
  if (variables.has(type.text) || type.type === "wildcard") return "null";
  const name = erased(type);
  const simple = name.split(".").at(-1) ?? name;
  const boxed = PRIMITIVES[BOXES[simple] ?? ""];
  if (boxed !== undefined) return boxed[at];
  if (/^(?:String|CharSequence)$/.test(simple)) return mode === "zero" ? '""' : '"baton stub"';
  if (simple === "Object") return mode === "zero" ? "new Object()" : "null";
  const args = parts(type.namedChildren.find((child) => child.type === "type_arguments") ?? null);
  const inner = (index: number): string => {
    const one = args[index];
    return one === undefined || one.type === "annotated_type" ? "null" : valueOf(one, place);
  };
  const known = simple === "Iterable" || place.isJavas(name) ? HOLDERS[simple]?.(inner) : undefined;
  if (known !== undefined) return known[at];
  // Of the project's own types, an empty instance, made without its constructor; or none.
  return mode === "zero" ? `(${type.text}) ${emptyOf(name)}` : "null";
}

type Inner = (index: number) => string;
const U = "java.util";
const collection =
  (empty: string, one: string) =>
  (inner: Inner): readonly [string, string] => [
    `new ${U}.${empty}<>()`,
    `new ${U}.${empty}<>(${U}.Collections.${one}(${inner(0)}))`,
  ];
const optional = (name: string, value: string) => (): readonly [string, string] => [
  `${U}.${name}.empty()`,
  `${U}.${name}.of(${value})`,
];
const stream = (name: string, value: string) => (): readonly [string, string] => [
  `${U}.stream.${name}.empty()`,
  `${U}.stream.${name}.of(${value})`,
];
const list = collection("ArrayList", "singletonList");
const set = collection("LinkedHashSet", "singleton");
const map = (inner: Inner): readonly [string, string] => [
  `new ${U}.LinkedHashMap<>()`,
  `new ${U}.LinkedHashMap<>(${U}.Collections.singletonMap(${inner(0)}, ${inner(1)}))`,
];

/** What holds others, and values of Java's own that can be written down. */
const HOLDERS: Readonly<Record<string, (inner: Inner) => readonly [zero: string, other: string]>> = {
  List: list,
  ArrayList: list,
  Collection: list,
  Iterable: list,
  Set: set,
  LinkedHashSet: set,
  HashSet: set,
  Map: map,
  HashMap: map,
  LinkedHashMap: map,
  Optional: (inner) => [`${U}.Optional.empty()`, `${U}.Optional.ofNullable(${inner(0)})`],
  OptionalInt: optional("OptionalInt", "-7"),
  OptionalLong: optional("OptionalLong", "-7L"),
  OptionalDouble: optional("OptionalDouble", "-7.5"),
  Stream: (inner) => [
    `${U}.stream.Stream.empty()`,
    `(${U}.stream.Stream) ${U}.Collections.singletonList(${inner(0)}).stream()`,
  ],
  IntStream: stream("IntStream", "-7"),
  LongStream: stream("LongStream", "-7L"),
  DoubleStream: stream("DoubleStream", "-7.5"),
  Iterator: (inner) => [
    `${U}.Collections.emptyIterator()`,
    `(${U}.Iterator) ${U}.Collections.singletonList(${inner(0)}).iterator()`,
  ],
  CompletableFuture: (inner) => [
    `${U}.concurrent.CompletableFuture.completedFuture(${inner(0)})`,
    `${U}.concurrent.CompletableFuture.completedFuture(${inner(0)})`,
  ],
  BigDecimal: () => ["java.math.BigDecimal.ZERO", "java.math.BigDecimal.valueOf(-7)"],
  BigInteger: () => ["java.math.BigInteger.ZERO", "java.math.BigInteger.valueOf(-7)"],
  Duration: () => ["java.time.Duration.ZERO", "java.time.Duration.ofSeconds(7)"],
  Instant: () => ["java.time.Instant.EPOCH", "java.time.Instant.MAX"],
  LocalDate: () => ["java.time.LocalDate.MIN", "java.time.LocalDate.MAX"],
  LocalDateTime: () => ["java.time.LocalDateTime.MIN", "java.time.LocalDateTime.MAX"],
};

/** Of a type parameter no array can be made. */
function arrayOf(type: Node, place: Place): string {
  const element = field(type, "element");
  const dimensions = field(type, "dimensions")?.text ?? "[]";
  if (element === null || place.variables.has(element.text)) return "null";
  const name = erased(element);
  if (place.mode === "zero" || dimensions !== "[]") return `new ${name}${dimensions.replace("[]", "[0]")}`;
  return `new ${name}[] { ${valueOf(element, place)} }`;
}

/** A type without its arguments: what a class is named by. */
function erased(type: Node): string {
  return type.type === "generic_type" ? (type.namedChildren[0]?.text ?? type.text) : type.text;
}

/**
 * An instance whose fields are all zero, or an enumeration's first constant; null where Java refuses. By reflection alone:
 * the compiler need not know of it.
 */
const emptyOf = (name: string): string =>
  `((java.util.function.Function<Class<?>, Object>) batonType -> { try { if (batonType.isEnum()) return batonType.getEnumConstants()[0]; java.lang.reflect.Field batonField = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); batonField.setAccessible(true); return batonField.getType().getMethod("allocateInstance", Class.class).invoke(batonField.get(null), batonType); } catch (Exception | LinkageError batonNone) { return null; } }).apply(${name}.class)`;
