import { rangesMeet, tokensOf, type Alternative, type Segment, type Token } from "./pattern.ts";

/** Whether some path fits both patterns: decided exactly, for every pair (FCX-05). */
export function overlaps(left: readonly Alternative[], right: readonly Alternative[]): boolean {
  return left.some((a) => right.some((b) => alternativesOverlap(a, b)));
}

export function alternativesOverlap(a: Alternative, b: Alternative): boolean {
  const shared = Math.min(a.prefix.length, b.prefix.length);
  for (let at = 0; at < shared; at += 1) if (a.prefix[at] !== b.prefix[at]) return false;
  return meet(a.segments.slice(shared), b.segments.slice(shared), isGlobstar, segmentsMeet);
}

const isGlobstar = ({ kind }: Segment): boolean => kind === "globstar";
const isMany = ({ kind }: Token): boolean => kind === "many";

function segmentsMeet(a: Segment, b: Segment): boolean {
  if (a.kind === "globstar" || b.kind === "globstar") return false;
  if (a.kind === "literal" && b.kind === "literal") return a.text === b.text;
  return meet(tokensOf(a), tokensOf(b), isMany, tokensMeet);
}

function tokensMeet(a: Token, b: Token): boolean {
  return a.kind === "one" && b.kind === "one" && rangesMeet(a.ranges, b.ranges);
}

/**
 * Whether two sequences, in which some items stand for any number of others, have an instance in common. One pass over the
 * table of their positions, so the work is the product of their lengths and never exponential.
 */
function meet<T>(a: readonly T[], b: readonly T[], isAny: (item: T) => boolean, fit: (a: T, b: T) => boolean): boolean {
  let row = new Uint8Array(b.length + 1);
  let below = new Uint8Array(b.length + 1);
  const anyOf = b.map(isAny);
  for (let i = a.length; i >= 0; i -= 1) {
    [row, below] = [below, row];
    const left = a[i];
    const leftIsAny = left !== undefined && isAny(left);
    for (let j = b.length; j >= 0; j -= 1) {
      const right = b[j];
      let met = left === undefined && right === undefined;
      if (leftIsAny || anyOf[j] === true)
        met = (left !== undefined && below[j] === 1) || (right !== undefined && row[j + 1] === 1);
      else if (left !== undefined && right !== undefined) met = below[j + 1] === 1 && fit(left, right);
      row[j] = met ? 1 : 0;
    }
  }
  return row[0] === 1;
}
