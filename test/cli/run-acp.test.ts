import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { DIVIDE, MULTIPLY, UNREVIEWED, spec } from "../support/calc-project.ts";
import { baton, type CliResult } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";
import { writeFakeAgent, type Deed, type Script } from "../support/acp/script.ts";

const scenes: Scene[] = [];
afterAll(() => {
  for (const scene of scenes) scene.remove();
});

interface AcpScene extends Scene {
  /** `run` with the fake agent. */
  readonly work: (...args: string[]) => Promise<CliResult>;
  readonly acp: string;
  /** A file that the fake agent wrote for the test, line by line. */
  readonly notes: (name: string) => unknown[];
}

/** The calculator with one feature to build, and an agent that speaks the protocol and follows a script. */
async function scene(
  turns: Script["turns"] | ((outside: Scene) => Script["turns"]),
  text = spec(MULTIPLY),
  env: Record<string, string> = {},
): Promise<AcpScene> {
  const opened = await openScene("exit 1", { text, env, base: UNREVIEWED });
  scenes.push(opened);
  const program = writeFakeAgent(opened.outside, { turns: typeof turns === "function" ? turns(opened) : turns });
  const acp = `acp:${program}`;
  return {
    ...opened,
    acp,
    work: async (...args) => opened.baton(["run", "--agent", acp, ...args]),
    notes: (name) => linesOf(join(opened.outside, name)),
  };
}

const linesOf = (path: string): unknown[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line))
    : [];

const passes = ({ json }: CliResult): unknown =>
  (json.data["features"] as { passes: boolean }[]).map((feature) => feature.passes);
const codesOf = ({ json }: CliResult): string[] =>
  (json.data["turns"] as { findings: { code: string; severity: string }[] }[]).flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === "error").map(({ code }) => code),
  );
const outcomesOf = ({ json }: CliResult): unknown[] =>
  (json.data["turns"] as { outcome: string }[]).map(({ outcome }) => outcome);
const lossesOf = ({ events }: Scene): { code: string; detail: string }[] =>
  events().flatMap((event) => (event.type === "attempt_lost" ? [{ code: event.code, detail: event.detail }] : []));

const isAlive = (pid: unknown): boolean => {
  try {
    return readFileSync(`/proc/${String(pid)}/environ`).length > 0;
  } catch {
    return false;
  }
};

const HONEST: readonly Deed[] = [{ do: "honest" }, { do: "envelope" }];
const OVERLOADED: Deed = { do: "error", code: -32603, message: "Internal error: API Error: 529 Overloaded." };

// Each has a repository of its own, and some of them wait.
describe.concurrent("an agent over ACP", () => {
  test("honest fixes of an agent over ACP are proven, answered without a return, and what it said is kept", async () => {
    const { work, events } = await scene([HONEST], spec(MULTIPLY, DIVIDE));
    const result = await work();
    expect([result.code, result.stderr, passes(result)]).toEqual([0, "", [true, true]]);
    const turns = result.json.data["turns"] as { answer_violations: unknown[] }[];
    expect(turns.map(({ answer_violations: violations }) => violations)).toEqual([[], []]);
    expect(JSON.stringify(events())).toContain("transcript");
  });

  test("a false done is refused twice and goes to a person", async () => {
    const { work } = await scene([[{ do: "envelope" }]]);
    const result = await work();
    expect([result.code, passes(result), outcomesOf(result)]).toEqual([12, [false], ["not_proven", "not_proven"]]);
  });

  test("a weakened test is refused", async () => {
    const { work } = await scene([
      [
        { do: "honest" },
        { do: "write", path: "src/add.js", text: "export const add = (a, b) => a - b;\n" },
        {
          do: "write",
          path: "test/add.test.js",
          text: 'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.ok(add(1, 2) !== undefined));\n',
        },
        { do: "envelope" },
      ],
    ]);
    const result = await work("--max-turns", "1");
    expect([result.code, passes(result)]).toEqual([10, [false]]);
    expect(codesOf(result)).toContain("TEST_WEAKENED");
  });

  test("an edit outside of the assigned files is undone and named", async () => {
    const { work, repository } = await scene(
      [[{ do: "write", path: "src/add.js", text: "export const add = (a, b) => b + a; // mine\n" }, ...HONEST], HONEST],
      spec(MULTIPLY).replace("Test: `node", "Files: src/mul.js\nTest: `node"),
    );
    const result = await work();
    expect([result.code, passes(result), codesOf(result)]).toEqual([0, [true], ["SCOPE_EXCEEDED"]]);
    expect(readFileSync(join(repository.directory, "src/add.js"), "utf8")).not.toContain("mine");
  });

  test("an agent gets out of its folder by no method and no permission, and what it does by itself to the branch voids the attempt", async () => {
    const { work, repository, notes } = await scene(({ repository: { directory }, outside }) => [
      [
        { do: "call", method: "fs/write_text_file", params: { path: join(directory, "escaped.txt"), content: "x" } },
        {
          do: "ask",
          toolCall: { title: "Write", kind: "edit", rawInput: { file_path: join(outside, "escaped.txt") } },
          allowed: [{ do: "write", path: join(outside, "escaped.txt"), text: "x" }],
        },
        { do: "write", path: join(directory, ".git/refs/heads/mine"), text: "" },
        { do: "write", path: join(directory, ".git/HEAD"), text: "ref: refs/heads/mine\n" },
        ...HONEST,
      ],
    ]);
    const head = readFileSync(join(repository.directory, ".git/HEAD"), "utf8");
    const result = await work("--max-turns", "1");
    expect(notes("answers.jsonl")).toMatchObject([{ error: { code: -32601 } }, { optionId: "no" }]);
    expect(existsSync(join(repository.directory, "escaped.txt"))).toBe(false);
    expect([result.code, codesOf(result)]).toEqual([10, ["CONTROL_TOUCHED"]]);
    writeFileSync(join(repository.directory, ".git/HEAD"), head);
    rmSync(join(repository.directory, ".git/refs/heads/mine"));
  });

  test("an agent that talks without end is ended by the turn's time, and its attempt is no failure of the task", async () => {
    const opened = await scene([[{ do: "hang", talks: true }], HONEST]);
    const result = await opened.work("--turn-seconds", "8");
    expect([result.code, passes(result), outcomesOf(result)]).toEqual([0, [true], ["lost", "proven"]]);
    expect(lossesOf(opened).map(({ code }) => code)).toEqual(["TASK_TIMEOUT"]);
  });

  test("an agent that hangs in silence has stalled", async () => {
    const opened = await scene([[{ do: "hang", obeys: true }]]);
    const result = await opened.work("--stall-seconds", "4", "--max-turns", "1");
    expect([result.code, outcomesOf(result)]).toEqual([10, ["lost"]]);
    expect(lossesOf(opened).map(({ code }) => code)).toEqual(["TASK_STALLED"]);
  });

  test("a refused key ends the run and asks for a login; no attempt is spent", async () => {
    const opened = await scene([
      [{ do: "error", code: -32603, message: "Internal error: Invalid API key · Fix external API key" }],
      HONEST,
    ]);
    const refused = await opened.work();
    expect([refused.code, refused.json.error?.code]).toEqual([12, "AGENT_UNAUTHORIZED"]);
    const resumed = await opened.baton(["resume"]);
    expect([resumed.code, passes(resumed)]).toEqual([0, [true]]);
  });

  test("a spent budget ends the run", async () => {
    const { work } = await scene([[{ do: "error", code: -32603, message: "Internal error: API Error: 402 budget" }]]);
    const result = await work();
    expect([result.code, result.json.error?.code]).toEqual([10, "BUDGET_SPENT"]);
  });

  test("an overloaded provider is asked again within the same attempt, and the work is proven", async () => {
    const opened = await scene([[{ do: "honest" }, OVERLOADED], [{ do: "envelope" }]]);
    const result = await opened.work();
    expect([result.code, passes(result), outcomesOf(result)]).toEqual([0, [true], ["proven"]]);
    expect(opened.notes("started.jsonl")).toHaveLength(2);
  });

  test("an agent that crashes in the middle loses its attempt with its last words, and nothing of its children is left", async () => {
    const opened = await scene([
      [{ do: "leave" }, { do: "stderr", text: "no memory left" }, { do: "exit", code: 9 }],
      HONEST,
    ]);
    const result = await opened.work();
    expect([result.code, outcomesOf(result)]).toEqual([0, ["lost", "proven"]]);
    expect(lossesOf(opened)).toEqual([{ code: "ATTEMPT_LOST", detail: expect.stringContaining("no memory left") }]);
    expect(isAlive(opened.notes("child.pid")[0])).toBe(false);
  });

  test("a harness that is killed in the middle of a turn leaves an agent that the next one ends before it goes on", async () => {
    const opened = await scene([[{ do: "leave" }, { do: "hang", talks: true }], HONEST]);
    const kill = new AbortController();
    const killed = baton(["run", "--agent", opened.acp, "--json"], {
      cwd: opened.repository.directory,
      kill: kill.signal,
    });
    while (opened.notes("hanging.jsonl").length === 0) await sleep(50);
    kill.abort();
    await killed;
    const resumed = await opened.baton(["resume"]);
    expect([resumed.code, passes(resumed)]).toEqual([0, [true]]);
    const [agent] = opened.notes("started.jsonl") as { pid: number }[];
    expect([agent?.pid, opened.notes("child.pid")[0]].map(isAlive)).toEqual([false, false]);
  });

  test("a recorded run of an agent over ACP is played again with the same result, cost and words", async () => {
    const usage: Deed = {
      do: "end",
      stopReason: "end_turn",
      more: { usage: { totalTokens: 30, inputTokens: 20, outputTokens: 10 } },
    };
    const recorded = await scene([[{ do: "envelope" }], [...HONEST, usage]]);
    const file = join(recorded.outside, "recording.jsonl");
    const first = await recorded.work("--record", file);
    expect(outcomesOf(first)).toEqual(["not_proven", "proven"]);
    const played = await scene([[]]);
    const again = await played.baton(["run", "--agent", `replay:${file}`]);
    expect([again.code, outcomesOf(again)]).toEqual([0, outcomesOf(first)]);
    for (const folder of ["src", "test"])
      expect(played.repository.git("rev-parse", `HEAD:${folder}`)).toBe(
        recorded.repository.git("rev-parse", `HEAD:${folder}`),
      );
    const turns = linesOf(file).slice(1) as { usage: { tokens: number | null }; transcript: string }[];
    expect(turns.map(({ usage: { tokens } }) => tokens)).toEqual([null, 30]);
    expect(turns.every(({ transcript }) => transcript.includes("agent_message_chunk"))).toBe(true);
  });

  test("further variables of the user's reach the agent by name only, also when the run is resumed, and one that is not set is an error", async () => {
    const {
      work,
      baton: call,
      acp,
      notes,
      repository,
    } = await scene([[{ do: "environment" }]], spec(MULTIPLY), { MINE: "m", OTHER: "o" });
    const missing = await call(["run", "--agent", acp, "--agent-env", "NOT_SET_ANYWHERE"]);
    expect([missing.code, missing.json.error?.code]).toEqual([2, "USAGE_INVALID"]);
    await work("--max-turns", "1", "--agent-env", "MINE", "--agent-env", "PATH");
    expect(notes("environment.jsonl")[0]).toContain("MINE");
    expect(notes("environment.jsonl")[0]).not.toContain("OTHER");
    // The run remembers the names; where one is not set any more, that is said before anything begins.
    const gone = await baton(["resume", "--json"], { cwd: repository.directory });
    expect([gone.code, gone.json.error?.message]).toEqual([2, expect.stringContaining("MINE")]);
    await call(["resume", "--max-turns", "1"]);
    expect(notes("environment.jsonl")[1]).toContain("MINE");
  });
});
