import { field, type Node, parts, type Source } from "../tree-sitter.ts";
import { type Bindings, bindingsIn, type Given, isOfThis, TYPES } from "./bindings.ts";
import { isTest, nameOf } from "./members.ts";

/** What the names of a file mean. */
export interface Names {
  readonly source: Source;
  /** All nodes, outer before inner. */
  readonly nodes: readonly Node[];
  /** The types that the file declares, by name. */
  readonly types: ReadonlyMap<string, Node>;
  readonly parentOf: (node: Node) => Node | undefined;
  /** All that a name is given where it means the same, in source order; not what other tests give to a field. */
  readonly givenTo: (name: Node) => readonly Given[];
  /** The type that a name is declared with; null for `var`, undefined where nothing declares it. */
  readonly typeOf: (name: Node) => Node | null | undefined;
  readonly isSame: (one: Node, other: Node) => boolean;
  /** The method of the file that a call runs. */
  readonly methodOf: (call: Node) => Node | null;
  /** Whether no other method of the file has its name. */
  readonly isOnly: (method: Node) => boolean;
  /** The method or constructor around a place, not one of a class inside of it. */
  readonly methodAround: (node: Node) => Node | null;
}

const FUNCTION = /^(?:method|constructor|compact_constructor)_declaration$/;
const BODY = /^(?:class_body|interface_body|enum_body_declarations)$/;

export function namesIn(source: Source): Names {
  const bindings = bindingsIn(source);
  const { nodes, types, parentOf, given, owners, methods } = bindings;
  /** The innermost node around a place that declares the name. */
  const ownerOf = (place: Node, name: string, isField: boolean): number | null => {
    const declaring = owners.get(name);
    for (let at = parentOf(place); declaring !== undefined && at !== undefined; at = parentOf(at))
      if (declaring.has(at.id) && (!isField || BODY.test(at.type))) return at.id;
    return null;
  };
  const ownerOfName = remembered((name) => ownerOf(name, name.text, isOfThis(parentOf(name) ?? name)));
  const methodAround = remembered((node) => {
    let found: Node | null = null;
    for (let at: Node | undefined = node; at !== undefined; at = parentOf(at)) if (FUNCTION.test(at.type)) found = at;
    return found;
  });
  const isOfTest = remembered((method) => isTest({ node: method }));
  const byOwner = new Map<string, ReadonlyMap<number | null, readonly Given[]>>();
  const givenTo = (name: Node): readonly Given[] => {
    const { text } = name;
    const known =
      byOwner.get(text) ?? Map.groupBy(given.get(text) ?? [], ({ at, isField }) => ownerOf(at, text, isField));
    byOwner.set(text, known);
    const here = methodAround(name)?.id;
    return (known.get(ownerOfName(name)) ?? []).filter(({ at }) => {
      const method = methodAround(at);
      return method === null || method.id === here || !isOfTest(method);
    });
  };
  const isDeclared = (name: Node): boolean => ownerOfName(name) !== null;
  return {
    source,
    nodes,
    types,
    parentOf,
    givenTo,
    typeOf: (name) => {
      const owner = ownerOfName(name);
      return owner === null ? undefined : (owners.get(name.text)?.get(owner) ?? null);
    },
    isSame: (one, other) => one.text === other.text && ownerOfName(one) === ownerOfName(other),
    methodOf: createMethods(bindings, givenTo, isDeclared),
    isOnly: (method) => methods.get(nameOf(method))?.length === 1,
    methodAround,
  };
}

/** Of each node once. */
export function remembered<T>(of: (node: Node) => T): (node: Node) => T {
  const known = new Map<number, T>();
  return (node) => {
    const found = known.has(node.id) ? (known.get(node.id) as T) : of(node);
    known.set(node.id, found);
    return found;
  };
}

function createMethods(
  { types, methods, parentOf }: Bindings,
  givenTo: Names["givenTo"],
  isDeclared: (name: Node) => boolean,
): Names["methodOf"] {
  /** Of a type of the file: what an object is made of here, or what it is. */
  const bodyOf = (object: Node, seen = new Set<number>()): Node | null => {
    if (seen.has(object.id)) return null;
    seen.add(object.id);
    if (object.type === "parenthesized_expression") return bodyOf(parts(object)[0] ?? object, seen);
    if (object.type === "object_creation_expression") {
      const own = types.get(field(object, "type")?.text.replace(/<.*$/s, "") ?? "");
      return parts(object).find(({ type }) => type === "class_body") ?? (own === undefined ? null : field(own, "body"));
    }
    const name = isOfThis(object) ? field(object, "field") : object;
    if (name?.type !== "identifier") return null;
    const type = types.get(name.text);
    if (!isDeclared(name)) return type === undefined ? null : field(type, "body");
    const bodies = givenTo(name).map(({ value }) => bodyOf(value, seen));
    return bodies.find((one) => one !== null) ?? null;
  };
  return (call) => {
    const known = methods.get(nameOf(call)) ?? [];
    const memberOf = (body: Node | null): Node | null => known.find((one) => parentOf(one)?.id === body?.id) ?? null;
    const object = known.length === 0 ? null : field(call, "object");
    if (object !== null && !/^(?:this|super)$/.test(object.type)) return memberOf(bodyOf(object));
    for (let at = parentOf(call); known.length > 0 && at !== undefined; at = parentOf(at)) {
      const found = BODY.test(at.type) ? memberOf(at) : null;
      if (found !== null) return found;
    }
    return known.find((one) => TYPES.test(parentOf(parentOf(one) ?? one)?.type ?? "")) ?? null;
  };
}
