import { field, type Node, parts } from "../tree-sitter.ts";
import { returnsOf } from "./arguments.ts";
import { nameOf } from "./members.ts";
import type { Names } from "./names.ts";

const LIBRARIES =
  /^(?:java|javax|jakarta|sun|junit|org\.(?:junit|assertj|hamcrest|mockito|testng|opentest4j|easymock|awaitility))\./;
/** Types that are there without an import, or by one of a whole package. */
const JAVA =
  /^(?:String|StringBuilder|Character|Boolean|Byte|Short|Integer|Long|Float|Double|Number|Object|Objects|Math|System|Thread|Iterable|Record|Enum|Class|Void|(?:Array|Linked)?List|(?:Hash|Tree|LinkedHash|Enum)?(?:Map|Set)|Map\.Entry|Collection|Collections|Arrays|(?:Array)?Deque|Queue|PriorityQueue|Iterator|Optional\w*|Stream|(?:Int|Long|Double)Stream|Collectors?|Comparator|Duration|Instant|Period|Year|(?:Local|Zoned|Offset)(?:Date|Time|DateTime)|Zone\w+|\w+Unit|Clock|Big(?:Decimal|Integer)|RoundingMode|Path|Paths|File|Files|Locale|UUID|Pattern|Random|Scanner|\w*(?:Exception|Error)|(?:\w*(?:Function|Supplier|Consumer|Predicate|Operator))|Runnable|Callable|Atomic\w+|CompletableFuture|Executors?|Future|Assert\w*|Matchers?|MatcherAssert|Mockito|Arguments|DynamicTest|Mock\w*)$/;
const STATIC = /^import\s+static\s+([\w.]+)\.(\w+|\*)\s*;/;
const PLAIN = /^import\s+([\w.]+)\.(\w+)\s*;/;

/** Functions that go by their names alone. */
export const OF_LIBRARIES =
  /^(?:assert\w*|fail|then\w*|verify\w*|mock|spy|when|given|doReturn|doThrow|any\w*|eq|times|never|is|not|equalTo|has\w*|contains\w*|tuple|within|catchThrowable\w*|dynamic\w+|arguments)$/;

/** Where the types and functions of a file come from. A type of the project goes by its own name: that of its file. */
export interface Modules {
  /** The type of the project that a name stands for, or the one around it; null for Java's, a library's and the file's own. */
  readonly typeOf: (name: string) => string | null;
  /** What a function without an object is imported from; null where it is not the project's, or not imported. */
  readonly functionOf: (name: string) => string | null;
  /** Types of the project that the file names. */
  readonly named: readonly string[];
}

export function modulesIn({ source, nodes, types }: Names): Modules {
  const imports = new Map<string, string>();
  const functions = new Map<string, string>();
  for (const { type, text } of parts(source.root)) {
    if (type !== "import_declaration") continue;
    const [, from = "", member = ""] = STATIC.exec(text) ?? [];
    if (member === "*" ? !LIBRARIES.test(from) : member !== "") functions.set(member, from);
    const [, within = "", name = ""] = PLAIN.exec(text) ?? [];
    if (name !== "") imports.set(name, `${within}.${name}`);
  }
  const ofProject = (full: string): string | null =>
    LIBRARIES.test(full) ? null : (full.split(".").find((one) => /^[A-Z]/.test(one)) ?? null);
  const typeOf = (name: string): string | null => {
    const plain = name.replace(/<.*$/s, "").replaceAll(/\s/g, "");
    const first = plain.split(".")[0] ?? "";
    if (!/^[A-Z]/.test(first)) return plain.includes(".") ? ofProject(plain) : null;
    if (types.has(first)) return null;
    const full = imports.get(first);
    return full === undefined ? (JAVA.test(first) ? null : first) : ofProject(full);
  };
  const named = new Set<string>();
  for (const node of nodes) {
    const isType = node.type === "type_identifier" || (node.type === "identifier" && /^[A-Z]\w*[a-z]/.test(node.text));
    const type = isType ? typeOf(node.text) : null;
    if (type !== null) named.add(type);
  }
  return {
    typeOf,
    functionOf: (name) => {
      const from = functions.get(name) ?? (OF_LIBRARIES.test(name) ? undefined : functions.get("*"));
      return from === undefined ? null : ofProject(from);
    },
    named: [...named],
  };
}

/** What a value may be an instance of, of the project's types; `open`: of any of them. */
export interface Receiver {
  readonly types: readonly string[];
  readonly isOpen: boolean;
  /** By the name of what made it alone: `Cart.of(3)`. */
  readonly isGuess: boolean;
}

/** `Cart` of `Cart.total(3)`, `Basket.Line`, `shop.Cart`. */
export const isTypeName = (object: Node, names: Names): boolean =>
  /^(?:[a-z]\w*\.)*[A-Z]\w*(?:\.[A-Z]\w*)*$/.test(object.text) &&
  /[a-z]\w*$|^[A-Z]$/.test(object.text) &&
  (object.type !== "identifier" || names.typeOf(object) === undefined);

const NONE: Receiver = { types: [], isOpen: false, isGuess: false };
const OPEN: Receiver = { ...NONE, isOpen: true };
const only = (type: string | null, isGuess = false): Receiver =>
  type === null ? NONE : { types: [type], isOpen: isGuess, isGuess };

export function createReceivers(names: Names, modules: Modules): (object: Node) => Receiver {
  const read = (node: Node, seen: Set<number>): Receiver => {
    if (seen.has(node.id)) return NONE;
    seen.add(node.id);
    switch (node.type) {
      case "this":
      case "super":
      case "lambda_expression":
        return NONE;
      case "parenthesized_expression":
        return read(parts(node)[0] ?? node, seen);
      case "cast_expression":
        return joined(read(field(node, "value") ?? node, seen), field(node, "type"));
      case "object_creation_expression":
        return only(modules.typeOf(field(node, "type")?.text ?? ""));
      case "method_invocation":
        return ofCall(node, seen);
      case "field_access":
        return ofField(node, seen);
      case "identifier":
        return ofName(node, seen);
      default:
        return OPEN;
    }
  };
  const joined = (receiver: Receiver, type: Node | null | undefined): Receiver => {
    const declared = type === null || type === undefined ? null : modules.typeOf(type.text);
    return declared === null ? receiver : { ...receiver, types: [...new Set([...receiver.types, declared])] };
  };
  const ofName = (name: Node, seen: Set<number>): Receiver => {
    const type = names.typeOf(name);
    if (type === undefined) return /^[A-Z]/.test(name.text) ? only(modules.typeOf(name.text)) : OPEN;
    const [first] = names.givenTo(name).filter(({ isRow, value }) => !isRow && value.type !== "null_literal");
    if (first !== undefined) return joined(read(first.value, seen), type);
    return type === null ? OPEN : only(modules.typeOf(type.text));
  };
  const ofField = (node: Node, seen: Set<number>): Receiver => {
    const [object, member] = [field(node, "object"), field(node, "field")];
    if (object?.type === "this" && member !== null) return ofName(member, seen);
    if (object?.type === "identifier" && names.typeOf(object) !== undefined) return OPEN;
    const type = modules.typeOf(node.text);
    return type === null ? (/^[a-z]/.test(node.text) ? OPEN : NONE) : only(type, !/^[A-Z]/.test(member?.text ?? ""));
  };
  const ofCall = (call: Node, seen: Set<number>): Receiver => {
    const own = names.methodOf(call);
    if (own !== null) {
      const [value] = returnsOf(own);
      return joined(value === undefined ? NONE : read(value, seen), field(own, "type"));
    }
    const object = field(call, "object");
    if (object === null) return OF_LIBRARIES.test(nameOf(call)) ? NONE : OPEN;
    if (isTypeName(object, names)) return only(modules.typeOf(object.text), true);
    const { types, isOpen } = read(object, seen);
    return types.length === 0 && !isOpen ? NONE : OPEN;
  };
  return (object) => read(object, new Set());
}

const GENERAL =
  /^(?:get\w*|orElse\w*|is(?:Present|Empty|Blank)|ifPresent\w*|size|length|count|stream|map\w*|filter|flatMap|collect|to(?:List|Set|Array|String)|equals|hashCode|compareTo|contains\w*|add\w*|remove\w*|put\w*|set|clear|sort\w*|limit|skip|join|trim|strip|split|substring|lines|(?:int|long|double)Value|subList|values|keySet|entrySet|iterator|first|last|min|max|sum|reduce|forEach\w*|apply|accept|test|run|call)$/;

export interface Asked {
  /** What an assertion asks by it, behind the type. */
  readonly asked: readonly string[];
  /** What it may ask. */
  readonly uses: readonly string[];
}

/** Functions of the project that a call, `new` or a reference asks. */
export function createAsked(
  names: Names,
  modules: Modules,
  receiverOf: (object: Node) => Receiver,
): (node: Node) => Asked {
  const of = ({ types, isOpen, isGuess }: Receiver, name: string): Asked => {
    const isGeneral = GENERAL.test(name);
    const [first] = types;
    const open = isOpen && !isGeneral ? modules.named : [];
    return {
      asked: first === undefined || (isGuess && isGeneral) ? [] : [`${first} ${name}`],
      uses: [...new Set([...types, ...open])].map((type) => `${type} ${name}`),
    };
  };
  const nothing: Asked = { asked: [], uses: [] };
  return (node) => {
    if (node.type === "object_creation_expression") {
      const name = field(node, "type")?.text.replace(/<.*$/s, "") ?? "";
      return of(only(modules.typeOf(name)), name.split(".").at(-1) ?? name);
    }
    if (node.type === "method_reference") {
      const [object, name = object] = parts(node);
      return object === undefined || name === undefined ? nothing : { ...of(receiverOf(object), name.text), asked: [] };
    }
    if (node.type !== "method_invocation" || names.methodOf(node) !== null) return nothing;
    const object = field(node, "object");
    if (object !== null) return of(receiverOf(object), nameOf(node));
    const type = modules.functionOf(nameOf(node));
    return type === null ? nothing : of(only(type), nameOf(node));
  };
}
