import type { Scope } from "./registrations.ts";
import { type Node, unwrap } from "./tree.ts";

const known = new WeakMap<Scope, ReadonlyMap<string, readonly Node[]>>();

/** What the variables of a name were given where they are declared, in any scope of the file. */
export function initsOf(name: string, scope: Scope): readonly Node[] {
  const inits = known.get(scope) ?? collect(scope);
  known.set(scope, inits);
  return inits.get(name) ?? [];
}

function collect(scope: Scope): Map<string, Node[]> {
  const inits = new Map<string, Node[]>();
  for (const one of scope.source.nodes) {
    if (one.type !== "VariableDeclarator" || one.id.type !== "Identifier" || !one.init) continue;
    const { name } = one.id;
    inits.set(name, [...(inits.get(name) ?? []), unwrap(one.init)]);
  }
  return inits;
}

const knownAssigned = new WeakMap<Scope, ReadonlyMap<string, readonly Node[]>>();

/** What a variable or a member (`this.cart`, as it is written) is given later, in any scope of the file. */
export function assignedTo(text: string, scope: Scope): readonly Node[] {
  const assigned = knownAssigned.get(scope) ?? collectAssigned(scope);
  knownAssigned.set(scope, assigned);
  return assigned.get(text) ?? [];
}

function collectAssigned(scope: Scope): Map<string, Node[]> {
  const assigned = new Map<string, Node[]>();
  for (const one of scope.source.nodes) {
    if (one.type !== "AssignmentExpression") continue;
    const text = scope.source.textOf(one.left);
    assigned.set(text, [...(assigned.get(text) ?? []), one.right]);
  }
  return assigned;
}
