import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJournal } from "../../../src/engine/run/record/journal.ts";
import { openProject } from "../../../src/engine/run/project.ts";
import { createPublisher } from "../../../src/engine/run/record/publish.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { baton, type CliResult } from "../../support/cli.ts";
import { added, created, notProven, proven, RUN_ID } from "../../support/events.ts";
import { TEST_STATE } from "../../support/prove.ts";
import { createRepository } from "../../support/repository.ts";

const TASKS = 10_000;
const FAILED = 7;
const STEPS = TASKS * (1 + FAILED + 2);
const LIMIT_BYTES = 1_000_000;
/** Each artifact is a file of its own. */
const WITH_ARTIFACTS = 75;

const repository = createRepository({ "README.md": "# Large\n" });
const directory = join(repository.directory, "runs", RUN_ID);
const cli = (...args: string[]): Promise<CliResult> =>
  baton([...args, "--run", RUN_ID, "--json"], { cwd: repository.directory });
afterAll(() => repository.remove());

/** Seven attempts that fail and one that is proven: nine steps, besides the one of its planning. */
function lifeOf(task: number, sha256: string): RunEvent[] {
  const failed = Array.from({ length: FAILED }, (_, at) =>
    notProven(task, at + 1).map((event) =>
      event.type === "implementation_judged" ? { ...event, proof: null, artifacts: [] } : event,
    ),
  );
  const last = proven(task, FAILED + 1).flatMap((event): RunEvent[] => {
    if (event.type !== "evidence_recorded") return [event];
    return task > WITH_ARTIFACTS ? [] : [{ ...event, sha256, bytes: 4 }];
  });
  return [...failed.flat(), ...last];
}

beforeAll(() => {
  repository.commit("first");
  const project = openProject(repository.directory, true);
  const sha256 = project.blobs.put("RED\n");
  const policy = { checks: ["tests" as const], max_iterations: 100 };
  const numbers = Array.from({ length: TASKS }, (_, at) => at + 1);
  const events = [
    created({ policy, seal_bytes: LIMIT_BYTES, land: "branch" }),
    ...numbers.map((task) => added(task)),
    ...numbers.flatMap((task) => lifeOf(task, sha256)),
    added(TASKS + 1),
  ];
  const journal = createJournal(project.store, RUN_ID, events, "test", { now: () => new Date() });
  createPublisher(project, journal, TEST_STATE).publish();
  project.close();
}, 1_200_000);

test("H3A-24 a run of 10,000 tasks and 100,000 steps is published in files below the limit, whose parts hold every step", () => {
  const history = readdirSync(join(directory, "state", "history"));
  const read = (path: string) =>
    JSON.parse(readFileSync(join(directory, path), "utf8")) as { steps: unknown[]; sealed?: { file: string }[] };
  const head = read("state.json");
  const parts = (head.sealed ?? []).map(({ file }) => read(file));
  expect(parts.length).toBeGreaterThan(20);
  expect([...parts, head].reduce((sum, { steps }) => sum + steps.length, 0)).toBe(STEPS + 1);
  expect(history.filter((name) => name.startsWith("state-"))).toHaveLength(parts.length);
  const growing = ["state.json", "executor_report.json", "state/GATES_LEDGER.md", "state/SESSION_HANDOFF.json"];
  for (const path of growing) expect(statSync(join(directory, path)).size).toBeLessThan(1.1 * LIMIT_BYTES);
});

test(
  "H3A-24 it is asked for its state, its tasks and its evidence, which come in pages",
  { timeout: 600_000 },
  async () => {
    expect((await cli("status")).json.data).toMatchObject({
      total_features: TASKS + 1,
      completed: TASKS,
      next: "T10001",
    });
    const { data } = (await cli("task", "list", "--page", "101")).json;
    expect(data).toMatchObject({
      total: TASKS + 1,
      limit: 100,
      page: 101,
      pages: 101,
      next: null,
      tasks: [{ id: "T10001" }],
    });
    const first = (await cli("task", "list")).json.data;
    expect([first["next"], (first["tasks"] as unknown[]).length]).toEqual([2, 100]);
    expect((await cli("task", "list", "--page", "102")).json.error?.code).toBe("USAGE_INVALID");
    expect((await cli("feature", "list", "--limit", "7", "--page", "2")).json.data).toMatchObject({
      next: 3,
      limit: 7,
    });
    const evidence = (await cli("evidence", "list", "--limit", "60")).json.data;
    expect(evidence).toMatchObject({ limit: 60, page: 1, next: 2 });
    expect(Number(evidence["total"])).toBeGreaterThan(2 * WITH_ARTIFACTS);
  },
);

test(
  "H3A-24 it takes a note, is published again, and verifies with every part of it",
  { timeout: 600_000 },
  async () => {
    const part = statSync(join(directory, "state/history/state-0001.json")).mtimeMs;
    expect((await cli("note", "T10001", "mind the zero")).code).toBe(0);
    expect(statSync(join(directory, "state/history/state-0001.json")).mtimeMs).toBe(part);
    expect((await cli("verify")).json.data).toMatchObject({ problems: [] });
  },
);
