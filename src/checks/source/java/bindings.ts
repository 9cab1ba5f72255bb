import { field, type Node, parts, type Source } from "../tree-sitter.ts";
import { returnsOf } from "./arguments.ts";
import { annotationsOf, nameOf } from "./members.ts";
import { givesRows, sourceMethods, sourceValues } from "./rows.ts";

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

/** What a file declares by name, and what its names are given. */
export interface Bindings {
  /** All nodes, outer before inner. */
  readonly nodes: readonly Node[];
  readonly parentOf: (node: Node) => Node | undefined;
  readonly given: ReadonlyMap<string, readonly Given[]>;
  /** The nodes in which a name is declared, by their ids, each with its type; null for `var`. */
  readonly owners: ReadonlyMap<string, ReadonlyMap<number, Node | null>>;
  readonly methods: ReadonlyMap<string, readonly Node[]>;
  readonly types: ReadonlyMap<string, Node>;
}

interface Binder {
  readonly declare: (name: string, owner: Node, type: Node | null) => void;
  readonly add: (
    at: Node | null,
    value: Node | null,
    how?: { readonly isRow?: boolean; readonly isField?: boolean },
  ) => void;
  /** The nodes around one, from the inside. */
  readonly around: (node: Node) => Node[];
}

export const TYPES = /^(?:class|record|interface|enum)_declaration$/;

export function bindingsIn({ root }: Source): Bindings {
  const nodes: Node[] = [];
  const parents = new Map<number, Node>();
  const collect = (node: Node): void => {
    nodes.push(node);
    for (const child of node.children) {
      if (child === null) continue;
      parents.set(child.id, node);
      collect(child);
    }
  };
  collect(root);
  const given = new Map<string, Given[]>();
  const owners = new Map<string, Map<number, Node | null>>();
  const binder: Binder = {
    declare: (name, owner, type) => {
      const known = owners.get(name) ?? new Map<number, Node | null>();
      owners.set(name, known.set(owner.id, type?.text === "var" ? null : type));
    },
    add: (at, value, { isRow = false, isField = false } = {}) => {
      if (at === null || value === null) return;
      const known = given.get(at.text) ?? [];
      known.push({ value, at, isRow, isField });
      given.set(at.text, known);
    },
    around: (node) => {
      const found: Node[] = [];
      for (let at = parents.get(node.id); at !== undefined; at = parents.get(at.id)) found.push(at);
      return found;
    },
  };
  const declared = nodes.filter((node) => node.type === "method_declaration" && field(node, "body") !== null);
  for (const node of nodes) bind(node, binder);
  for (const method of declared) bindRows(method, binder);
  return {
    nodes,
    parentOf: (node) => parents.get(node.id),
    given,
    owners,
    methods: Map.groupBy(declared, nameOf),
    types: new Map(nodes.filter(({ type }) => TYPES.test(type)).map((node) => [nameOf(node), node])),
  };
}

function bind(node: Node, { declare, add, around }: Binder): void {
  const [name, value, type] = [field(node, "name"), field(node, "value"), field(node, "type")];
  const [owner = node, outer = owner] = /_(?:expression|statement)$|^variable|param|^resource$/.test(node.type)
    ? around(node)
    : [];
  switch (node.type) {
    case "variable_declarator":
      if (!owner.type.endsWith("_declaration")) return;
      declare(nameOf(node), outer, field(owner, "type"));
      return add(name, value);
    case "enhanced_for_statement":
      declare(nameOf(node), node, type);
      return add(name, value, { isRow: true });
    case "resource":
      declare(nameOf(node), outer, type);
      return add(name, value);
    case "catch_formal_parameter":
      return declare(nameOf(node), owner, null);
    case "formal_parameter":
      return declare(nameOf(node), outer, type);
    case "spread_parameter":
      return declare(parts(node).map(nameOf).join(""), outer, null);
    case "instanceof_expression":
      declare(
        nameOf(node),
        around(node).find((one) => /^(?:block|class_body)$/.test(one.type)) ?? owner,
        field(node, "right"),
      );
      return add(name, field(node, "left"));
    case "lambda_expression":
      for (const parameter of parametersOf(node)) {
        declare(parameter.text, node, null);
        if (owner.type === "argument_list") add(parameter, field(outer, "object"), { isRow: true });
      }
      return;
    case "assignment_expression":
      return bindAssigned(node, add);
    default:
  }
}

function bindAssigned(node: Node, add: Binder["add"]): void {
  const left = field(node, "left");
  const value = field(node, "operator")?.text === "=" ? field(node, "right") : node;
  if (left?.type === "identifier") add(left, value);
  else if (left !== null && isOfThis(left)) add(field(left, "field"), value, { isField: true });
}

/** What a test takes is one of the rows above it. */
function bindRows(method: Node, { add }: Binder): void {
  const rows = annotationsOf(method)
    .filter(({ name, node }) => name.endsWith("Source") || givesRows(name, node))
    .flatMap(({ name, node }) =>
      givesRows(name, node) ? sourceMethods(node, method).flatMap(returnsOf) : sourceValues(node),
    );
  for (const parameter of parts(field(method, "parameters")))
    for (const row of rows) add(field(parameter, "name"), row, { isRow: true });
}

/** `this.cart` */
export const isOfThis = (node: Node): boolean => node.type === "field_access" && field(node, "object")?.type === "this";

/** The names of what a lambda or a method is given. */
export function parametersOf(node: Node): Node[] {
  const parameters = field(node, "parameters");
  if (parameters?.type === "identifier") return [parameters];
  return parts(parameters).map((one) => field(one, "name") ?? one);
}
