import type { LearnedPattern, OutcomeRecord } from "../../../schema/pattern.ts";
import { confidenceOf, failed, succeeded } from "./confidence.ts";
import type { PatternId } from "./generalizer.ts";
import { canonical, fits } from "./match.ts";

/** What an outcome comes to, in the order of the outcomes. */
export type Lesson =
  | { readonly kind: "create"; readonly pattern: LearnedPattern }
  | { readonly kind: "strengthen"; readonly pattern_id: string; readonly evidence_id: string }
  | { readonly kind: "weaken"; readonly pattern_id: string; readonly reason: string };

export interface Experience {
  /** Outcomes that nothing was learned from yet, oldest first. */
  readonly fresh: readonly OutcomeRecord[];
  /** All outcomes with the same signal and routing, that one among them. */
  readonly like: (outcome: OutcomeRecord) => readonly OutcomeRecord[];
  /** Those that are not retired. */
  readonly patterns: readonly LearnedPattern[];
  /** Whether a pattern is there already, retired or not: what a person took out is not learned again. */
  readonly isKnown: (id: string) => boolean;
  /** `pattern_creation_threshold` */
  readonly threshold: number;
  readonly idOf: PatternId;
  readonly now: string;
}

/**
 * What is to be learned of outcomes: each pattern that asked for nothing else and recommends what was done is strengthened or
 * weakened; so many successes alike make a pattern of their own (HRM §5.2).
 */
export function lessonsOf({ fresh, like, patterns, isKnown, threshold, idOf, now }: Experience): Lesson[] {
  const lessons: Lesson[] = [];
  const made = new Set<string>();
  for (const outcome of fresh) {
    const said = sayingOf(outcome);
    const id = idOf(said);
    const fitting = patterns.filter(
      (pattern) =>
        fits(pattern, outcome.signal) && canonical(pattern.recommended_action) === canonical(said.recommended_action),
    );
    for (const { id: patternId } of fitting)
      lessons.push(
        outcome.success
          ? { kind: "strengthen", pattern_id: patternId, evidence_id: outcome.id }
          : { kind: "weaken", pattern_id: patternId, reason: `${outcome.id}: ${whatCame(outcome)}` },
      );
    if (made.has(id) || isKnown(id)) continue;
    const alike = like(outcome);
    if (alike.filter(({ success }) => success).length < threshold) continue;
    made.add(id);
    lessons.push({ kind: "create", pattern: patternOf(said, id, alike, now) });
  }
  return lessons;
}

const sayingOf = ({ signal, routing }: OutcomeRecord) =>
  ({ pattern_type: "strategy", input_signature: signal, recommended_action: routing }) as const;

function patternOf(
  said: ReturnType<typeof sayingOf>,
  id: string,
  outcomes: readonly OutcomeRecord[],
  now: string,
): LearnedPattern {
  const counts = outcomes.reduce((sum, { success }) => (success ? succeeded(sum) : failed(sum)), {
    successes: 0,
    uses: 0,
  });
  return {
    ...said,
    ...counts,
    id,
    confidence: confidenceOf(counts),
    evidence_ids: outcomes.filter(({ success }) => success).map((outcome) => outcome.id),
    created_at: now,
    last_matched_at: null,
    match_count: 0,
    doubts: outcomes.filter(({ success }) => !success).map((outcome) => `${outcome.id}: ${whatCame(outcome)}`),
    protected: false,
    retired: false,
  };
}

/** The codes of what was found in an attempt that failed. */
export function codesOf({ outcome: { codes } }: Pick<OutcomeRecord, "outcome">): string[] {
  return Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : [];
}

/** How an outcome ended, with the codes that it ended for. */
export function whatCame({ outcome }: Pick<OutcomeRecord, "outcome">): string {
  const { result } = outcome;
  const codes = codesOf({ outcome });
  const named = codes.length > 0 ? ` (${codes.join(", ")})` : "";
  return `${typeof result === "string" ? result : "ended"}${named}`;
}

/** A lesson applied to its pattern. */
export function strengthened(pattern: LearnedPattern, evidenceId: string): LearnedPattern {
  // The same evidence twice is one success.
  if (pattern.evidence_ids.includes(evidenceId)) return pattern;
  const counts = succeeded(pattern);
  return {
    ...pattern,
    ...counts,
    confidence: confidenceOf(counts),
    evidence_ids: [...pattern.evidence_ids, evidenceId],
  };
}

export function weakened(pattern: LearnedPattern, reason: string): LearnedPattern {
  if (pattern.doubts.includes(reason)) return pattern;
  const counts = failed(pattern);
  return { ...pattern, ...counts, confidence: confidenceOf(counts), doubts: [...pattern.doubts, reason] };
}
