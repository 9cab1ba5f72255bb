import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { takeLease } from "../../src/engine/run/claims/lease.ts";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";

type Row = Record<string, unknown>;

const open: Calculator[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

async function scene(...args: Parameters<typeof createCalculator>): Promise<Calculator> {
  const one = await createCalculator(...args);
  open.push(one);
  return one;
}

const passing = (data: Row): unknown => (data["features"] as Row[]).map(({ passes }) => passes);
const tasksIn = (data: Row): unknown =>
  (data["tasks"] as Row[]).map(({ id, status, attempt, iteration_count: count, closed }) => [
    id,
    status,
    attempt,
    count,
    closed,
  ]);

test("ONE-11 stop ends the agent at work from another process; its attempt is no failure of the task but one of the run's, and resume goes on to the end", async () => {
  const { cli, startRun, signal, repository, runId } = await scene("touch half.txt; wait_for go; rm half.txt; work");
  const { ended } = await startRun();
  expect(await cli("stop")).toMatchObject({ code: 0, stderr: "" });
  const stopped = await ended;
  expect([stopped.code, stopped.stderr, stopped.json.error]).toMatchObject([
    10,
    "",
    {
      code: "FEATURE_UNPROVEN",
      message: expect.stringContaining("paused") as string,
      hint: "Go on with: baton resume",
    },
  ]);
  expect(stopped.json.data).toMatchObject({ status: "paused", turns: [{ task: "T001", attempt: 1, outcome: "lost" }] });
  expect(tasksIn(stopped.json.data)).toEqual([
    ["T001", "in_progress", 1, 0, null],
    ["T002", "ready_for_execution", 0, 0, null],
  ]);
  expect(stopped.json.data["usage"]).toMatchObject({ unknown: { attempts: 1 } });
  expect(repository.git("show", `refs/baton/${runId}/T001/1:half.txt`)).toBe("");
  signal("go");
  const { code, json } = await cli("resume");
  expect([code, passing(json.data), json.data["status"]]).toEqual([0, [true, true], "complete"]);
  expect((await cli("stop")).json.error?.code).toBe("RUN_CLOSED");
});

test("ONE-11 pause lets the turn finish and begins no other; the run can then be closed as partial", async () => {
  const { cli, startRun, signal, repository, agent } = await scene("wait_for go; work");
  const { ended } = await startRun();
  expect((await cli("pause")).code).toBe(0);
  signal("go");
  const paused = await ended;
  expect([paused.code, passing(paused.json.data), paused.json.data["status"]]).toEqual([10, [true, false], "paused"]);
  expect(repository.git("log", "--format=%s")).toContain("feat: Multiply");
  await cli("close", "--as", "partial", "--reason", "one is enough");
  const after = await cli("run", "--agent", agent);
  expect([after.code, passing(after.json.data), after.json.data["status"]]).toEqual([
    10,
    [true, false],
    "closed_partial",
  ]);
  expect((await cli("task", "retry", "T002", "--note", "go on")).json.error?.code).toBe("RUN_CLOSED");
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("ONE-11 resume takes back the pause of a run at work, which goes on as if nobody had paused it", async () => {
  const { cli, startRun, signal, repository } = await scene("wait_for go; work");
  const status = async () => (await baton(["status"], { cwd: repository.directory })).stdout;
  const { ended } = await startRun();
  const early = await cli("resume");
  expect([early.code, early.json.error?.code]).toEqual([5, "LOCK_CONFLICT"]);
  expect((await cli("pause")).code).toBe(0);
  const paused = await status();
  expect([paused, paused]).toEqual([
    expect.stringContaining(" · paused after this turn · "),
    expect.stringContaining("a process works on T001 (baton resume takes the pause back)"),
  ]);
  expect((await cli("resume", "--workers", "2")).json.error?.code).toBe("LOCK_CONFLICT");
  const again = await cli("resume");
  expect([again.code, again.json.data["status"]]).toEqual([0, "running"]);
  expect(await status()).toContain(" · running · ");
  signal("go");
  const { code, json } = await ended;
  expect([code, passing(json.data), json.data["status"]]).toEqual([0, [true, true], "complete"]);
});

test("ONE-11 a run that is closed while its agent works ends, and writes nothing more of that attempt", async () => {
  const { cli, startRun, repository } = await scene("wait_for never");
  const { ended } = await startRun();
  expect((await cli("close", "--as", "partial", "--reason", "enough")).code).toBe(0);
  const { code, stderr, json } = await ended;
  expect([code, stderr, json.data["status"], json.data["turns"]]).toEqual([10, "", "closed_partial", []]);
  expect(json.error?.message).toBe("the run is closed as partial; 2 features are not proven");
  expect(json.warnings).toEqual(["somebody closed the run: T001, attempt 1: what was at work on it is ended"]);
  expect((await cli("status")).json.data["heartbeats"]).toEqual([]);
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("ONE-11 no attempt begins beyond the run's limit, and the answer says how to raise it", async () => {
  const { cli, agent, repository } = await scene("true");
  const spent = await cli("run", "--agent", agent, "--max-attempts", "1");
  expect([spent.code, spent.json.error]).toMatchObject([
    10,
    { code: "BUDGET_SPENT", hint: expect.stringContaining("--max-attempts") as string },
  ]);
  expect((spent.json.data["turns"] as Row[]).length).toBe(1);
  const { stdout } = await baton(["status"], { cwd: repository.directory });
  expect(stdout).toContain("used: 1 of 1 attempt");
  expect(stdout).toContain("Next: T001 (baton run with a higher limit: 1 attempt used up)");
  expect((await cli("feature", "drop", "feat_002", "--reason", "not now")).code).toBe(0);
  expect((await cli("run")).json.error?.message).toContain("1 feature is not proven");
});

test("ONE-10 while an agent works its feature is edited, one is added and one deferred: only that attempt is void, nothing proven is touched", async () => {
  const calc = await scene(
    'if says test/mul.test.js; then work; elif says "in whole numbers"; then cp "$PACKET" "$OUTSIDE/packet.json"; work; else wait_for never; fi',
  );
  const { cli, startRun, outside, repository } = calc;
  const { ended } = await startRun();
  const proven = repository.git("rev-parse", "HEAD");
  expect(repository.git("log", "-1", "--format=%s")).toBe("feat: Multiply");
  expect(tasksIn((await cli("task", "list")).json.data)).toContainEqual(["T002", "in_progress", 1, 0, null]);
  const busy = await cli("task", "split", "T002", "--into", "a", "--into", "b", "--reason", "r");
  expect([busy.code, busy.json.error]).toMatchObject([
    5,
    { code: "TASK_TRANSITION_ILLEGAL", hint: expect.stringContaining("baton stop") as string },
  ]);
  await cli("note", "T002", "use the slash");
  await cli("feature", "add", "--description", "Never mind", "--reason", "an idea");
  await cli("feature", "defer", "feat_003", "--reason", "not now");
  await cli("feature", "edit", "feat_002", "--description", "Divide in whole numbers", "--reason", "clearer");
  const { code, stderr, json } = await ended;
  expect([code, stderr, passing(json.data)]).toEqual([0, "", [true, true, false]]);
  expect(tasksIn(json.data)).toEqual([
    ["T001", "complete", 1, 0, null],
    ["T002", "in_progress", 1, 0, "superseded"],
    ["T003", "ready_for_execution", 0, 0, null],
    ["T004", "complete", 1, 0, null],
  ]);
  expect(readFileSync(join(outside, "packet.json"), "utf8")).toContain("> use the slash");
  expect(repository.git("merge-base", "--is-ancestor", proven, "HEAD")).toBe("");
  expect(repository.git("log", "--format=%s", "--grep", "^feat:")).toBe(
    "feat: Divide in whole numbers\nfeat: Multiply",
  );
});

test("ONE-10 a note for a task at work says that this attempt will not see it, and is in the packet of the next", async () => {
  const { cli, startRun, outside, repository } = await scene(
    'cp "$PACKET" "$OUTSIDE/packet.json"; if says "use the star"; then work; else wait_for never; fi',
    spec(MULTIPLY),
  );
  const { ended } = await startRun();
  const { stdout } = await baton(["note", "T001", "use the star"], { cwd: repository.directory });
  expect(stdout).toContain(
    "  ! attempt 1 of T001 will not see it: only the next one does, and there is none if T001 is proven\n" +
      "Next: baton stop, then baton resume, gives T001 with the note to a new attempt.\n",
  );
  await cli("stop");
  await ended;
  expect(readFileSync(join(outside, "packet.json"), "utf8")).not.toContain("use the star");
  expect((await cli("resume")).code).toBe(0);
  expect(readFileSync(join(outside, "packet.json"), "utf8")).toContain("> use the star");
});

test("who changes a run that is at work elsewhere is told that it goes on with the change, not to start it", async () => {
  const { cli, repository } = await scene("work");
  const cwd = repository.directory;
  const lease = takeLease(join(cwd, ".git/baton/alive"));
  const { stdout } = await baton(["note", "T001", "use the slash"], { cwd });
  const { json } = await cli("run", "--agent", "command:true");
  lease.release();
  expect(stdout).toMatch(/\nNext: the run that is at work goes on with it\.\n$/);
  expect(json.error).toMatchObject({
    code: "LOCK_CONFLICT",
    hint: expect.stringContaining("at once if it dies, after 90 s if it hangs") as string,
  });
  expect((await baton(["note", "T001", "and again"], { cwd })).stdout).toMatch(/\nNext: baton run\n$/);
});

test("ONE-10 a person's guidance reaches the next packet of an escalated task and resets its count", async () => {
  const { cli, agent, repository } = await scene("if says 'use the star'; then work; fi", spec(MULTIPLY));
  const text = async (...args: string[]): Promise<string> => (await baton(args, { cwd: repository.directory })).stdout;
  const escalated = await cli("run", "--agent", agent);
  expect([escalated.code, escalated.json.error?.hint]).toEqual([
    12,
    expect.stringContaining("baton task retry T001 --note"),
  ]);
  expect(tasksIn(escalated.json.data)).toEqual([["T001", "escalation_required", 2, 2, null]]);
  expect([await text("status"), await text("task", "list")]).toEqual([
    expect.stringContaining("  ✗ failed      feat_001"),
    expect.stringContaining("  ? escalation_required  T001"),
  ]);
  expect((await cli("task", "retry", "T001", "--note", "use the star")).code).toBe(0);
  expect([await text("status"), await text("task", "list")]).toEqual([
    expect.stringContaining("  · try again   feat_001"),
    expect.stringContaining("  · to be tried again    T001"),
  ]);
  const { code, json } = await cli("run");
  expect([code, tasksIn(json.data)]).toEqual([0, [["T001", "complete", 3, 0, null]]]);
  const done = [
    "task split T001 --into a --into b --reason r",
    "task skip T001 --reason r",
    "task retry T001 --note x",
    "note T001 x",
  ];
  for (const line of done) {
    const refused = await cli(...line.split(" "));
    expect([line, refused.code, refused.json.error?.code]).toEqual([line, 5, "TASK_TRANSITION_ILLEGAL"]);
  }
  expect((await cli("lock", "release", "T001")).json.error?.hint).toBe("Nothing of it is locked.");
  await cli("feature", "edit", "feat_001", "--priority", "low", "--reason", "order");
  expect((await cli("status")).json.data).toMatchObject({ status: "complete", completed: 1 });
  await cli("feature", "edit", "feat_001", "--step", "mul(3, 4) is 12", "--reason", "another example");
  expect((await cli("status")).json.data).toMatchObject({ status: "running", completed: 0, next: "T002" });
});

test("ONE-09 land by hand says why it cannot, loses nothing, and squashes into one commit with every trailer", async () => {
  const { cli, agent, repository, runId } = await scene(
    "work; echo '// more' >> src/add.js",
    undefined,
    "--land",
    "branch",
  );
  const base = repository.git("rev-parse", "HEAD");
  expect((await cli("run", "--agent", agent)).code).toBe(0);
  const tip = repository.git("rev-parse", `baton/${runId}`);
  expect(repository.git("rev-parse", "HEAD")).toBe(base);
  const would = await cli("land", "--dry-run");
  expect([would.code, (would.json.data["commits"] as Row[]).length, would.json.data["commit"]]).toEqual([0, 3, null]);

  writeFileSync(join(repository.directory, "src/add.js"), "// mine\n");
  const dirty = await cli("land");
  expect([dirty.code, dirty.stderr, dirty.json.error?.code]).toEqual([5, "", "TREE_DIRTY"]);
  expect(readFileSync(join(repository.directory, "src/add.js"), "utf8")).toBe("// mine\n");
  repository.git("checkout", "--quiet", "--", "src/add.js");

  repository.commit("a person's own", { "src/mul.js": "mine\n" });
  for (const how of [["--dry-run"], [], ["--squash"]]) {
    const moved = await cli("land", ...how);
    expect([moved.json.error?.code, moved.json.error?.hint]).toEqual([
      "MERGE_CONFLICT",
      expect.stringContaining(`git merge baton/${runId}`),
    ]);
  }
  expect(repository.git("log", "-1", "--format=%s")).toBe("a person's own");
  repository.git("reset", "--quiet", "--hard", base);

  const landed = await cli("land", "--squash");
  expect([landed.code, landed.stderr, landed.json.data["commit"]]).toEqual([
    0,
    "",
    repository.git("rev-parse", "HEAD"),
  ]);
  expect(repository.git("rev-parse", "HEAD^")).toBe(base);
  expect(repository.git("rev-parse", "HEAD^{tree}")).toBe(repository.git("rev-parse", `${tip}^{tree}`));
  expect(repository.git("log", "-1", "--format=%(trailers:key=Baton-Feature,valueonly)")).toBe(
    "feat_001_multiply\nfeat_002_divide",
  );
  expect(repository.git("for-each-ref", "--format=%(objectname)", `refs/baton/${runId}/squashed`)).toBe(tip);
  expect(repository.git("status", "--porcelain")).toBe("");
  expect((await cli("land")).json.data).toMatchObject({ commits: [], commit: null });
  expect((await cli("status")).json.data).toMatchObject({ status: "complete", left: null });
});

test("ONE-09 a person's commit between turns is the next base and keeps its author; what a file is in the way of waits, and lands by hand", async () => {
  const { cli, agent, repository, runId } = await scene("work");
  await cli("run", "--agent", agent, "--max-turns", "1");
  repository.git("-c", "user.name=Somebody", "commit", "--quiet", "--allow-empty", "--message", "between turns");
  const between = repository.git("rev-parse", "HEAD");
  writeFileSync(join(repository.directory, "src/div.js"), "// in the way\n");
  const second = await cli("run");
  expect([passing(second.json.data), second.json.data["left"]]).toEqual([
    [true, true],
    expect.stringContaining("uncommitted"),
  ]);
  expect(repository.git("rev-parse", "HEAD")).toBe(between);
  expect(repository.git("merge-base", between, `baton/${runId}`)).toBe(between);
  writeFileSync(join(repository.directory, "src/div.js"), "");
  repository.git("clean", "--quiet", "--force", "src/div.js");
  expect((await cli("land")).code).toBe(0);
  expect(repository.git("log", "--format=%an", "-1", between)).toBe("Somebody");
  expect(repository.git("merge-base", "--is-ancestor", between, "HEAD")).toBe("");
  expect(repository.git("status", "--porcelain")).toBe("");
});
