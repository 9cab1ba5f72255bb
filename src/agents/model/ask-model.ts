import type { LanguageModelUsage, ModelMessage } from "ai";
import { z } from "zod";
import { BatonError, messageOf } from "../../errors.ts";
import { addUsage, UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import type { Usage } from "../../schema/usage.ts";
import type { Redact } from "../../util/redact.ts";
import type { LoadedModel } from "./load-model.ts";

/** A question to a model whose answer must fit a schema. What it is told of others' text is quoted by the caller. */
export interface Question<T, F> {
  readonly schema: z.ZodType<T>;
  readonly instructions: string;
  readonly prompt: string;
  /** What the schema cannot say: why an answer does not do, or null. */
  readonly check?: (value: T) => string | null;
  /** What counts when the model gives nothing usable. */
  readonly fallback: F;
}

export interface AskLimits {
  /** For both tries together. */
  readonly timeoutMs: number;
  readonly outputTokens: number;
  readonly redact: Redact;
  readonly signal?: AbortSignal;
  /** Asked before each question, with what those before it used; absent: no limit. */
  readonly mayAsk?: (used: Usage) => boolean;
}

/** Why the fallback counts. `message` may hold words of the provider: redacted, untrusted. */
export interface Failure {
  readonly kind: "invalid" | "timeout" | "unauthorized" | "provider_failed" | "budget_spent";
  readonly message: string;
}

/** An answer is a proposal that fits its schema, or the fallback with the reason for it. */
export interface Asked<T> {
  readonly value: T;
  /** Null: the model's own answer counts. */
  readonly failure: Failure | null;
  readonly usage: Usage;
  /** Every answer as it came, redacted, oldest first. */
  readonly answers: readonly string[];
}

/**
 * Asks a model, once more with what was wrong when its answer does not fit, and falls back when that does not fit either.
 * The same failures give the same fallback, so a decision never depends on a provider's mood alone. Throws INTERRUPTED.
 */
export async function askModel<T, F>(
  loaded: LoadedModel,
  question: Question<T, F>,
  limits: AskLimits,
): Promise<Asked<T | F>> {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const answers: string[] = [];
  const used: Usage[] = [];
  const messages: ModelMessage[] = [{ role: "user", content: question.prompt }];
  const usage = (): Usage => (used.length === 0 ? UNKNOWN_USAGE : used.reduce(addUsage));
  const end = (value: T | F, failure: Failure | null): Asked<T | F> => ({ value, failure, usage: usage(), answers });
  for (let tries = 1; ; tries += 1) {
    if (limits.mayAsk?.(usage()) === false)
      return end(question.fallback, { kind: "budget_spent", message: "a limit of the run is used up" });
    try {
      const said = await answerOf(loaded, question, messages, deadline, limits);
      const { text } = said;
      answers.push(limits.redact(text));
      used.push(usageOf(said.usage));
      const read = readAnswer(text, question);
      if ("value" in read) return end(read.value, null);
      if (tries === 2) return end(question.fallback, { kind: "invalid", message: limits.redact(read.problem) });
      messages.push({ role: "assistant", content: text === "" ? "(empty)" : text });
      messages.push({
        role: "user",
        content: `This does not fit: ${read.problem}\nAnswer again, the whole JSON only.`,
      });
    } catch (error) {
      if (limits.signal?.aborted === true)
        throw new BatonError("INTERRUPTED", "stopped while a model was asked", { cause: error });
      const failure = failureOf(error, deadline, loaded);
      return end(question.fallback, { ...failure, message: limits.redact(failure.message).slice(0, MESSAGE_LIMIT) });
    }
  }
}

const MESSAGE_LIMIT = 500;
/** The library's own, with back-off, for what a provider says will pass. */
const PROVIDER_RETRIES = 2;

/** The text as it came: whether it fits is looked at by us, whatever the provider promised. */
async function answerOf(
  { ai, model }: LoadedModel,
  { schema, instructions }: Pick<Question<unknown, unknown>, "schema" | "instructions">,
  messages: ModelMessage[],
  deadline: AbortSignal,
  { outputTokens, signal }: AskLimits,
): Promise<{ text: string; usage: LanguageModelUsage | undefined }> {
  try {
    const { text, usage } = await ai.generateText({
      model,
      instructions: `${instructions}\n\nAnswer with JSON only, of this schema: ${JSON.stringify(z.toJSONSchema(schema))}`,
      messages,
      output: ai.Output.object({ schema }),
      maxOutputTokens: outputTokens,
      maxRetries: PROVIDER_RETRIES,
      abortSignal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    return { text, usage };
  } catch (error) {
    if (ai.NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? "", usage: error.usage };
    throw error;
  }
}

function readAnswer<T>(text: string, { schema, check }: Question<T, unknown>): { value: T } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/, "$1"));
  } catch {
    return { problem: text.trim() === "" ? "the answer is empty" : "the answer is no JSON, or not whole" };
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    return {
      problem: z
        .prettifyError(parsed.error)
        .replaceAll(/\s*\n\s*/g, " ")
        .slice(0, 2000),
    };
  const problem = check?.(parsed.data) ?? null;
  return problem === null ? { value: parsed.data } : { problem };
}

function failureOf(error: unknown, deadline: AbortSignal, { ai }: LoadedModel): Failure {
  if (deadline.aborted) return { kind: "timeout", message: "the model ran out of time" };
  const last = ai.RetryError.isInstance(error) ? error.lastError : error;
  const message = messageOf(last);
  const status = ai.APICallError.isInstance(last) ? last.statusCode : undefined;
  const kind = status === 401 || status === 403 ? "unauthorized" : "provider_failed";
  return { kind, message: status === undefined ? message : `${status}: ${message}` };
}

function usageOf(usage: LanguageModelUsage | undefined): Usage {
  if (usage?.inputTokens === undefined && usage?.outputTokens === undefined) return { ...UNKNOWN_USAGE, requests: 1 };
  const { inputTokens = null, outputTokens = null, totalTokens = null } = usage;
  return {
    label: "reported",
    tokens: totalTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    requests: 1,
    cost: null,
  };
}
