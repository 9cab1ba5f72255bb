import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAgent } from "../../src/agents/create-agent.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function install(...programs: string[]): { PATH: string } {
  for (const program of programs) {
    writeFileSync(join(folder, program), "#!/bin/sh\n");
    chmodSync(join(folder, program), 0o755);
  }
  return { PATH: folder };
}

test("an agent that is named is spoken to by its adapter", () => {
  const env = install("claude", "claude-agent-acp");
  expect(createAgent("claude", env)).toMatchObject({ name: "claude", specification: "claude" });
  expect(createAgent("acp:claude", env)).toMatchObject({ name: "claude", specification: "acp:claude" });
});

test("where its adapter is missing and its own program is there, that is started", () => {
  expect(createAgent("claude", install("claude"))).toMatchObject({ name: "claude", specification: "headless:claude" });
  expect(() => createAgent("acp:claude", install("claude"))).toThrow("claude-agent-acp is not on PATH");
});

test("headless:NAME takes the program also beside an adapter", () => {
  const env = install("codex", "codex-acp");
  expect(createAgent("headless:codex", env)).toMatchObject({ name: "codex", specification: "headless:codex" });
});

test("what is not here is refused with what to install, what is not known with what was meant", () => {
  expect(() => createAgent("headless:codex", install("codex-acp"))).toThrow("codex is not on PATH");
  expect(() => createAgent("claude", install())).toThrow("claude-agent-acp is not on PATH");
  expect(() => createAgent("headless:cluade", install())).toThrow(
    expect.objectContaining({ code: "AGENT_UNKNOWN", hint: expect.stringContaining("Did you mean claude?") as string }),
  );
});
