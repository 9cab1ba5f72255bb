import { z } from "zod";
import { UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import { apiErrorOf, reported, Tokens, type Outcome, type Reader } from "./reader.ts";

const ModelUsage = z.object({
  inputTokens: Tokens,
  outputTokens: Tokens,
  cacheReadInputTokens: Tokens,
  cacheCreationInputTokens: Tokens,
});

const Line = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("assistant"),
    parent_tool_use_id: z.string().nullish(),
    message: z.object({ content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })) }),
  }),
  z.object({
    type: z.literal("result"),
    subtype: z.string(),
    is_error: z.boolean().catch(false),
    api_error_status: z.number().nullish().catch(null),
    result: z.string().optional(),
    error: z.looseObject({ message: z.string() }).optional().catch(undefined),
    total_cost_usd: z.number().nonnegative().nullish().catch(null),
    modelUsage: z.record(z.string(), ModelUsage).optional().catch(undefined),
    usage: z.object({ input_tokens: Tokens, output_tokens: Tokens }).optional().catch(undefined),
  }),
  z.object({
    type: z.literal("system"),
    subtype: z.literal("api_retry"),
    error_status: z.number().nullish().catch(null),
    error: z.string(),
  }),
]);
type Result = Extract<z.infer<typeof Line>, { type: "result" }>;

/**
 * `stream-json` of Claude Code. A refused key ends as `"subtype":"success"` with
 * `is_error`, and after a cut stream `usage` says 0: what each model used is the sum that holds.
 */
export function createClaudeReader(): Reader {
  let outcome: Outcome = { text: "", usage: UNKNOWN_USAGE, error: null, end: "open" };
  return {
    read(line) {
      const parsed = Line.safeParse(line);
      if (!parsed.success) return;
      const { data } = parsed;
      if (data.type === "result") outcome = resultOf(data, outcome);
      else if (data.type === "system") outcome = { ...outcome, error: withStatus(data.error, data.error_status) };
      else if ((data.parent_tool_use_id ?? null) === null) {
        const text = data.message.content.flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("");
        if (text !== "") outcome = { ...outcome, text };
      }
    },
    outcome: () => outcome,
  };
}

/** Qwen Code calls a refused key a success, with the refusal as its answer. */
export function createQwenReader(): Reader {
  const reader = createClaudeReader();
  return {
    read: (line) => reader.read(line),
    outcome() {
      const outcome = reader.outcome();
      const error = apiErrorOf(outcome.text);
      return error === null ? outcome : { ...outcome, text: "", error, end: "failed" };
    },
  };
}

function resultOf(result: Result, { text, error }: Outcome): Outcome {
  const usage = usageOf(result);
  if (!result.is_error && result.subtype === "success")
    return { text: result.result ?? text, usage, error: null, end: "done" };
  const said = result.error?.message ?? result.result ?? result.subtype;
  return {
    text: "",
    usage,
    error: withStatus(said === "" ? (error ?? "") : said, result.api_error_status),
    end: "failed",
  };
}

function usageOf({ modelUsage = {}, usage, total_cost_usd: cost = null }: Result): Outcome["usage"] {
  const models = Object.values(modelUsage);
  if (models.length === 0) return reported(usage?.input_tokens ?? 0, usage?.output_tokens ?? 0, cost);
  const sum = (count: (model: z.infer<typeof ModelUsage>) => number): number =>
    models.reduce((total, model) => total + count(model), 0);
  return reported(
    sum((model) => model.inputTokens + model.cacheReadInputTokens + model.cacheCreationInputTokens),
    sum((model) => model.outputTokens),
    cost,
  );
}

const withStatus = (text: string, status: number | null = null): string =>
  status === null || text.includes(String(status)) ? text : `status ${status}: ${text}`;
