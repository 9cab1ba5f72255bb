import { costUnits } from "../../schema/usage-sums.ts";
import type { Counts } from "./dialects.ts";

/** US dollars for a million tokens of each kind, as decimal strings. */
export interface Price {
  readonly input: string;
  readonly cacheRead: string;
  readonly cacheWrite: string;
  readonly output: string;
}

/** `model` is a name without its date; of several entries for one model the last counts. */
export interface PriceEntry {
  readonly model: string;
  readonly price: Price;
}

const price = (model: string, input: string, output: string, cacheRead: string, cacheWrite = input): PriceEntry => ({
  model,
  price: { input, output, cacheRead, cacheWrite },
});

/**
 * List prices that vendors' own pages, or pages that quote them, named in October 2026; look at them again with each release.
 * Of caches the shorter kind. A model that is not here has none, so `--price` names it: also one whose price depends on a
 * prompt's length or ends on a date.
 */
export const PRICES: readonly PriceEntry[] = [
  price("claude-fable-5-1", "10", "50", "0.25", "12.5"),
  price("claude-fable-5", "10", "50", "1", "12.5"),
  price("claude-opus-5-5", "4", "20", "0.2", "5"),
  ...["5", "4-8", "4-7", "4-6", "4-5"].map((version) => price(`claude-opus-${version}`, "5", "25", "0.5", "6.25")),
  price("claude-sonnet-5-5", "2", "10", "0.1", "2.5"),
  price("claude-sonnet-5", "2", "10", "0.2", "2.5"),
  ...["4-6", "4-5", "4"].map((version) => price(`claude-sonnet-${version}`, "3", "15", "0.3", "3.75")),
  price("claude-haiku-4-5", "1", "5", "0.1", "1.25"),
  ...["5", "5-codex", "5.1"].map((version) => price(`gpt-${version}`, "1.25", "10", "0.125")),
  ...["5.2", "5.2-codex", "5.3-codex"].map((version) => price(`gpt-${version}`, "1.75", "14", "0.175")),
  price("gpt-5-mini", "0.25", "2", "0.025"),
  price("gpt-4.1", "2", "8", "0.5"),
  price("gpt-4.1-mini", "0.4", "1.6", "0.1"),
  price("gemini-2.5-flash", "0.3", "2.5", "0.03"),
  price("gemini-2.5-flash-lite", "0.1", "0.4", "0.01"),
];

const AMOUNT = "\\d+(?:\\.\\d{1,6})?";
const FORM = new RegExp(`^([^=\\s]+)=(${AMOUNT}),(${AMOUNT})(?:,(${AMOUNT}),(${AMOUNT}))?$`);

/**
 * `MODEL=INPUT,OUTPUT[,CACHE_READ,CACHE_WRITE]` in dollars a million tokens; null when it is none. Without prices of their
 * own, tokens of a cache cost what any input costs.
 */
export function parsePrice(text: string): PriceEntry | null {
  const [, model, input, output, cacheRead, cacheWrite] = FORM.exec(text) ?? [];
  if (model === undefined || input === undefined || output === undefined) return null;
  return { model, price: { input, output, cacheRead: cacheRead ?? input, cacheWrite: cacheWrite ?? input } };
}

/**
 * The price of a model by its name, with a date or not. A different version is a different model: `gpt-5.9` does not cost
 * what `gpt-5` does. Null: unknown.
 */
export function priceOf(model: string, prices: readonly PriceEntry[]): Price | null {
  const fits = prices.filter((entry) => model === entry.model || isDated(model, entry.model));
  return fits.at(-1)?.price ?? null;
}

/** `claude-sonnet-4` is also `claude-sonnet-4-20250514` and `-0`, `gpt-5` also `gpt-5-2025-08-07`, and either `-latest`. */
const isDated = (model: string, name: string): boolean =>
  model.startsWith(name) &&
  /^(?:-0|-latest|-preview)?(?:-(?:\d{8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}(?:-\d{4})?))?$/.test(model.slice(name.length));

const MILLION = 1_000_000n;

/** In 10⁻¹² dollars: prices have six decimals at most, so nothing is rounded. */
export function costUnitsOf(counts: Counts, price: Price): bigint {
  const kinds = ["input", "cacheRead", "cacheWrite", "output"] as const;
  return kinds.reduce((sum, kind) => sum + (BigInt(counts[kind]) * costUnits(price[kind])) / MILLION, 0n);
}
