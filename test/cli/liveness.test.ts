import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { HandoffBundle } from "../../src/schema/bundle.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const CONFIGURED = JSON.stringify({ liveness: { timeout_seconds: 500, heartbeat_interval_seconds: 7 } });

/** Multiply has times of its own, Divide those of the configuration. */
async function scene(script: string): Promise<Scene> {
  const opened = await openScene(`cp "$PACKET" "$(dirname "$0")/packet-$FEATURE-$ATTEMPT.json"\n${script}`, {
    base: { ...CALCULATOR, "baton.config.json": CONFIGURED },
    text: spec(`${MULTIPLY}Task timeout: 4 s\nHeartbeat interval: 1 s\n`, DIVIDE),
  });
  scenes.push(opened);
  return opened;
}

const packet = ({ outside }: Scene, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(outside, `packet-${name}.json`), "utf8")) as Record<string, unknown>;
const times = (ledger: unknown): unknown[] =>
  (ledger as HandoffBundle["ledger"]).map(({ task_id, timeout_seconds, heartbeat_interval_seconds }) => [
    task_id,
    timeout_seconds,
    heartbeat_interval_seconds,
  ]);
const lifeOf = ({ events }: Scene, taskId: string): string[] =>
  events().flatMap((event) => {
    if (!("task_id" in event) || event.task_id !== taskId) return [];
    if (event.type === "attempt_lost") return [`lost ${event.attempt} ${event.code}`];
    return event.type === "attempt_started" || event.type === "task_replanned"
      ? [`${event.type.split("_")[1] ?? ""} ${event.attempt}`]
      : [];
  });

test("FCX-06 each task's own timeout and heartbeat bind its attempts, and stand in packet, ledger and bundle", async () => {
  const place = await scene(`[ "$FEATURE$ATTEMPT" = 0011 ] && sleep 600; honest; envelope`);
  const own = [
    ["T001", 4, 1],
    ["T002", 500, 7],
  ];
  expect(times((await place.baton(["ledger", "show"])).json.data["ledger"])).toEqual(own);
  expect((await place.run()).code).toBe(0);
  expect(lifeOf(place, "T001")).toEqual(["started 1", "lost 1 TASK_TIMEOUT", "replanned 1", "started 2"]);
  expect(packet(place, "001-2")).toMatchObject({ timeout_seconds: 4, heartbeat_interval_seconds: 1 });
  expect(packet(place, "002-1")).toMatchObject({ timeout_seconds: 500, heartbeat_interval_seconds: 7 });
  const bundle = await place.baton(["handoff", "export"]);
  expect(times(bundle.json.data["ledger"])).toEqual(own);
  expect((await place.baton(["ledger", "reconcile"])).code).toBe(0);
  expect((await place.baton(["replay"])).code).toBe(0);
});

test("FCX-06 a person changes a task's times; a time that is none is refused and a proof stays", async () => {
  const place = await scene("honest; envelope");
  const edit = (...flags: string[]) => place.baton(["feature", "edit", "feat_002", ...flags, "--reason", "slow"]);
  expect((await edit("--timeout-seconds", "2h", "--heartbeat-seconds", "60")).code).toBe(0);
  const wrong = await edit("--timeout-seconds", "soon");
  expect([wrong.code, wrong.json.error?.code]).toEqual([2, "USAGE_INVALID"]);
  const { json } = await place.baton(["ledger", "show"]);
  expect(times(json.data["ledger"])).toEqual([
    ["T001", 4, 1],
    ["T002", 7200, 60],
  ]);
});

test("FCX-06 an agent that was stopped makes no progress however its harness beats: TASK_STALLED, and the task goes on", async () => {
  const place = await scene(`[ "$FEATURE$ATTEMPT" = 0021 ] && kill -STOP $$; honest; envelope`);
  expect((await place.run("--stall-seconds", "3")).code).toBe(0);
  expect(lifeOf(place, "T002")).toEqual(["started 1", "lost 1 TASK_STALLED", "replanned 1", "started 2"]);
  expect((await place.baton(["lock", "list"])).json.data["locks"]).toEqual([]);
});
