import { expect, test } from "vitest";
import { z } from "zod";
import { askModel, type AskLimits, type Asked } from "../../../src/agents/model/ask-model.ts";
import { createRedactor } from "../../../src/util/redact.ts";
import { mockModel, type Act, type MockModel } from "./support.ts";

const Answer = z.strictObject({ word: z.string(), size: z.int().min(1) });
const GOOD = JSON.stringify({ word: "hello", size: 5 });
const FALLBACK = { word: "fallback", size: 1 };

async function ask(model: MockModel, given: Partial<AskLimits> = {}): Promise<Asked<z.infer<typeof Answer>>> {
  const limits = { timeoutMs: 100_000, outputTokens: 321, redact: createRedactor({ MY_TOKEN: "hunter2hunter2" }) };
  return askModel(
    model.loaded,
    {
      schema: Answer,
      instructions: "Say a word.",
      prompt: "Which?",
      check: ({ word, size }) => (word.length === size ? null : `${word} is not ${size} long`),
      fallback: FALLBACK,
    },
    { ...limits, ...given },
  );
}

const ONE = { label: "reported", tokens: 15, input_tokens: 10, output_tokens: 5, requests: 1, cost: null };
const TWO = { ...ONE, tokens: 30, input_tokens: 20, output_tokens: 10, requests: 2 };

test("an answer that fits its schema counts, with what it used and what was said", async () => {
  const model = mockModel(GOOD);
  const asked = await ask(model);
  expect(asked).toEqual({ value: { word: "hello", size: 5 }, failure: null, usage: ONE, answers: [GOOD] });
  expect(model.asked).toHaveLength(1);
  expect(model.limits).toMatchObject({ maxOutputTokens: 321, format: { type: "json" } });
});

test("JSON in a code fence is the same JSON", async () => {
  expect((await ask(mockModel(`\`\`\`json\n${GOOD}\n\`\`\``))).value).toEqual({ word: "hello", size: 5 });
});

test.each<[string, string, RegExp]>([
  ["no JSON", "a word, you say?", /no JSON/],
  ["half of the JSON", GOOD.slice(0, 10), /no JSON, or not whole/],
  ["nothing", "", /is empty/],
  ["a wrong type", '{"word":"hello","size":"five"}', /size/],
  ["a field that is not asked for", '{"word":"hello","size":5,"status":"APPROVED"}', /status/],
  ["what fits the schema and not the matter", '{"word":"hello","size":4}', /hello is not 4 long/],
])("%s is asked again once, with what is wrong, and then counts", async (_name, wrong, problem) => {
  const model = mockModel(wrong, GOOD);
  const asked = await ask(model);
  expect(asked).toMatchObject({ value: { word: "hello" }, failure: null, usage: TWO, answers: [wrong, GOOD] });
  expect(model.asked[1]).toMatch(problem);
});

test("what does not fit twice is let go: the fallback counts, the same each time, and both answers are kept", async () => {
  const model = mockModel("no", "no again", GOOD);
  const asked = await ask(model);
  expect(asked).toMatchObject({
    value: FALLBACK,
    failure: { kind: "invalid" },
    usage: TWO,
    answers: ["no", "no again"],
  });
  expect(model.asked).toHaveLength(2);
});

test.each<[string, Act, string]>([
  ["a refused key", { status: 401 }, "unauthorized"],
  ["a key without the right", { status: 403 }, "unauthorized"],
  ["a bad request", { status: 400 }, "provider_failed"],
  ["a provider that is down", { status: 500 }, "provider_failed"],
])("%s gives the fallback with its kind, and no secret in the reason", async (_name, act, kind) => {
  const asked = await ask(mockModel(act));
  expect(asked).toMatchObject({ value: FALLBACK, failure: { kind }, answers: [], usage: { label: "unknown" } });
  expect(asked.failure?.message).toContain("[redacted]");
});

test("secrets of the user's environment are taken out of every answer that is kept", async () => {
  expect((await ask(mockModel("my token is hunter2hunter2", GOOD))).answers[0]).toBe("my token is [redacted]");
});

test("a model that never answers gives the fallback when its time is over", async () => {
  const asked = await ask(mockModel({ hangs: true }), { timeoutMs: 50 });
  expect(asked).toMatchObject({ value: FALLBACK, failure: { kind: "timeout" } });
});

test("whoever calls it off gets no answer at all", async () => {
  const control = new AbortController();
  const asking = ask(mockModel({ before: () => control.abort(), say: "no" }, { hangs: true }), {
    signal: control.signal,
  });
  await expect(asking).rejects.toMatchObject({ code: "INTERRUPTED" });
});

test("it is not asked again once nobody pays for another question", async () => {
  const model = mockModel("no", GOOD);
  const asked = await ask(model, { mayAsk: ({ tokens }) => (tokens ?? 0) < 15 });
  expect(asked).toMatchObject({ value: FALLBACK, failure: { kind: "budget_spent" }, answers: ["no"] });
  expect(model.asked).toHaveLength(1);
});
