import { Strategy } from "../../../schema/governor-enums.ts";
import type { PatternMatch } from "../../../schema/governor.ts";
import type { LearnedPattern } from "../../../schema/pattern.ts";

export type Signature = LearnedPattern["input_signature"];

const MATCHES = 20;
const STRATEGIES: ReadonlySet<unknown> = new Set(Strategy.options);

/** Of the keys that a pattern asks for, the share that a signal has with the same value. A pattern that asks for none fits nothing. */
function shareOf(pattern: Signature, signal: Signature): number {
  const keys = Object.keys(pattern);
  const equal = keys.filter((key) => Object.hasOwn(signal, key) && isSame(pattern[key], signal[key]));
  return keys.length === 0 ? 0 : equal.length / keys.length;
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && a !== null && JSON.stringify(a) === JSON.stringify(b));

/** Patterns that fit a signal, the best first: share of equal keys × confidence (decisions.md, Governor). */
export function matchPatterns(patterns: readonly LearnedPattern[], signal: Signature, limit = MATCHES): PatternMatch[] {
  const found: { readonly pattern: LearnedPattern; readonly match: number }[] = [];
  for (const pattern of patterns) {
    const match = shareOf(pattern.input_signature, signal) * pattern.confidence;
    if (match > 0) found.push({ pattern, match });
  }
  return found
    .toSorted(
      (a, b) =>
        b.match - a.match ||
        b.pattern.evidence_ids.length - a.pattern.evidence_ids.length ||
        (a.pattern.id < b.pattern.id ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ pattern, match }) => ({
      pattern_id: pattern.id,
      match_confidence: match,
      recommended_strategy: strategyOf(pattern),
      evidence_count: pattern.evidence_ids.length,
    }));
}

/** A pattern that names none recommends the cheapest. */
function strategyOf({ recommended_action: { strategy } }: LearnedPattern): Strategy {
  return STRATEGIES.has(strategy) ? (strategy as Strategy) : "quick_answer";
}

/** Whether a pattern asks for nothing that a signal has not. */
export const fits = (pattern: Pick<LearnedPattern, "input_signature">, signal: Signature): boolean =>
  shareOf(pattern.input_signature, signal) === 1;

/** A value as text that is the same for the same value, whatever the order of its keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}
