import type { Feature, FeatureList } from "../../schema/feature-list.ts";
import { attemptsOf, withCounts } from "./feature-list.ts";

const NOTES_LIMIT = 2000;

/** What the harness's own run of a feature's test gave. Times are ISO 8601, whole seconds, UTC. */
export interface AttemptOutcome {
  readonly at: string;
  readonly passes: boolean;
  readonly testsPassing: number | null;
  readonly testsTotal: number | null;
  /** Line coverage in percent; null when it was not measured. */
  readonly coverage: number | null;
  /** The runner used; null keeps what is known. */
  readonly tool: string | null;
  /** On a failure its cause, already redacted: the end of it is kept. */
  readonly notes: string;
  /** False for an attempt that ended without a judgement (time-out, crash): it does not count towards the limit. */
  readonly counts: boolean;
}

/** Assigns a feature to an agent. The time of its first attempt stays. */
export function startAttempt(list: FeatureList, id: string, agent: string, at: string): FeatureList {
  return change(list, id, (feature) => ({ ...feature, assigned_to: agent, started_at: feature.started_at ?? at }));
}

/** Records how an attempt ended. */
export function recordAttempt(list: FeatureList, id: string, outcome: AttemptOutcome): FeatureList {
  return change(list, id, (feature) => ({
    ...feature,
    passes: outcome.passes,
    tests_passing: outcome.testsPassing,
    tests_total: outcome.testsTotal,
    coverage: outcome.coverage,
    last_tested: outcome.at,
    agent_notes: lastCharacters(outcome.notes, NOTES_LIMIT),
    verification_tool: outcome.tool ?? feature.verification_tool,
    attempts: attemptsOf(feature) + (outcome.counts ? 1 : 0),
  }));
}

/** Sets a proven feature that broke back to failing, with fresh attempts (TAH, regressions). */
export function recordRegression(list: FeatureList, id: string, at: string, notes: string): FeatureList {
  return change(list, id, (feature) => ({
    ...feature,
    passes: false,
    last_tested: at,
    agent_notes: lastCharacters(notes, NOTES_LIMIT),
    attempts: 0,
  }));
}

function change(list: FeatureList, id: string, edit: (feature: Feature) => Feature): FeatureList {
  return withCounts(list.features.map((feature) => (feature.id === id ? edit(feature) : feature)));
}

/** The last `limit` characters, never half of a surrogate pair. */
export function lastCharacters(text: string, limit: number): string {
  const end = text.trimEnd().slice(-limit);
  return /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end;
}
