import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { spec, DIVIDE, MULTIPLY } from "../support/calc-project.ts";
import { baton, fingerprintBelow } from "../support/cli.ts";
import { TEST_STATE } from "../support/prove.ts";
import { openScene, type Scene } from "../support/scene.ts";
import { BATON } from "../support/command.ts";

const scenes: Scene[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, text: string): Promise<Scene> {
  const opened = await openScene(script, { text });
  scenes.push(opened);
  return opened;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string }>;
}

function start({ repository, agent }: Scene, ...args: string[]): Started {
  const child = spawn(process.execPath, [BATON, "run", "--agent", agent, "--json", ...args], {
    cwd: repository.directory,
    env: { ...process.env, BATON_STATE: TEST_STATE },
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout }))) };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(50);
}

/** All that a stale worker could change: work tree, index, branches, run directory, journal. */
const everything = ({ repository, events }: Scene): unknown => ({
  files: fingerprintBelow(repository.directory, [".git/baton"]),
  events: events(),
});

/** The first process to reach the agent waits in it for ever; its agent writes when it is let go on. */
const FIRST_WAITS = `D=$(dirname "$0"); echo $$ >> "$D/pids"
if mkdir "$D/first" 2>/dev/null; then touch "$D/began"; while [ ! -e "$D/go" ]; do sleep 0.1; done; fi
honest; envelope
`;

test("FCX-06 FCX-07 a harness that was stopped and wakes late changes nothing: another took its place", async () => {
  const place = await scene(FIRST_WAITS, spec(MULTIPLY, DIVIDE));
  const old = start(place, "--workers", "2", "--heartbeat-seconds", "1");
  await until(() => existsSync(join(place.outside, "began")));
  const busy = await place.run();
  expect([busy.code, busy.json.error?.code]).toEqual([5, "LOCK_CONFLICT"]);
  old.child.kill("SIGSTOP");
  await pause(3500);
  const { code, json } = await place.run();
  expect([code, json.data["status"]]).toEqual([0, "complete"]);
  const lost = place.events().flatMap((event) => (event.type === "attempt_lost" ? [event] : []));
  expect(lost).toMatchObject([{ task_id: "T001", attempt: 1, code: "TASK_TIMEOUT" }]);
  const before = everything(place);
  old.child.kill("SIGCONT");
  const woken = await old.ended;
  expect([woken.code, JSON.parse(woken.stdout)]).toMatchObject([5, { error: { code: "ATTEMPT_FENCED" } }]);
  expect(everything(place)).toEqual(before);
  expect((await place.baton(["verify"])).code).toBe(0);
  expect((await place.baton(["ledger", "reconcile"])).code).toBe(0);
});

test("FCX-07 an agent that outlives its stopped harness is ended, and what it writes afterwards reaches nothing", async () => {
  const place = await scene(FIRST_WAITS, spec(MULTIPLY));
  const old = start(place, "--heartbeat-seconds", "1");
  await until(() => existsSync(join(place.outside, "began")));
  const [agent = ""] = readFileSync(join(place.outside, "pids"), "utf8").split("\n");
  process.kill(Number(agent), "SIGSTOP");
  old.child.kill("SIGSTOP");
  await pause(3500);
  expect((await place.run()).code).toBe(0);
  const before = everything(place);
  // Its parent is stopped, so nobody has buried it yet.
  expect(readFileSync(`/proc/${agent}/stat`, "utf8")).toMatch(/\) Z /);
  old.child.kill("SIGCONT");
  expect((await old.ended).code).toBe(5);
  expect(everything(place)).toEqual(before);
});

test("FCX-05 FCX-06 a suspended harness is seen by every command as reconciliation sees it, and its lock released without a reason; it is fenced when it wakes", async () => {
  const place = await scene(FIRST_WAITS, spec(MULTIPLY, DIVIDE));
  const old = start(place, "--heartbeat-seconds", "1");
  await until(() => existsSync(join(place.outside, "began")));
  const look = async (...args: string[]) => (await place.baton(args)).json.data["gone"];
  expect(await look("status")).toEqual([]);
  old.child.kill("SIGSTOP");
  await pause(4500);
  const { json } = await place.baton(["ledger", "reconcile"]);
  const [violation] = json.data["violations"] as { subject: string; code: string; message: string }[];
  expect(violation).toMatchObject({ subject: "T001", code: "TASK_TIMEOUT" });
  const gone = [{ task_id: "T001", attempt: 1, code: "TASK_TIMEOUT", why: violation?.message }];
  for (const args of [["status"], ["task", "list"], ["lock", "list"]]) expect(await look(...args)).toEqual(gone);
  const shown = (await baton(["status"], { cwd: place.repository.directory })).stdout;
  expect(shown).toContain("silent (its process gives no sign of life)");
  expect(shown).toContain("Next: T001 (baton resume)");
  expect((await place.baton(["lock", "release", "T001"])).code).toBe(0);
  expect([await look("lock", "list"), await look("status")]).toEqual([[], []]);
  const before = everything(place);
  old.child.kill("SIGCONT");
  expect((await old.ended).code).toBe(5);
  expect(everything(place)).toEqual(before);
});
