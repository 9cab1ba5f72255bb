import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUILT_IN } from "../../src/core/gate/registry.ts";
import { HUMAN_REVIEWERS } from "../../src/engine/run/review/reviewers.ts";
import { driveRun } from "../../src/engine/run/loop.ts";
import { findRun, openProject, runDirectory } from "../../src/engine/run/project.ts";
import { Policy } from "../../src/schema/config.ts";
import type { EventOf } from "../../src/schema/event.ts";
import { AssignmentResult } from "../../src/schema/result.ts";
import { removedAfterEach } from "../support/removed.ts";
import { openScene, type Scene, type SceneOptions } from "../support/scene.ts";

const scenes = removedAfterEach();

async function scene(script: string, options?: SceneOptions): Promise<Scene> {
  const opened = await openScene(script, options);
  scenes.push(opened);
  return opened;
}

const artifact = (json: { data: Record<string, unknown> }, { repository }: Scene, path: string): string =>
  readFileSync(join(repository.directory, "runs", String(json.data["run_id"]), path), "utf8");
const types = ({ events }: Scene): string[] => events().map(({ type }) => type);

test("TAH-05 init.sh runs at the start of every session, and what it printed is evidence of that session", async () => {
  const place = await scene("honest; envelope");
  writeFileSync(join(place.repository.directory, "init.sh"), "#!/bin/sh\necho set up $((40 + 2))\n");
  place.repository.git("commit", "-qam", "our own init.sh");
  await place.run("--max-turns", "1");
  const { json } = await place.run();
  for (const session of [1, 2])
    expect(artifact(json, place, `artifacts/planner/session/${session}/init_output.txt`)).toBe("set up 42\n");
  expect(artifact(json, place, "state/EVIDENCE_LOG.md")).toContain("artifacts/planner/session/2/init_output.txt");
});

test("TAH-05 TAH-11 what a failing init.sh printed is kept, and no agent is called", async () => {
  const place = await scene('touch "$HOME/called"; honest; envelope');
  writeFileSync(join(place.repository.directory, "init.sh"), "#!/bin/sh\necho no database >&2\nexit 3\n");
  place.repository.git("commit", "-qam", "our own init.sh");
  const { json, code } = await place.run();
  expect([code, (json as { error?: { code: string } }).error?.code]).toEqual([1, "ENVIRONMENT_FAILED"]);
  const kept = place.events().findLast(({ type }) => type === "evidence_recorded");
  expect(kept).toMatchObject({ path: "artifacts/planner/session/1/init_output.txt" });
  expect(types(place)).not.toContain("attempt_started");
});

test("HRM-24 a governor's field that --set names decides in the run, is recorded with the session, and lasts until it is taken back", async () => {
  const place = await scene("envelope");
  await place.run("--max-turns", "1", "--set", "max_commitment_turns=3");
  await place.run("--max-turns", "1");
  await place.run("--max-turns", "1", "--set", "");
  const named = place.events().flatMap((event) => (event.type === "run_resumed" ? [event.settings?.governor] : []));
  expect(named).toEqual([["max_commitment_turns=3"], ["max_commitment_turns=3"], undefined]);
  const routes = place.events().flatMap((event) => (event.type === "attempt_routed" ? [event] : []));
  expect(routes.map(({ attempt, commitment_turns: turns }) => [attempt, turns])).toEqual([
    [1, 3],
    [2, 2],
    [1, 10],
  ]);
  const before = types(place);
  const wrong = await place.run("--governor", "fixed", "--set", "max_commitment_turns=0");
  expect([wrong.code, wrong.json.error?.code]).toEqual([3, "CONFIG_INVALID"]);
  expect(types(place)).toEqual(before);
  expect((await place.baton(["replay"])).code).toBe(0);
});

test("ONE-01 one command drives a spec to verified completion: each feature dispatched, answered, judged by the harness, validated, committed, landed", async () => {
  const place = await scene("honest; envelope");
  const { code, json } = await place.run();
  expect(code).toBe(0);
  const turn = [
    "attempt_started",
    "attempt_answered",
    "implementation_judged",
    "validation_started",
    "validation_judged",
    "task_committed",
    "landing",
    "landed",
  ];
  const steps = types(place).filter((type) => turn.includes(type) || type === "run_verified");
  expect(steps).toEqual(["landing", "landed", ...turn, ...turn, "run_verified", "landing", "landed"]);
  const evidence = place.events().filter((event) => event.type === "evidence_recorded");
  for (const task of ["T001", "T002"]) {
    const kinds = evidence.filter(({ task_id }) => task_id === task).map(({ kind }) => kind);
    expect(kinds).toContain("harness");
  }
  expect((await place.baton(["verify"])).code).toBe(0);
  expect(place.repository.git("log", "--format=%s")).toContain("feat: ");
  expect((json.data["features"] as { passes: boolean }[]).every(({ passes }) => passes)).toBe(true);
});

test("FCX-03 a packet that does not fit its schema is refused by code before anything is recorded, and no agent is called", async () => {
  const place = await scene("honest; envelope");
  const project = openProject(place.repository.directory);
  let called = 0;
  try {
    const journal = findRun(project, null, "baton", { now: () => new Date() });
    const nameless = {
      name: "",
      specification: "test:nameless",
      run: async () => {
        called += 1;
        return { text: "", end: "answered" as const, diagnostics: "", durationMs: 0 };
      },
    };
    const driving = driveRun(project, journal, nameless, {
      stateDirectory: join(place.outside, "state"),
      env: process.env,
      policy: Policy.parse({}),
      workers: 1,
      maxTurns: null,
      bounds: { timeoutSeconds: 60, heartbeatSeconds: 30 },
      stallSeconds: 60,
      containment: null,
      startMeter: null,
      settings: null,
      registry: BUILT_IN,
      reviewers: HUMAN_REVIEWERS,
      person: null,
      now: () => new Date(),
    });
    await expect(driving).rejects.toMatchObject({ code: "PACKET_INVALID" });
    expect(existsSync(join(runDirectory(project, journal.runId), "state"))).toBe(true);
  } finally {
    project.close();
  }
  expect([called, types(place).includes("attempt_started")]).toEqual([0, false]);
});

test("FCX-03 a result is validated before it is integrated: what is wrong with it is coded, and its status is not used", async () => {
  const place = await scene(
    'honest; if [ "$FEATURE" = 001 ]; then envelope | sed "s/READY_FOR_QA/APPROVED/"; else envelope; fi',
  );
  const { json } = await place.run();
  const [wrong, right] = place
    .events()
    .filter((event): event is EventOf<"attempt_answered"> => event.type === "attempt_answered");
  expect([wrong?.status, wrong?.violations.map(({ code }) => code)]).toEqual([
    null,
    ["ENVELOPE_STATUS_NOT_OWNED", "ENVELOPE_TRANSITION_FORBIDDEN", "ENVELOPE_GATES_MISMATCH"],
  ]);
  expect([right?.status, right?.violations]).toEqual(["READY_FOR_QA", []]);
  const text = artifact(json, place, "artifacts/executor/T002/1/result.json");
  const result = AssignmentResult.parse(JSON.parse(text));
  expect(result).toMatchObject({ task_id: "T002", attempt: 1, agent: "agent", envelope: { STATUS: "READY_FOR_QA" } });
  expect(result.tree).toMatch(/^[0-9a-f]{40}$/);
});
