import { assertionAt } from "../assertions.ts";
import type { Scope } from "../registrations.ts";
import type { Node } from "../tree.ts";
import { unwrap } from "../tree.ts";
import { numberOf } from "../vague.ts";

const COARSE = 0.25;
/** What is measured or drawn is what it is. */
const MEASURED =
  /elapsed|duration|performance\.now|Date\.now|hrtime|random|sample|shuffle|seed|\bmean|average|variance|rng|frequen|probab/i;

/** `expect(x).toBeCloseTo(877.5, -3)`, `expect(x - 877.5).toBeCloseTo(0, -3)`, `expect(x).to.be.closeTo(12, 4)`: content with what is a quarter off. */
export function coarseTolerance(node: Node, scope: Scope): Node | null {
  const assertion = assertionAt(node, scope);
  if (assertion?.style !== "chain") return null;
  const { name = "", call = null } = assertion.links.at(-1) ?? {};
  const [stated, given] = (call?.arguments ?? []).map((one) => numberOf(unwrap(one)));
  const wanted = stated === 0 ? takenFrom(assertion.subject) : stated;
  if (wanted === undefined || wanted === null || wanted === 0 || given === null) return null;
  const far =
    name === "toBeCloseTo" && given !== undefined
      ? 10 ** -given / 2
      : /^(?:closeTo|approximately)$/.test(name)
        ? (given ?? 0)
        : 0;
  if (far < COARSE * Math.abs(wanted)) return null;
  return MEASURED.test(textAround(node, scope)) ? null : node;
}

/** `expect(total() - 450).toBeCloseTo(0, …)`: what is wanted is what is taken away. */
function takenFrom(subject: Node | null): number | null {
  const of = subject === null ? null : unwrap(subject);
  return of?.type === "BinaryExpression" && of.operator === "-" ? numberOf(of.right) : null;
}

/** Of the test or function that it stands in. */
function textAround(node: Node, scope: Scope): string {
  let at: Node | undefined = node;
  while (at !== undefined && scope.registration(at) === null) at = scope.source.parents.get(at);
  return scope.source.textOf(at ?? node);
}
