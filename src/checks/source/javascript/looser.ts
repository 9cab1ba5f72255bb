import type * as t from "@babel/types";
import type { Equality } from "../looser.ts";
import { keyName, memberName } from "./constants.ts";
import type { Source } from "./parse.ts";
import { descendants, isFunction, isMember, type Node } from "./tree.ts";

const EQUALITIES = new Set(["equals", "isEqual", "isEqualTo"]);

/** The classes of a file that say themselves when two of their objects are equal. */
export function equalitiesOf(source: Source): Equality<Node>[] {
  const classes = source.nodes.filter(
    (node): node is t.Class => node.type === "ClassDeclaration" || node.type === "ClassExpression",
  );
  return classes.flatMap((one): Equality<Node>[] => {
    const own = one.body.body.find(isEquality);
    if (own === undefined || !one.id) return [];
    const parent = one.superClass?.type === "Identifier" ? one.superClass.name : undefined;
    const [text, compared] = [source.textOf(own), comparedBy(own)];
    return [{ type: one.id.name, parent, node: own, text, compared, held: heldBy(one) }];
  });
}

const isEquality = (member: Node): member is t.ClassMethod =>
  member.type === "ClassMethod" &&
  !member.static &&
  member.params.length === 1 &&
  EQUALITIES.has(keyName(member.key, member.computed === true) ?? "");

function comparedBy({ params: [other], body }: t.ClassMethod): ReadonlySet<string> | null {
  if (other?.type !== "Identifier") return null;
  const compared = new Set<string>();
  const known = new Set<Node>();
  const all = descendants(body);
  for (const node of all) {
    if (isMember(node) && node.object.type === "Identifier" && node.object.name === other.name) {
      const name = memberName(node);
      if (name !== null) compared.add(name);
      if (name !== null) known.add(node.object);
    } else if (node.type === "BinaryExpression" && isQuestion(node))
      for (const side of [node.left, node.right]) known.add(side);
    else if (node.type === "UnaryExpression" && (node.operator === "typeof" || node.operator === "!"))
      known.add(node.argument);
  }
  // Handed on whole: what looks at it there is not known.
  const isWhole = all.some((node) => node.type === "Identifier" && node.name === other.name && !known.has(node));
  return isWhole ? null : compared;
}

/** Whether it is the same object, of the class, or there at all. */
const isQuestion = ({ operator, left, right }: t.BinaryExpression): boolean =>
  operator === "instanceof" ||
  [left, right].some(
    ({ type, ...rest }) =>
      type === "ThisExpression" || type === "NullLiteral" || ("name" in rest && rest.name === "undefined"),
  );

/** Its fields and getters, what its constructor is given as such, and what is stored in `this`. */
function heldBy({ body }: t.Class): ReadonlySet<string> {
  const held = new Set<string>();
  for (const member of body.body) {
    if ("key" in member && !(isFunction(member) && member.kind === "method"))
      held.add(keyName(member.key, false) ?? "");
    if (!isFunction(member)) continue;
    for (const one of member.params)
      if (one.type === "TSParameterProperty")
        held.add(
          "name" in one.parameter ? one.parameter.name : "name" in one.parameter.left ? one.parameter.left.name : "",
        );
  }
  for (const node of descendants(body))
    if (node.type === "AssignmentExpression" && isMember(node.left) && node.left.object.type === "ThisExpression")
      held.add(memberName(node.left) ?? "");
  return held;
}
