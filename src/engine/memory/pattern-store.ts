import { strengthened, weakened } from "../../core/governor/learning/analysis.ts";
import { confidenceOf, countsFor } from "../../core/governor/learning/confidence.ts";
import { matchPatterns, type Signature } from "../../core/governor/learning/match.ts";
import { inLayer, LearningError } from "../../core/governor/errors.ts";
import type { PatternMatch } from "../../schema/governor.ts";
import type { LearnedPattern, Pattern } from "../../schema/pattern.ts";
import type { MemoryStores } from "../../store/bus/port.ts";

/** Patterns with links to their evidence (HRM §5.1). Nothing is ever removed by itself. */
export interface PatternStore {
  /** Answers its id. One that says the same as one that is there is that one. Throws MEMORY_EVIDENCE_MISSING. */
  addPattern(pattern: Pattern): string;
  getPattern(id: string): LearnedPattern | null;
  /** The best match first, twenty at most. */
  search(inputSignature: Signature): readonly PatternMatch[];
  /** Throws PATTERN_UNKNOWN, MEMORY_EVIDENCE_MISSING. */
  strengthen(id: string, evidenceId: string): void;
  /** Throws PATTERN_UNKNOWN. */
  weaken(id: string, reason: string): void;
  /** Keeps a pattern from being retired by hand, until that is lifted. Throws PATTERN_UNKNOWN. */
  protect(id: string, wanted?: boolean): void;
}

export function createPatternStore({ patterns, episodic }: Pick<MemoryStores, "patterns" | "episodic">): PatternStore {
  const requireEpisode = (id: string): void => {
    if (episodic.get(id) === null) throw new LearningError("MEMORY_EVIDENCE_MISSING", `no episode ${id}`);
  };
  return inLayer<PatternStore>(LearningError, {
    addPattern(pattern) {
      pattern.evidence_ids.forEach(requireEpisode);
      const counts = countsFor(pattern.confidence, pattern.evidence_ids.length);
      const confidence = confidenceOf(counts);
      patterns.insert({ ...pattern, ...counts, confidence, doubts: [], protected: false, retired: false });
      return pattern.id;
    },
    getPattern: (id) => patterns.get(id),
    search: (signature) => matchPatterns(patterns.all(), signature),
    strengthen(id, evidenceId) {
      requireEpisode(evidenceId);
      patterns.update(id, (before) => strengthened(before, evidenceId));
    },
    weaken: (id, reason) => void patterns.update(id, (before) => weakened(before, reason)),
    protect: (id, wanted = true) => void patterns.update(id, (before) => ({ ...before, protected: wanted })),
  });
}
