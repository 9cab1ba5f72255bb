import type { Scope } from "./registrations.ts";
import { type Node, unwrap } from "./tree.ts";

type Given = ReadonlyMap<string, readonly Node[]>;
const declared = new WeakMap<Scope, Given>();
const assigned = new WeakMap<Scope, Given>();

/** What the variables of a name were given where they are declared, in any scope of the file. */
export function initsOf(name: string, scope: Scope): readonly Node[] {
  const inits = declared.get(scope) ?? collect(scope, initOf);
  declared.set(scope, inits);
  return inits.get(name) ?? [];
}

/** What a variable or a member (`this.cart`, as it is written) is given later, in any scope of the file. */
export function assignedTo(text: string, scope: Scope): readonly Node[] {
  const values = assigned.get(scope) ?? collect(scope, assignmentOf);
  assigned.set(scope, values);
  return values.get(text) ?? [];
}

type Pair = readonly [to: string, value: Node];

const initOf = (node: Node): Pair | null =>
  node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.init
    ? [node.id.name, unwrap(node.init)]
    : null;

const assignmentOf = (node: Node, { source }: Scope): Pair | null =>
  node.type === "AssignmentExpression" ? [source.textOf(node.left), node.right] : null;

function collect(scope: Scope, pairOf: (node: Node, scope: Scope) => Pair | null): Given {
  const given = new Map<string, Node[]>();
  for (const node of scope.source.nodes) {
    const [to, value] = pairOf(node, scope) ?? [];
    if (to === undefined || value === undefined) continue;
    const values = given.get(to);
    if (values === undefined) given.set(to, [value]);
    else values.push(value);
  }
  return given;
}
