import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createAgent } from "../../src/agents/create-agent.ts";
import { createReplayAgent } from "../../src/agents/replay.ts";
import { UNKNOWN_USAGE } from "../../src/schema/usage-sums.ts";
import type { RecordedTurn } from "../../src/schema/recording.ts";
import { packetText } from "../support/packet.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "baton-replay-test-"));
  folders.push(path);
  return path;
}

const HEADER = '{"type":"recording","v":1,"agent":"worker"}';
const FEATURE = { id: "feat_001_multiply", description: "Multiply", steps: [] };
const turnOf = (changes: Partial<RecordedTurn> = {}): RecordedTurn => ({
  type: "turn",
  task_id: "T001",
  feature_id: FEATURE.id,
  attempt: 1,
  answer_only: 0,
  gate: "",
  round: 0,
  end: "answered",
  text: "done",
  diagnostics: "",
  usage: UNKNOWN_USAGE,
  transcript: "",
  duration_ms: 1,
  changes: [],
  ...changes,
});
const write = (path: string, content = "x") => ({ path, mode: "100644", encoding: "utf8", content }) as const;

function recordingOf(...turns: unknown[]): string {
  const file = join(folder(), "recording.jsonl");
  writeFileSync(file, [HEADER, ...turns.map((turn) => JSON.stringify(turn)), ""].join("\n"));
  return file;
}

const play = (file: string, changes: Parameters<typeof packetText>[0] = {}, workspace = folder()) =>
  createReplayAgent(file).run({ packet: packetText(changes), workspace, timeoutMs: 1000 });
const answerOnly = { turn: 1, violations: [], diff_summary: "", form: "" };

test("each attempt is answered as recorded, whatever was played before and in whichever process", async () => {
  const file = recordingOf(
    turnOf({ text: "first" }),
    turnOf({ text: "mended", answer_only: 1 }),
    turnOf({ text: "second", attempt: 2 }),
    turnOf({ text: "other", task_id: "T002", feature_id: "feat_002_divide" }),
  );
  expect((await play(file, { attempt: 2 })).text).toBe("second");
  expect((await play(file)).text).toBe("first");
  expect((await play(file)).text).toBe("first");
  expect((await play(file, { answer_only: answerOnly })).text).toBe("mended");
  const feature = { ...FEATURE, id: "feat_002_divide" };
  expect((await play(file, { task_id: "T002", feature })).text).toBe("other");
});

test("its name is the recorded agent's, and its specification finds the file from anywhere", () => {
  const file = recordingOf();
  expect(createAgent(`replay:${file}`, {})).toMatchObject({ name: "worker", specification: `replay:${file}` });
});

test("an attempt that was not recorded is named, and nothing is done", async () => {
  const file = recordingOf(turnOf({ changes: [write("a.txt")] }));
  const workspace = folder();
  await expect(play(file, { attempt: 2 }, workspace)).rejects.toMatchObject({
    code: "REPLAY_MISSING",
    message: expect.stringContaining("attempt 2 of T001 (feat_001_multiply)"),
  });
  await expect(play(file, { answer_only: answerOnly }, workspace)).rejects.toMatchObject({ code: "REPLAY_MISSING" });
  expect(existsSync(join(workspace, "a.txt"))).toBe(false);
});

test.each([
  "../out.txt",
  "a/../../out.txt",
  "/out.txt",
  "C:/out.txt",
  ".git/config",
  "a/.GIT/hooks/x",
  "a\\b",
  "a//b",
  "",
])("a recording that names %j is refused as a whole", (path) => {
  const file = recordingOf(turnOf(), turnOf({ attempt: 2, changes: [write(path)] }));
  expect(() => createReplayAgent(file)).toThrow(
    expect.objectContaining({ code: "REPLAY_INVALID", message: expect.stringContaining(`${file}:3`) as string }),
  );
  const removing = recordingOf(turnOf({ changes: [{ path, content: null }] }));
  expect(() => createReplayAgent(removing)).toThrow(expect.objectContaining({ code: "REPLAY_INVALID" }));
});

test("nothing is written or removed through a link, neither the clone's own nor a recorded one", async () => {
  const outside = folder();
  writeFileSync(join(outside, "precious.txt"), "precious");
  const workspace = folder();
  symlinkSync(outside, join(workspace, "way"));
  const refused = expect.objectContaining({ code: "REPLAY_INVALID" }) as Error;
  await expect(play(recordingOf(turnOf({ changes: [write("way/new.txt")] })), {}, workspace)).rejects.toEqual(refused);
  const removal = recordingOf(turnOf({ changes: [{ path: "way/precious.txt", content: null }] }));
  await expect(play(removal, {}, workspace)).rejects.toEqual(refused);
  const link = { path: "door", mode: "120000", encoding: "utf8", content: outside } as const;
  await expect(play(recordingOf(turnOf({ changes: [link, write("door/new.txt")] })), {}, workspace)).rejects.toEqual(
    refused,
  );
  expect(existsSync(join(outside, "new.txt"))).toBe(false);
  expect(readFileSync(join(outside, "precious.txt"), "utf8")).toBe("precious");
});

test("a link or a folder that stands where a file was recorded is replaced, not followed", async () => {
  const outside = join(folder(), "precious.txt");
  writeFileSync(outside, "precious");
  const workspace = folder();
  symlinkSync(outside, join(workspace, "a.txt"));
  mkdirSync(join(workspace, "b.txt"));
  await play(recordingOf(turnOf({ changes: [write("a.txt"), write("b.txt")] })), {}, workspace);
  expect([readFileSync(join(workspace, "a.txt"), "utf8"), readFileSync(join(workspace, "b.txt"), "utf8")]).toEqual([
    "x",
    "x",
  ]);
  expect(readFileSync(outside, "utf8")).toBe("precious");
});

test.each([
  ["an unknown key", { ...turnOf(), note: "?" }],
  ["an end that no agent has", { ...turnOf(), end: "aborted" }],
  ["an attempt before the first", turnOf({ attempt: 0 })],
])("a recording with %s is refused", (_, turn) => {
  expect(() => createReplayAgent(recordingOf(turn))).toThrow(expect.objectContaining({ code: "REPLAY_INVALID" }));
});

test.each([
  ["is not there", null],
  ["is empty", ""],
  ["holds no JSON", "hello\n"],
  ["has a later version", '{"type":"recording","v":2,"agent":"worker"}\n'],
])("a file that %s is refused with its name", (_, text) => {
  const file = join(folder(), "recording.jsonl");
  if (text !== null) writeFileSync(file, text);
  expect(() => createAgent(`replay:${file}`, {})).toThrow(
    expect.objectContaining({ code: "REPLAY_INVALID", message: expect.stringContaining(file) as string }),
  );
});
