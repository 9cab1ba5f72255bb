import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHeadlessAgent } from "../../../src/agents/headless/headless-agent.ts";
import type { AgentAnswer, AgentTurn, Containment } from "../../../src/agents/port.ts";
import { PROFILES } from "../../../src/agents/profiles/table.ts";
import { packetText } from "../../support/packet.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "headless-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RESULT = '{"type":"result","subtype":"success","is_error":false,"result":"STATUS: DONE"}';
const refused = (status: number): string =>
  JSON.stringify({ type: "result", subtype: "success", is_error: true, api_error_status: status, result: "no" });

interface Play {
  readonly name?: "claude" | "codex";
  readonly env?: Record<string, string>;
  readonly turn?: Partial<AgentTurn>;
}

/** A turn of an agent whose program is a shell script. */
async function play(script: string, { name = "claude", env = {}, turn = {} }: Play = {}): Promise<AgentAnswer> {
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  const profile = PROFILES.find((each) => each.name === name);
  if (profile === undefined) throw new Error(`no profile ${name}`);
  const agent = createHeadlessAgent({
    profile,
    program,
    env: { PATH: process.env["PATH"], ...env },
    retry: { wait: async () => {} },
  });
  return agent.run({ packet: packetText({ context: "The context." }), workspace: folder, timeoutMs: 600_000, ...turn });
}

/** One that nobody has waited for yet still has an id, but no memory to run in. */
function isAtWork(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/statm`, "utf8") !== "0 0 0 0 0 0 0\n";
  } catch {
    return false;
  }
}

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("a turn", () => {
  test("gives the prompt on standard input, in the clone, and takes the final message", async () => {
    const answer = await play(`cat > prompt.txt; pwd > place.txt; echo '${RESULT}'`);
    expect(answer).toMatchObject({ text: "STATUS: DONE", end: "answered", diagnostics: "" });
    expect(read("prompt.txt")).toContain("The context.");
    expect(read("place.txt").trim()).toBe(folder);
  });

  test("keeps every line in the transcript, also what is no JSON", async () => {
    const { transcript = "", text } = await play(`echo 'warning: {"type'; echo '${RESULT}'; printf '{"type":"resu'`);
    const lines = transcript
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines).toEqual([
      { stray: "no JSON", text: 'warning: {"type' },
      JSON.parse(RESULT),
      { stray: "no JSON", text: '{"type":"resu' },
      { end: "answered", exit_code: 0, reason: "" },
    ]);
    expect(text).toBe("STATUS: DONE");
  });

  test("survives a line that never ends", async () => {
    const { transcript, end } = await play(`head -c 9000000 /dev/zero | tr '\\0' x; echo; echo '${RESULT}'`);
    expect(end).toBe("answered");
    expect(transcript).toContain('{"stray":"a line too long to be read","size_bytes":9000000}');
  });

  test("lets none of the user's other variables through", async () => {
    await play(`env > env.txt; echo '${RESULT}'`, { env: { ANTHROPIC_API_KEY: "key", NPM_TOKEN: "secret" } });
    expect(read("env.txt")).toContain("ANTHROPIC_API_KEY=key");
    expect(read("env.txt")).toContain("CLAUDE_CODE_MAX_RETRIES=2");
    expect(read("env.txt")).not.toContain("secret");
  });

  test("ends what the program left in the background", async () => {
    const { end } = await play(`sleep 1000 & echo $! > pid.txt; echo '${RESULT}'`);
    expect(end).toBe("answered");
    expect(isAtWork(Number(read("pid.txt")))).toBe(false);
  });
});

describe("how it ended", () => {
  test("an exit code of 0 without a word is an end of its own, with no answer", async () => {
    expect(await play("exit 0")).toMatchObject({ text: "", end: "answered" });
  });

  test("another exit code without a word is a crash, told with what it printed", async () => {
    const { end, diagnostics } = await play("echo 'out of luck' >&2; exit 7");
    expect(end).toBe("crashed");
    expect(diagnostics).toBe("out of luck\nthe agent's program ended, exit code 7");
  });

  test("an answer that was given stays one, whatever the exit code", async () => {
    expect(await play(`echo '${RESULT}'; exit 1`)).toMatchObject({ text: "STATUS: DONE", end: "answered" });
  });

  test("a program that is killed is a crash, whatever it complained of before", async () => {
    const { end } = await play("echo x >> tries.txt; echo 'failed to connect to the WebSocket' >&2; kill -9 $$");
    expect(end).toBe("crashed");
    expect(read("tries.txt")).toBe("x\n");
  });

  test("a program that cannot be started is a crash that says so", async () => {
    const { end, diagnostics } = await play("", { turn: { workspace: join(folder, "gone") } });
    expect(end).toBe("crashed");
    expect(diagnostics).toContain("could not be started");
  });

  test("success with an error in it is the error", async () => {
    expect(await play(`echo '${refused(401)}'`)).toMatchObject({ end: "unauthorized" });
    expect(await play(`echo '${refused(402)}'`)).toMatchObject({ end: "budget_spent" });
  });

  test("a silent program is ended when it is told to stop", async () => {
    const stop = new AbortController();
    const answer = await play("echo; sleep 1000", { turn: { signal: stop.signal, onOutput: () => stop.abort() } });
    expect(answer).toMatchObject({ text: "", end: "aborted" });
  });

  test("a program that does not end in its time is ended", async () => {
    expect(await play("sleep 1000", { turn: { timeoutMs: 50 } })).toMatchObject({ end: "timeout" });
  });

  test("an overloaded provider is asked again, and the next session goes on", async () => {
    const answer = await play(
      `cat > prompt.txt; if [ -e tried ]; then echo '${RESULT}'; else touch tried; echo '${refused(529)}'; exit 1; fi`,
    );
    expect(answer).toMatchObject({ text: "STATUS: DONE", end: "answered" });
    expect(read("prompt.txt")).toContain("An earlier session");
  });

  test("a provider that fails again and again ends the turn", async () => {
    const answer = await play(`echo x >> tries.txt; echo '${refused(529)}'; exit 1`);
    expect(answer.end).toBe("provider_failed");
    expect(read("tries.txt")).toBe("x\n".repeat(6));
  });
});

describe("containment and metering", () => {
  const walls = (level: Containment["level"]): Containment => ({
    level,
    wrap: (argv, { workspace, home }) => [
      "env",
      `WALLS=${workspace}:${home.map(({ path }) => path).join(":")}`,
      ...argv,
    ],
  });

  test("the program starts behind the walls of the run, with its own places named", async () => {
    const env = { HOME: "/srv/user" };
    await play(`echo "$WALLS" > walls.txt; echo '${RESULT}'`, { env, turn: { containment: walls("I2") } });
    expect(read("walls.txt")).toContain(`${folder}:`);
    expect(read("walls.txt")).toContain("/srv/user/.claude");
  });

  test.each([
    ["I1", "workspace-write"],
    ["I2", "danger-full-access"],
  ] as const)("at %s Codex' own sandbox is %s", async (level, sandbox) => {
    await play('for each; do echo "$each"; done > arguments.txt', {
      name: "codex",
      turn: { containment: walls(level) },
    });
    expect(read("arguments.txt")).toContain(`--sandbox\n${sandbox}\n`);
  });

  test("where models are asked reaches each program in its own way", async () => {
    const turn = { endpoints: { anthropic: "http://a", openai: "http://o/v1", gemini: "http://g" } };
    const script = 'for each; do echo "$each"; done > arguments.txt; env > env.txt';
    await play(script, { turn });
    expect(read("env.txt")).toContain("ANTHROPIC_BASE_URL=http://a\n");
    await play(script, { name: "codex", turn });
    expect(read("arguments.txt")).toContain('-c\nmodel_providers.metered.base_url="http://o/v1"\n');
  });
});
