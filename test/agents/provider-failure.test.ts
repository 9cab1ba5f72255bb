import { describe, expect, it } from "vitest";
import { classifyFailure } from "../../src/agents/provider-failure.ts";

const errors = {
  unauthorized: [
    'API Error: 401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
    "unexpected status 401 Unauthorized: Incorrect API key provided",
    "Invalid API key · Fix external API key",
    '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}',
    "403 Forbidden",
    "Authentication required",
    "Not logged in · Please run /login",
  ],
  budget_spent: [
    "API Error: 402 budget spent",
    "unexpected status 402 Payment Required: the run's budget is spent",
    '429 {"error":{"code":"insufficient_quota"}}',
    'session/prompt: error -32603: Internal error {"details":"402 pay first"}',
    'session/prompt: error -32603: Internal error: budget spent {"service":"session","errorName":"APIError"}',
    "Your credit balance is too low to access the Anthropic API",
  ],
  transient: [
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    "exceeded retry limit, last status: 429 Too Many Requests",
    "stream disconnected before completion: error sending request",
    "API Error: Unable to connect to API (ECONNREFUSED)",
    "connect ECONNREFUSED 127.0.0.1:1",
    "HTTP 503",
    '{"code":500,"message":"Internal"}',
    "fetch failed",
    "terminated",
    'session/prompt: error -32603: Internal error {"details":"terminated"}',
    'session/prompt: error -32603: Internal error {"details":"Connection error."}',
    "API Error: Connection to the API was lost (ECONNRESET). This is usually temporary",
  ],
};

describe("what a provider's error means", () => {
  it.each(Object.entries(errors).flatMap(([failure, texts]) => texts.map((text) => [failure, text] as const)))(
    "%s: %s",
    (failure, text) => expect(classifyFailure(text)).toBe(failure),
  );

  it.each([
    "the model stopped at its limit",
    "401 tests passed",
    "wrote 500 lines to port 5029",
    "TypeError: x is undefined at file.js:402:13",
    "",
  ])("is nothing in %j", (text) => expect(classifyFailure(text)).toBeNull());
});
