import * as ai from "ai";
import { MockLanguageModelV4 } from "ai/test";
import type { LoadedModel } from "../../../src/agents/model/load-model.ts";

/** What a provider does at one call: words, a failure with a status, or silence until it is called off. */
export type Act =
  | string
  | { readonly status: number }
  | { readonly hangs: true }
  | { readonly before: () => void; readonly say: string };

export interface MockModel {
  readonly loaded: LoadedModel;
  /** The prompts that it was asked, as JSON. */
  readonly asked: string[];
  /** Of the last call. */
  readonly limits: { maxOutputTokens: number | undefined; format: unknown };
}

/** The AI SDK's own mock of a provider, playing one act a call; the last one stays. */
export function mockModel(...acts: readonly Act[]): MockModel {
  const asked: string[] = [];
  const limits: MockModel["limits"] = { maxOutputTokens: undefined, format: undefined };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt, abortSignal, maxOutputTokens, responseFormat }) => {
      const act = acts[Math.min(asked.length, acts.length - 1)] ?? "";
      asked.push(JSON.stringify(prompt));
      Object.assign(limits, { maxOutputTokens, format: responseFormat });
      if (typeof act === "object" && "hangs" in act)
        return new Promise((_resolve, reject) => {
          const end = (): void => reject(abortSignal?.reason as Error);
          if (abortSignal?.aborted === true) end();
          abortSignal?.addEventListener("abort", end);
        });
      if (typeof act === "object" && "status" in act) throw refusal(act.status);
      if (typeof act === "object") act.before();
      return {
        content: [{ type: "text", text: typeof act === "object" ? act.say : act }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 5, text: 5, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  return { loaded: { ai, model }, asked, limits };
}

const refusal = (statusCode: number): Error =>
  new ai.APICallError({
    message: "refused with sk-ant-0123456789abcdefghijkl",
    url: "http://127.0.0.1/",
    requestBodyValues: {},
    statusCode,
    isRetryable: false,
  });
