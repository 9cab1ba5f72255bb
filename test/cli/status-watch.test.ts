import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeLease } from "../../src/engine/run/claims/lease.ts";
import { ProgressLine } from "../../src/schema/progress-line.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { baton } from "../support/cli.ts";

const open = async (): Promise<Calculator> => {
  const calculator = await createCalculator("wait_for go; work; envelope", undefined, "--no-checks");
  onTestFinished(() => calculator.remove());
  return calculator;
};

test("status names who is at work while a process lives, and what to type once it is dead", async () => {
  const { repository, agent } = await open();
  const cwd = repository.directory;
  const killer = new AbortController();
  const run = baton(["run", "--agent", agent], { cwd, kill: killer.signal });
  const status = async (): Promise<string> => (await baton(["status"], { cwd })).stdout;
  const next = async (): Promise<string> => (await status()).split("\n").at(-2) ?? "";
  await expect
    .poll(next, { timeout: 30_000 })
    .toBe("Next: nothing to type: a process works on T001 (baton status --watch)");
  expect(await status()).toMatch(/^Run \S+ · running · 0 of 2 proven/);
  killer.abort();
  await run;
  expect(await status()).toMatch(/^Run \S+ · stopped \(nobody is at work\) · 0 of 2 proven/);
  expect(await next()).toBe("Next: T001 (baton resume)");
});

test("while a process drives the run and nothing is begun yet, nothing is to be typed; where only persons worked, it goes on by hand", async () => {
  const { repository, cli } = await open();
  const cwd = repository.directory;
  const next = async (): Promise<string> => (await baton(["status"], { cwd })).stdout.split("\n").at(-2) ?? "";
  const lease = takeLease(join(cwd, ".git/baton/alive"));
  try {
    expect(await next()).toBe("Next: nothing to type: a process is at work on the run (baton status --watch)");
  } finally {
    lease.release();
  }
  expect((await cli("next")).code).toBe(0);
  expect((await cli("task", "retry", "T001", "--note", "again")).code).toBe(0);
  const paused = await baton(["pause"], { cwd });
  // Only persons worked on it.
  expect([paused.stdout.trimEnd().split("\n").at(-1), await next()]).toEqual([
    "Next: baton next goes on where the run stands.",
    "Next: T001 (baton next)",
  ]);
});

test("a paused run is resumed, and is not said to run when it is to be put away", async () => {
  const { repository, cli, startRun, signal } = await open();
  const run = await startRun();
  expect((await cli("pause")).code).toBe(0);
  signal("go");
  await run.ended;
  const { stdout } = await baton(["status"], { cwd: repository.directory });
  expect(stdout.split("\n").at(-2)).toBe("Next: T002 (baton resume)");
  expect((await cli("archive")).json.error).toMatchObject({
    code: "RUN_UNFINISHED",
    message: expect.stringContaining("is not finished: 1 of 2 features proven") as string,
  });
});

test("a run that was interrupted between two attempts stands still, too; one that a person works on does not", async () => {
  const { repository, agent } = await open();
  const cwd = repository.directory;
  const run = await baton(["run", "--agent", agent, "--max-turns", "1", "--turn-seconds", "1"], { cwd });
  expect(run.code).not.toBe(0);
  const word = async (): Promise<string> => / · (.*?) · /.exec((await baton(["status"], { cwd })).stdout)?.[1] ?? "";
  expect(await word()).toBe("stopped (nobody is at work)");
  expect((await baton(["next"], { cwd })).code).toBe(0);
  expect(await word()).toBe("running");
});

test("status --watch tells from another terminal what a run does, until it is finished", async () => {
  const { repository, runId, startRun, signal } = await open();
  const watch = (...flags: string[]) => baton(["status", "--watch", ...flags], { cwd: repository.directory });
  const [documents, lines] = [watch("--json"), watch()];
  const run = await startRun();
  signal("go");
  await run.ended;

  const told = await documents;
  expect([told.code, told.stderr]).toEqual([0, ""]);
  const parsed = told.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { ok: boolean; data: Told });
  expect(parsed.every(({ ok }) => ok)).toBe(true);
  const positions = parsed.flatMap(({ data: { position } }) => (position === undefined ? [] : [position]));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(parsed.at(-1)?.data).toMatchObject({ run_id: runId, status: "complete", completed: 2 });
  const progress = parsed.flatMap(({ data }) => (data.progress === undefined ? [] : [data.progress]));
  const kept = readFileSync(join(repository.directory, "runs", runId, "progress.ndjson"), "utf8");
  expect(kept.split("\n").slice(0, 3)).toEqual(progress.slice(0, 3).map((line) => JSON.stringify(line)));
  expect(progress.map((line) => ProgressLine.parse(line).kind)).toEqual(
    expect.arrayContaining(["turn", "check", "judged", "review", "committed"]),
  );

  const { code, stdout } = await lines;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Run .* · 0 of 2 proven/);
  expect(stdout).toMatch(/^\d\d:\d\d:\d\d ▸ T001 .*, attempt 1/m);
  expect(stdout).toMatch(/^Run .* · 1 of 2 proven/m);
  expect(stdout).toMatch(/Next: nothing, every feature is proven\. For a release: baton gate check G3\.\n$/);
});

test("Ctrl-C ends the watch with the status as it is, and the run goes on", async () => {
  const { repository, startRun, signal } = await open();
  const run = await startRun();
  const interrupt = new AbortController();
  const { code, stdout, stderr } = await baton(["status", "--watch"], {
    cwd: repository.directory,
    interrupt: interrupt.signal,
    onOutput: () => interrupt.abort(),
  });
  expect([code, stderr]).toEqual([130, ""]);
  expect(stdout.match(/in progress/g)?.length).toBeGreaterThan(0);
  signal("go");
  expect((await run.ended).code).toBe(0);
});

interface Told {
  readonly position?: number;
  readonly progress?: unknown;
}
