import type { Usage } from "./usage.ts";

export const UNKNOWN_USAGE: Usage = {
  label: "unknown",
  tokens: null,
  input_tokens: null,
  output_tokens: null,
  requests: null,
  cost: null,
};

const DECIMALS = 12;

/** Dollars as a whole number of their 10⁻¹² parts, which no sum rounds. */
export function costUnits(cost: string): bigint {
  const [whole = "0", part = ""] = cost.split(".");
  return BigInt(whole + part.padEnd(DECIMALS, "0").slice(0, DECIMALS));
}

export function costOf(units: bigint): string {
  const digits = units.toString().padStart(DECIMALS + 1, "0");
  const part = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${digits.slice(0, -DECIMALS)}${part === "" ? "" : `.${part}`}`;
}

const added = (a: number | null, b: number | null): number | null => (a === null ? b : a + (b ?? 0));

/** Two turns together. It is metered when both are, and known as far as either is. */
export function addUsage(a: Usage, b: Usage): Usage {
  const label = a.label === b.label ? a.label : "reported";
  const cost = a.cost === null || b.cost === null ? (a.cost ?? b.cost) : costOf(costUnits(a.cost) + costUnits(b.cost));
  return {
    label,
    tokens: added(a.tokens, b.tokens),
    input_tokens: added(a.input_tokens, b.input_tokens),
    output_tokens: added(a.output_tokens, b.output_tokens),
    requests: added(a.requests, b.requests),
    cost,
  };
}
