import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { writeFakeAgent, type Script } from "../support/acp/script.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "baton-agents-"));
  folders.push(made);
  return made;
}

/** A PATH with nothing but the given programs. */
function pathWith(programs: Readonly<Record<string, string>>): string {
  const made = folder();
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(made, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(made, name), 0o755);
  }
  return made;
}

async function check(script: Partial<Script>, name = "claude-agent-acp", env: Record<string, string> = {}) {
  const program = writeFakeAgent(folder(), { turns: [[]], ...script }, name);
  const PATH = `${dirname(program)}:/usr/bin:/bin`;
  return baton(["agent", "check", name === "claude-agent-acp" ? "claude" : `acp:${program}`, "--json"], {
    cwd: folder(),
    env: { PATH, ...env },
  });
}

test("agent list says what is installed, which variables are set by name, and what to install; never a value", async () => {
  const PATH = pathWith({ "claude-agent-acp": "echo nothing", codex: "echo codex-cli 9.8.7" });
  const { code, stdout, stderr, json } = await baton(["agent", "list", "--json"], {
    cwd: folder(),
    env: { PATH, ANTHROPIC_API_KEY: "sk-secret", GEMINI_API_KEY: "" },
  });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).not.toContain("sk-secret");
  const agents = json.data["agents"] as Record<string, unknown>[];
  expect(agents.map(({ name }) => name)).toEqual(["claude", "codex", "gemini", "opencode", "qwen"]);
  expect([agents[0], agents[2]].map((agent) => agent?.["usable_over"])).toEqual(["acp", null]);
  expect(agents[0]).toMatchObject({
    acp: { program: "claude-agent-acp", path: join(PATH, "claude-agent-acp"), version: null },
    headless: { program: "claude", path: null },
    env_set: expect.arrayContaining(["ANTHROPIC_API_KEY"]),
  });
  expect(agents[1]).toMatchObject({
    acp: { path: null, install: "npm install -g @agentclientprotocol/codex-acp" },
    headless: { version: "9.8.7" },
  });
  expect(agents[2]?.["env_set"]).not.toContain("GEMINI_API_KEY");
});

test("agent check opens a session without a question, and tells protocol, modes and logins", async () => {
  const modes = {
    currentModeId: "default",
    availableModes: [
      { id: "default", name: "Default" },
      { id: "acceptEdits", name: "Accept" },
    ],
  };
  const { code, stderr, json } = await check({ session: { modes } });
  expect([code, stderr]).toEqual([0, ""]);
  expect(json.data).toMatchObject({
    name: "claude",
    protocol_version: 1,
    agent: { name: "fixer", version: "1.2.3" },
    modes: ["default", "acceptEdits"],
    mode: "acceptEdits",
    auth_methods: [],
    failure: null,
  });
});

test("agent check says which step failed, and when a login is wanted", async () => {
  const { code, stderr, json } = await check({ auth: "browser" });
  expect([code, stderr, json.ok, json.error?.code]).toEqual([12, "", false, "AGENT_UNAUTHORIZED"]);
  expect(json.error?.hint).toContain("ANTHROPIC_API_KEY");
  expect(json.data["failure"]).toMatchObject({ step: "session/new", wants_login: true });
  const other = await check({ protocolVersion: 2 }, "fixer");
  expect([other.code, other.json.error?.code]).toEqual([1, "AGENT_BROKEN"]);
  expect(other.json.error?.message).toContain("version 2");
});

test("an agent that is not installed, misspelled or not a program is named with what to type instead", async () => {
  const env = { PATH: pathWith({}) };
  const ask = async (name: string) => baton(["agent", "check", name, "--json"], { cwd: folder(), env });
  const missing = await ask("codex");
  expect([missing.code, missing.json.error?.code]).toEqual([2, "AGENT_UNKNOWN"]);
  expect(missing.json.error?.hint).toContain("npm install -g @agentclientprotocol/codex-acp");
  expect((await ask("claud")).json.error?.hint).toContain("Did you mean claude?");
  expect((await ask("acp:agent | tee log")).json.error?.hint).toContain("without shell syntax");
  expect((await ask("acp:nowhere --acp")).json.error?.message).toContain("nowhere");
});

test("agent check of a program of one's own says whether it can be started, by the name that run takes", async () => {
  const ask = async (name: string) => baton(["agent", "check", name, "--json"], { cwd: folder() });
  const found = await ask("command:cat");
  expect([found.code, found.json.data["name"], found.json.data["program"]]).toEqual([
    0,
    "cat",
    expect.stringMatching(/\/cat$/),
  ]);
  const gone = await ask("command:/nowhere/agent");
  expect([gone.code, gone.json.error?.code]).toEqual([2, "AGENT_UNKNOWN"]);
  expect((await ask("replay:/nowhere")).json.error?.code).toBe("REPLAY_INVALID");
});

test("agent check of a program without its adapter starts it for its version, and says what that leaves open", async () => {
  const env = { PATH: `${pathWith({ codex: "echo codex-cli 9.8.7", claude: "exit 3" })}:/usr/bin:/bin` };
  const ask = async (name: string) => baton(["agent", "check", name, "--json"], { cwd: folder(), env });
  expect((await ask("codex")).json.data).toMatchObject({ specification: "headless:codex", version: "9.8.7" });
  const broken = await ask("headless:claude");
  expect(broken).toMatchObject({ code: 1, stderr: "" });
  expect(broken.json.error).toMatchObject({ code: "AGENT_BROKEN" });
});
