import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createAcpAgent, type AcpAgentOptions } from "../../../src/agents/acp/acp-agent.ts";
import type { AgentAnswer, AgentTurn, Containment } from "../../../src/agents/port.ts";
import { packetText } from "../../support/packet.ts";
import { writeFakeAgent, type Deed, type Script } from "../../support/acp/script.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Played {
  readonly answer: AgentAnswer;
  /** The agent's clone, and the folder that only the test and the fake agent know. */
  readonly clone: string;
  readonly outside: string;
  /** Lines of one of the fake agent's files. */
  readonly notes: (name: string) => unknown[];
  readonly transcript: Record<string, unknown>[];
}

interface Play extends Partial<AgentTurn> {
  readonly script?: Partial<Script>;
  readonly options?: Partial<AcpAgentOptions>;
  readonly before?: (clone: string, outside: string) => void;
  /** Aborts once the agent has written this file. */
  readonly abortAfter?: string;
}

async function play(
  deeds: readonly Deed[] | ((clone: string, outside: string) => readonly Deed[]),
  more: Play = {},
): Promise<Played> {
  const { script = {}, options = {}, before, abortAfter, ...turn } = more;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "baton-acp-")));
  folders.push(folder);
  const [clone, outside] = [join(folder, "clone"), join(folder, "outside")];
  mkdirSync(clone);
  mkdirSync(outside);
  before?.(clone, outside);
  const program = writeFakeAgent(outside, {
    turns: [typeof deeds === "function" ? deeds(clone, outside) : deeds],
    ...script,
  });
  const agent = createAcpAgent({
    name: "fixer",
    specification: `acp:${program}`,
    argv: [program],
    profile: null,
    env: process.env,
    retry: { wait: async () => undefined },
    ...options,
  });
  const stop = new AbortController();
  const watch = setInterval(() => {
    if (abortAfter !== undefined && existsSync(join(outside, abortAfter))) stop.abort();
  }, 20);
  const answer = await agent.run({
    packet: packetText(),
    workspace: clone,
    timeoutMs: 60_000,
    signal: stop.signal,
    ...turn,
  });
  clearInterval(watch);
  return {
    answer,
    clone,
    outside,
    notes: (name) => linesOf(outside, name),
    transcript: parsed(answer.transcript ?? ""),
  };
}

const parsed = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const linesOf = (folder: string, name: string): unknown[] =>
  existsSync(join(folder, name)) ? parsed(readFileSync(join(folder, name), "utf8")) : [];

const isAlive = (pid: unknown): boolean => {
  try {
    // A process that was killed and not yet waited for has no environment left.
    return readFileSync(`/proc/${String(pid)}/environ`).length > 0;
  } catch {
    return false;
  }
};
const pidOf = (notes: unknown[]): unknown => (notes[0] as { pid: number }).pid;

describe("a turn over the protocol", () => {
  it("gives the packet as a prompt to a fresh session in the clone, with nothing of the harness's to hold on to", async () => {
    const { answer, clone, notes } = await play([
      { do: "write", path: "made.txt", text: "x" },
      { do: "say", text: "done" },
    ]);
    expect(answer).toMatchObject({ end: "answered", text: "done", diagnostics: "" });
    expect(existsSync(join(clone, "made.txt"))).toBe(true);
    const heard = notes("heard.jsonl") as { method: string; params: Record<string, unknown> }[];
    expect(heard.map(({ method }) => method)).toEqual(["initialize", "session/new", "session/prompt"]);
    expect(heard[0]?.params["clientCapabilities"]).toEqual({
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
    });
    expect(heard[1]?.params).toEqual({ cwd: clone, mcpServers: [] });
    expect(JSON.stringify(heard[2]?.params["prompt"])).toContain("# Multiply");
  });

  it("takes the agent's final message for its answer", async () => {
    const { answer } = await play([
      { do: "say", text: "I will " },
      { do: "say", text: "look." },
      { do: "update", update: { sessionUpdate: "tool_call", toolCallId: "1", title: "Read" } },
      { do: "say", text: "It is ", message: "b" },
      { do: "say", text: "done.", message: "b" },
    ]);
    expect(answer.text).toBe("It is done.");
  });

  it("takes all its messages when only they hold an answer in the asked form", async () => {
    const { answer } = await play([
      { do: "say", text: "STATUS: READY_FOR_QA\nTASK_ID: T001\n" },
      { do: "update", update: { sessionUpdate: "tool_call", toolCallId: "1", title: "Read" } },
      { do: "say", text: "Anything else?" },
    ]);
    expect(answer.text).toBe("STATUS: READY_FOR_QA\nTASK_ID: T001\n\n\nAnything else?");
  });

  it("keeps what was said and done, chunks of one message as one line", async () => {
    const { transcript } = await play([
      { do: "say", text: "a" },
      { do: "say", text: "b" },
      { do: "update", update: { sessionUpdate: "tool_call", toolCallId: "1", title: "Read" } },
    ]);
    expect(transcript).toMatchObject([
      { update: { sessionUpdate: "agent_message_chunk", text: "ab" } },
      { update: { sessionUpdate: "tool_call", title: "Read" } },
      { end: "answered" },
    ]);
  });

  it.each(["refusal", "max_tokens", "max_turn_requests"])(
    "is answered when the agent stops by %s, and says so",
    async (stopReason) => {
      const { answer } = await play([{ do: "end", stopReason }]);
      expect(answer).toMatchObject({ end: "answered", diagnostics: `the agent stopped: ${stopReason}` });
    },
  );

  it("asks for the profile's mode only where it is offered", async () => {
    const session = (id: string): Partial<Script> => ({
      session: {
        modes: {
          currentModeId: "ask",
          availableModes: [
            { id: "ask", name: "Ask" },
            { id, name: id },
          ],
        },
      },
    });
    const profile = { env: [], settings: {}, home: [], acp: { mode: "edit", auth: null } };
    const options = { profile } as unknown as Partial<AcpAgentOptions>;
    const offered = await play([], { script: session("edit"), options });
    expect(offered.notes("heard.jsonl")).toContainEqual({
      method: "session/set_mode",
      params: { sessionId: "s1", modeId: "edit" },
    });
    const free = { env: [], settings: {}, home: [], acp: { mode: "edit", containedMode: "free", auth: null } };
    const walls: Containment = { level: "I2", wrap: ([program, ...args]) => [program, ...args] };
    const inside = await play([], {
      script: session("free"),
      options: { profile: free } as unknown as Partial<AcpAgentOptions>,
      containment: walls,
    });
    expect(JSON.stringify(inside.notes("heard.jsonl"))).toContain('"modeId":"free"');
    const other = await play([], { script: session("plan"), options });
    expect(JSON.stringify(other.notes("heard.jsonl"))).not.toContain("set_mode");
  });

  it("logs in with the profile's method only when the agent demands it", async () => {
    const options = (auth: string | null): Partial<AcpAgentOptions> =>
      ({
        options: {
          profile: { env: [], settings: {}, home: [], acp: { mode: null, auth } },
        },
      })["options"] as unknown as Partial<AcpAgentOptions>;
    const known = await play([{ do: "say", text: "in" }], { script: { auth: "api-key" }, options: options("api-key") });
    expect(known.answer).toMatchObject({ end: "answered", text: "in" });
    const unknown = await play([], { script: { auth: "browser" }, options: options("api-key") });
    expect(unknown.answer.end).toBe("unauthorized");
    expect(unknown.answer.diagnostics).toContain("Authentication required");
  });

  it("takes what the adapter says it cost as reported", async () => {
    const { answer } = await play([
      {
        do: "update",
        update: { sessionUpdate: "usage_update", used: 9, size: 100, cost: { amount: 0.012, currency: "USD" } },
      },
      {
        do: "end",
        stopReason: "end_turn",
        more: { usage: { totalTokens: 130, inputTokens: 20, outputTokens: 10, cachedReadTokens: 100 } },
      },
    ]);
    expect(answer.usage).toEqual({
      label: "reported",
      tokens: 130,
      input_tokens: 120,
      output_tokens: 10,
      requests: null,
      cost: "0.012",
    });
    expect((await play([])).answer.usage?.label).toBe("unknown");
  });

  it("gives the agent no more of the environment than what is listed or named", async () => {
    const env = { ...process.env, SECRET: "s", NAMED: "n" };
    const seen = "env > environment.txt; exec";
    const { clone, outside } = await play([], {
      options: { env, names: ["NAMED"] },
      containment: {
        level: "I2",
        wrap: (argv, places) => ["/bin/sh", "-c", `echo '${places.workspace}' > place.txt; ${seen} ${argv.join(" ")}`],
      },
    });
    const names = readFileSync(join(clone, "environment.txt"), "utf8")
      .split("\n")
      .map((line) => line.split("=")[0]);
    expect(names).toContain("NAMED");
    expect(names).not.toContain("SECRET");
    expect(readFileSync(join(clone, "place.txt"), "utf8").trim()).toBe(clone);
    expect(outside).not.toBe(clone);
  });
});

describe("what an agent asks for", () => {
  it("is allowed once when it stays in the clone, and refused when a path leads out of it", async () => {
    const outsideDeed = (path: string): Deed => ({
      do: "ask",
      toolCall: { title: "Write", kind: "edit", rawInput: { file_path: path } },
      allowed: [{ do: "write", path, text: "escaped" }],
    });
    const { outside, clone, notes, transcript } = await play(
      (_, folder) => [
        outsideDeed("made.txt"),
        outsideDeed(join(folder, "escaped.txt")),
        outsideDeed("../outside/escaped.txt"),
        outsideDeed("link/escaped.txt"),
        outsideDeed("dangling"),
        { do: "ask", toolCall: { title: "Edit", locations: [{ path: join(folder, "escaped.txt") }] } },
        { do: "ask", toolCall: { title: "Edit", content: [{ type: "diff", path: "/etc/passwd", newText: "" }] } },
        { do: "ask", toolCall: { title: "Patch", rawInput: { changes: { "/etc/passwd": { add: "" } } } } },
        { do: "ask", toolCall: { title: "Test", kind: "execute", rawInput: { command: "npm test" } } },
      ],
      {
        before(inside, folder) {
          symlinkSync(folder, join(inside, "link"));
          symlinkSync(join(folder, "escaped.txt"), join(inside, "dangling"));
        },
      },
    );
    const ids = (notes("answers.jsonl") as { optionId: string }[]).map(({ optionId }) => optionId);
    expect(ids).toEqual(["yes", "no", "no", "no", "no", "no", "no", "no", "yes"]);
    expect(readFileSync(join(clone, "made.txt"), "utf8")).toBe("escaped");
    expect(existsSync(join(outside, "escaped.txt"))).toBe(false);
    const asked = transcript.filter((line) => "permission" in line);
    expect(asked).toHaveLength(9);
    expect(asked[1]).toMatchObject({
      answer: { outcome: { outcome: "selected", optionId: "no" } },
      outside: [join(outside, "escaped.txt")],
    });
  });

  it("does not end the turn when it is refused: the agent is told to go on, in the same session", async () => {
    const edit = { title: "Edit", locations: [{ path: "/etc/passwd" }] };
    const { answer, notes } = await play([], {
      script: {
        turns: [
          [
            { do: "ask", toolCall: edit },
            { do: "end", stopReason: "cancelled", more: { usage: { inputTokens: 10, outputTokens: 1 } } },
          ],
          [
            { do: "say", text: "done" },
            { do: "end", stopReason: "end_turn", more: { usage: { inputTokens: 20, outputTokens: 2 } } },
          ],
        ],
      },
    });
    expect(answer).toMatchObject({ end: "answered", text: "done", usage: { input_tokens: 30, output_tokens: 3 } });
    const heard = notes("heard.jsonl") as { method: string; params: { prompt?: { text: string }[] } }[];
    expect(heard.filter(({ method }) => method === "session/new")).toHaveLength(1);
    expect(heard.at(-1)?.params.prompt?.[0]?.text).toContain("it reaches out of your folder: /etc/passwd");
  });

  it("is refused again and again to an agent that asks for nothing else, until its turn ends", async () => {
    const { answer, notes } = await play([
      { do: "ask", toolCall: { title: "Edit", locations: [{ path: "/etc/passwd" }] } },
      { do: "end", stopReason: "cancelled" },
    ]);
    expect(answer).toMatchObject({ end: "answered", text: "" });
    expect(notes("answers.jsonl")).toHaveLength(6);
  });

  it("is refused when it is a file, a terminal or anything else of the harness's, and noted", async () => {
    const { outside, notes, transcript } = await play((_, folder) => [
      { do: "call", method: "fs/write_text_file", params: { path: join(folder, "escaped.txt"), content: "x" } },
      { do: "call", method: "fs/read_text_file", params: { path: "/etc/passwd" } },
      { do: "call", method: "terminal/create", params: { command: "sh" } },
      { do: "call", method: "_made/up", params: {} },
    ]);
    expect(notes("answers.jsonl")).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ error: expect.objectContaining({ code: -32601 }) })),
    );
    expect(existsSync(join(outside, "escaped.txt"))).toBe(false);
    expect(transcript.flatMap((line) => ("refused" in line ? [line["refused"]] : []))).toEqual([
      "fs/write_text_file",
      "fs/read_text_file",
      "terminal/create",
      "_made/up",
    ]);
  });
});

describe("an agent that does not end", () => {
  it("is cancelled at its deadline, and what it said until then is kept", async () => {
    const { answer, notes } = await play(
      [
        { do: "say", text: "so far" },
        { do: "hang", obeys: true },
      ],
      { timeoutMs: 5000 },
    );
    expect(answer).toMatchObject({ end: "timeout", text: "so far" });
    expect(notes("heard.jsonl")).toContainEqual({ method: "session/cancel", params: { sessionId: "s1" } });
  });

  it("is killed when it does not obey", async () => {
    const { answer, notes } = await play([{ do: "hang", talks: true }], { abortAfter: "hanging.jsonl" });
    expect(answer.end).toBe("aborted");
    expect(isAlive(pidOf(notes("started.jsonl")))).toBe(false);
  });

  it("leaves nothing behind, also not what left its process group", async () => {
    const { answer, notes } = await play([{ do: "leave" }, { do: "say", text: "done" }]);
    expect(answer).toMatchObject({ end: "answered", text: "done" });
    expect(isAlive(notes("child.pid")[0])).toBe(false);
  });
});

describe("an agent that breaks", () => {
  it("has crashed when its program ends in the middle, with its last words", async () => {
    const { answer } = await play([
      { do: "say", text: "begun" },
      { do: "stderr", text: "out of luck\n" },
      { do: "exit", code: 7 },
    ]);
    expect(answer).toMatchObject({ end: "crashed", text: "begun" });
    expect(answer.diagnostics).toBe("out of luck\nthe agent's program ended during session/prompt, exit code 7");
  });

  it("has crashed when its program cannot be started", async () => {
    const { answer } = await play([], { options: { argv: ["/nowhere/agent"] } });
    expect(answer.end).toBe("crashed");
    expect(answer.diagnostics).toContain("could not be started");
  });

  it("has crashed when it speaks another version of the protocol", async () => {
    const { answer } = await play([], { script: { protocolVersion: 2 } });
    expect(answer.end).toBe("crashed");
    expect(answer.diagnostics).toContain("it speaks version 2 of the protocol");
  });

  it("is survived when it floods, stammers and invents", async () => {
    const { answer, transcript } = await play([
      { do: "stderr", text: `${"x".repeat(1023)}\n`, times: 20_000 },
      { do: "raw", line: "not json" },
      { do: "raw", line: '["a batch"]' },
      { do: "raw", line: '{"jsonrpc":"2.0","id":99,"result":{}}' },
      { do: "raw", line: '{"jsonrpc":"2.0","method":"made/up","params":{}}' },
      { do: "raw", line: '{"jsonrpc":"2.0","method":"session/update","params":{"update":7}}' },
      { do: "update", update: { sessionUpdate: "something_new", with: 1 } },
      { do: "huge", bytes: 20 * 2 ** 20 },
      { do: "say", text: "done" },
    ]);
    expect(answer).toMatchObject({ end: "answered", text: "done" });
    const strays = transcript.flatMap((line) => ("stray" in line ? [line["stray"]] : []));
    expect(strays).toEqual([
      "not a message",
      "not a message",
      "an answer nobody asked for",
      expect.stringMatching(/^a line of 2\d{7} bytes$/),
    ]);
    expect(transcript).toContainEqual({ update: { sessionUpdate: "something_new", with: 1 } });
    expect((answer.transcript ?? "").length).toBeLessThan(4 * 2 ** 20);
  });
});

describe("an agent whose provider fails", () => {
  /** As the adapters of the agents tell it; see docs/agents.md. */
  const told = {
    claude: {
      do: "error",
      code: -32603,
      message: "Internal error: API Error: 529 Overloaded.",
      data: { errorKind: "server_error" },
    },
    gemini: { do: "error", code: 529, message: '{"error":{"code":529,"message":"Overloaded"}}' },
    qwen: { do: "error", code: -32603, message: "Internal error", data: { details: "529 Overloaded" } },
  } as const;

  it.each(Object.entries(told))("goes on in its clone when it is asked again (%s)", async (_, error) => {
    const { answer, notes, clone } = await play([], {
      script: {
        turns: [[{ do: "write", path: "half.txt", text: "half" }, error], [error], [{ do: "say", text: "done" }]],
      },
    });
    expect(answer).toMatchObject({ end: "answered", text: "done" });
    expect(answer.diagnostics).toMatch(/^try 1: .*529[\s\S]*\ntry 2: .*529[\s\S]*\ntry 3:$/);
    expect(notes("started.jsonl")).toHaveLength(3);
    expect(existsSync(join(clone, "half.txt"))).toBe(true);
    const prompts = (notes("heard.jsonl") as { method: string }[]).filter(({ method }) => method === "session/prompt");
    expect(prompts.map((prompt) => JSON.stringify(prompt).includes("An earlier session"))).toEqual([false, true, true]);
  });

  it("is asked again when its adapter calls the failure a message and the end a normal one (codex)", async () => {
    const { answer } = await play([], {
      script: {
        turns: [
          [
            {
              do: "update",
              update: {
                sessionUpdate: "session_info_update",
                _meta: { codex: { threadStatus: { type: "systemError" } } },
              },
            },
            { do: "say", text: "unexpected status 529 <unknown status code>: Overloaded" },
          ],
          [{ do: "say", text: "done" }],
        ],
      },
    });
    expect(answer).toMatchObject({ end: "answered", text: "done" });
  });

  it("is given up after five retries", async () => {
    const { answer, notes } = await play([told.claude]);
    expect(answer.end).toBe("provider_failed");
    expect(notes("started.jsonl")).toHaveLength(6);
  });

  it.each([
    ["unauthorized", { do: "error", code: -32603, message: "Internal error: Invalid API key · Fix external API key" }],
    ["unauthorized", { do: "error", code: 401, message: '{"error":{"code":401}}' }],
    ["unauthorized", { do: "error", code: -32000, message: "Authentication required" }],
    ["budget_spent", { do: "error", code: -32603, message: "Internal error: API Error: 402 budget spent" }],
    ["crashed", { do: "error", code: -32603, message: "Internal error: something else" }],
  ] as const)("ends at once as %s when that is what it says", async (end, error) => {
    const { answer, notes } = await play([error]);
    expect(answer.end).toBe(end);
    expect(notes("started.jsonl")).toHaveLength(1);
  });

  it("is not believed in its own prose", async () => {
    const { answer } = await play([{ do: "say", text: "I saw API Error: 401 in the log." }]);
    expect(answer.end).toBe("answered");
  });
});

it("an agent that asks without end and reads no answer is ended before it fills the memory", async () => {
  const { answer } = await play([], {
    options: {
      argv: [
        process.execPath,
        "-e",
        `const line = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(100_000) }) + "\\n";
         const go = () => { while (process.stdout.write(line)); process.stdout.once("drain", go); }; go();`,
      ],
    },
  });
  expect(answer.end).toBe("crashed");
  expect(answer.diagnostics).toContain("asked without reading the answers");
});
