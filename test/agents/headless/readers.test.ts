import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LAUNCHES } from "../../../src/agents/headless/launches.ts";
import type { Outcome, Reader } from "../../../src/agents/headless/reader.ts";
import { classifyFailure, type ProviderFailure } from "../../../src/agents/provider-failure.ts";

/**
 * The fixtures are what the programs printed against the scripted provider of `test/support/model-server`: Claude Code
 * 2.1.197, Codex 0.169.0, Gemini CLI 0.61.0, OpenCode 1.18.33, Qwen Code 0.15.10. Folders and ports were made neutral, and
 * Claude's lists of what it has were emptied.
 */
type Name = keyof typeof LAUNCHES;
const FIXTURES = join(import.meta.dirname, "..", "..", "fixtures", "headless");
const NAMES: readonly Name[] = ["claude", "codex", "gemini", "opencode", "qwen"];

const linesOf = (name: Name, what: string): string[] =>
  readFileSync(join(FIXTURES, `${name}-${what}.jsonl`), "utf8")
    .trim()
    .split("\n");

function outcomeOf(name: Name, lines: readonly unknown[]): Outcome {
  const reader: Reader = LAUNCHES[name].createReader();
  for (const line of lines) reader.read(line);
  return reader.outcome();
}
const played = (name: Name, what: string): Outcome =>
  outcomeOf(
    name,
    linesOf(name, what).map((line): unknown => JSON.parse(line)),
  );

describe("what the real programs printed", () => {
  // The scripted provider counted 1000 tokens in and 50 out for each answer; Codex' 4 and Qwen's 4 answers have no side question.
  const ANSWERS: Readonly<Record<Name, number>> = { claude: 5, codex: 4, gemini: 5, opencode: 4, qwen: 4 };

  test.each(NAMES)("%s: the last message is the answer, and its tokens are counted once", (name) => {
    const { text, usage, error, end } = played(name, "answered");
    expect({ text, error, end }).toEqual({
      text: "STATUS: READY\nTASK_ID: 1\nDone with `mul`.",
      error: null,
      end: "done",
    });
    expect(usage).toMatchObject({
      label: "reported",
      tokens: 1050 * ANSWERS[name],
      input_tokens: 1000 * ANSWERS[name],
      output_tokens: 50 * ANSWERS[name],
    });
  });

  test("what a turn cost is told where the program tells it", () => {
    expect(NAMES.map((name) => played(name, "answered").usage.cost)).toEqual(["0.02675", null, null, "0.01284", null]);
  });

  const FAILURES: readonly [Name, string, ProviderFailure][] = [
    ...NAMES.map((name): [Name, string, ProviderFailure] => [name, "unauthorized", "unauthorized"]),
    ...NAMES.map((name): [Name, string, ProviderFailure] => [name, "budget", "budget_spent"]),
    ["claude", "overloaded", "transient"],
    ["codex", "overloaded", "transient"],
    ["claude", "cut", "transient"],
    ["codex", "cut", "transient"],
    ["gemini", "cut", "transient"],
    ["qwen", "cut", "transient"],
  ];
  test.each(FAILURES)("%s: %s is a failure of the provider, whatever it calls itself", (name, what, failure) => {
    const { end, error } = played(name, what);
    expect(end).toBe("failed");
    expect(classifyFailure(error ?? "")).toBe(failure);
  });

  test.each(NAMES)("%s: an error that it got over is none", (name) => {
    expect(played(name, "after-overload")).toMatchObject({ text: "after 529", error: null, end: "done" });
  });

  test.each(["gemini", "opencode", "qwen"] as const)(
    "%s: while it asks a failing provider it has not ended",
    (name) => {
      const what = name === "opencode" ? "cut" : "overloaded";
      expect(played(name, what)).toMatchObject({ text: "", error: null, end: "open" });
    },
  );
});

describe("what no program should print", () => {
  const HOSTILE: readonly unknown[] = [
    null,
    42,
    "result",
    [],
    [{ type: "result", subtype: "success", result: "no" }],
    {},
    { type: null },
    { type: "result" },
    { type: "result", subtype: "success", is_error: "no", result: { text: "no" } },
    { type: "result", status: 7 },
    { type: "assistant", message: { content: "no" } },
    { type: "assistant", message: null },
    { type: "item.completed", item: { type: "agent_message", text: ["no"] } },
    { type: "turn.failed", error: "no" },
    { type: "text", part: { text: "no" } },
    { type: "step_finish", part: {} },
    { type: "message", role: "user", content: "no" },
    { type: "error", error: { data: "no" } },
    { type: "error", message: { no: 1 } },
    { type: "__proto__", __proto__: { type: "result" } },
    { type: "something of next year", text: "no" },
  ];

  test.each(NAMES)("%s: lines of no known form change nothing", (name) => {
    expect(outcomeOf(name, HOSTILE)).toMatchObject({ text: "", error: null, end: "open" });
  });

  test.each(NAMES)("%s: they do not hide a real answer around them", (name) => {
    const real = linesOf(name, "answered").map((line): unknown => JSON.parse(line));
    const mixed = real.flatMap((line) => [...HOSTILE, line, ...HOSTILE]);
    expect(outcomeOf(name, mixed)).toEqual(played(name, "answered"));
  });

  test.each(NAMES)("%s: output torn off before its end is no answer that is done", (name) => {
    const real = linesOf(name, "answered")
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line));
    expect(outcomeOf(name, real).end).toBe("open");
  });

  test("figures that are none count as nothing", () => {
    const usage = { input_tokens: -1, output_tokens: 0.5 };
    expect(outcomeOf("codex", [{ type: "turn.completed", usage }])).toMatchObject({
      usage: { label: "unknown" },
      end: "done",
    });
  });

  test("what was said before a tool was called is not the answer", () => {
    const said = (content: string): unknown => ({ type: "message", role: "assistant", content, delta: true });
    expect(outcomeOf("gemini", [said("I look."), { type: "tool_use" }, said("Do"), said("ne.")]).text).toBe("Done.");
  });

  test("a subagent's words are not the agent's answer", () => {
    const said = (text: string, parent: string | null): unknown => ({
      type: "assistant",
      parent_tool_use_id: parent,
      message: { content: [{ type: "text", text }] },
    });
    expect(outcomeOf("claude", [said("mine", null), said("its", "toolu_1")]).text).toBe("mine");
  });
});
