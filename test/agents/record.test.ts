import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Agent, AgentAnswer } from "../../src/agents/port.ts";
import { recordAgent } from "../../src/agents/record.ts";
import { openRecording, readRecording } from "../../src/agents/recording-file.ts";
import { createReplayAgent } from "../../src/agents/replay.ts";
import { createRedactor } from "../../src/util/redact.ts";
import { packetText } from "../support/packet.ts";
import { fingerprintBelow } from "../support/cli.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "baton-record-test-"));
  folders.push(path);
  return path;
}

/** A clone with one commit, as an agent gets it. */
function clone(): string {
  const path = join(folder(), "clone");
  mkdirSync(join(path, "src"), { recursive: true });
  writeFileSync(join(path, "src/kept.txt"), "kept\n");
  writeFileSync(join(path, "src/old.txt"), "old\n");
  writeFileSync(join(path, ".gitignore"), "artifacts/\nignored.txt\n");
  execFileSync("git", ["init", "--quiet", path]);
  return path;
}

const agentOf = (work: (workspace: string) => void, answer: Partial<AgentAnswer> = {}): Agent => ({
  name: "worker",
  specification: "command:/worker",
  async run({ workspace }) {
    work(workspace);
    return { text: "done", end: "answered", diagnostics: "", durationMs: 1.5, ...answer };
  },
});
const plain = (text: string): string => text;
const turnIn = (workspace: string, attempt = 1) => ({ packet: packetText({ attempt }), workspace, timeoutMs: 1000 });

test("whatever an agent did to its clone, a replay does to a fresh one, byte for byte", async () => {
  const worked = clone();
  const fresh = join(folder(), "clone");
  cpSync(worked, fresh, { recursive: true });
  const file = join(folder(), "deep", "recording.jsonl");
  const agent = agentOf((at) => {
    rmSync(join(at, "src/old.txt"));
    writeFileSync(join(at, "src/new.txt"), "schön\n");
    writeFileSync(join(at, "tool.sh"), "#!/bin/sh\n");
    chmodSync(join(at, "tool.sh"), 0o755);
    writeFileSync(join(at, "bytes.bin"), Buffer.from([0, 255, 254, 10]));
    symlinkSync("src/kept.txt", join(at, "link"));
    mkdirSync(join(at, "artifacts/reports"), { recursive: true });
    writeFileSync(join(at, "artifacts/reports/a.json"), "{}");
  });
  const recorded = await recordAgent(agent, file, plain).run(turnIn(worked));
  const replayed = await createReplayAgent(file).run(turnIn(fresh));
  expect(fingerprintBelow(fresh, [".git"])).toEqual(fingerprintBelow(worked, [".git"]));
  expect([replayed.text, replayed.end]).toEqual([recorded.text, recorded.end]);
});

test("commits and configuration that an agent makes in its clone hide nothing from the recording", async () => {
  const workspace = clone();
  const file = join(folder(), "recording.jsonl");
  const agent = agentOf((at) => {
    const git = (...args: string[]): void => void execFileSync("git", ["-C", at, ...args], { stdio: "ignore" });
    writeFileSync(join(at, "src/new.txt"), "new\n");
    git("config", "core.excludesFile", join(at, "src/kept.txt"));
    writeFileSync(join(at, ".git/info/exclude"), "*\n");
    git("add", "--all", "--force");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "mine");
  });
  await recordAgent(agent, file, plain).run(turnIn(workspace));
  expect(readRecording(file).turns[0]?.changes).toEqual([
    { path: "src/new.txt", mode: "100644", encoding: "utf8", content: "new\n" },
  ]);
});

test("secrets are taken out of answers and of files before they are written", async () => {
  const file = join(folder(), "recording.jsonl");
  const redact = createRedactor({ API_TOKEN: "hunter2hunter2" });
  const agent = agentOf((at) => writeFileSync(join(at, "src/new.txt"), "key = hunter2hunter2\n"), {
    text: "used hunter2hunter2",
    diagnostics: "hunter2hunter2",
  });
  await recordAgent(agent, file, redact).run(turnIn(clone()));
  const text = readFileSync(file, "utf8");
  expect(text).not.toContain("hunter2");
  expect(text.split("[redacted]")).toHaveLength(4);
});

test("a turn torn by a kill is not read, and the next one is recorded behind the whole ones", async () => {
  const file = join(folder(), "recording.jsonl");
  const recorded = recordAgent(
    agentOf(() => {}),
    file,
    plain,
  );
  await recorded.run(turnIn(clone(), 1));
  appendFileSync(file, '{"type":"turn","task_id":"T0');
  expect(readRecording(file).turns.map(({ attempt }) => attempt)).toEqual([1]);
  await recordAgent(
    agentOf(() => {}),
    file,
    plain,
  ).run(turnIn(clone(), 2));
  expect(readRecording(file).turns.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test("a turn that somebody broke off is no deed of the agent's", async () => {
  const file = join(folder(), "recording.jsonl");
  await recordAgent(
    agentOf(() => {}, { end: "aborted" }),
    file,
    plain,
  ).run(turnIn(clone()));
  await recordAgent(
    agentOf(() => {}, { end: "timeout" }),
    file,
    plain,
  ).run(turnIn(clone()));
  expect(readRecording(file).turns.map(({ end }) => end)).toEqual(["timeout"]);
});

test.each([
  ["another agent's recording", '{"type":"recording","v":1,"agent":"other"}\n'],
  ["a file of another kind", "# Notes\n"],
])("%s is not written over", (_, text) => {
  const file = join(folder(), "file");
  writeFileSync(file, text);
  expect(() =>
    recordAgent(
      agentOf(() => {}),
      file,
      plain,
    ),
  ).toThrow(expect.objectContaining({ code: "REPLAY_INVALID" }));
  expect(readFileSync(file, "utf8")).toBe(text);
});

test.each([
  ["nothing", ""],
  ["a part", '{"type":"recor'],
  ["zeros", "\0\0\0\0\0\0"],
])("a recording of whose first line a power cut left %s is begun anew; any other file is left alone", (_, left) => {
  const folder = mkdtempSync(join(tmpdir(), "baton-test-"));
  const path = join(folder, "run.jsonl");
  writeFileSync(path, left);
  openRecording(path, { agent: "agent" });
  expect(readRecording(path)).toEqual({ agent: "agent", turns: [] });
  writeFileSync(path, "a note without an end");
  expect(() => openRecording(path, { agent: "agent" })).toThrow(expect.objectContaining({ code: "REPLAY_INVALID" }));
  expect(readFileSync(path, "utf8")).toBe("a note without an end");
  rmSync(folder, { recursive: true });
});

test("a recording is gone on with by its own run alone", async () => {
  const file = join(folder(), "recording.jsonl");
  const agent = agentOf(() => {}, { unusable: "no JSON" });
  await recordAgent(agent, file, plain, "run-1").run(turnIn(clone(), 1));
  await recordAgent(agent, file, plain, "run-1").run(turnIn(clone(), 2));
  expect(() => recordAgent(agent, file, plain, "run-2")).toThrow(/is a recording of another run, run-1/);
  expect(readRecording(file).turns.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(await createReplayAgent(file).run(turnIn(clone(), 1))).toMatchObject({ unusable: "no JSON" });
});
