import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { startMeter, type MeterOptions } from "../../../src/agents/metering/meter.ts";
import type { Meter } from "../../../src/agents/metering/port.ts";
import { parsePrice, priceOf, PRICES } from "../../../src/agents/metering/prices.ts";
import { UNKNOWN_USAGE } from "../../../src/schema/usage-sums.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

/** A provider that answers as it is told, and the meter before it. */
async function scene(
  answer: (response: ServerResponse, asked: Asked) => void,
  options: Partial<MeterOptions> = {},
): Promise<{ readonly meter: Meter; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks);
      const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw;
      const body = (raw.length === 0 ? {} : JSON.parse(text.toString())) as Record<string, unknown>;
      asked.push({ url: request.url ?? "", headers: request.headers, body });
      answer(response, { url: request.url ?? "", headers: request.headers, body });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ANTHROPIC_BASE_URL: url, OPENAI_BASE_URL: `${url}/v1/`, GOOGLE_GEMINI_BASE_URL: url };
  const meter = await startMeter({ budget: () => ({ tokens: null, cost: null }), prices: PRICES, env, ...options });
  ends.push(
    () => meter.stop(),
    () => new Promise((resolve) => void server.close(resolve)),
  );
  return { meter, asked };
}

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "r1" }).end(JSON.stringify(body));
};

const events = (...data: unknown[]): string =>
  data.map((each) => `event: e\r\ndata: ${JSON.stringify(each)}\r\n\r\n`).join("");

/** Bytes of a stream one by one in time, so that lines and characters are torn. */
const stream = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
  response.end();
};

const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const CLAUDE_STREAM = events(
  {
    type: "message_start",
    message: {
      usage: { input_tokens: 10, cache_read_input_tokens: 1000, cache_creation_input_tokens: 100, output_tokens: 1 },
    },
  },
  { type: "content_block_delta", delta: { type: "text_delta", text: "grüße" } },
  { type: "message_delta", usage: { output_tokens: 50 } },
  { type: "message_stop" },
);
const RESPONSES_USAGE = {
  input_tokens: 1100,
  input_tokens_details: { cached_tokens: 1000 },
  output_tokens: 60,
  total_tokens: 1160,
};
const CHAT_USAGE = { prompt_tokens: 1100, prompt_tokens_details: { cached_tokens: 1000 }, completion_tokens: 60 };
const GEMINI_USAGE = {
  promptTokenCount: 1100,
  cachedContentTokenCount: 1000,
  candidatesTokenCount: 40,
  thoughtsTokenCount: 20,
};

const CASES = [
  [
    "anthropic",
    "/v1/messages?beta=true",
    { model: "claude-sonnet-4-20250514" },
    { usage: { input_tokens: 10, cache_read_input_tokens: 1000, cache_creation_input_tokens: 100, output_tokens: 50 } },
    CLAUDE_STREAM,
    [1110, 50],
    "0.001455",
  ],
  [
    "openai",
    "/responses",
    { model: "gpt-5" },
    { usage: RESPONSES_USAGE },
    events(
      { type: "response.created", response: { usage: null } },
      { type: "response.completed", response: { usage: RESPONSES_USAGE } },
    ),
    [1100, 60],
    "0.00085",
  ],
  [
    "openai",
    "/chat/completions",
    { model: "gpt-5", messages: [] },
    { usage: CHAT_USAGE },
    `${events({ choices: [] }, { choices: [], usage: CHAT_USAGE })}data: [DONE]\n\n`,
    [1100, 60],
    "0.00085",
  ],
  [
    "gemini",
    "/v1beta/models/gemini-2.5-flash:generateContent",
    {},
    { usageMetadata: GEMINI_USAGE },
    events({ usageMetadata: { promptTokenCount: 1100 } }, { usageMetadata: GEMINI_USAGE }),
    [1100, 60],
    "0.00021",
  ],
] as const;

test.each(CASES)(
  "%s %s: tokens and cost are counted, whole or streamed, and every byte passes",
  async (name, path, body, whole, streamed, [input, output], cost) => {
    const { meter, asked } = await scene((response, { body: { stream: wanted } }) =>
      wanted === true ? stream(response, streamed) : json(response, whole),
    );
    const url = `${meter.endpoints[name]}${path}`;
    const answer = await post(url, body, { "x-api-key": "secret" });
    expect([await answer.json(), answer.headers.get("x-request-id")]).toEqual([whole, "r1"]);
    const once = {
      label: "metered",
      tokens: input + output,
      input_tokens: input,
      output_tokens: output,
      requests: 1,
      cost,
    };
    expect(meter.usage()).toEqual(once);
    expect(await (await post(url, { ...body, stream: true })).text()).toBe(streamed);
    expect(meter.usage()).toMatchObject({ tokens: 2 * (input + output), requests: 2 });
    expect(asked[0]).toMatchObject({
      url: name === "openai" ? `/v1${path}` : path,
      headers: { "x-api-key": "secret" },
      body,
    });
  },
);

test("a compressed answer passes as it is, and a compressed question is understood", async () => {
  const zipped = gzipSync(JSON.stringify({ usage: RESPONSES_USAGE }));
  const { meter, asked } = await scene((response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(zipped);
  });
  const body = gzipSync(JSON.stringify({ model: "gpt-5" }));
  const answer = await fetch(`${meter.endpoints.openai}/responses`, {
    method: "POST",
    headers: { "content-encoding": "gzip" },
    body,
  });
  expect(await answer.json()).toEqual({ usage: RESPONSES_USAGE });
  expect(meter.usage()).toMatchObject({ tokens: 1160, cost: "0.00085" });
  expect(asked[0]).toMatchObject({ headers: { "content-encoding": "gzip" }, body: { model: "gpt-5" } });
});

test("a streamed chat is asked to say at its end what it used, and keeps its other options", async () => {
  const { meter, asked } = await scene((response) => stream(response, events({ choices: [], usage: CHAT_USAGE })));
  const body = { model: "gpt-5", messages: [], stream: true, stream_options: { other: 1 } };
  await (await post(`${meter.endpoints.openai}/chat/completions`, body)).text();
  expect(asked[0]?.body).toEqual({ ...body, stream_options: { other: 1, include_usage: true } });
});

test("once the budget is used, 402 comes in the form of each protocol, and nothing reaches the provider", async () => {
  const budget = () => ({ tokens: 1000, cost: null });
  const { meter, asked } = await scene((response) => json(response, { usage: RESPONSES_USAGE }), { budget });
  expect((await post(`${meter.endpoints.openai}/responses`, { model: "gpt-5" })).status).toBe(200);
  expect(meter.refusal()).toBe(null);
  const refused = await Promise.all([
    post(`${meter.endpoints.anthropic}/v1/messages`, { model: "claude-sonnet-4" }),
    post(`${meter.endpoints.openai}/chat/completions`, "no object"),
    post(`${meter.endpoints.gemini}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`, {}),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([402, 402, 402]);
  const bodies = await Promise.all(refused.map(async (each) => each.json()));
  const message = "the budget of 1000 tokens is spent";
  expect(bodies).toMatchObject([
    { type: "error", error: { type: "billing_error", message } },
    { error: { type: "insufficient_quota", code: "budget_spent", message } },
    { error: { code: 402, status: "RESOURCE_EXHAUSTED", message } },
  ]);
  expect([asked.length, meter.refusal()]).toEqual([1, { end: "budget_spent", reason: message }]);
});

test("what others use meanwhile is none of what is left", async () => {
  let left = 5000;
  const budget = () => ({ tokens: left, cost: null });
  const { meter } = await scene((response) => json(response, { usage: RESPONSES_USAGE }), { budget });
  const ask = async () => (await post(`${meter.endpoints.openai}/responses`, { model: "gpt-5" })).status;
  expect(await ask()).toBe(200);
  left = 10;
  expect([await ask(), meter.refusal()?.reason]).toEqual([402, "the budget of 10 tokens is spent"]);
});

test("a limit of cost counts money, and refuses a model whose price nobody named", async () => {
  const budget = () => ({ tokens: null, cost: "0.001" });
  const ask = async (meter: Meter, model: string): Promise<number> =>
    (await post(`${meter.endpoints.openai}/responses`, { model })).status;
  const known = await scene((response) => json(response, { usage: RESPONSES_USAGE }), { budget });
  expect([
    await ask(known.meter, "gpt-5"),
    await ask(known.meter, "gpt-5-2025-08-07"),
    await ask(known.meter, "gpt-5"),
  ]).toEqual([200, 200, 402]);
  expect(known.meter.usage().cost).toBe("0.0017");
  const unknown = await scene((response) => json(response, { usage: RESPONSES_USAGE }), { budget });
  expect(await ask(unknown.meter, "gpt-5.9")).toBe(402);
  expect(unknown.meter.refusal()?.reason).toContain("PRICE_UNKNOWN");
  const free = await scene((response) => json(response, { usage: RESPONSES_USAGE }));
  expect(await ask(free.meter, "gpt-5.9")).toBe(200);
  expect(free.meter.usage()).toMatchObject({ tokens: 1160, cost: null });
});

test("what the provider refuses passes as it is, and costs nothing", async () => {
  const { meter } = await scene((response) => json(response, { error: { message: "overloaded" } }, 529));
  const answer = await post(`${meter.endpoints.anthropic}/v1/messages`, { model: "claude-sonnet-4" });
  expect([answer.status, await answer.json()]).toEqual([529, { error: { message: "overloaded" } }]);
  expect(meter.usage()).toEqual({
    ...UNKNOWN_USAGE,
    label: "metered",
    tokens: 0,
    input_tokens: 0,
    output_tokens: 0,
    requests: 0,
    cost: "0",
  });
});

test("a stream that the provider cuts is cut for the agent, and what it had said is counted", async () => {
  const { meter } = await scene((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(CLAUDE_STREAM.slice(0, CLAUDE_STREAM.indexOf("grüße")), () => response.destroy());
  });
  const answer = await post(`${meter.endpoints.anthropic}/v1/messages`, { model: "claude-sonnet-4" });
  await expect(answer.text()).rejects.toThrow("terminated");
  expect(meter.usage()).toMatchObject({ input_tokens: 1110, output_tokens: 1, requests: 1 });
});

test("who does not know the path gets nothing, nor does a web socket, and other questions pass uncounted", async () => {
  const { meter, asked } = await scene((response) => json(response, { data: [] }), {
    budget: () => ({ tokens: 0, cost: null }),
  });
  const { origin } = new URL(meter.endpoints.openai);
  for (const path of ["/", "/openai/models", "/guess/openai/models"])
    expect((await fetch(origin + path)).status).toBe(404);
  expect(asked).toEqual([]);
  expect((await fetch(`${meter.endpoints.openai}/models`)).status).toBe(200);
  expect(asked[0]?.url).toBe("/v1/models");
  expect(
    (await post(`${meter.endpoints.anthropic}/v1/messages/count_tokens`, { model: "claude-sonnet-4" })).status,
  ).toBe(200);
  expect(meter.usage().requests).toBe(0);
});

test("a provider that cannot be reached is 502, and an address that is none is refused at the start", async () => {
  const env = { OPENAI_BASE_URL: "http://127.0.0.1:1" };
  const meter = await startMeter({ budget: () => ({ tokens: null, cost: null }), prices: PRICES, env });
  ends.push(() => meter.stop());
  expect((await post(`${meter.endpoints.openai}/responses`, { model: "gpt-5" })).status).toBe(502);
  const wrong = startMeter({
    budget: () => ({ tokens: null, cost: null }),
    prices: [],
    env: { OPENAI_BASE_URL: "file:///x" },
  });
  await expect(wrong).rejects.toMatchObject({ code: "METER_UPSTREAM" });
});

test("a price is that of the model, with its date or not; another version has none, and a person's own counts first", () => {
  const input = (model: string, prices = PRICES): string | undefined => priceOf(model, prices)?.input;
  expect(
    [
      "claude-sonnet-4-5-20250929",
      "claude-sonnet-4-20250514",
      "gpt-5-2025-08-07",
      "gpt-5-mini",
      "gpt-5.9",
      "gpt-5-codex-max",
      "gemini-2.5-flash-lite",
    ].map((model) => input(model)),
  ).toEqual(["3", "3", "1.25", "0.25", undefined, undefined, "0.1"]);
  const own = parsePrice("gpt-5=7,9");
  expect(own?.price).toEqual({ input: "7", output: "9", cacheRead: "7", cacheWrite: "7" });
  expect(own === null ? null : input("gpt-5", [...PRICES, own])).toBe("7");
  expect(["gpt-5", "gpt-5=1", "=1,2", "a=-1,2", "a=1,2,3"].map(parsePrice)).toEqual([null, null, null, null, null]);
});

test("a provider that refuses is told of until it answers again; one that is overloaded is not", async () => {
  const statuses = [401, 200, 402, 403, 529];
  const { meter } = await scene((response) => json(response, {}, statuses.shift()));
  const refusals: unknown[] = [];
  while (statuses.length > 0) {
    await (await post(`${meter.endpoints.anthropic}/v1/messages`, { model: "m" })).text();
    refusals.push(meter.refusal()?.end ?? null);
  }
  expect(refusals).toEqual(["unauthorized", null, "budget_spent", "unauthorized", null]);
});
