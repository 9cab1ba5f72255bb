import { decideArms } from "../src/core/governor/reasoning/decide-arms.ts";
import { decideKind } from "../src/core/governor/reasoning/decide-kind.ts";
import { routeAttempt, type RouteFacts } from "../src/core/governor/reasoning/route-attempt.ts";
import { routeKind } from "../src/core/governor/reasoning/route-kind.ts";
import { stepAfter, type FailedFacts, type StepAfter } from "../src/core/governor/reasoning/step-after.ts";
import { ruleFor } from "../src/core/governor/reasoning/strategy-selector.ts";
import { createMemoryBus } from "../src/engine/memory/bus.ts";
import { createFeedbackLoop } from "../src/engine/memory/learning.ts";
import { MEMORY_DEFAULTS, openMemory } from "../src/engine/memory/open.ts";
import type { AttemptKind, Contest, KindFacts, PreludeKind } from "../src/schema/attempt-kind.ts";
import { ASSUMED, type HiddenTask } from "./ablation-world.ts";

export const AGENTS = ["cheap", "strong"] as const;
export const MAX_ITERATIONS = 2;

/** What a run knows of a task when it decides about an attempt. */
export interface Known {
  readonly task: HiddenTask["seen"];
  readonly signal: Record<string, string>;
  readonly before: RouteFacts["before"];
  readonly failure: string;
  readonly failed: number;
  readonly guided: boolean;
  readonly looked: readonly PreludeKind[];
  /** Of several, those that were built. */
  readonly built: readonly string[];
  readonly several: { readonly n: number; readonly until: "proven" | "all" } | null;
  readonly affordable: number;
}

export interface Decided {
  readonly agent: string;
  readonly kind: AttemptKind;
  readonly n: number;
  readonly until: "proven" | "all";
  readonly reviewer: string;
  readonly items: number;
  readonly isFlipped: boolean;
  readonly isAlone: boolean;
}

export interface Governor {
  decide(known: Known): Decided;
  step(facts: FailedFacts): StepAfter;
  record(
    signal: Record<string, string>,
    by: { agent: string; kind: AttemptKind },
    success: boolean,
    code: string,
  ): void;
}

/** One agent for everything, all that memory has, and a person after the last attempt. */
export const fixed =
  (agent: string): (() => Governor) =>
  () => ({
    decide: () => ({
      agent,
      kind: "build",
      n: 1,
      until: "all",
      reviewer: agent,
      items: ASSUMED.mostItems,
      isFlipped: false,
      isAlone: false,
    }),
    step: () => null,
    record: () => undefined,
  });

/** What may be left out, one at a time, to see what it is worth. */
export type Without = "kind" | "reviewer" | "lane" | "memory" | "steps" | null;

/** The decisions of a governed run, by its own functions. Memory begins empty with each project, as a repository's does. */
export const governed =
  (without: Without = null) =>
  (): Governor => {
    const now = (): Date => new Date("2026-01-31T09:00:00Z");
    const stores = openMemory(null, { now });
    const feedback = createFeedbackLoop(stores, createMemoryBus(stores, { redact: (text) => text }), {
      sessionId: "ablation",
      now,
      creationThreshold: MEMORY_DEFAULTS.pattern_creation_threshold,
      matchThreshold: MEMORY_DEFAULTS.pattern_match_threshold,
    });
    const learnedFor = (signal: Record<string, string>) =>
      feedback.getPatternsForSignal(signal).flatMap((match) => {
        const { agent, kind } = stores.patterns.get(match.pattern_id)?.recommended_action ?? {};
        if (typeof agent !== "string" || typeof kind !== "string") return [];
        if (match.match_confidence < MEMORY_DEFAULTS.pattern_match_threshold) return [];
        const { pattern_id, match_confidence, evidence_count } = match;
        return [{ pattern_id, evidence_count, agent, kind, match_confidence: match_confidence.toFixed(4) }];
      });
    return {
      decide(known) {
        const { task, before, failure } = known;
        const { stakes } = task;
        const learned = learnedFor(known.signal);
        const { strategy } = ruleFor({ ...UNREMARKABLE, stakes, uncertainty: task.uncertainty });
        const arms = decideArms({ stakes, strategy, failure, agents: AGENTS });
        const contest = contestOf(known);
        const question = { stakes, failure, facts: factsOf(known), learned, contest };
        const asked = decideKind(
          without === "kind" ? { ...question, facts: { ...question.facts, manual: true } } : question,
        );
        const route = routeAttempt({ stakes, before, failure, agents: AGENTS, maxIterations: MAX_ITERATIONS, learned });
        const reviewer = arms.reviewer.is;
        return {
          ...asked,
          kind: asked.is,
          agent: routeKind(route, { agents: AGENTS, kind: asked, reviewer, before, contest }).agent,
          reviewer: without === "reviewer" ? "strong" : reviewer,
          items: without === "memory" ? ASSUMED.mostItems : arms.memory_items.is,
          isFlipped: arms.proof.is === "flip",
          isAlone: without !== "lane" && arms.lane.is === "alone",
        };
      },
      step: (facts) => (without === "steps" ? null : stepAfter(facts)),
      record(signal, { agent, kind }, success, code) {
        const routing = { agent, strategy: "quick_answer", mode: kind === "best_of" ? "parallel" : "pipeline", kind };
        feedback.recordOutcome(signal, routing, {
          success,
          result: success ? "proven" : "not_proven",
          codes: success ? [] : [code],
        });
        feedback.analyzeSession();
      },
    };
  };

const UNREMARKABLE = {
  complexity: "simple",
  conflict: "none",
  horizon: "near",
  domain: [],
  confidence: 1,
} as const satisfies Partial<Parameters<typeof ruleFor>[0]>;

const contestOf = ({ several, built }: Known): Pick<Contest, "n" | "until" | "builds" | "under"> | null =>
  several === null
    ? null
    : {
        ...several,
        under: [],
        builds: built.map((agent, at) => ({
          attempt: at + 1,
          agent,
          outcome: "failed",
          candidate: null,
          base_commit: null,
          level: "",
          errors: 0,
          warnings: 0,
          lines: 0,
          files: 0,
          owner: agent,
          isolation: null,
          findings: [],
        })),
      };

const factsOf = ({ task, failed, guided, looked, affordable }: Known): KindFacts => ({
  uncertainty: task.uncertainty.toFixed(4),
  failed,
  limit: MAX_ITERATIONS,
  manual: false,
  looked: [...looked],
  guided,
  attempts_spare: affordable - 1,
  seconds_left: null,
  seconds_an_attempt: null,
  tokens_left: null,
  tokens_an_attempt: null,
  cost_left: null,
  cost_an_attempt: null,
  affordable,
});
