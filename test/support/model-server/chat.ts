import { chunks } from "./anthropic.ts";
import {
  argumentsOf,
  isObject,
  nextId,
  objects,
  parameters,
  text,
  USAGE,
  words,
  type Dialect,
  type Json,
} from "./dialect.ts";
import { responses } from "./responses.ts";
import type { Reply } from "./tools.ts";

const usage = {
  prompt_tokens: USAGE.input,
  completion_tokens: USAGE.output,
  total_tokens: USAGE.input + USAGE.output,
  prompt_tokens_details: { cached_tokens: USAGE.cached },
};

const finish = (reply: Reply): string => (reply.kind === "call" ? "tool_calls" : "stop");

const called = (reply: Extract<Reply, { kind: "call" }>, args: string): Json => ({
  id: nextId("call"),
  type: "function",
  function: { name: reply.tool.name, arguments: args },
});

/** `POST /v1/chat/completions` */
export const chat: Dialect = {
  name: "chat",
  read(body) {
    const messages = objects(body["messages"]);
    return {
      model: text(body["model"]),
      stream: body["stream"] === true,
      system: messages
        .filter(({ role }) => role === "system" || role === "developer")
        .map((each) => words(each["content"]))
        .join("\n"),
      messages: messages.flatMap(({ role, content }) =>
        role === "user" || role === "assistant" || role === "tool" ? [{ role, text: words(content) }] : [],
      ),
      tools: objects(body["tools"]).flatMap(({ function: offer }) =>
        isObject(offer)
          ? [{ name: text(offer["name"]), kind: "function" as const, ...parameters(offer["parameters"]) }]
          : [],
      ),
    };
  },
  whole(reply, model) {
    const message =
      reply.kind === "text"
        ? { role: "assistant", content: reply.text }
        : { role: "assistant", content: null, tool_calls: [called(reply, argumentsOf(reply.args))] };
    const choices = [{ index: 0, message, finish_reason: finish(reply) }];
    return { id: nextId("chatcmpl"), object: "chat.completion", created: 1_700_000_000, model, choices, usage };
  },
  stream(reply, model) {
    const id = nextId("chatcmpl");
    const chunk = (delta: Json, reason: string | null, extra: Json = {}): { data: Json } => ({
      data: {
        id,
        object: "chat.completion.chunk",
        created: 1_700_000_000,
        model,
        choices: [{ index: 0, delta, finish_reason: reason }],
        ...extra,
      },
    });
    const deltas =
      reply.kind === "text"
        ? chunks(reply.text).map((part) => chunk({ content: part }, null))
        : [
            chunk({ tool_calls: [{ index: 0, ...called(reply, "") }] }, null),
            ...chunks(argumentsOf(reply.args)).map((part) =>
              chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] }, null),
            ),
          ];
    const last = { data: { ...chunk({}, null).data, choices: [], usage } };
    return [
      chunk({ role: "assistant", content: "" }, null),
      ...deltas,
      chunk({}, finish(reply)),
      last,
      { data: "[DONE]" },
    ];
  },
  refusal: (status, message) => responses.refusal(status, message),
};
