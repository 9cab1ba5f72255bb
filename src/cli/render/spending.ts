import { attemptsUsed, leftOf, type Spent } from "../../core/run/spending.ts";
import type { RunState } from "../../core/run/state.ts";
import { counted } from "../../core/text/counted.ts";

const LABELS = ["metered", "reported"] as const;

/** What the run used and may still use, by who counted it. */
export function spendingData(state: RunState) {
  const { metered, reported, unknown } = state.spending;
  const left = leftOf(state);
  return {
    tokens: metered.tokens + reported.tokens,
    metered,
    reported,
    unknown: { attempts: unknown.attempts },
    budget: { tokens: state.budget.tokens, cost: state.budget.cost },
    left,
  };
}

/** One line, or none where nobody counted anything and nothing is limited. */
export function spendingLines(state: RunState): string[] {
  const { spending, budget, drivenSeconds } = state;
  const { tokens, cost } = leftOf(state);
  // Reviews and requests of a model are no attempts, and are paid for all the same.
  const used = LABELS.filter(
    (label) => spending[label].attempts > 0 || spending[label].requests > 0 || spending[label].tokens > 0,
  ).map((label) => `${describe(spending[label])} ${label}`);
  const uncounted = spending.unknown.attempts;
  const parts = [
    ...(budget.attempts === null ? [] : [`${attemptsUsed(state)} of ${counted(budget.attempts, "attempt")}`]),
    ...(budget.hours === null ? [] : [`${(drivenSeconds / 3600).toFixed(1)} of ${counted(budget.hours, "hour")}`]),
    ...used,
    ...(uncounted > 0 && (used.length > 0 || budget.tokens !== null)
      ? [`${counted(uncounted, "attempt")} that nobody counted`]
      : []),
    ...(tokens === null ? [] : [`${number(tokens)} tokens left`]),
    ...(cost === null ? [] : [`$${cost} left`]),
  ];
  return parts.length === 0 ? [] : [`  used: ${parts.join(" · ")}`];
}

const describe = ({ tokens, cost }: Spent): string => `${number(tokens)} tokens${cost === "0" ? "" : ` ($${cost})`}`;
const number = (count: number): string => count.toLocaleString("en-US");
