import { matchPatterns, type Signature } from "../../core/governor/learning/match.ts";
import { signatureOf, type PatternSource } from "../../core/governor/reasoning/router.ts";
import { BatonError } from "../../errors.ts";
import type { PatternMatch } from "../../schema/governor.ts";
import type { LearnedPattern } from "../../schema/pattern.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import type { AskEnd } from "../governor/ask.ts";
import type { MemoryBus } from "./bus.ts";
import { createFeedbackLoop } from "./learning.ts";
import type { MemorySettings } from "./open.ts";

export interface LearnedNow extends PatternSource {
  patternOf(id: string): LearnedPattern | null;
}

/** What Learning answers to reasoning as of now; nothing is noted as matched. Outlives the stores. */
export function learnedNow({ patterns }: Pick<MemoryStores, "patterns">): LearnedNow {
  const all = patterns.all();
  return {
    getPatternsForSignal: (signal): PatternMatch[] => matchPatterns(all, signal as Signature),
    patternOf: (id) => all.find((pattern) => pattern.id === id) ?? null,
  };
}

/**
 * Keeps what was asked of agents and what came of it: an episode, with the code where it came to nothing (HRM-25), and the outcome
 * of the strategy with its bundle under the signature of the words, which later asks learn from (HRM-16). What a person ended
 * says nothing about either.
 */
export function keepAsk(
  stores: MemoryStores,
  bus: MemoryBus,
  {
    text,
    turn,
    classified,
    bundle,
    traceId,
    now,
    settings,
  }: AskEnd & { readonly now: () => Date; readonly settings: MemorySettings },
): void {
  const { handle, result, error } = bundle;
  const answered = result?.output?.content.output ?? null;
  const code = error === null ? null : error instanceof BatonError ? error.code : "INTERNAL";
  const { strategy } = turn.reasoned.strategy;
  const routing = { strategy, mode: handle.mode, agents: [...handle.agents] };
  const { classification } = turn.reasoned;
  const read = classified === null ? {} : { classified: { ...classified, counted: classification } };
  const content = { asked: text, answered, code, ...routing, ...read, trace_id: traceId };
  const feedback = createFeedbackLoop(stores, bus, {
    sessionId: traceId,
    now,
    creationThreshold: settings.pattern_creation_threshold,
    matchThreshold: settings.pattern_match_threshold,
  });
  const signal = signatureOf(turn.reasoned);
  const seconds = Math.round((now().getTime() - Date.parse(handle.started_at)) / 1000);
  stores.together(() => {
    bus.logEpisode({ problem_id: null, entry_type: "observation", content, tags: ["ask"] });
    if (handle.status === "cancelled") return;
    feedback.getPatternsForSignal(signal);
    feedback.recordOutcome(signal, routing, {
      success: answered !== null,
      result: answered === null ? "unanswered" : "answered",
      codes: code === null ? [] : [code],
      duration_seconds: Math.max(0, seconds),
    });
    feedback.analyzeSession();
  });
}
