import type * as t from "@babel/types";
import { keyName, memberName } from "./constants.ts";
import type { Scope } from "./registrations.ts";
import {
  type CallNode,
  isCall,
  isFunction,
  isMember,
  type MemberNode,
  type Node,
  patternNames,
  unwrap,
} from "./tree.ts";

/** What a name is given somewhere in the file. */
export interface Given {
  readonly value: Node;
  /** The member of the value that it is: `id` of `{ id }`, `[0]` of `[first]`; `...` is what a rest leaves. */
  readonly member: string | null;
  /** The name itself, where it is given the value. */
  readonly at: Node;
}

type Name = t.Identifier | MemberNode;
type Bind = (target: Node, value: Node, member: string | null) => void;

interface Names {
  readonly given: ReadonlyMap<string, readonly Given[]>;
  /** The functions, or the program, that declare a name. */
  readonly owners: ReadonlyMap<string, ReadonlySet<Node>>;
}

const known = new WeakMap<Scope, Names>();

/**
 * All that a name is given where it means the same: by declarations, assignments, patterns, loops over rows, in source order. A
 * member goes by its name alone, whatever it belongs to: `this.cart = …`.
 */
export function givenTo(name: Name, scope: Scope): readonly Given[] {
  const names = namesOf(scope);
  if (isMember(name)) return (names.given.get(memberName(name) ?? "") ?? []).filter(({ at }) => isMember(at));
  const owner = ownerOf(name, name.name, names, scope);
  const given = names.given.get(name.name) ?? [];
  return given.filter(({ at }) => !isMember(at) && ownerOf(at, name.name, names, scope) === owner);
}

/** Whether a name means the same in both places. */
export const isSameName = (one: t.Identifier, other: t.Identifier, scope: Scope): boolean =>
  one.name === other.name &&
  ownerOf(one, one.name, namesOf(scope), scope) === ownerOf(other, other.name, namesOf(scope), scope);

function namesOf(scope: Scope): Names {
  const names = known.get(scope) ?? collect(scope);
  known.set(scope, names);
  return names;
}

/** The innermost function around a place that declares the name; the program where none does. */
function ownerOf(place: Node, name: string, { owners }: Names, { source }: Scope): Node {
  const declaring = owners.get(name);
  let at: Node = place;
  for (let parent = source.parents.get(at); parent !== undefined; parent = source.parents.get(at)) {
    at = parent;
    if (declaring?.has(at) === true) return at;
  }
  return source.program;
}

function collect({ source }: Scope): Names {
  const given = new Map<string, Given[]>();
  const owners = new Map<string, Set<Node>>();
  const add = (name: string, value: Node, at: Node, member: string | null = null): void => {
    given.set(name, [...(given.get(name) ?? []), { value: unwrap(value), member, at }]);
  };
  const declare = (name: string, owner: Node): void => {
    owners.set(name, (owners.get(name) ?? new Set()).add(owner));
  };
  const around = (node: Node): Node => {
    let at: Node | undefined = source.parents.get(node);
    while (at !== undefined && !isFunction(at)) at = source.parents.get(at);
    return at ?? source.program;
  };
  const bind: Bind = (target, value, member) => {
    if (target.type === "Identifier") add(target.name, value, target, member);
    else if (target.type === "AssignmentPattern") bind(target.left, value, member);
    else if (target.type === "RestElement") bind(target.argument, value, "...");
    else if (target.type === "ArrayPattern")
      for (const [at, one] of target.elements.entries()) {
        if (one !== null) bind(one, value, `[${at}]`);
      }
    else if (target.type === "ObjectPattern")
      for (const one of target.properties) {
        if (one.type === "RestElement") bind(one, value, null);
        else bind(one.value, value, keyName(one.key, one.computed) ?? "[]");
      }
    else if (isMember(target)) add(memberName(target) ?? "[]", value, target);
  };
  const bindRow = (target: Node, rows: Node): void => {
    for (const name of patternNames(target)) add(name, rows, target);
  };
  for (const node of source.nodes) {
    if (node.type === "VariableDeclarator") {
      for (const name of patternNames(node.id)) declare(name, around(node));
      if (node.init) bind(node.id, node.init, null);
    } else if (node.type === "ForOfStatement") {
      if (node.left.type === "VariableDeclaration") bindRow(node.left.declarations[0]?.id ?? node.left, node.right);
    } else if (node.type === "AssignmentExpression") {
      if (node.operator === "=") bind(node.left, node.right, null);
    } else if (isCall(node)) bindRows(node, bindRow);
    if (!isFunction(node)) continue;
    for (const name of node.params.flatMap((one) => patternNames(one))) declare(name, node);
    if (node.type !== "FunctionDeclaration" || !node.id) continue;
    declare(node.id.name, around(node));
    add(node.id.name, node, node.id);
  }
  return { given, owners };
}

/** `rows.forEach((row) => …)`, `it.each(rows)("…", (row) => …)` */
function bindRows(call: CallNode, bindRow: (target: Node, rows: Node) => void): void {
  const callback = call.arguments.findLast((one) => isFunction(one));
  if (callback === undefined || !isFunction(callback)) return;
  const callee = unwrap(call.callee);
  const rows = isMember(callee)
    ? [callee.object]
    : isCall(callee)
      ? callee.arguments
      : callee.type === "TaggedTemplateExpression"
        ? [callee.quasi]
        : [];
  for (const row of rows) for (const parameter of callback.params) bindRow(parameter, row);
}
