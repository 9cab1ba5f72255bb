import { counted } from "../../core/text/counted.ts";
import type { HRMCallback } from "../../core/governor/callbacks.ts";
import { signalOf } from "../../core/governor/learning/signal.ts";
import { fit, quote, type Offered } from "../../core/memory/quote.ts";
import { relevantHits, wordsOf } from "../../core/memory/relevance.ts";
import { AGENT_FAILED, HARNESS_DIED, STOPPED_BY_PERSON } from "../../core/run/losses.ts";
import type { LearnedMatch } from "../../core/run/next/govern-attempt.ts";
import type { RunState, TaskState } from "../../core/run/state.ts";
import { createTurnFold, type TurnRecord } from "../../core/trace/turns.ts";
import { messageOf } from "../../errors.ts";
import type { EventOf, Offer, RunEvent } from "../../schema/event.ts";
import type { LearnedPattern } from "../../schema/pattern.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import type { JournalStore } from "../../store/port.ts";
import type { Redact } from "../../util/redact.ts";
import { textOf } from "../../store/bus/text-index.ts";
import { createMemoryBus, type MemoryBus } from "./bus.ts";
import { createFeedbackLoop, type FeedbackLoop } from "./learning.ts";
import { MEMORY_DEFAULTS, openMemory, type MemorySettings } from "./open.ts";

/** What a run has of its repository's memory. Nothing here ever breaks the run: what fails is said once, and left out. */
export interface RunMemory {
  /** What memory has for a task's next attempt; null when it could not be asked. */
  offer(task: TaskState): MemoryOffer | null;
  /** Keeps a governed turn as an episode, before anything is started (HRM-25). */
  decided(route: EventOf<"attempt_routed">): void;
  /** Records what became of the attempts that ended since, and learns from it. */
  catchUp(): void;
  close(): void;
}

/** What memory has for a task: what is recorded of it, quoted for the agent, and the patterns that route by. */
export interface MemoryOffer {
  readonly recorded: Offer;
  readonly quoted: string;
  readonly arms: readonly LearnedMatch[];
  readonly entries: readonly Offered[];
}

/** The same with at most so many entries, the most relevant first. */
export function firstOf(offer: MemoryOffer, items: number): MemoryOffer {
  const entries = offer.entries.slice(0, items);
  const citations = entries.map(({ citation }) => citation);
  return { ...offer, recorded: { ...offer.recorded, citations }, entries, quoted: quote(entries) };
}

export interface RunMemoryOptions {
  readonly truth: string;
  readonly store: Pick<JournalStore, "read">;
  readonly journal: { readonly runId: string; readonly state: RunState; readonly head: { readonly position: number } };
  readonly redact: Redact;
  readonly now: () => Date;
  readonly settings?: MemorySettings;
  readonly onFailure: (message: string) => void;
  /** Absent: nobody wants to know. */
  readonly callback?: Pick<HRMCallback, "onPatternMatched" | "onWriteCompleted">;
}

/** Nobody waits longer for another process's write than this: memory is a help, not a condition. */
const PATIENCE_MS = 2000;

export function openRunMemory(options: RunMemoryOptions): RunMemory {
  let opened: Opened | null = null;
  let broken = false;
  const attempt = <T>(work: (opened: Opened) => T): T | null => {
    if (broken) return null;
    try {
      opened ??= open(options);
      return work(opened);
    } catch (error) {
      broken = true;
      options.onFailure(`memory is left out: ${messageOf(error)}`);
      return null;
    }
  };
  return {
    offer: (task) => attempt(({ stores, feedback }) => offerFor(stores, feedback, options.journal.state, task)),
    decided: (route) => void attempt(({ bus }) => keepDecision(bus, route, options.journal.runId)),
    catchUp() {
      if (opened === null || opened.read() < options.journal.head.position) attempt((now) => catchUp(now, options));
    },
    close() {
      opened?.stores.close();
      broken = true;
    },
  };
}

interface Opened {
  readonly stores: MemoryStores;
  readonly bus: MemoryBus;
  readonly feedback: FeedbackLoop;
  readonly fold: ReturnType<typeof createTurnFold>;
  readonly expireStale: () => number;
  /** So far the journal is read here. */
  readonly read: (position?: number) => number;
}

function open({ truth, journal, redact, now, callback, settings = MEMORY_DEFAULTS }: RunMemoryOptions): Opened {
  const stores = openMemory(truth, { now, settings, patienceMs: PATIENCE_MS });
  const bus = createMemoryBus(stores, {
    redact,
    ...(callback === undefined ? {} : { onWriteCompleted: callback.onWriteCompleted }),
  });
  const feedback = createFeedbackLoop(stores, bus, {
    sessionId: journal.runId,
    now,
    creationThreshold: settings.pattern_creation_threshold,
    matchThreshold: settings.pattern_match_threshold,
    ...(callback === undefined ? {} : { onPatternMatched: callback.onPatternMatched }),
  });
  let reached = stores.outcomes.position(journal.runId);
  const read = (position?: number): number => (reached = position ?? reached);
  return { stores, bus, feedback, fold: createTurnFold(), expireStale: () => bus.expireStale(), read };
}

function catchUp({ stores, feedback, fold, expireStale, read }: Opened, { store, journal }: RunMemoryOptions): void {
  const ended: TurnRecord[] = [];
  for (const { entry, position } of store.read(journal.runId, read())) {
    const turn = fold.add({ position, at: entry.at, event: entry.event as unknown as RunEvent });
    if (turn !== null && turn.offer !== null && !isNobodys(turn)) ended.push(turn);
    read(position);
  }
  if (ended.length === 0) return;
  stores.together(() => {
    for (const turn of ended) record(feedback, turn, journal.runId);
    expireStale();
    feedback.analyzeSession();
    // A turn that is still open is read again from its beginning by whoever opens the run next.
    stores.outcomes.moveTo(journal.runId, (fold.openSince() ?? read() + 1) - 1);
  });
}

/** An end that says nothing about how the attempt was routed: the harness died, a person stopped it, nobody paid, somebody only looked, its program never began. */
function isNobodys({ outcome, codes, steps, kind }: TurnRecord): boolean {
  if (outcome === "rejected" || outcome === "noted" || codes.includes("PERSON_REJECTED")) return true;
  if (outcome !== "lost") return false;
  // What several builds come to is recorded once, of the one that is chosen.
  if (kind === "best_of") return true;
  if (codes.some((code) => NOBODYS.has(code))) return true;
  const said = steps.at(-1)?.said ?? "";
  return said.includes(AGENT_FAILED) || [HARNESS_DIED, STOPPED_BY_PERSON].some((detail) => said.endsWith(detail));
}

const NOBODYS: ReadonlySet<string> = new Set(["AGENT_UNAUTHORIZED", "BUDGET_SPENT", "ATTEMPT_RELEASED", "DISK_FULL"]);

/** The id is the attempt's own, so that reading a journal twice records nothing twice. */
export const outcomeId = (runId: string, taskId: string, attempt: number): string =>
  `outcome_${runId}_${taskId}_${attempt}`;

function keepDecision(bus: MemoryBus, route: EventOf<"attempt_routed">, runId: string): void {
  const {
    task_id: taskId,
    attempt,
    agent,
    reason,
    stance,
    strategy,
    stakes,
    approval,
    pattern,
    explored,
    arms,
    kind,
  } = route;
  const content = {
    attempt,
    agent,
    reason,
    stance,
    strategy,
    stakes,
    approval,
    pattern,
    explored,
    arms: arms ?? null,
    kind: kind ?? null,
  };
  const tags = ["route", `session:${runId}`];
  const entry = { problem_id: taskId, entry_type: "decision", content, tags } as const;
  bus.logEpisode({ ...entry, tags: [...tags] }, `decision_${runId}_${taskId}_${attempt}`);
}

function record(feedback: FeedbackLoop, turn: TurnRecord, runId: string): void {
  const { taskId, attempt, offer, outcome, codes, usage } = turn;
  const agent = turn.chosenOf ?? turn.route?.agent ?? turn.agent;
  const seconds = Math.max(0, Math.round((Date.parse(turn.end) - Date.parse(turn.start)) / 1000));
  feedback.recordOutcome(
    offer?.signal ?? {},
    {
      agent,
      strategy: turn.route?.strategy ?? "quick_answer",
      mode: turn.kind === "best_of" ? "parallel" : "pipeline",
      kind: turn.kind,
    },
    {
      success: outcome === "proven",
      result: outcome,
      codes: [...new Set(codes)],
      attempts: attempt,
      tokens: usage?.tokens ?? null,
      cost: usage?.cost ?? null,
      duration_seconds: seconds,
    },
    { id: outcomeId(runId, taskId, attempt), problemId: taskId },
  );
}

/** `feedback` notes what matched; who only looks passes one that does not. */
export function offerFor(
  stores: MemoryStores,
  feedback: Pick<FeedbackLoop, "getPatternsForSignal">,
  state: RunState,
  task: TaskState,
): MemoryOffer | null {
  const feature = state.features[task.plan.feature_id];
  if (feature === undefined) return null;
  const { goal, context, files } = task.plan;
  const { description, steps, acceptance = [], detail = "" } = feature;
  const words = wordsOf([goal, description, ...steps, ...acceptance, ...files, context, detail].join("\n"));
  const offered = fit(knownAbout(stores, words));
  const signal = { ...signalOf({ feature, plan: task.plan, findings: task.findings }) };
  const matches = feedback.getPatternsForSignal(signal);
  const patterns = matches.slice(0, PATTERNS).map(({ match_confidence: match, ...one }) => ({
    ...one,
    match_confidence: match.toFixed(4),
  }));
  return {
    recorded: { signal, patterns, citations: offered.map(({ citation }) => citation) },
    quoted: quote(offered),
    entries: offered,
    arms: matches.map((match) => ({ ...match, ...routedBy(stores.patterns.get(match.pattern_id)) })),
  };
}

const PATTERNS = 3;

function routedBy(pattern: LearnedPattern | null): Pick<LearnedMatch, "agent" | "kind"> {
  const { agent, kind } = pattern?.recommended_action ?? {};
  return {
    agent: typeof agent === "string" && agent !== "" ? agent : null,
    ...(typeof kind === "string" && kind !== "" ? { kind } : {}),
  };
}

/** What memory has for words, as it is quoted to an agent: citations in their order. */
export function offerForText(stores: MemoryStores, text: string): { citations: string[]; quoted: string } {
  const offered = fit(knownAbout(stores, wordsOf(text)));
  return { citations: offered.map(({ citation }) => citation), quoted: quote(offered) };
}

/** Shared references and conclusions that share words with a task, the nearest first. */
function knownAbout(stores: MemoryStores, words: readonly string[]): Offered[] {
  const hits = [
    ...stores.search(words, { target: "shared_reference" }),
    ...stores.search(words, { target: "synthesis" }),
  ];
  return relevantHits(words, hits).flatMap(({ target, ref }) => {
    if (target === "shared_reference") {
      const { value, source } = stores.shared.get(ref);
      return [{ citation: stores.shared.cite(ref), source, text: textOf(value) }];
    }
    const { pattern_type: type, description, evidence_ids: evidence } = stores.synthesis.getPattern(ref);
    // How tasks are best routed is nothing that an agent could use.
    if (type === "strategy") return [];
    return [{ citation: ref, source: counted(evidence.length, "episode"), text: description }];
  });
}
