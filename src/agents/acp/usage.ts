import { z } from "zod";
import { UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import type { Usage } from "../../schema/usage.ts";

const Count = z.number().int().nonnegative().nullish();

/** What adapters put into the answer to a prompt: the protocol's own `usage`, or what Gemini's and Codex's say beside it. */
const Reported = z.object({
  usage: z
    .object({
      totalTokens: Count,
      inputTokens: Count,
      outputTokens: Count,
      cachedReadTokens: Count,
      cachedWriteTokens: Count,
    })
    .nullish()
    .catch(null),
  _meta: z
    .object({
      quota: z
        .object({ token_count: z.object({ input_tokens: Count, output_tokens: Count }).nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

/** Newest cost of the session so far, from a `usage_update`. */
const CostUpdate = z.object({ cost: z.object({ amount: z.number().nonnegative(), currency: z.literal("USD") }) });

export function costOf(update: unknown): string | null {
  const parsed = CostUpdate.safeParse(update);
  return parsed.success ? plainDecimal(parsed.data.cost.amount) : null;
}

/** What a turn cost, as its adapter says; agents count differently, so it is only ever `reported`. */
export function reportedUsage(response: unknown, cost: string | null): Usage {
  const parsed = Reported.safeParse(response);
  const usage = parsed.success ? parsed.data.usage : null;
  const quota = parsed.success ? parsed.data._meta?.quota?.token_count : null;
  const output = usage?.outputTokens ?? quota?.output_tokens ?? null;
  const inputs = [usage?.inputTokens ?? quota?.input_tokens, usage?.cachedReadTokens, usage?.cachedWriteTokens];
  const input = inputs.every((one) => typeof one !== "number")
    ? null
    : inputs.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const total = usage?.totalTokens ?? null;
  const tokens = total ?? (input === null && output === null ? null : (input ?? 0) + (output ?? 0));
  if (tokens === null && cost === null) return UNKNOWN_USAGE;
  return {
    label: "reported",
    tokens,
    // Some count cached input within the input, some beside it; the total tells.
    input_tokens: total === null || output === null ? input : Math.max(0, total - output),
    output_tokens: output,
    requests: null,
    cost,
  };
}

const plainDecimal = (amount: number): string => amount.toFixed(6).replace(/\.?0+$/, "");
