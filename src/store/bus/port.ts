import type {
  EntryType,
  EpisodeEntry,
  MemoryHit,
  MemoryTarget,
  NewEpisode,
  SharedReference,
  SynthesizedPattern,
  WorkingChanges,
  WorkingSet,
} from "../../schema/memory.ts";
import type { LearnedPattern } from "../../schema/pattern.ts";

/** Memory of one problem, apart from every other's, for some hours (HRM §6.3). */
export interface WorkingSetStore {
  /** A fresh one; what the problem had before is gone. */
  create(problemId: string, ttlHours?: number): WorkingSet;
  /** Null when there is none, or its time is over. */
  get(problemId: string): WorkingSet | null;
  /** Creates it where there is none. `merge` sees what is there, inside the transaction. */
  update(problemId: string, merge: WorkingChanges | ((before: WorkingSet) => WorkingChanges)): void;
  /** Removes those whose time is over; answers how many. `onExpired` sees each before. */
  expireStale(onExpired?: (set: WorkingSet) => void): number;
  /** One text with everything in it. Throws MEMORY_UNKNOWN. */
  exportSummary(problemId: string): string;
  list(): readonly WorkingSet[];
}

/** Facts across problems; a version never changes (HRM §6.3). */
export interface SharedReferenceStore {
  /** Throws MEMORY_UNKNOWN. */
  get(key: string, version?: number): SharedReference;
  /** Answers the new version's number. */
  set(key: string, value: SharedReference["value"], source: string): number;
  /** Oldest first; empty when there is none. */
  listVersions(key: string): readonly number[];
  /** The older value as a new version, so that no citation changes. False when there is no such version. */
  rollback(key: string, toVersion: number): boolean;
  /** `key@3`, of the newest version. Throws MEMORY_UNKNOWN. */
  cite(key: string): string;
  /** The newest version of each key that is not retired. */
  list(): readonly SharedReference[];
}

export interface EpisodeQuery {
  readonly start?: string;
  readonly end?: string;
  readonly problemId?: string;
  /** All of them. */
  readonly tags?: readonly string[];
  readonly entryType?: EntryType;
  /** The newest so many. */
  readonly limit?: number;
}

/** What happened; only ever appended to (HRM §6.3). */
export interface EpisodicTraceStore {
  /** Answers its id. One with an id that is there already is not written again. */
  append(entry: NewEpisode, id?: string): string;
  get(id: string): EpisodeEntry | null;
  /** Oldest first. */
  query(query?: EpisodeQuery): readonly EpisodeEntry[];
  /** A new entry in an old one's place. Throws MEMORY_UNKNOWN, MEMORY_SUPERSEDED. */
  supersede(oldId: string, entry: NewEpisode): string;
}

/** What was concluded, each with the episodes it rests on (HRM §6.3). */
export interface SemanticSynthesisStore {
  /** Answers its id. Throws MEMORY_EXISTS, MEMORY_EVIDENCE_MISSING. */
  addPattern(pattern: SynthesizedPattern): string;
  /** Throws MEMORY_UNKNOWN. */
  getPattern(patternId: string): SynthesizedPattern;
  /** The most certain first. */
  search(query?: { readonly patternType?: string; readonly minConfidence?: number }): readonly SynthesizedPattern[];
  /** Throws MEMORY_UNKNOWN, MEMORY_EVIDENCE_MISSING. */
  strengthen(patternId: string, newEvidenceId: string): void;
  /** Throws MEMORY_UNKNOWN. The reason becomes an episode. */
  weaken(patternId: string, reason: string): void;
  getEvidenceChain(patternId: string): readonly EpisodeEntry[];
}

/** Rows of learned patterns; what they mean is decided in `core/governor/learning`. */
export interface PatternRows {
  get(id: string): LearnedPattern | null;
  /** All that are not retired, oldest first; the same array until one of them changes. */
  all(): readonly LearnedPattern[];
  /** One that is there is left as it is; answers whether it was new. */
  insert(pattern: LearnedPattern): boolean;
  /** Throws PATTERN_UNKNOWN. */
  update(id: string, change: (before: LearnedPattern) => LearnedPattern): LearnedPattern;
}

/** Outcomes that wait to be learned from, and how far each run was read. */
export interface OutcomeRows {
  /** Of an episode that is there. Outcomes of one likeness had the same signal and the same routing. */
  add(id: string, sessionId: string, likeness: string): void;
  /** Ids of all outcomes of a likeness, oldest first. */
  like(likeness: string): readonly string[];
  /** Ids of a session's outcomes, all or only those not yet analyzed. */
  of(sessionId: string, only?: "new"): readonly string[];
  settle(ids: readonly string[]): void;
  /** The journal of a run is read up to here; 0 at first. */
  position(runId: string): number;
  moveTo(runId: string, position: number): void;
}

/** All compartments of a repository's memory, in one place, under one lock (HRM §6.1). */
export interface MemoryStores {
  readonly working: WorkingSetStore;
  readonly shared: SharedReferenceStore;
  readonly episodic: EpisodicTraceStore;
  readonly synthesis: SemanticSynthesisStore;
  readonly patterns: PatternRows;
  readonly outcomes: OutcomeRows;
  /** Full text over what stands in any compartment. The best first. */
  search(words: readonly string[], query?: { readonly target?: MemoryTarget; readonly limit?: number }): MemoryHit[];
  /** Takes an entry out of lists, searches and assignments; it stays readable by its name. Throws MEMORY_UNKNOWN. */
  retire(target: "shared_reference" | "synthesis" | "pattern", ref: string, reason: string): void;
  /** Several writes as one: all of them or none, with nobody's in between. */
  together<T>(work: () => T): T;
  close(): void;
}
