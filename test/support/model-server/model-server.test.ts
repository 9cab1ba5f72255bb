import { afterEach, describe, expect, test } from "vitest";
import { openModelServer, type ModelServer } from "./server.ts";
import type { Scenario } from "./script.ts";

const SCENARIO: Scenario = {
  name: "work",
  when: "PLEASE",
  steps: [{ tool: "shell", command: "ls" }, { fail: 529, times: 1 }, { say: "done" }],
};
const CALL = { command: "ls" };

let server: ModelServer;
afterEach(async () => server.close());

/** How each dialect says the same: a prompt, perhaps with the result of one call, and a tool that runs commands. */
const DIALECTS = {
  anthropic: {
    path: "/v1/messages",
    body: (results: number) => ({
      model: "m",
      messages: [
        { role: "user", content: "PLEASE" },
        ...Array.from({ length: results }, () => ({
          role: "user",
          content: [{ type: "tool_result", content: "out" }],
        })),
      ],
      tools: [{ name: "Bash", input_schema: { properties: { command: {} }, required: ["command"] } }],
    }),
    call: { content: [{ type: "tool_use", name: "Bash", input: CALL }] },
    said: { content: [{ type: "text", text: "done" }] },
  },
  responses: {
    path: "/v1/responses",
    body: (results: number) => ({
      model: "m",
      input: [
        { role: "user", content: [{ type: "input_text", text: "PLEASE" }] },
        ...Array.from({ length: results }, () => ({ type: "function_call_output", output: "out" })),
      ],
      tools: [{ type: "function", name: "shell", parameters: { properties: { command: {} }, required: [] } }],
    }),
    call: { output: [{ type: "function_call", name: "shell", arguments: JSON.stringify(CALL) }] },
    said: { output: [{ type: "message", content: [{ type: "output_text", text: "done" }] }] },
  },
  chat: {
    path: "/v1/chat/completions",
    body: (results: number) => ({
      model: "m",
      messages: [
        { role: "user", content: "PLEASE" },
        ...Array.from({ length: results }, () => ({ role: "tool", content: "out" })),
      ],
      tools: [{ type: "function", function: { name: "bash", parameters: { properties: { command: {} } } } }],
    }),
    call: { choices: [{ message: { tool_calls: [{ function: { name: "bash", arguments: JSON.stringify(CALL) } }] } }] },
    said: { choices: [{ message: { content: "done" } }] },
  },
  gemini: {
    path: "/v1beta/models/m:generateContent",
    body: (results: number) => ({
      contents: [
        { role: "user", parts: [{ text: "PLEASE" }] },
        ...Array.from({ length: results }, () => ({ role: "user", parts: [{ functionResponse: { response: {} } }] })),
      ],
      tools: [{ functionDeclarations: [{ name: "run_shell_command", parameters: { properties: { command: {} } } }] }],
    }),
    call: { candidates: [{ content: { parts: [{ functionCall: { name: "run_shell_command", args: CALL } }] } }] },
    said: { candidates: [{ content: { parts: [{ text: "done" }] } }] },
  },
} as const;

const ask = async (path: string, body: unknown): Promise<Response> =>
  fetch(`${server.url}${path}`, { method: "POST", body: JSON.stringify(body) });

describe.each(Object.entries(DIALECTS))("%s", (_, { path, body, call, said }) => {
  test("plays the step that the conversation has come to, in its own words", async () => {
    server = await openModelServer([SCENARIO]);
    expect(await (await ask(path, body(0))).json()).toMatchObject(call);
    expect((await ask(path, body(1))).status).toBe(529);
    expect(await (await ask(path, body(1))).json()).toMatchObject(said);
    expect(server.exchanges.map(({ step, status }) => [step, status])).toEqual([
      [0, 200],
      [1, 529],
      [2, 200],
    ]);
  });

  test("what is asked without tools belongs to no scenario", async () => {
    server = await openModelServer([SCENARIO]);
    const response = await ask(path, { ...body(0), tools: undefined });
    expect(response.status).toBe(200);
    expect(server.exchanges).toMatchObject([{ scenario: null, step: null }]);
  });
});

test("what a message tells of the agent's surroundings is no prompt, though it reads like one", async () => {
  server = await openModelServer([{ ...SCENARIO, when: /^(?:PLEASE|# )/m }]);
  const body = DIALECTS.anthropic.body(1);
  const messages = body.messages.toSpliced(1, 0, { role: "system", content: "# Environment" });
  await ask("/v1/messages", { ...body, messages: [...messages, { role: "system", content: "# More" }] });
  expect(server.exchanges).toMatchObject([{ step: 1 }]);
});

describe("a stream", () => {
  const streamed = { ...DIALECTS.anthropic.body(1), stream: true };

  test("carries the answer in pieces", async () => {
    server = await openModelServer([{ ...SCENARIO, steps: [{ say: "a".repeat(100) }] }]);
    const text = await (await ask("/v1/messages", streamed)).text();
    expect(text.match(/"type":"text_delta"/g)).toHaveLength(3);
    expect(text).toContain("event: message_stop");
  });

  test("that is cut ends without its end", async () => {
    server = await openModelServer([{ ...SCENARIO, steps: [{ cut: true }] }]);
    await expect(ask("/v1/messages", streamed).then(async (response) => response.text())).rejects.toThrow("terminated");
    expect(server.exchanges).toMatchObject([{ status: "cut" }]);
  });
});
