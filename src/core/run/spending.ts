import { counted } from "../text/counted.ts";
import type { RunBudget } from "../../schema/event.ts";
import { costOf, costUnits, UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import type { Usage } from "../../schema/usage.ts";
import type { RunState } from "./state.ts";

/** What attempts used that one kind of witness counted. */
export interface Spent {
  attempts: number;
  tokens: number;
  input_tokens: number;
  output_tokens: number;
  requests: number;
  cost: string;
}

/** By who says so; `unknown` has attempts only. */
export type Spending = Record<Usage["label"], Spent>;

const nothing = (): Spent => ({ attempts: 0, tokens: 0, input_tokens: 0, output_tokens: 0, requests: 0, cost: "0" });

export const noSpending = (): Spending => ({ metered: nothing(), reported: nothing(), unknown: nothing() });

const NO_LIMIT: RunBudget = { hours: null, attempts: null, tokens: null, cost: null };

/** How many attempts a run may have by default for each feature of its plan (decisions.md, Changing the plan). */
export const ATTEMPTS_A_FEATURE = 3;

/** Budgets of earlier versions know neither tokens nor cost. */
export const wholeBudget = (budget: RunBudget): RunBudget => ({ ...NO_LIMIT, ...budget });

/** Adds what one attempt used; journals of earlier versions do not say. */
export function spend(state: RunState, usage: Usage = UNKNOWN_USAGE): void {
  state.spending[usage.label].attempts += 1;
  addUsage(state, usage);
}

/** Adds what a review used: it is no attempt, and counts in every other way. */
export function addUsage(state: RunState, usage: Usage): void {
  const spent = state.spending[usage.label];
  for (const name of ["tokens", "input_tokens", "output_tokens", "requests"] as const) spent[name] += usage[name] ?? 0;
  if (usage.cost !== null) spent.cost = costOf(costUnits(spent.cost) + costUnits(usage.cost));
}

export interface Left {
  readonly tokens: number | null;
  readonly cost: string | null;
}

/**
 * What is left of the budgets of tokens and cost; null: no limit of that kind. Only metered cost counts. `now` is what the
 * attempt at work has used, which is not recorded yet.
 */
export function leftOf({ budget, spending }: RunState, now: readonly Usage[] = []): Left {
  const tokens = spending.metered.tokens + spending.reported.tokens + sum(now.map((used) => used.tokens ?? 0));
  const metered = now.filter(({ label }) => label === "metered").map(({ cost }) => cost ?? "0");
  const cost = [spending.metered.cost, ...metered].reduce((total, each) => total + costUnits(each), 0n);
  const units = costUnits(budget.cost ?? "0") - cost;
  return {
    tokens: budget.tokens === null ? null : Math.max(0, budget.tokens - tokens),
    cost: budget.cost === null ? null : costOf(units > 0n ? units : 0n),
  };
}

/** How many of the attempts that a run may have are used. */
export const attemptsUsed = ({ turns, refused }: Pick<RunState, "turns" | "refused">): number => turns - refused;

/** The limits of a run that nothing is left of, in words: `3 attempts`, `$5`. */
export function limitsReached(state: RunState): string[] {
  const { budget, drivenSeconds } = state;
  const left = leftOf(state);
  return [
    ...(budget.attempts !== null && attemptsUsed(state) >= budget.attempts
      ? [counted(budget.attempts, "attempt")]
      : []),
    ...(budget.hours !== null && drivenSeconds >= budget.hours * 3600 ? [counted(budget.hours, "hour")] : []),
    ...(left.tokens === 0 ? [`${budget.tokens} tokens`] : []),
    ...(left.cost === "0" ? [`$${budget.cost}`] : []),
  ];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

export const isSpent = ({ tokens, cost }: Left): boolean => tokens === 0 || cost === "0";
