import { field, type Node, parts } from "../tree-sitter.ts";
import { isTest, nameOf } from "./members.ts";
import type { Names } from "./names.ts";

const SETS = /^set[A-Z]\w*$/;
const CHANGES =
  /^(?:set|add\w*|remove\w*|retainAll|clear|sort|put\w*|replaceAll|compute\w*|merge|push|pop|poll\w*|reverse|setLength|append|insert|delete\w*)$/;
const HELPERS = /^(?:Collections|Arrays|Lists)$/;
const BY_HELPERS = /^(?:sort|reverse|shuffle|fill|swap|addAll|replaceAll|setAll|rotate)$/;

interface Change {
  readonly word: string;
  /** The name of what is changed, where it is. */
  readonly name: Node;
  readonly isSet: boolean;
}

/** What changes an answer above the place where it is looked at: `got.setTotal(12)`, `got[0] = 12`, `Collections.sort(got)`. */
export function createChanges(names: Names, isAnswer: (node: Node) => boolean): (name: Node) => string[] {
  const known = Map.groupBy(names.nodes.flatMap(changeAt), ({ name }) => name.text);
  const isMade = (name: Node): boolean =>
    names
      .givenTo(name)
      .some(
        ({ value }) =>
          value.type === "object_creation_expression" &&
          parts(field(value, "arguments")).every((one) => !isAnswer(one)),
      );
  return (name) =>
    (known.get(name.text) ?? [])
      .filter((one) => isBefore(one.name, name, names) && names.isSame(one.name, name) && isAnswer(name))
      // What a test makes it also fills.
      .filter(({ isSet }) => isSet || !isMade(name))
      .map(({ word }) => word);
}

/** Above it, or in a hook. */
function isBefore(one: Node, other: Node, names: Names): boolean {
  const [around, here] = [names.methodAround(one), names.methodAround(other)];
  return around?.id === here?.id ? one.startIndex < other.startIndex : around !== null && !isTest({ node: around });
}

function changeAt(node: Node): Change[] {
  const of = (word: string, changed: Node | null | undefined, isSet = true): Change[] => {
    const name = rootOf(changed ?? null);
    return name === null ? [] : [{ word, name, isSet }];
  };
  if (node.type === "assignment_expression") {
    const left = field(node, "left");
    const isPart =
      left?.type === "array_access" || (left?.type === "field_access" && field(left, "object")?.type !== "this");
    return isPart ? of("=", left) : [];
  }
  if (node.type !== "method_invocation") return [];
  const [name, object, args] = [nameOf(node), field(node, "object"), parts(field(node, "arguments"))];
  if (object !== null && HELPERS.test(object.text)) return BY_HELPERS.test(name) ? of(name, args[0]) : [];
  if (SETS.test(name)) return of(name, object);
  return CHANGES.test(name) ? of(name, object, false) : [];
}

/** `got` of `got.lines[0].total`, `got.lines()` */
function rootOf(node: Node | null): Node | null {
  if (node === null) return null;
  if (node.type === "identifier") return node;
  if (node.type === "array_access") return rootOf(field(node, "array"));
  if (node.type === "method_invocation") return rootOf(field(node, "object"));
  if (node.type !== "field_access") return null;
  return field(node, "object")?.type === "this" ? field(node, "field") : rootOf(field(node, "object"));
}
