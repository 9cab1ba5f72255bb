import type { Equality, Looser } from "../looser.ts";
import { field, type Node, parts, type Source, walk } from "../tree-sitter.ts";
import { equalitiesOf } from "./looser.ts";
import { nameOf } from "./members.ts";

/**
 * Equalities that head writes where base has none, and that look at a part of what the objects hold: tests that compare with them are
 * blind to the rest.
 */
export function partialEqualities(base: Source | null, head: Source): Looser<Node>[] {
  const before = new Set(base === null ? [] : equalitiesOf(base).map(({ type }) => type));
  return equalitiesOf(head).flatMap((one): Looser<Node>[] => {
    const seen = before.has(one.type) ? null : seenBy(one);
    const lost =
      seen === null || seen.size === 0 ? [] : [...one.held].filter((name) => !seen.has(name) && !DERIVED.test(name));
    return lost.length === 0 ? [] : [{ node: one.node, lost }];
  });
}

/** What is held and looked at, also by methods of the class; null where one is asked that stands elsewhere. */
function seenBy({ node, compared, held }: Equality<Node>): ReadonlySet<string> | null {
  if (compared === null) return null;
  const methods = parts(node.parent).filter(({ type }) => type === "method_declaration");
  const seen = new Set<string>();
  const asked = new Set<string>();
  /** Whether it is known what it looks at. */
  const look = (name: string): boolean => {
    if (held.has(name)) seen.add(name);
    if (held.has(name) || OF_THE_TYPE.test(name) || asked.has(name)) return true;
    asked.add(name);
    const own = methods.filter((method) => nameOf(method) === name);
    return own.length > 0 && own.every(isKnown);
  };
  const isKnown = (method: Node): boolean => {
    const calls: string[] = [];
    walk(field(method, "body") ?? method, (at) => {
      if (at.type === "identifier" && held.has(at.text)) seen.add(at.text);
      const object = at.type === "method_invocation" ? field(at, "object") : undefined;
      if (object === null || object?.type === "this") calls.push(nameOf(at));
    });
    return calls.every(look);
  };
  return [...compared].every(look) ? seen : null;
}

/** Worked out of the others. */
const DERIVED = /^_?(?:hash|cache|memo|lazy)/i;
const OF_THE_TYPE = /^(?:getClass|hashCode)$/;
