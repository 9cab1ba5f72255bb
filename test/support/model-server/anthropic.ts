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
import type { Message } from "./script.ts";
import type { Reply } from "./tools.ts";

const usage = (output: number) => ({
  input_tokens: USAGE.input - USAGE.cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: USAGE.cached,
  output_tokens: output,
});

const stopReason = (reply: Reply): string => (reply.kind === "call" ? "tool_use" : "end_turn");

const block = (reply: Reply): Json =>
  reply.kind === "text"
    ? { type: "text", text: reply.text }
    : { type: "tool_use", id: nextId("toolu"), name: reply.tool.name, input: reply.args };

const envelope = (model: string, content: unknown[], stop: string | null, output: number): Json => ({
  id: nextId("msg"),
  type: "message",
  role: "assistant",
  model,
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: usage(output),
});

/** A user's message holds what it says and the results of tools; a result's message is no prompt. */
function messagesOf(message: Json): Message[] {
  const { role, content } = message;
  const results = objects(content).filter(({ type }) => type === "tool_result");
  if (results.length > 0) return results.map((result) => ({ role: "tool", text: words(result["content"]) }));
  return [{ role: role === "assistant" ? "assistant" : "user", text: words(content) }];
}

const isSystem = ({ role }: Json): boolean => role === "system";

/** `POST /v1/messages` */
export const anthropic: Dialect = {
  name: "anthropic",
  read: (body) => ({
    model: text(body["model"]),
    stream: body["stream"] === true,
    // Newer agents tell of their surroundings in messages of that role, behind the prompt.
    system: [
      body["system"],
      ...objects(body["messages"])
        .filter(isSystem)
        .map(({ content }) => content),
    ]
      .map(words)
      .join("\n"),
    messages: objects(body["messages"])
      .filter((message) => !isSystem(message))
      .flatMap(messagesOf),
    tools: objects(body["tools"])
      .filter(({ input_schema }) => isObject(input_schema))
      .map(({ name, input_schema }) => ({ name: text(name), kind: "function", ...parameters(input_schema) })),
  }),
  whole: (reply, model) => envelope(model, [block(reply)], stopReason(reply), USAGE.output),
  stream(reply, model) {
    const start = block(reply);
    const deltas =
      reply.kind === "text"
        ? chunks(reply.text).map((part) => ({ type: "text_delta", text: part }))
        : chunks(argumentsOf(reply.args)).map((part) => ({ type: "input_json_delta", partial_json: part }));
    const empty = reply.kind === "text" ? { type: "text", text: "" } : { ...start, input: {} };
    const data: Json[] = [
      { type: "message_start", message: envelope(model, [], null, 1) },
      { type: "content_block_start", index: 0, content_block: empty },
      { type: "ping" },
      ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: stopReason(reply), stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      },
      { type: "message_stop" },
    ];
    return data.map((each) => ({ event: text(each["type"]), data: each }));
  },
  refusal: (status, message) => ({ type: "error", error: { type: ERROR_TYPES[status] ?? "api_error", message } }),
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Streams come in pieces, so that a stream can be cut inside of one answer. */
export const chunks = (whole: string): string[] => whole.match(/[^]{1,40}/g) ?? [""];
