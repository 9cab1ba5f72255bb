import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { UNREVIEWED } from "../support/calc-project.ts";
import { createRepository } from "../support/repository.ts";
import { honestWork, openScene, type Scene } from "../support/scene.ts";
import { overStdio, workIn, type Era, type TestClient } from "./support.ts";

const open: { close?: () => Promise<void>; remove?: () => void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) {
    await one.close?.();
    one.remove?.();
  }
});

async function scene(script = "honest", options: Parameters<typeof openScene>[1] = {}): Promise<Scene> {
  const opened = await openScene(script, { base: UNREVIEWED, ...options });
  open.push(opened);
  return opened;
}

async function connect(cwd: string, era: Era = "auto", args: readonly string[] = []): Promise<TestClient> {
  const connected = await overStdio(cwd, era, args);
  open.push(connected);
  return connected;
}

const place = (next: { data: Record<string, unknown> }): string => String(next.data["workspace"]);
const T001 = { task_id: "T001", attempt: 1 };

test.each<Era>(["auto", "legacy"])("a %s client takes a task, works, submits, and it is proven", async (era) => {
  const { repository, events } = await scene();
  const { client, call } = await connect(repository.directory, era);
  expect(client.getProtocolEra()).toBe(era === "auto" ? "modern" : "legacy");
  expect((await call("baton_status")).data).toMatchObject({ completed: 0, total_features: 2, next: "T001" });
  const next = await call("baton_next");
  expect(next.data).toMatchObject({ ...T001, packet: { goal: "Multiply", answer_format: expect.any(String) } });
  expect(next.text).toContain("baton_submit with task_id T001, attempt 1");
  const again = await call("baton_assignment");
  expect(again.data).toMatchObject({ ...T001, workspace: place(next), packet: next.data["packet"] });
  expect((await call("baton_heartbeat", T001)).data).toMatchObject({ ...T001, at: expect.any(String) });
  const told: string[] = [];
  const submit = await call(
    "baton_submit",
    { ...T001, answer: workIn(place(next), honestWork("mul")) },
    { onprogress: ({ message }) => told.push(message ?? "") },
  );
  expect(submit).toMatchObject({
    isError: false,
    data: { proven: true, completed: 1, turn: { answer_violations: [] } },
  });
  expect(told.join("\n")).toMatch(/R2 green[^\n]*: \d+ passed/);
  expect(repository.git("log", "-2", "--format=%s")).toContain("feat: Multiply");
  expect(events().some(({ type }) => type === "task_committed")).toBe(true);
});

test("work that is not proven is a verdict with findings, no error of the tool", async () => {
  const { repository } = await scene();
  const { call } = await connect(repository.directory);
  const next = await call("baton_next");
  writeFileSync(join(place(next), "src/mul.js"), "export const mul = () => 16;\n");
  const submit = await call("baton_submit", { ...T001, answer: "all tests pass" });
  expect(submit).toMatchObject({
    isError: false,
    data: {
      proven: false,
      turn: {
        findings: [{ code: "TESTS_ABSENT", severity: "error" }, {}],
        answer_violations: [{ code: "ENVELOPE_FIELD_MISSING" }],
      },
    },
  });
  expect(submit.text).toMatch(/error [A-Z_]+: /);
});

test("wrong arguments, and work for an attempt that is not open, are coded errors with a hint and change nothing", async () => {
  const { repository, events } = await scene();
  const { call } = await connect(repository.directory);
  await call("baton_next");
  const before = events().length;
  const wrong: [string, Record<string, unknown>, string][] = [
    ["baton_submit", {}, "USAGE_INVALID"],
    ["baton_submit", { ...T001, approve: ["x"] }, "USAGE_INVALID"],
    ["baton_submit", { task_id: "T001", attempt: 2, answer: "" }, "ATTEMPT_FENCED"],
    ["baton_submit", { task_id: "T002", attempt: 1, answer: "" }, "ATTEMPT_FENCED"],
    ["baton_heartbeat", { task_id: "T001", attempt: 2 }, "ATTEMPT_FENCED"],
    ["baton_wait", { position: -1 }, "USAGE_INVALID"],
    ["baton_wait", { position: 1, seconds: 100_000 }, "USAGE_INVALID"],
    ["baton_request_approval", { approval: "0123456789ab", reason: "please" }, "RESULT_INVALID"],
    ["baton_record_artifact", { ...T001, attempt: 9, path: "artifacts/answer.md", description: "x" }, "ATTEMPT_FENCED"],
  ];
  for (const [name, args, code] of wrong) {
    const told = await call(name, args);
    expect([name, told.isError, told.code]).toEqual([name, true, code]);
    expect(told.text).toMatch(/\nNext: ./);
  }
  expect(events()).toHaveLength(before);
});

test("an artifact is kept once as a claim and never changes; links, other places and other kinds of file are refused", async () => {
  const { repository, events, outside } = await scene();
  const { call } = await connect(repository.directory);
  const folder = join(place(await call("baton_next")), "artifacts");
  const record = async (path: string): ReturnType<typeof call> =>
    call("baton_record_artifact", { ...T001, path, description: "what I saw" });
  writeFileSync(join(folder, "log.txt"), "first\n");
  const kept = await record("artifacts/log.txt");
  expect(kept.data).toMatchObject({ path: "artifacts/executor/T001/1/recorded/log.txt" });
  expect((await record("artifacts/log.txt")).data).toEqual(kept.data);
  writeFileSync(join(folder, "log.txt"), "second\n");
  expect((await record("artifacts/log.txt")).code).toBe("ARTIFACT_REFUSED");
  const secret = join(outside, "secret");
  writeFileSync(secret, "secret\n");
  symlinkSync(secret, join(folder, "link.txt"));
  symlinkSync(outside, join(folder, "linked"));
  linkSync(secret, join(folder, "hard.txt"));
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, "empty.txt"), "");
  writeFileSync(join(folder, "large.bin"), Buffer.alloc(20_000_001, 1));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const refused = ["link.txt", "linked/secret", "hard.txt", "folder", "empty.txt", "large.bin", "pipe", "gone.txt"];
  for (const name of [...refused.map((one) => `artifacts/${one}`), "artifacts/../src/add.js", "src/add.js", secret])
    expect([name, (await record(name)).code]).toEqual([name, "ARTIFACT_REFUSED"]);
  const recorded = events().filter((event) => event.type === "evidence_recorded" && event.path.includes("recorded/"));
  expect(recorded).toMatchObject([{ kind: "claim", task_id: "T001" }]);
  const published = join(repository.directory, "runs", String((await call("baton_status")).data["run_id"]));
  expect(readFileSync(join(published, String(kept.data["path"])), "utf8")).toBe("first\n");
});

test("an approval is asked for and stays pending: nothing moves until a person gives it", async () => {
  const { repository, events, baton } = await scene("honest", {
    base: { ...UNREVIEWED, ...CALCULATOR_WITH_SCRIPT },
  });
  const { call } = await connect(repository.directory);
  const next = await call("baton_next");
  const changed = {
    "package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test test/*.test.js" } }),
  };
  const answer = workIn(place(next), { ...honestWork("mul"), ...changed });
  expect((await call("baton_submit", { ...T001, answer })).data).toMatchObject({ proven: false });
  const status = await call("baton_status");
  const [asked] = status.data["approvals"] as { approval: string; code: string }[];
  expect(asked).toMatchObject({ code: "PROTECTED_PATH" });
  const id = asked?.approval ?? "";
  const pending = await call("baton_request_approval", { approval: id, reason: "the suite moved" });
  expect(pending.data).toMatchObject({ status: "pending", id, task_id: "T001" });
  expect((await call("baton_request_approval", { approval: id, reason: "again" })).data).toEqual(pending.data);
  const requests = events().filter(
    (event) => event.type === "evidence_recorded" && event.path.includes("approval_requests/"),
  );
  expect(requests).toMatchObject([{ kind: "claim" }]);
  expect((await call("baton_status")).data).toMatchObject({ completed: 0, approvals: [{ approval: id }] });
  expect(
    (await baton(["run", "--agent", "command:/bin/false", "--approve", id, "--max-turns", "1"])).json.data["completed"],
  ).toBe(1);
});

const CALCULATOR_WITH_SCRIPT = {
  "package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test" } }),
  "src/add.js": "export const add = (a, b) => a + b;\n",
  "test/add.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 2), 3));\n`,
};

test("wait answers as soon as another process changes the run, and after its time when none does", async () => {
  const { repository, baton } = await scene();
  const { call } = await connect(repository.directory);
  const position = Number((await call("baton_status")).data["position"]);
  expect((await call("baton_wait", { position, seconds: 1 })).data).toMatchObject({ changed: false, position });
  const waiting = call("baton_wait", { position, seconds: 100 });
  await baton(["note", "T001", "mind the sign"]);
  expect((await waiting).data).toMatchObject({ changed: true });
});

test("two servers on one run: the loser is told that another is at work or that its attempt is over", async () => {
  const { repository, baton, events } = await scene();
  const [first, second] = await Promise.all([connect(repository.directory), connect(repository.directory, "legacy")]);
  const next = await first.call("baton_next");
  expect((await second.call("baton_next")).data).toMatchObject({ ...T001, workspace: place(next) });
  const answer = workIn(place(next), honestWork("mul"));
  const both = await Promise.all([first, second].map(async ({ call }) => call("baton_submit", { ...T001, answer })));
  expect(both.filter(({ isError }) => !isError)).toHaveLength(1);
  expect(["LOCK_CONFLICT", "ATTEMPT_FENCED"]).toContain(both.find(({ isError }) => isError)?.code);
  expect(events().filter((event) => event.type === "task_committed" && event.task_id === "T001")).toHaveLength(1);
  await first.call("baton_next");
  await baton(["task", "retry", "T002", "--note", "give it up"]);
  await second.call("baton_next");
  expect(await first.call("baton_submit", { task_id: "T002", attempt: 1 })).toMatchObject({ code: "ATTEMPT_FENCED" });
});

test("an agent that run drives reads its own packet, from its clone and from the repository, and can hand in nothing", async () => {
  const { repository, baton, outside } = await scene(
    `echo $PWD > "$OUT/place.tmp"; mv "$OUT/place.tmp" "$OUT/place"; while [ ! -e "$OUT/go" ]; do sleep 0.1; done; honest; envelope`,
  );
  const agent = join(outside, "agent.sh");
  writeFileSync(agent, readFileSync(agent, "utf8").replaceAll("$OUT", outside));
  const running = baton(["run", "--agent", `command:${agent}`, "--max-turns", "1"]);
  while (!existsSync(join(outside, "place"))) await new Promise((resolve) => setTimeout(resolve, 50));
  const clone = readFileSync(join(outside, "place"), "utf8").trim();
  for (const cwd of [clone, repository.directory]) {
    const { call, close } = await connect(cwd);
    expect((await call("baton_assignment")).data).toMatchObject({
      ...T001,
      workspace: clone,
      driven_by: "another process",
    });
    for (const [name, args] of [
      ["baton_next", {}],
      ["baton_submit", { ...T001, answer: "STATUS: READY_FOR_QA" }],
      ["baton_heartbeat", T001],
      ["baton_record_artifact", { ...T001, path: "artifacts/answer.md", description: "x" }],
    ] as const) {
      const told = await call(name, args);
      expect([cwd, name, told.code]).toEqual([cwd, name, "ATTEMPT_FENCED"]);
      expect(told.text).toContain("artifacts/answer.md");
    }
    expect((await call("baton_status")).code).toBe(cwd === clone ? "ATTEMPT_FENCED" : undefined);
    await close();
  }
  writeFileSync(join(outside, "go"), "");
  expect((await running).json.data["completed"]).toBe(1);
});

test("a repository without a run, and a folder that is none, are coded errors of the tool or of the command", async () => {
  const repository = createRepository({ "a.txt": "a\n" });
  open.push({ remove: () => repository.remove() });
  const { call } = await connect(repository.directory);
  expect((await call("baton_status")).code).toBe("NOT_INITIALIZED");
  rmSync(join(repository.directory, ".git"), { recursive: true });
  expect((await call("baton_next")).code).toBe("NOT_A_REPOSITORY");
});
