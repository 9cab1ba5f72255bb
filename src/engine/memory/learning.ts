import { hash } from "node:crypto";
import { lessonsOf, type Lesson } from "../../core/governor/learning/analysis.ts";
import { describePattern, insightsOf } from "../../core/governor/learning/describe.ts";
import * as generalizer from "../../core/governor/learning/generalizer.ts";
import { canonical } from "../../core/governor/learning/match.ts";
import { inLayer, LearningError } from "../../core/governor/errors.ts";
import { OutcomeRecord, type LearnedPattern, type SessionAnalysis } from "../../schema/pattern.ts";
import type { PatternMatch } from "../../schema/governor.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import { timestamp } from "../../util/clock.ts";
import type { MemoryBus } from "./bus.ts";
import { patternId } from "./open.ts";
import { createPatternStore } from "./pattern-store.ts";

type Json = OutcomeRecord["signal"];

/** Learning from what came of what was done (HRM §5.2). */
export interface FeedbackLoop {
  /** Keeps a signal, its routing and its outcome as an episode; `outcome.success` says whether it came to proof. Answers the evidence's id. */
  recordOutcome(
    signal: Json,
    routing: Json,
    outcome: Json,
    as?: { readonly id: string; readonly problemId: string },
  ): string;
  /** Learns from the session's outcomes that nothing was learned from yet; what it learned is an episode too. */
  analyzeSession(): SessionAnalysis;
  /** Patterns that match, noted as matched from the threshold on. */
  getPatternsForSignal(signal: Json): readonly PatternMatch[];
}

export interface FeedbackOptions {
  readonly sessionId: string;
  readonly now: () => Date;
  /** `pattern_creation_threshold` */
  readonly creationThreshold: number;
  /** `pattern_match_threshold` */
  readonly matchThreshold: number;
  /** HRM §8.3 */
  readonly onPatternMatched?: (pattern: LearnedPattern, confidence: number) => void;
}

export function createFeedbackLoop(stores: MemoryStores, bus: MemoryBus, options: FeedbackOptions): FeedbackLoop {
  const { sessionId, now, matchThreshold } = options;
  return inLayer<FeedbackLoop>(LearningError, {
    recordOutcome: (signal, routing, outcome, as) =>
      stores.together(() => {
        const success = outcome["success"] === true;
        const content = { signal, routing, outcome, success };
        const tags = ["outcome", success ? "success" : "failure", `session:${sessionId}`];
        const entry = { problem_id: as?.problemId ?? null, entry_type: "observation", content, tags } as const;
        const id = bus.logEpisode({ ...entry, tags: [...tags] }, as?.id);
        stores.outcomes.add(id, sessionId, likenessOf(signal, routing));
        return id;
      }),
    analyzeSession: () => stores.together(() => analyze(stores, bus, options)),
    getPatternsForSignal(signal) {
      const matches = createPatternStore(stores).search(signal);
      const strong = matches.filter(({ match_confidence: match }) => match >= matchThreshold);
      const at = timestamp(now());
      for (const { pattern_id: id, match_confidence: match } of strong) {
        const pattern = stores.patterns.update(id, (before) => ({
          ...before,
          last_matched_at: at,
          match_count: before.match_count + 1,
        }));
        options.onPatternMatched?.(pattern, match);
      }
      return matches;
    },
  });
}

function analyze(stores: MemoryStores, bus: MemoryBus, options: FeedbackOptions): SessionAnalysis {
  const { sessionId, now, creationThreshold: threshold } = options;
  const ids = stores.outcomes.of(sessionId, "new");
  const lessons = lessonsOf({
    fresh: ids.map((id) => outcomeOf(stores, id)),
    like: ({ signal, routing }) => stores.outcomes.like(likenessOf(signal, routing)).map((id) => outcomeOf(stores, id)),
    patterns: stores.patterns.all(),
    isKnown: (id) => stores.patterns.get(id) !== null,
    threshold,
    idOf: patternId,
    now: timestamp(now()),
  });
  const made = lessons.flatMap((lesson) => apply(stores, lesson));
  const merged = generalize(stores, new Set(made));
  for (const id of [...made, ...merged]) conclude(stores, bus, id, timestamp(now()));
  stores.outcomes.settle(ids);
  const all = stores.outcomes.of(sessionId).map((id) => outcomeOf(stores, id));
  const touched = (kind: "strengthen" | "weaken"): string[] =>
    lessons.flatMap((lesson) => (lesson.kind === kind ? [lesson.pattern_id] : []));
  const analysis: SessionAnalysis = {
    session_id: sessionId,
    turn_count: all.length,
    outcomes_recorded: ids.length,
    patterns_strengthened: [...new Set(touched("strengthen"))],
    patterns_weakened: [...new Set(touched("weaken"))],
    patterns_created: [...made, ...merged],
    insights: insightsOf(all),
  };
  // What changed later routes is looked up like any other decision (HRM-25).
  if (lessons.length > 0) {
    const tags = ["analysis", `session:${sessionId}`];
    bus.logEpisode({ problem_id: null, entry_type: "reflection", content: { ...analysis }, tags });
  }
  return analysis;
}

/** Answers the id of what is new by it. */
function apply(stores: MemoryStores, lesson: Lesson): string[] {
  if (lesson.kind === "create") return stores.patterns.insert(lesson.pattern) ? [lesson.pattern.id] : [];
  const patterns = createPatternStore(stores);
  if (lesson.kind === "weaken") patterns.weaken(lesson.pattern_id, lesson.reason);
  else patterns.strengthen(lesson.pattern_id, lesson.evidence_id);
  return [];
}

/** What new patterns have in common with others becomes a pattern of its own; those that it came from stay. */
function generalize({ patterns }: MemoryStores, made: ReadonlySet<string>): string[] {
  if (made.size === 0) return [];
  return generalizer.findSimilar(patterns.all(), made).flatMap(([one, other]) => {
    const merged = generalizer.merge(one, other, patternId);
    return patterns.insert(merged) ? [merged.id] : [];
  });
}

/** A learned pattern is offered as knowledge too, if the write gate lets it (HRM §8.2: Learning → MemoryBus). */
function conclude({ patterns }: MemoryStores, bus: MemoryBus, id: string, at: string): void {
  const pattern = patterns.get(id);
  if (pattern === null) return;
  const { pattern_type, input_signature, recommended_action, confidence, evidence_ids, doubts } = pattern;
  bus.addSynthesis(
    {
      id: `synthesis_${id}`,
      pattern_type,
      description: describePattern(pattern),
      input_signature,
      recommended_action,
      confidence,
      evidence_ids,
      created_at: at,
      last_strengthened_at: at,
    },
    {
      progress_delta: pattern.successes,
      conflict_level: doubts.length > 0 ? "low" : "none",
      source_quality: confidence,
      alignment_score: 1,
      blast_radius: "minimal",
    },
  );
}

/** The outcome that an episode keeps. Throws MEMORY_EVIDENCE_MISSING. */
export function outcomeOf({ episodic }: Pick<MemoryStores, "episodic">, id: string): OutcomeRecord {
  const episode = episodic.get(id);
  const { signal, routing, outcome, success } = episode?.content ?? {};
  const parsed = OutcomeRecord.safeParse({ id, signal, routing, outcome, success, timestamp: episode?.timestamp });
  if (parsed.success) return parsed.data;
  throw new LearningError("MEMORY_EVIDENCE_MISSING", `${id} is no episode of an outcome`);
}

const likenessOf = (signal: Json, routing: Json): string => hash("sha256", canonical({ signal, routing })).slice(0, 24);
