import { costOf, costUnits } from "../../schema/usage-sums.ts";
import type { Usage } from "../../schema/usage.ts";
import type { Counts } from "./dialects.ts";
import { classifyFailure } from "../provider-failure.ts";
import type { MeterBudget, Refusal } from "./port.ts";
import { costUnitsOf, priceOf, type PriceEntry } from "./prices.ts";

/** What one turn of an agent has used, and whether it may go on. */
export interface Book {
  /** Why a request for a model is to be refused; null: it may pass. */
  refuses(model: string): string | null;
  /** A provider has begun to answer; an answer takes back what it refused before. */
  begin(status: number): void;
  /** What an answer used; null: it does not say. */
  enter(counts: Counts | null, model: string): void;
  usage(): Usage;
  /** The run's own refusal, else that of a provider whose last answer it was. */
  refusal(): Refusal | null;
}

export interface BookOptions {
  /** What this turn may use in all, as it stands now. */
  readonly budget: () => MeterBudget;
  readonly prices: readonly PriceEntry[];
  readonly onCount?: (usage: Usage) => void;
}

export function openBook({ budget, prices, onCount }: BookOptions): Book {
  const tokens = { input: 0, output: 0 };
  let requests = 0;
  let units = 0n;
  let isPriceless = false;
  let refusal: Refusal | null = null;
  let denied: Refusal | null = null;
  const usage = (): Usage => ({
    label: "metered",
    tokens: tokens.input + tokens.output,
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    requests,
    cost: isPriceless ? null : costOf(units),
  });
  const reasonAgainst = (model: string): string | null => {
    const { tokens: most, cost } = budget();
    if (most !== null && tokens.input + tokens.output >= most) return `the budget of ${most} tokens is spent`;
    if (cost === null) return null;
    if (units >= costUnits(cost)) return `the budget of $${cost} is spent`;
    return priceOf(model, prices) === null
      ? `PRICE_UNKNOWN: the price of ${model} is not known, so no limit of cost can hold; name it with --price`
      : null;
  };
  return {
    refuses(model) {
      const reason = reasonAgainst(model);
      if (reason !== null) refusal = { end: "budget_spent", reason };
      return reason;
    },
    begin(status) {
      const failure = status < 300 ? null : classifyFailure(`HTTP ${status}`);
      denied = failure === null || failure === "transient" ? null : { end: failure, reason: deniedBy(status) };
      if (status < 300) requests += 1;
    },
    enter(counts, model) {
      if (counts === null) return;
      tokens.input += counts.input + counts.cacheRead + counts.cacheWrite;
      tokens.output += counts.output;
      const price = priceOf(model, prices);
      if (price === null) isPriceless = true;
      else units += costUnitsOf(counts, price);
      onCount?.(usage());
    },
    usage,
    refusal: () => refusal ?? denied,
  };
}

const deniedBy = (status: number): string => `the model provider answered with HTTP status ${status}`;
