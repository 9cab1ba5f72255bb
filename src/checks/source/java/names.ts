import { field, type Node, parts, type Source } from "../tree-sitter.ts";
import { annotationsOf, isTest, nameOf } from "./members.ts";
import { returnsOf } from "./arguments.ts";
import { sourceMethods, sourceValues } from "./rows.ts";

/** What a name is given somewhere in the file. */
export interface Given {
  readonly value: Node;
  /** The name itself, where it is given the value. */
  readonly at: Node;
  /** One of the rows that a loop, a stream or a test goes through. */
  readonly isRow: boolean;
  /** A field by `this`, whatever a method declares under its name. */
  readonly isField: boolean;
}

/** What a file declares, and what its names are given. */
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

export function namesIn(source: Source): Names {
  const nodes: Node[] = [];
  const parents = new Map<number, Node>();
  const given = new Map<string, Given[]>();
  /** By name, the nodes in which it is declared, each with its type. */
  const owners = new Map<string, Map<number, Node | null>>();
  const methods = new Map<string, Node[]>();
  const types = new Map<string, Node>();
  const collect = (node: Node): void => {
    nodes.push(node);
    for (const child of node.children) {
      if (child === null) continue;
      parents.set(child.id, node);
      collect(child);
    }
  };
  collect(source.root);

  const parentOf = (node: Node): Node | undefined => parents.get(node.id);
  const up = (node: Node, wanted: RegExp): Node => {
    let at = parentOf(node);
    while (at !== undefined && !wanted.test(at.type)) at = parentOf(at);
    return at ?? source.root;
  };
  const declare = (name: string, owner: Node, type: Node | null): void => {
    owners.set(
      name,
      (owners.get(name) ?? new Map<number, Node | null>()).set(owner.id, type?.text === "var" ? null : type),
    );
  };
  const add = (at: Node, value: Node | null, isRow = false, isField = false): void => {
    if (value !== null) given.set(at.text, [...(given.get(at.text) ?? []), { value, at, isRow, isField }]);
  };
  const named = (node: Node): Node => field(node, "name") ?? node;

  for (const node of nodes) {
    const owner = parentOf(node) ?? source.root;
    const type = field(node, "type");
    if (node.type === "method_declaration" && field(node, "body") !== null) {
      methods.set(nameOf(node), [...(methods.get(nameOf(node)) ?? []), node]);
    } else if (TYPES.test(node.type)) types.set(nameOf(node), node);
    else if (node.type === "variable_declarator" && /_declaration$/.test(owner.type)) {
      declare(nameOf(node), parentOf(owner) ?? owner, field(owner, "type"));
      add(named(node), field(node, "value"));
    } else if (node.type === "enhanced_for_statement") {
      declare(nameOf(node), node, type);
      add(named(node), field(node, "value"), true);
    } else if (node.type === "resource" && field(node, "value") !== null) {
      declare(nameOf(node), up(node, /^try_/), type);
      add(named(node), field(node, "value"));
    } else if (node.type === "catch_formal_parameter") declare(nameOf(node), owner, null);
    else if (node.type === "formal_parameter") declare(nameOf(node), parentOf(owner) ?? owner, type);
    else if (node.type === "spread_parameter") {
      const declared = parts(node).find((one) => one.type === "variable_declarator");
      if (declared !== undefined) declare(nameOf(declared), parentOf(owner) ?? owner, null);
    } else if (node.type === "instanceof_expression" && field(node, "name") !== null) {
      declare(nameOf(node), up(node, /^(?:block|class_body)$/), field(node, "right"));
      add(named(node), field(node, "left"));
    } else if (node.type === "lambda_expression") {
      for (const parameter of parametersOf(node)) {
        declare(parameter.text, node, null);
        if (owner.type === "argument_list") add(parameter, field(parentOf(owner) ?? owner, "object"), true);
      }
    } else if (node.type === "assignment_expression") {
      const left = field(node, "left");
      const value = field(node, "operator")?.text === "=" ? field(node, "right") : node;
      if (left?.type === "identifier") add(left, value);
      else if (left?.type === "field_access" && field(left, "object")?.type === "this")
        add(field(left, "field") ?? left, value, false, true);
    }
  }
  for (const method of [...methods.values()].flat()) bindRows(method, add);

  const isMember = (name: Node): boolean => {
    const parent = parentOf(name);
    return parent?.type === "field_access" && field(parent, "object")?.type === "this";
  };
  /** The innermost node around a place that declares the name. */
  const ownerOf = (place: Node, name: string, isField: boolean): number | null => {
    const declaring = owners.get(name);
    for (let at = parentOf(place); declaring !== undefined && at !== undefined; at = parentOf(at))
      if (declaring.has(at.id) && (!isField || BODY.test(at.type))) return at.id;
    return null;
  };
  const ownerOfName = (name: Node): number | null => ownerOf(name, name.text, isMember(name));
  const methodAround = (node: Node): Node | null => {
    let found: Node | null = null;
    for (let at: Node | undefined = node; at !== undefined; at = parentOf(at)) if (FUNCTION.test(at.type)) found = at;
    return found;
  };
  const givenTo = (name: Node): readonly Given[] => {
    const owner = ownerOfName(name);
    const around = methodAround(name)?.id;
    return (given.get(name.text) ?? []).filter(({ at, isField }) => {
      if (ownerOf(at, name.text, isField) !== owner) return false;
      const method = methodAround(at);
      return method === null || method.id === around || !isTest({ node: method });
    });
  };
  const bodyOf = (object: Node, seen = new Set<number>()): Node | null => {
    if (seen.has(object.id)) return null;
    seen.add(object.id);
    if (object.type === "parenthesized_expression") return bodyOf(parts(object)[0] ?? object, seen);
    if (object.type === "object_creation_expression") {
      const own = types.get(field(object, "type")?.text.replace(/<.*$/s, "") ?? "");
      return parts(object).find(({ type }) => type === "class_body") ?? (own === undefined ? null : field(own, "body"));
    }
    const name =
      object.type === "field_access" && field(object, "object")?.type === "this" ? field(object, "field") : object;
    if (name?.type !== "identifier") return null;
    if (ownerOfName(name) === null) return types.has(name.text) ? field(types.get(name.text) ?? name, "body") : null;
    return (
      givenTo(name)
        .map(({ value }) => bodyOf(value, seen))
        .find((one) => one !== null) ?? null
    );
  };
  const methodOf = (call: Node): Node | null => {
    const known = methods.get(nameOf(call)) ?? [];
    if (known.length === 0) return null;
    const object = field(call, "object");
    const memberOf = (body: Node | undefined | null): Node | null =>
      known.find((one) => parentOf(one)?.id === body?.id) ?? null;
    if (object !== null && !/^(?:this|super)$/.test(object.type)) {
      const body = bodyOf(object);
      return body === null ? null : memberOf(body);
    }
    for (let at = parentOf(call); at !== undefined; at = parentOf(at)) {
      const found = BODY.test(at.type) ? memberOf(at) : null;
      if (found !== null) return found;
    }
    return known.find((one) => TYPES.test(parentOf(parentOf(one) ?? one)?.type ?? "")) ?? null;
  };
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
    methodOf,
    isOnly: (method) => methods.get(nameOf(method))?.length === 1,
    methodAround,
  };
}

const TYPES = /^(?:class|record|interface|enum)_declaration$/;
const BODY = /^(?:class_body|interface_body|enum_body_declarations)$/;

/** The names of what a lambda or a method is given. */
export function parametersOf(node: Node): Node[] {
  const parameters = field(node, "parameters");
  if (parameters?.type === "identifier") return [parameters];
  return parts(parameters).map((one) => field(one, "name") ?? one);
}

/** What a test takes is one of the rows above it. */
function bindRows(method: Node, add: (at: Node, value: Node, isRow: boolean) => void): void {
  const sources = annotationsOf(method).filter(({ name }) => /Source$/.test(name));
  if (sources.length === 0) return;
  const rows = sources.flatMap(({ name, node }) =>
    name === "MethodSource" ? sourceMethods(node, method).flatMap(returnsOf) : sourceValues(node),
  );
  for (const parameter of parts(field(method, "parameters"))) {
    const name = field(parameter, "name");
    if (name !== null) for (const row of rows) add(name, row, true);
  }
}
