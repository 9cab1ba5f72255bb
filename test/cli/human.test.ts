import { execSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { RunEvent } from "../../src/schema/event.ts";
import { baton as cli, type CliResult } from "../support/cli.ts";
import { honestWork, openScene, type Scene } from "../support/scene.ts";
import { UNREVIEWED } from "../support/calc-project.ts";
import type { Files } from "../support/repository.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script = "honest"): Promise<Scene> {
  const opened = await openScene(script, { base: UNREVIEWED });
  scenes.push(opened);
  return opened;
}

const placeOf = (next: CliResult): string => String(next.json.data["workspace"]);

function work(place: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(place, path), text ?? "");
}

/** What was done, without what was written down of it. */
const happened = (events: readonly RunEvent[]): string[] =>
  events.map(({ type }) => type).filter((type) => type !== "published");

/** Completes the form that lies in the clone. */
function completed(place: string): string {
  const path = join(place, "artifacts/answer.md");
  return readFileSync(path, "utf8")
    .replace("STATUS:", "STATUS: READY_FOR_QA")
    .replace("OUTPUT:", "OUTPUT: Done by hand.")
    .replace("NEXT_ACTIONS:", "NEXT_ACTIONS:\n1. test it");
}

test("H3A-21 next says what to work on with the full prompt and the files to load, and submit hands it back", async () => {
  const { repository, baton, outside } = await scene();
  const next = await baton(["next"]);
  expect([next.code, next.stderr]).toEqual([0, ""]);
  const { data } = next.json;
  expect(data).toMatchObject({ task_id: "T001", attempt: 1, agent: "human", role: "executor", opened: true });
  const prompt = String(data["prompt"]);
  for (const part of ["Multiply", "mul(8, 2) is 16", "node --test test/mul.test.js", "TASK_ID: T001", placeOf(next)])
    expect(prompt).toContain(part);
  const files = data["files_to_load"] as string[];
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(files.map((path) => path.split("/").at(-1))).toEqual(
    expect.arrayContaining(["feature_list.json", "claude-progress.txt", "CURRENT_TASK.json"]),
  );
  work(placeOf(next), honestWork("mul"));
  writeFileSync(join(outside, "answer.md"), completed(placeOf(next)));
  const submit = await baton(["submit", "--answer", join(outside, "answer.md")]);
  expect([submit.code, submit.json.ok, submit.stderr]).toEqual([0, true, ""]);
  expect(submit.json.data).toMatchObject({
    features: [{ passes: true }, { passes: false }],
    turns: [{ task: "T001", outcome: "proven", answer_violations: [] }],
  });
  expect(repository.git("log", "--format=%s|%(trailers:key=Co-authored-by,valueonly)", "-2")).toContain(
    "feat: Multiply|human <human@",
  );
  expect(repository.git("status", "--porcelain")).toBe("");
  const listed = await cli(["evidence", "list", "--task", "T001"], { cwd: repository.directory });
  expect(listed.stdout).toMatch(/ claim {4}\S+\/answer\.txt {2}What (\S+) answered \(word of \1\)\n/);
  expect(listed.stdout).not.toContain("What the agent");
  expect(existsSync(placeOf(next))).toBe(false);
  const last = await baton(["next"]);
  work(placeOf(last), honestWork("div"));
  expect((await baton(["submit", "--answer", "-"], completed(placeOf(last)))).code).toBe(0);
  expect((await baton(["status"])).json.data).toMatchObject({ status: "complete", completed: 2 });
  expect((await baton(["next"])).json.data).toMatchObject({ status: "complete" });
  const explained = await cli(["governor", "explain", "T001"], { cwd: repository.directory });
  expect(explained.stdout).toMatch(/\nNext {7}nothing: T001 is complete\n$/);
});

test("a run that only people worked on goes on by hand, and says so wherever it says how it goes on", async () => {
  const { baton, repository } = await scene();
  work(placeOf(await baton(["next"])), { "src/mul.js": "export const mul = () => 0;\n" });
  const failed = await baton(["submit"]);
  expect(failed.json.error?.hint).toBe("Go on with: baton next");
  const message = "artifacts/answer.md, which is optional, was not filled in";
  expect(failed.json.data["turns"]).toMatchObject([{ answer_violations: [{ message }] }]);
  const { stdout } = await cli(["status"], { cwd: repository.directory });
  expect(stdout).toContain("Next: T001 (baton next)");
  const explained = await baton(["governor", "explain", "T001"]);
  expect([explained.code, explained.json.data["route"]]).toEqual([0, null]);
  const run = await baton(["run"]);
  expect([run.code, run.json.error]).toMatchObject([
    2,
    {
      code: "AGENT_UNKNOWN",
      message: "this run has had no agent yet",
      hint: expect.stringContaining("By hand: baton next") as string,
    },
  ]);
});

test("text without an envelope is told as what it is, whatever file it came in, and the work is judged by itself", async () => {
  const { baton, repository } = await scene();
  const place = placeOf(await baton(["next"]));
  const absent = await baton(["submit", "--answer", "-"], "done, all good");
  expect([absent.code, absent.json.error?.message]).toEqual([
    1,
    "no file of T001 changed, and what was handed in holds no envelope",
  ]);
  work(place, honestWork("mul"));
  const { code, json } = await baton(["submit", "--answer", "-"], "done, all good");
  const message = "what was handed in as the answer holds no envelope: it is kept, and the work is judged by itself";
  expect([code, json.data["turns"]]).toMatchObject([0, [{ outcome: "proven", answer_violations: [{ message }] }]]);
  const listed = await cli(["evidence", "list", "--task", "T001"], { cwd: repository.directory });
  expect(listed.stdout).toContain("/answer.txt");
});

test("an attempt by hand that is ended says at which ref its work is kept", async () => {
  const { baton, repository } = await scene();
  work(placeOf(await baton(["next"])), { "src/mul.js": "export const mul = () => 0;\n" });
  const { stdout } = await cli(["lock", "release", "T001", "--reason", "later"], { cwd: repository.directory });
  const ref = /what was done is kept at (refs\/baton\/\S+\/T001\/1)\.\n/.exec(stdout)?.[1] ?? "";
  expect(repository.git("show", `${ref}:src/mul.js`)).toContain("mul = () => 0");
});

test("who hands in from the clone, where no run is known, is sent back to the repository", async () => {
  const { baton } = await scene();
  const place = placeOf(await baton(["next"]));
  const { code, json } = await baton(["submit", "--repo", place]);
  expect([code, json.error]).toMatchObject([
    4,
    { code: "NOT_INITIALIZED", hint: expect.stringContaining("repository it was made of") as string },
  ]);
});

test("a second next shows the same open attempt and leaves what was done in it; a lost clone is made again", async () => {
  const { baton } = await scene();
  const first = await baton(["next"]);
  work(placeOf(first), { "src/begun.js": "// begun\n" });
  const second = await baton(["next"]);
  expect(second.json.data).toMatchObject({ opened: false, attempt: 1, workspace: placeOf(first) });
  expect(second.json.data["packet"]).toEqual(first.json.data["packet"]);
  expect(existsSync(join(placeOf(first), "src/begun.js"))).toBe(true);
  rmSync(placeOf(first), { recursive: true });
  expect((await baton(["submit"])).json.error?.code).toBe("RESULT_INVALID");
  await baton(["next"]);
  expect(existsSync(join(placeOf(first), "src/add.js"))).toBe(true);
});

test("run leaves a person's open attempt alone and says how to end it", async () => {
  const { baton, run, events } = await scene();
  const next = await baton(["next"]);
  const refused = await run();
  expect([refused.code, refused.json.error?.code]).toEqual([5, "HUMAN_AT_WORK"]);
  expect(refused.json.error?.hint).toMatch(/baton submit.*baton task retry T001/);
  expect(events().filter(({ type }) => type === "attempt_lost")).toEqual([]);
  work(placeOf(next), honestWork("mul"));
  expect((await baton(["submit"])).json.data["features"]).toMatchObject([{ passes: true }, {}]);
  expect((await run()).code).toBe(0);
});

test("an attempt that a person gives up goes to the next worker, and a late submit finds nothing open", async () => {
  const { baton, run, events } = await scene();
  await baton(["next"]);
  expect((await baton(["task", "retry", "T001", "--note", "let the agent try"])).code).toBe(0);
  expect((await baton(["submit"])).json.error?.code).toBe("RESULT_INVALID");
  expect((await run()).code).toBe(0);
  const started = events().flatMap((event) =>
    event.type === "attempt_started" ? [`${event.task_id} ${event.attempt} ${event.agent}`] : [],
  );
  expect(started).toEqual(["T001 1 human", "T001 2 agent", "T002 1 agent"]);
});

test("submit without an open attempt, or with an answer that cannot be read, changes nothing", async () => {
  const { baton, events } = await scene();
  const before = events().length;
  const none = await baton(["submit"]);
  expect([none.code, none.json.error?.code]).toEqual([2, "RESULT_INVALID"]);
  const unread = await baton(["submit", "--answer", "gone.md"]);
  expect([unread.code, unread.json.error?.code]).toEqual([2, "RESULT_INVALID"]);
  expect(events()).toHaveLength(before);
});

test("a person's work is judged like an agent's: 10 when it is not proven, 12 when it failed twice", async () => {
  const { baton } = await scene();
  const first = await baton(["next"]);
  work(placeOf(first), { "src/mul.js": "export const mul = () => 16;\n" });
  const refused = await baton(["submit"]);
  expect([refused.code, refused.json.ok]).toEqual([10, false]);
  const again = await baton(["next"]);
  expect(again.json.data).toMatchObject({ task_id: "T001", attempt: 2, opened: true });
  expect(String(again.json.data["prompt"])).toContain("What the harness found in the last attempt");
  // The clone is a fresh one, and what was handed in is a command away.
  const [left, takeUp] = [join(placeOf(again), "src/mul.js"), String(again.json.data["previous"])];
  expect([existsSync(left), first.json.data["previous"]]).toEqual([false, null]);
  expect(String(again.json.data["prompt"])).toContain(takeUp);
  execSync(takeUp);
  expect(readFileSync(left, "utf8")).toBe("export const mul = () => 16;\n");
  work(placeOf(again), { "src/mul.js": "export const mul = () => 16;\n" });
  expect((await baton(["submit"])).code).toBe(12);
});

test("ENV-13 a person's wrong envelope goes back with every violation; the attempt stays open, and mended it counts", async () => {
  const { baton, events } = await scene();
  const next = await baton(["next"]);
  work(placeOf(next), honestWork("mul"));
  const before = happened(events());
  const wrong = completed(placeOf(next))
    .replace("REPORTS_TO: orchestrator", "REPORTS_TO: me")
    .replace("OUTPUT: Done by hand.", "OUTPUT:");
  for (const [answer, fields] of [
    [wrong, ["REPORTS_TO", "OUTPUT"]],
    ["STATUS: APPROVED\nTASK_ID: T009\n", ["STATUS", "TASK_ID", "NEXT_ACTIONS"]],
  ] as const) {
    const { code, json } = await baton(["submit", "--answer", "-"], answer);
    expect([code, json.error?.code]).toEqual([1, "ANSWER_REJECTED"]);
    for (const field of fields)
      expect(json.error?.message).toMatch(new RegExp(`ENVELOPE_\\w+: ${field}(?:, line \\d+)?: `));
    expect(json.error?.message).toMatch(/REPORTS_TO, line 5: |STATUS, line 1: /);
    expect(json.error?.hint).toMatch(/artifacts\/answer\.md.*baton submit.*baton task retry T001 --note TEXT/);
  }
  expect(happened(events())).toEqual(before);
  expect(existsSync(join(placeOf(next), "src/mul.js"))).toBe(true);
  const submit = await baton(["submit", "--answer", "-"], completed(placeOf(next)));
  expect([submit.code, submit.json.data["turns"]]).toMatchObject([0, [{ outcome: "proven", answer_violations: [] }]]);
});

test("ENV-13 an untouched form over unchanged files is no attempt that failed; ONE-13 work without an envelope counts", async () => {
  const { baton, events } = await scene();
  const next = await baton(["next"]);
  const before = happened(events());
  const nothing = await baton(["submit"]);
  expect([nothing.code, nothing.json.error?.code]).toEqual([1, "ANSWER_ABSENT"]);
  expect(nothing.json.error?.hint).toContain("To give the attempt up: baton task retry T001 --note TEXT");
  expect(happened(events())).toEqual(before);
  work(placeOf(next), honestWork("mul"));
  expect((await baton(["submit"])).code).toBe(0);
  expect(events().find(({ type }) => type === "attempt_answered")).toMatchObject({ status: null });
  const claimed = await baton(["task", "claim", "T002", "--as", "ada"]);
  const shown = ["--token", String(claimed.json.data["token"])];
  const claim = await baton(["submit", "--task", "T002", "--attempt", "1", ...shown]);
  expect([claim.json.error?.code, claim.json.error?.hint]).toEqual([
    "ANSWER_ABSENT",
    expect.stringContaining("baton task release T002 --attempt 1 --token TOKEN --reason TEXT"),
  ]);
});

test("a person can help with one task and the agent that the run had goes on with the rest", async () => {
  const { baton, run } = await scene();
  await run("--max-turns", "1");
  const next = await baton(["next"]);
  expect(next.json.data["task_id"]).toBe("T002");
  work(placeOf(next), honestWork("div"));
  expect((await baton(["submit"])).code).toBe(0);
  expect((await baton(["resume"])).code).toBe(0);
});

test("ENV-10 who made the work is told how somebody else reviews it, also as they go on; who hands in under a name, with it", async () => {
  const opened = await openScene("honest");
  scenes.push(opened);
  const { baton, repository } = opened;
  const first = await baton(["next"]);
  work(placeOf(first), honestWork("mul"));
  const submit = await baton(["submit", "--answer", "-"], completed(placeOf(first)));
  expect(submit.json.error?.hint).toContain("baton next --as NAME prints its prompt; then: baton submit --as NAME");
  const { stdout } = await cli(["status"], { cwd: repository.directory });
  expect(stdout).toContain("Next: the review of T001 (baton next --as NAME)");
  const next = await baton(["next"]);
  expect([next.json.data["task_id"], next.json.warnings]).toEqual([
    "T002",
    ["T001 waits for a review by somebody else (GATE-CODE-REVIEW): baton next --as NAME"],
  ]);
  const review = await baton(["next", "--as", "Bob B"]);
  expect([review.json.data["task_id"], review.json.warnings ?? []]).toEqual(["T001", []]);
  const refused = await baton(["submit", "--as", "Bob B", "--answer", "-"], "STATUS: APPROVED");
  expect(refused.json.error?.hint).toMatch(/then: baton submit --as 'Bob B'$/);
});
