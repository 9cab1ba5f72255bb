import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openBeats } from "../../src/store/beats.ts";
import { DIVIDE, MULTIPLY, spec, UNREVIEWED } from "../support/calc-project.ts";
import { baton as runBaton, type CliResult } from "../support/cli.ts";
import type { Files } from "../support/repository.ts";
import { honestWork, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, text: string): Promise<Scene> {
  const opened = await openScene(script, { base: UNREVIEWED, text });
  scenes.push(opened);
  return opened;
}

const files = (feature: string, name: string): string => `${feature}Files: src/${name}.js, test/${name}.test.js\n`;
const APART = spec(files(MULTIPLY, "mul"), files(DIVIDE, "div"));
function work({ json }: CliResult, written: Files): void {
  for (const [path, text] of Object.entries(written))
    writeFileSync(join(String(json.data["workspace"]), path), text ?? "");
}
/** The words by which whoever claimed an attempt names it. */
const own = ({ json: { data } }: CliResult): string[] => [
  "--attempt",
  String(data["attempt"]),
  "--token",
  String(data["token"]),
];
const refusal = ({ code, json }: CliResult): unknown => [code, json.error?.code];
const lifeOf = ({ events }: Scene): string[] =>
  events().flatMap((event) => {
    if (event.type === "attempt_started") return [`${event.task_id} ${event.attempt} ${event.agent}`];
    return event.type === "attempt_lost" ? [`${event.task_id} ${event.attempt} ${event.code}`] : [];
  });
/** The last beat of T001 was so long ago that three are missed. */
function fallSilent(directory: string, runId: string): void {
  const beats = openBeats(join(directory, ".git", "baton", "beats.db"));
  const at = new Date(Date.now() - 61_000).toISOString();
  beats.beat(runId, { task_id: "T001", attempt: 1, at, worked_at: at });
  beats.close();
}
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(50);
}

test("FCX-06 a claim is kept by heartbeats, ended by silence, and fenced by its number however late its worker comes back", async () => {
  const { baton, repository, ...place } = await scene("honest; envelope", APART);
  const first = await baton(["task", "claim", "T001", "--as", "ada", "--heartbeat-seconds", "20"]);
  expect([first.code, first.json.data]).toMatchObject([0, { task_id: "T001", attempt: 1, agent: "ada" }]);
  expect(first.json.data["token"]).toMatch(/^[0-9a-f-]{36}$/);
  work(first, honestWork("mul"));
  expect((await baton(["task", "heartbeat", "T001", ...own(first)])).code).toBe(0);
  expect(refusal(await baton(["task", "claim", "T001", "--as", "bob"]))).toEqual([5, "TASK_TRANSITION_ILLEGAL"]);
  fallSilent(repository.directory, String(first.json.data["run_id"]));
  expect((await baton(["ledger", "reconcile"])).json.error?.code).toBe("TASK_TIMEOUT");
  for (const args of [["status"], ["task", "list"], ["lock", "list"]])
    expect((await baton(args)).json.data["gone"]).toMatchObject([
      { task_id: "T001", attempt: 1, code: "TASK_TIMEOUT" },
    ]);
  const second = await baton(["task", "claim", "T001", "--as", "bob"]);
  expect(second.json.data).toMatchObject({ attempt: 2, agent: "bob" });
  const late = own(first);
  for (const args of [
    ["submit", "--task", "T001", ...late],
    ["task", "heartbeat", "T001", ...late],
    ["task", "release", "T001", ...late, "--reason", "done"],
  ])
    expect(refusal(await baton(args))).toEqual([5, "ATTEMPT_FENCED"]);
  expect(refusal(await baton(["submit"]))).toEqual([2, "RESULT_INVALID"]);
  work(second, honestWork("mul"));
  const submit = await baton(["submit", "--task", "T001", ...own(second)]);
  expect([submit.code, submit.json.data["turns"]]).toMatchObject([0, [{ task: "T001", outcome: "proven" }]]);
  expect((await baton(["submit", "--task", "T001", ...own(second)])).json.error?.message).toBe(
    "attempt 2 of T001 was handed in already: that answer is proven and committed",
  );
  expect(repository.git("log", "-3", "--format=%(trailers:key=Co-authored-by,valueonly)")).toContain("bob");
  expect(lifeOf({ ...place, baton, repository })).toEqual(["T001 1 ada", "T001 1 TASK_TIMEOUT", "T001 2 bob"]);
  expect((await baton(["replay"])).code).toBe(0);
});

test("FCX-06 a claim is its worker's alone: without its token nobody hands it in, keeps it or gives it back, and no published file has it", async () => {
  const { baton, repository, ...place } = await scene("honest; envelope", APART);
  const claim = await baton(["task", "claim", "T001", "--as", "ada"]);
  const token = String(claim.json.data["token"]);
  work(claim, honestWork("mul"));
  const before = place.events().length;
  const sha256 = createHash("sha256").update(token).digest("hex");
  for (const shown of [[], ["--token", randomUUID()], ["--token", ""], ["--token", sha256]])
    for (const args of [
      ["submit", "--task", "T001"],
      ["task", "heartbeat", "T001"],
      ["task", "release", "T001", "--reason", "mine now"],
    ]) {
      const { code, json } = await baton([...args, "--attempt", "1", ...shown]);
      expect([args, shown, code, json.error?.code]).toEqual([args, shown, 5, "ATTEMPT_FENCED"]);
      expect(json.error?.hint).toContain("--token TOKEN, or BATON_CLAIM_TOKEN");
      expect(json.error?.hint).toContain("baton lock release T001 --reason TEXT");
    }
  expect(place.events()).toHaveLength(before);
  const directory = join(repository.directory, "runs", String(claim.json.data["run_id"]));
  const published = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const told = published.map((one) => readFileSync(join(one.parentPath, one.name), "utf8")).join("\n");
  expect([told.includes(token), told.includes(`claim:${sha256}`)]).toEqual([false, true]);
  const named = ["submit", "--task", "T001", "--attempt", "1", "--json"];
  const env = { BATON_CLAIM_TOKEN: token };
  const submit = await runBaton(named, { cwd: repository.directory, env });
  expect([submit.code, submit.json.data["turns"]]).toMatchObject([0, [{ task: "T001", outcome: "proven" }]]);
});

test("FCX-06 what a claim prints names its token in every command", async () => {
  const { repository } = await scene("honest; envelope", APART);
  const { stdout } = await runBaton(["task", "claim", "T001", "--as", "ada"], { cwd: repository.directory });
  const [, token = ""] = /--token ([0-9a-f-]{36})/.exec(stdout) ?? [];
  for (const command of ["baton submit --task T001", "baton task heartbeat T001", "baton task release T001"])
    expect(stdout).toContain(`${command} --attempt 1 --token ${token}`);
});

test("FCX-05 a worker claims beside a run what its agents do not hold; the run judges and lands what both hand in", async () => {
  const place = await scene(
    `D=$(dirname "$0"); touch "$D/began"; for i in $(seq 600); do [ -e "$D/go" ] && break; sleep 0.1; done; honest; envelope`,
    APART,
  );
  const running = place.run("--workers", "2", "--max-turns", "1");
  await until(() => existsSync(join(place.outside, "began")));
  expect(refusal(await place.baton(["task", "claim", "T001"]))).toEqual([5, "TASK_TRANSITION_ILLEGAL"]);
  const claim = await place.baton(["task", "claim", "T002", "--as", "ada"]);
  expect(claim.code).toBe(0);
  work(claim, honestWork("div"));
  const submit = await place.baton(["submit", "--task", "T002", ...own(claim)]);
  expect([submit.code, submit.json.data["handed_in"]]).toEqual([0, { task_id: "T002", attempt: 1 }]);
  const twice = await place.baton(["submit", "--task", "T002", ...own(claim)]);
  expect(refusal(twice)).toEqual([5, "ATTEMPT_FENCED"]);
  expect(twice.json.error?.message).toBe("attempt 1 of T002 was handed in already: that answer is being judged");
  writeFileSync(join(place.outside, "go"), "");
  const { code, json } = await running;
  expect([code, json.data["status"]]).toEqual([0, "complete"]);
  const codes = place
    .events()
    .flatMap((event) => ("findings" in event ? (event.findings ?? []).map((one) => one.code) : []));
  expect(codes).not.toContain("CONTROL_TOUCHED");
  expect((await place.baton(["verify"])).code).toBe(0);
});

test("a secret that agents get by a name of no meaning is kept nowhere, also of work that is claimed beside them and after them", async () => {
  const secret = ["opaque", "Value", 77_1234].join("-");
  const script = `D=$(dirname "$0"); touch "$D/began"; for i in $(seq 600); do [ -e "$D/go" ] && break; sleep 0.1; done; honest; envelope`;
  const place = await openScene(script, { base: UNREVIEWED, text: APART, env: { SETTING: secret } });
  scenes.push(place);
  const workedOn = async (attempt: number, files: Files): Promise<CliResult> => {
    const claim = await place.baton(["task", "claim", "T002", "--as", "ada"]);
    work(claim, files);
    expect(claim.json.data["attempt"]).toBe(attempt);
    const named = ["submit", "--task", "T002", ...own(claim), "--answer", "-"];
    return place.baton(named, `${secret} was of use`);
  };
  const running = place.run("--agent-env", "SETTING", "--workers", "2", "--max-turns", "1");
  await until(() => existsSync(join(place.outside, "began")));
  const beside = await workedOn(1, { "src/div.js": "export const div = () => 4;\n" });
  expect(beside.json.data["handed_in"]).toEqual({ task_id: "T002", attempt: 1 });
  writeFileSync(join(place.outside, "go"), "");
  await running;
  expect((await workedOn(2, honestWork("div"))).code).toBe(0);
  const [runId = ""] = readdirSync(join(place.repository.directory, "runs"));
  const answers = ["1", "2"].map((attempt) =>
    readFileSync(
      join(place.repository.directory, "runs", runId, "artifacts/executor/T002", attempt, "answer.txt"),
      "utf8",
    ),
  );
  expect(answers).toEqual(["[redacted] was of use", "[redacted] was of use"]);
});

test("FCX-05 a lock is released by ending who holds it: an agent at work only for a reason, and its run goes on", async () => {
  const place = await scene(
    `D=$(dirname "$0"); if mkdir "$D/began" 2>/dev/null; then sleep 600; fi; honest; envelope`,
    APART,
  );
  const running = place.run();
  await until(() => existsSync(join(place.outside, "began")));
  const [lock] = (await place.baton(["lock", "list"])).json.data["locks"] as { lock_id: string }[];
  expect(refusal(await place.baton(["lock", "release", "T001"]))).toEqual([5, "LOCK_CONFLICT"]);
  expect(refusal(await place.baton(["lock", "release", "T002", "--reason", "r"]))).toEqual([
    5,
    "TASK_TRANSITION_ILLEGAL",
  ]);
  const waive = ["gate", "waive", "T002", "dod_checklist", "--as", "bob", "--reason", "seen"];
  expect((await place.baton(waive)).code).toBe(0);
  expect((await place.baton(["lock", "release", lock?.lock_id ?? "", "--reason", "it hangs"])).code).toBe(0);
  const { code, json } = await running;
  expect([code, json.warnings]).toEqual([
    0,
    [
      expect.stringMatching(
        /^decided while the agent of T001, attempt 1 worked as you, .*: check_waived T002 dod_checklist by bob\. Was it you\?$/,
      ),
    ],
  ]);
  expect(lifeOf(place).slice(0, 3)).toEqual(["T001 1 agent", "T001 1 ATTEMPT_RELEASED", "T001 2 agent"]);
});

test("FCX-04 a claim that is given back is no failure of its task, which is ready, its locks are free and its work is kept", async () => {
  const { baton, repository, events } = await scene("honest; envelope", APART);
  const claim = await baton(["task", "claim", "T001", "--as", "ada"]);
  work(claim, honestWork("mul"));
  expect((await baton(["task", "release", "T001", ...own(claim), "--reason", "no time"])).code).toBe(0);
  const lost = events().find(({ type }) => type === "attempt_lost");
  expect(lost).toMatchObject({ code: "ATTEMPT_RELEASED", detail: "given back by ada: no time" });
  expect(repository.git("show", `${(lost as { kept: string }).kept}:src/mul.js`)).toContain("mul");
  const { json } = await baton(["task", "show", "T001"]);
  expect(json.data).toMatchObject({ blocked_code: null, owner: null, ledger_status: "ready" });
  expect(json.data["lost"]).toEqual({ attempt: 1, code: "ATTEMPT_RELEASED", detail: "given back by ada: no time" });
  const shown = async (...args: string[]) => (await runBaton(args, { cwd: repository.directory })).stdout;
  expect(await shown("task", "show", "T001")).toContain("  lost: ATTEMPT_RELEASED given back by ada: no time\n");
  expect(await shown("task", "list")).toMatch(/· ready +T001 {2}/);
  expect(await shown("ledger", "show")).toMatch(/T001 {2}ready {2}/);
  expect(await shown("status")).toMatch(/· try again +feat_001/);
  const ledger = await baton(["ledger", "show"]);
  expect(ledger.json.data["ledger"]).toMatchObject([
    { status: "ready", lifecycle: "in_progress" },
    { status: "ready" },
  ]);
  expect((await baton(["ledger", "reconcile"])).code).toBe(0);
  expect((await baton(["lock", "list"])).json.data["locks"]).toEqual([]);
  expect(existsSync(String(claim.json.data["workspace"]))).toBe(false);
});

test.each([
  ["a name with a newline", ["task", "claim", "T001", "--as", "a\nb"], "USAGE_INVALID"],
  ["a role as a worker", ["task", "claim", "T001", "--as", "orchestrator"], "USAGE_INVALID"],
  ["anybody as a worker", ["task", "claim", "T001", "--as", "Human"], "USAGE_INVALID"],
  ["an unknown task", ["task", "claim", "T009"], "TASK_UNKNOWN"],
  ["an attempt that is no number", ["task", "heartbeat", "T001", "--attempt", "x"], "USAGE_INVALID"],
  ["half of a name", ["submit", "--task", "T001"], "USAGE_INVALID"],
  ["nothing that is locked", ["lock", "release", "T001"], "TASK_TRANSITION_ILLEGAL"],
])("%s is refused and changes nothing", async (_, args, code) => {
  const { baton, events } = await scene("honest; envelope", APART);
  const before = events().length;
  expect((await baton(args)).json.error?.code).toBe(code);
  expect(events()).toHaveLength(before);
});

test("ENV-10 neither who claimed a task nor who handed it in can approve it or waive a check of it", async () => {
  const manual = spec(`${files(MULTIPLY, "mul")}Verify: manual\n`, `${files(DIVIDE, "div")}Verify: manual\n`);
  const { baton, events } = await scene("honest; envelope", manual);
  const handIn = async (as: readonly string[], by: readonly string[], id: string): Promise<void> => {
    const claim = await baton(["task", "claim", id, ...as]);
    work(claim, honestWork(id === "T001" ? "mul" : "div"));
    expect((await baton(["submit", "--task", id, ...own(claim), ...by])).code).toBe(12);
  };
  await handIn(["--as", "ada"], ["--as", "Cy"], "T001");
  expect(events().find(({ type }) => type === "attempt_answered")).toMatchObject({ by: "Cy" });
  for (const name of ["ada", "cy"]) {
    expect(refusal(await baton(["approve", "T001", "--as", name]))).toEqual([5, "APPROVER_IS_AUTHOR"]);
    const waive = ["gate", "waive", "T001", "dod_checklist", "--as", name, "--reason", "fine"];
    expect(refusal(await baton(waive))).toEqual([5, "APPROVER_IS_AUTHOR"]);
  }
  expect((await baton(["approve", "T001", "--as", "bob"])).code).toBe(0);
  // Who gives no name is the author of the run, there and here.
  await handIn([], [], "T002");
  expect(refusal(await baton(["approve", "T002"]))).toEqual([5, "APPROVER_IS_AUTHOR"]);
});

test("FCX-05 of several who claim a task at once one has it, and each other is told who", async () => {
  const { baton, repository } = await scene("honest; envelope", APART);
  const first = await runBaton(["start", "--check"], { cwd: repository.directory });
  expect(first.stdout).toContain("Next: baton run --agent AGENT;");
  const all = await Promise.all(["a", "b", "c", "d"].map((name) => baton(["task", "claim", "T001", "--as", name])));
  const losers = all.filter(({ code }) => code !== 0);
  expect(losers.map(refusal)).toEqual(losers.map(() => [5, "TASK_TRANSITION_ILLEGAL"]));
  expect(losers).toHaveLength(3);
  for (const { json } of losers) expect(json.error?.message).toMatch(/^T001 cannot be claimed: [abcd] works on it$/);
});

test("FCX-05 files that a claim holds are named with who holds them and how that ends; nothing is claimed of a closed run", async () => {
  const { baton, run } = await scene("honest; envelope", spec(MULTIPLY, DIVIDE));
  expect((await baton(["task", "claim", "T001", "--as", "ada"])).code).toBe(0);
  // All that is left waits for the claim: who drives the run is told whose, and what to type.
  const waits = await run();
  expect(refusal(waits)).toEqual([10, "FEATURE_UNPROVEN"]);
  expect(waits.json.error?.message).toMatch(/^2 features are not proven: T001 is claimed by ada until .* UTC$/);
  expect(waits.json.error?.hint).toContain("baton wait --for output, or baton lock release T001 --reason TEXT");
  const met = await baton(["task", "claim", "T002", "--as", "bob"]);
  expect(refusal(met)).toEqual([5, "LOCK_CONFLICT"]);
  expect(met.json.error?.message).toBe("T002 would change files that T001 (ada) may change, too");
  expect(met.json.error?.hint).toContain("baton lock release T001 --reason");
  expect((await baton(["close", "--as", "partial", "--reason", "enough"])).code).toBe(0);
  expect(refusal(await baton(["task", "claim", "T002", "--as", "bob"]))).toEqual([5, "RUN_CLOSED"]);
});
