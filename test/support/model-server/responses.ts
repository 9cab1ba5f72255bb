import { chunks } from "./anthropic.ts";
import {
  argumentsOf,
  nextId,
  objects,
  parameters,
  text,
  USAGE,
  words,
  type Dialect,
  type Json,
  type SseEvent,
} from "./dialect.ts";
import type { Message, ToolOffer } from "./script.ts";
import type { Reply } from "./tools.ts";

const usage = {
  input_tokens: USAGE.input,
  input_tokens_details: { cached_tokens: USAGE.cached },
  output_tokens: USAGE.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: USAGE.input + USAGE.output,
};

function item(reply: Reply): Json {
  if (reply.kind === "text") {
    const content = [{ type: "output_text", text: reply.text, annotations: [] }];
    return { type: "message", id: nextId("msg"), role: "assistant", status: "completed", content };
  }
  const { name, namespace } = reply.tool;
  const called = {
    status: "completed",
    call_id: nextId("call"),
    name,
    ...(namespace === undefined ? {} : { namespace }),
  };
  return reply.tool.kind === "custom"
    ? { type: "custom_tool_call", id: nextId("ctc"), ...called, input: argumentsOf(reply.args) }
    : { type: "function_call", id: nextId("fc"), ...called, arguments: argumentsOf(reply.args) };
}

const response = (model: string, status: string, output: unknown[]): Json => ({
  id: nextId("resp"),
  object: "response",
  created_at: 1_700_000_000,
  model,
  status,
  output,
  ...(status === "completed" ? { usage } : {}),
});

function messageOf(entry: Json): Message[] {
  const type = text(entry["type"]);
  if (type.endsWith("_output")) return [{ role: "tool", text: words(entry["output"]) }];
  if (type !== "message" && type !== "") return [];
  return [{ role: entry["role"] === "assistant" ? "assistant" : "user", text: words(entry["content"]) }];
}

function toolsOf(tools: unknown, namespace?: string): ToolOffer[] {
  return objects(tools).flatMap((tool): ToolOffer[] => {
    const name = text(tool["name"]);
    const where = namespace === undefined ? {} : { namespace };
    if (tool["type"] === "namespace") return toolsOf(tool["tools"], name);
    if (tool["type"] === "custom") return [{ name, kind: "custom", properties: {}, required: [], ...where }];
    return tool["type"] === "function" ? [{ name, kind: "function", ...parameters(tool["parameters"]), ...where }] : [];
  });
}

/** `POST /v1/responses` */
export const responses: Dialect = {
  name: "responses",
  read: (body) => ({
    model: text(body["model"]),
    stream: body["stream"] === true,
    system: words(body["instructions"]),
    messages:
      typeof body["input"] === "string"
        ? [{ role: "user", text: body["input"] }]
        : objects(body["input"]).flatMap(messageOf),
    tools: [body, ...objects(body["input"]).filter(({ type }) => type === "additional_tools")].flatMap(({ tools }) =>
      toolsOf(tools),
    ),
  }),
  whole: (reply, model) => response(model, "completed", [item(reply)]),
  stream(reply, model) {
    const done = item(reply);
    const started =
      reply.kind === "text" ? { ...done, status: "in_progress", content: [] } : { ...done, arguments: "" };
    const whole = response(model, "completed", [done]);
    const where = { item_id: done["id"], output_index: 0 };
    const deltas: Json[] =
      reply.kind === "text"
        ? [
            {
              type: "response.content_part.added",
              ...where,
              content_index: 0,
              part: { type: "output_text", text: "", annotations: [] },
            },
            ...chunks(reply.text).map((delta) => ({
              type: "response.output_text.delta",
              ...where,
              content_index: 0,
              delta,
            })),
            { type: "response.output_text.done", ...where, content_index: 0, text: reply.text },
            {
              type: "response.content_part.done",
              ...where,
              content_index: 0,
              part: { type: "output_text", text: reply.text, annotations: [] },
            },
          ]
        : reply.tool.kind === "custom"
          ? []
          : [
              ...chunks(argumentsOf(reply.args)).map((delta) => ({
                type: "response.function_call_arguments.delta",
                ...where,
                delta,
              })),
              { type: "response.function_call_arguments.done", ...where, arguments: argumentsOf(reply.args) },
            ];
    const data: Json[] = [
      { type: "response.created", response: { ...whole, status: "in_progress", output: [], usage: null } },
      { type: "response.output_item.added", output_index: 0, item: started },
      ...deltas,
      { type: "response.output_item.done", output_index: 0, item: done },
      { type: "response.completed", response: whole },
    ];
    return data.map((each, sequence): SseEvent => ({
      event: text(each["type"]),
      data: { ...each, sequence_number: sequence },
    }));
  },
  refusal: (status, message) => ({ error: { message, type: "scripted", code: `scripted_${status}`, param: null } }),
};
