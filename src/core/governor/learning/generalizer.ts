import type { LearnedPattern } from "../../../schema/pattern.ts";
import { confidenceOf } from "./confidence.ts";
import { canonical } from "./match.ts";

/** From here on two patterns are like enough to be one (decisions.md, Governor). */
const SIMILAR = 0.8;

export type Pair = readonly [LearnedPattern, LearnedPattern, number];

/** Names a pattern by what it says; given in, since hashing is not this layer's. */
export type PatternId = (
  pattern: Pick<LearnedPattern, "pattern_type" | "input_signature" | "recommended_action">,
) => string;

/** Share of equal keys among all that either has; 0 when they recommend different things. */
function similarity(a: LearnedPattern, b: LearnedPattern): number {
  if (a.pattern_type !== b.pattern_type || canonical(a.recommended_action) !== canonical(b.recommended_action))
    return 0;
  const [one, other] = [a.input_signature, b.input_signature];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return keys.size === 0 ? 0 : sharedKeys(one, other).length / keys.size;
}

const sharedKeys = (one: LearnedPattern["input_signature"], other: LearnedPattern["input_signature"]): string[] =>
  Object.keys(one).filter((key) => Object.hasOwn(other, key) && canonical(one[key]) === canonical(other[key]));

/** Pairs that are similar enough, the most similar first. With `among`, only those with one of these in them. */
export function findSimilar(patterns: readonly LearnedPattern[], among: ReadonlySet<string> | null = null): Pair[] {
  const pairs: Pair[] = [];
  for (const [at, one] of patterns.entries())
    for (const other of patterns.slice(at + 1)) {
      if (among !== null && !among.has(one.id) && !among.has(other.id)) continue;
      const score = similarity(one, other);
      if (score >= SIMILAR) pairs.push([one, other, score]);
    }
  return pairs.toSorted((a, b) => b[2] - a[2]);
}

/** One pattern that asks only for what both ask for, with the evidence of both. */
export function merge(p1: LearnedPattern, p2: LearnedPattern, idOf: PatternId): LearnedPattern {
  const signature = Object.fromEntries(
    sharedKeys(p1.input_signature, p2.input_signature).map((key) => [key, p1.input_signature[key] ?? null]),
  );
  const said = {
    pattern_type: p1.pattern_type,
    input_signature: signature,
    recommended_action: p1.recommended_action,
  };
  const evidence = [...new Set([...p1.evidence_ids, ...p2.evidence_ids])];
  const doubts = [...new Set([...p1.doubts, ...p2.doubts])];
  // What both rest on, or both failed at, was one use, not two.
  const twice = p1.evidence_ids.length + p2.evidence_ids.length - evidence.length;
  const failedTwice = p1.doubts.length + p2.doubts.length - doubts.length;
  const counts = {
    successes: Math.max(0, p1.successes + p2.successes - twice),
    uses: Math.max(0, p1.uses + p2.uses - twice - failedTwice),
  };
  return {
    ...said,
    ...counts,
    id: idOf(said),
    confidence: confidenceOf(counts),
    evidence_ids: evidence,
    created_at: p1.created_at > p2.created_at ? p1.created_at : p2.created_at,
    last_matched_at: null,
    match_count: 0,
    doubts,
    protected: p1.protected || p2.protected,
    retired: false,
  };
}

/** The list with similar patterns merged until none are left that are; nothing that they rest on is lost. */
export function generalizeBatch(patterns: readonly LearnedPattern[], idOf: PatternId): LearnedPattern[] {
  const waiting = [...patterns];
  const apart: LearnedPattern[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const at = mostSimilar(next, apart);
    const [other] = at === null ? [] : apart.splice(at, 1);
    if (other === undefined) apart.push(next);
    else waiting.unshift(merge(other, next, idOf));
  }
  return apart;
}

function mostSimilar(pattern: LearnedPattern, others: readonly LearnedPattern[]): number | null {
  const scores = others.map((other) => similarity(pattern, other));
  const best = Math.max(0, ...scores);
  return best >= SIMILAR ? scores.indexOf(best) : null;
}
