import { chunks } from "./anthropic.ts";
import { isObject, objects, parameters, text, USAGE, words, type Dialect, type Json } from "./dialect.ts";
import type { Message } from "./script.ts";
import type { Reply } from "./tools.ts";

const usageMetadata = {
  promptTokenCount: USAGE.input,
  cachedContentTokenCount: USAGE.cached,
  candidatesTokenCount: USAGE.output,
  totalTokenCount: USAGE.input + USAGE.output,
};

const answer = (model: string, parts: Json[], end: boolean): Json => ({
  candidates: [{ index: 0, content: { role: "model", parts }, ...(end ? { finishReason: "STOP" } : {}) }],
  modelVersion: model,
  responseId: "scripted",
  ...(end ? { usageMetadata } : {}),
});

const part = (reply: Reply): Json =>
  reply.kind === "text" ? { text: reply.text } : { functionCall: { name: reply.tool.name, args: reply.args } };

function messagesOf({ role, parts }: Json): Message[] {
  const results = objects(parts).filter(({ functionResponse }) => isObject(functionResponse));
  if (results.length > 0)
    return results.map(({ functionResponse }) => ({
      role: "tool",
      text: words((functionResponse as Json)["response"]),
    }));
  return [{ role: role === "model" ? "assistant" : "user", text: words(parts) }];
}

/** `POST /v1beta/models/MODEL:generateContent` and `:streamGenerateContent?alt=sse` */
export const gemini: Dialect = {
  name: "gemini",
  read: (body, url) => ({
    model: /models\/([^:/]+):/.exec(url.pathname)?.[1] ?? "",
    stream: url.pathname.endsWith(":streamGenerateContent"),
    system: words((body["systemInstruction"] as Json | undefined)?.["parts"]),
    schema: (body["generationConfig"] as Json | undefined)?.["responseJsonSchema"],
    messages: objects(body["contents"]).flatMap(messagesOf),
    tools: objects(body["tools"])
      .flatMap(({ functionDeclarations }) => objects(functionDeclarations))
      .map((tool) => ({
        name: text(tool["name"]),
        kind: "function" as const,
        ...parameters(tool["parametersJsonSchema"] ?? tool["parameters"]),
      })),
  }),
  whole: (reply, model) => answer(model, [part(reply)], true),
  stream: (reply, model) =>
    reply.kind === "call"
      ? [{ data: answer(model, [part(reply)], true) }]
      : [
          ...chunks(reply.text).map((piece) => ({ data: answer(model, [{ text: piece }], false) })),
          { data: answer(model, [{ text: "" }], true) },
        ],
  refusal: (status, message) => ({ error: { code: status, message, status: STATUS[status] ?? "UNAVAILABLE" } }),
};

const STATUS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
};
