import { isObject, objectOf, type JsonObject } from "../../schema/json.ts";

/** How one vendor's protocol counts, streams and refuses. */
export interface Dialect {
  readonly name: "anthropic" | "openai" | "gemini";
  /** Where requests go that no variable of the user's sends elsewhere. */
  readonly host: string;
  readonly variable: string;
  /** Paths of requests that a model answers, and somebody pays. */
  readonly asks: RegExp;
  /** The request as it is sent on: its stream must end with what it used. */
  amend(body: JsonObject): JsonObject;
  /** The model that a request names. */
  modelOf(path: string, body: JsonObject): string | null;
  /** Counts that a message of the answer brings; later ones of one answer replace earlier ones, kind by kind. */
  countsOf(message: JsonObject): Partial<Counts>;
  /** The body of a 402. */
  refusal(message: string): JsonObject;
}

/** Tokens of one answer. `input` is what is paid in full: neither read from nor written to a cache. */
export interface Counts {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export const NO_COUNTS: Counts = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

const inside = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

function number(value: unknown, name: string): number | undefined {
  const found = inside(value, name);
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? Math.round(found) : undefined;
}

function known(counts: { readonly [kind in keyof Counts]?: number | undefined }): Partial<Counts> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

const named = (body: JsonObject): string | null => (typeof body["model"] === "string" ? body["model"] : null);

/** Messages: input with `message_start`, output so far with each `message_delta`; whole in an answer that is no stream. */
const ANTHROPIC: Dialect = {
  name: "anthropic",
  host: "https://api.anthropic.com",
  variable: "ANTHROPIC_BASE_URL",
  asks: /\/messages$/,
  amend: (body) => body,
  modelOf: (_path, body) => named(body),
  countsOf(message) {
    const usage = message["usage"] ?? inside(message["message"], "usage");
    return known({
      input: number(usage, "input_tokens"),
      cacheRead: number(usage, "cache_read_input_tokens"),
      cacheWrite: number(usage, "cache_creation_input_tokens"),
      output: number(usage, "output_tokens"),
    });
  },
  refusal: (message) => ({ type: "error", error: { type: "billing_error", message } }),
};

/** Responses: in `response.completed`. Chat: in the last chunk, when it was asked for. Input holds what a cache gave. */
const OPENAI: Dialect = {
  name: "openai",
  host: "https://api.openai.com/v1",
  variable: "OPENAI_BASE_URL",
  asks: /\/(?:responses|completions)$/,
  amend(body) {
    if (body["stream"] !== true || !Array.isArray(body["messages"])) return body;
    const options = objectOf(body["stream_options"]);
    return { ...body, stream_options: { ...options, include_usage: true } };
  },
  modelOf: (_path, body) => named(body),
  countsOf(message) {
    const usage = message["usage"] ?? inside(message["response"], "usage");
    const input = number(usage, "input_tokens") ?? number(usage, "prompt_tokens");
    if (input === undefined) return {};
    const details = inside(usage, "input_tokens_details") ?? inside(usage, "prompt_tokens_details");
    const cacheRead = Math.min(input, number(details, "cached_tokens") ?? 0);
    const output = number(usage, "output_tokens") ?? number(usage, "completion_tokens") ?? 0;
    return { input: input - cacheRead, cacheRead, output };
  },
  refusal: (message) => ({ error: { message, type: "insufficient_quota", param: null, code: "budget_spent" } }),
};

/** generateContent: in every chunk, each the whole so far. Thinking is output, and stands beside the candidates. */
const GEMINI: Dialect = {
  name: "gemini",
  host: "https://generativelanguage.googleapis.com",
  variable: "GOOGLE_GEMINI_BASE_URL",
  asks: /:(?:stream)?generateContent$/i,
  amend: (body) => body,
  modelOf: (path) => /\/models\/([^/:?]+)/.exec(path)?.[1] ?? null,
  countsOf(message) {
    const usage = message["usageMetadata"] ?? inside(message["response"], "usageMetadata");
    const input = number(usage, "promptTokenCount");
    if (input === undefined) return {};
    const cacheRead = Math.min(input, number(usage, "cachedContentTokenCount") ?? 0);
    const tools = number(usage, "toolUsePromptTokenCount") ?? 0;
    const output = (number(usage, "candidatesTokenCount") ?? 0) + (number(usage, "thoughtsTokenCount") ?? 0);
    return { input: input - cacheRead + tools, cacheRead, output };
  },
  refusal: (message) => ({ error: { code: 402, message, status: "RESOURCE_EXHAUSTED" } }),
};

export const DIALECTS = [ANTHROPIC, OPENAI, GEMINI] as const;
