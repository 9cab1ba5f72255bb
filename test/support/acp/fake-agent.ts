import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Deed, Script } from "./script.ts";

/**
 * An agent that speaks the Agent Client Protocol by hand and does what a script says, also what no library would let it
 * do. Started as a process of its own: `fake-agent.ts SCRIPT.json`.
 */
const file = process.argv[2] ?? "";
const folder = dirname(file);
const script = JSON.parse(readFileSync(file, "utf8")) as Script;
const session = "s1";
let cwd = process.cwd();
let isLoggedIn = script.auth === undefined;
let nextId = 0;
const waiting = new Map<number, (message: Message) => void>();
const cancelled = Promise.withResolvers<void>();

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

const send = (message: object): void => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
};
const update = (content: object): void =>
  send({ method: "session/update", params: { sessionId: session, update: content } });
const say = (text: string, messageId?: string): void =>
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text }, ...(messageId && { messageId }) });
const note = (name: string, value: unknown): void => appendFileSync(join(folder, name), `${JSON.stringify(value)}\n`);

async function ask(method: string, params: object): Promise<Message> {
  nextId += 1;
  const { promise, resolve: answer } = Promise.withResolvers<Message>();
  waiting.set(nextId, answer);
  send({ id: nextId, method, params: { sessionId: session, ...params } });
  return promise;
}

/** Which of the script's turns this process plays. */
function turn(): readonly Deed[] {
  const counter = join(folder, "started.jsonl");
  const started = existsSync(counter) ? readFileSync(counter, "utf8").trim().split("\n").length : 0;
  note("started.jsonl", { pid: process.pid });
  return script.turns[Math.min(started, script.turns.length - 1)] ?? [];
}

type End = { readonly result: object } | { readonly error: object };

async function play(deeds: readonly Deed[], prompt: string): Promise<End | null> {
  for (const deed of deeds) {
    const end = await one(deed, prompt);
    if (end !== null) return end;
  }
  return null;
}

async function one(deed: Deed, prompt: string): Promise<End | null> {
  switch (deed.do) {
    case "write":
      write(deed.path, deed.text);
      return null;
    case "honest":
      honest(prompt);
      return null;
    case "say":
      say(deed.text, deed.message);
      return null;
    case "envelope":
      say(envelope(prompt));
      return null;
    case "update":
      update(deed.update);
      return null;
    case "ask":
      return permission(deed, prompt);
    case "call":
      note("answers.jsonl", await ask(deed.method, deed.params));
      return null;
    case "environment":
      note("environment.jsonl", Object.keys(process.env));
      return null;
    case "raw":
      process.stdout.write(`${deed.line}\n`);
      return null;
    case "huge":
      process.stdout.write(`{"jsonrpc":"2.0","method":"session/update","params":"${"x".repeat(deed.bytes)}"}\n`);
      return null;
    case "stderr":
      for (let time = 0; time < (deed.times ?? 1); time += 1) process.stderr.write(deed.text);
      return null;
    case "leave":
      leave();
      return null;
    case "error":
      return { error: { code: deed.code, message: deed.message, data: deed.data } };
    case "exit":
      return process.exit(deed.code);
    case "hang":
      if (deed.talks === true) setInterval(() => say("still at it. "), 20);
      setInterval(() => undefined, 1000);
      note("hanging.jsonl", {});
      await (deed.obeys === true ? cancelled.promise : new Promise(() => undefined));
      return { result: { stopReason: "cancelled" } };
    case "end":
      return { result: { stopReason: deed.stopReason, ...deed.more } };
  }
}

async function permission(deed: Deed & { do: "ask" }, prompt: string): Promise<End | null> {
  const { result } = await ask("session/request_permission", {
    toolCall: { toolCallId: "t1", ...deed.toolCall },
    options: [
      { optionId: "always", name: "Always", kind: "allow_always" },
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ],
  });
  const { outcome } = result as { outcome: { outcome: string; optionId?: string } };
  note("answers.jsonl", outcome);
  return outcome.optionId === "yes" ? play(deed.allowed ?? [], prompt) : null;
}

function write(path: string, text: string): void {
  const target = resolve(cwd, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** The calculator's two features (test/support/calc-project.ts). */
function honest(prompt: string): void {
  const [name, operator, result] = prompt.includes("test/mul.test.js") ? ["mul", "*", 16] : ["div", "/", 4];
  write(`src/${name}.js`, `export const ${name} = (a, b) => a ${operator} b;\n`);
  write(
    `test/${name}.test.js`,
    `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\ntest("${name}", () => assert.equal(${name}(8, 2), ${result}));\n`,
  );
}

/** The example that the prompt ends with. */
const envelope = (prompt: string): string => prompt.slice(prompt.lastIndexOf("\nSTATUS: ") + 1);

function leave(): void {
  const child = spawn("sleep", ["1000"], { detached: true, stdio: "inherit" });
  child.unref();
  note("child.pid", child.pid);
}

async function handle(message: Message): Promise<void> {
  const { id, method, params = {} } = message;
  if (method === undefined) return waiting.get(Number(id))?.(message);
  note("heard.jsonl", { method, params });
  switch (method) {
    case "initialize":
      return send({
        id,
        result: {
          protocolVersion: script.protocolVersion ?? 1,
          agentCapabilities: {},
          agentInfo: { name: "fixer", version: "1.2.3" },
          authMethods: script.auth === undefined ? [] : [{ id: script.auth, name: "Key" }],
        },
      });
    case "authenticate":
      isLoggedIn = params["methodId"] === script.auth;
      return send({ id, result: {} });
    case "session/new":
      cwd = String(params["cwd"]);
      if (!isLoggedIn) return send({ id, error: { code: -32000, message: "Authentication required" } });
      return send({ id, result: { sessionId: session, ...script.session } });
    case "session/prompt": {
      const [block] = params["prompt"] as { text: string }[];
      const end = await play(turn(), block?.text ?? "");
      return send({ id, ...(end ?? { result: { stopReason: "end_turn" } }) });
    }
    case "session/cancel":
      return cancelled.resolve();
    default:
      if (id !== undefined) send({ id, result: {} });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => void handle(JSON.parse(line) as Message));
