import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { takeLease } from "../../src/engine/run/claims/lease.ts";
import { CurrentTask } from "../../src/schema/task.ts";
import type { RunEvent } from "../../src/schema/event.ts";
import { DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, text: string): Promise<Scene> {
  const opened = await openScene(script, { text });
  scenes.push(opened);
  return opened;
}

/** Each agent waits until both have begun; alone it goes on after a while. */
const MEET = `D=$(dirname "$0"); touch "$D/began-$FEATURE"
for i in $(seq 100); do [ -e "$D/began-001" ] && [ -e "$D/began-002" ] && touch "$D/met-$FEATURE" && break; [ -n "$ALONE" ] && break; sleep 0.1; done
`;
const files = (feature: string, name: string): string => `${feature}Files: src/${name}.js, test/${name}.test.js\n`;
const passes = (data: Record<string, unknown>): boolean[] =>
  (data["features"] as { passes: boolean }[]).map((feature) => feature.passes);
const order = ({ events }: Scene, ...types: RunEvent["type"][]): string[] =>
  events().flatMap((event) =>
    types.includes(event.type) && "task_id" in event ? [`${event.type} ${event.task_id}`] : [],
  );

test("FCX-05 two agents work at the same time where their files do not meet, and each change is proven on what the other left", async () => {
  const place = await scene(`${MEET}honest; envelope`, spec(files(MULTIPLY, "mul"), files(DIVIDE, "div")));
  const { code, json } = await place.run("--workers", "2");
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
  expect(existsSync(join(place.outside, "met-001")) && existsSync(join(place.outside, "met-002"))).toBe(true);
  // Whoever came second began on the base of the first, and was proven again on its commit.
  expect(order(place, "attempt_started", "candidate_moved").slice(0, 2)).toEqual([
    "attempt_started T001",
    "attempt_started T002",
  ]);
  expect(place.events().filter(({ type }) => type === "candidate_moved")).toHaveLength(1);
  const codes = place
    .events()
    .flatMap((event) => ("findings" in event ? (event.findings ?? []).map((one) => one.code) : []));
  expect(codes).not.toContain("CONTROL_TOUCHED");
  const log = place.repository
    .git("log", "--format=%s")
    .split("\n")
    .filter((line) => line.startsWith("feat: "));
  expect(log.toSorted()).toEqual(["feat: Divide", "feat: Multiply"]);
  // Each lane has its own current task beside the one that all share, and it follows its task to the end.
  const [runId = ""] = readdirSync(join(place.repository.directory, "runs"));
  const path = (id: string): string => join(place.repository.directory, "runs", runId, "state", "tasks", `${id}.json`);
  for (const id of ["T001", "T002"])
    expect(CurrentTask.parse(JSON.parse(readFileSync(path(id), "utf8")))).toMatchObject({
      task_id: id,
      status: "complete",
      gate_status: "G2_passed",
    });
  expect((await place.baton(["verify"])).code).toBe(0);
  const replayed = await place.baton(["replay"]);
  expect([replayed.code, replayed.json.data["difference"], replayed.json.data["unchecked"]]).toEqual([0, null, []]);
  rmSync(path("T001"));
  expect((await place.baton(["verify"])).code).toBe(11);
  await place.baton(["repair"]);
  expect([(await place.baton(["verify"])).code, existsSync(path("T001"))]).toEqual([0, true]);
});

test("FCX-05 where files meet, the second attempt begins when the first is committed, however many workers there are", async () => {
  const place = await scene(`ALONE=1; ${MEET}honest; envelope`, spec(MULTIPLY, DIVIDE));
  const { code } = await place.run("--workers", "4");
  expect(code).toBe(0);
  expect(order(place, "attempt_started", "task_committed")).toEqual([
    "attempt_started T001",
    "task_committed T001",
    "attempt_started T002",
    "task_committed T002",
  ]);
  const state = place.events().flatMap((event) => (event.type === "published" ? Object.keys(event.files) : []));
  expect(state.filter((path) => path.startsWith("state/tasks/"))).toEqual([]);
});

test("while a reviewer looks at one change, the next agent begins", async () => {
  const subtract = files("## Subtract\n- sub(8, 2) is 6\nTest: `node --test test/sub.test.js`\n", "sub");
  const place = await scene(
    `[ "$FEATURE" = 003 ] && touch "$(dirname "$0")/third" && write sub - 6 || honest; envelope`,
    spec(files(MULTIPLY, "mul"), files(DIVIDE, "div"), subtract),
  );
  const looks = `for i in $(seq 200); do [ "$TASK" != T001 ] || [ -e "\${0%/*}/third" ] && break; sleep 0.1; done
if [ -e "\${0%/*}/third" ] || [ "$TASK" != T001 ]; then passes; else fails "the third never began"; fi
`;
  writeFileSync(join(place.outside, "reviewer.sh"), looks);
  const { code, json } = await place.run("--workers", "2");
  expect([code, passes(json.data)]).toEqual([0, [true, true, true]]);
  const steps = order(place, "attempt_started", "review_started", "task_committed");
  expect(steps.indexOf("attempt_started T003")).toBeLessThan(steps.indexOf("task_committed T001"));
  expect(steps.filter((step) => step === "review_started T001")).toHaveLength(1);
  expect((await place.baton(["verify"])).code).toBe(0);
  expect((await place.baton(["replay"])).json.data["difference"]).toBeNull();
});

test("what depends on a change begins on its commit, also where a worker is free when its review is concluded", async () => {
  const place = await scene(
    "honest; envelope",
    spec(files(MULTIPLY, "mul"), `${files(DIVIDE, "div")}Depends: Multiply\n`),
  );
  const { code, json } = await place.run("--workers", "3");
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
  expect(order(place, "attempt_started", "task_committed")).toEqual([
    "attempt_started T001",
    "task_committed T001",
    "attempt_started T002",
    "task_committed T002",
  ]);
  const commits = place.events().flatMap((event) => (event.type === "task_committed" ? [event.commit] : []));
  const bases = place.events().flatMap((event) => (event.type === "attempt_started" ? [event.base_commit] : []));
  expect(bases[1]).toBe(commits[0]);
  expect((await place.baton(["replay"])).json.data["difference"]).toBeNull();
});

const appears = async (...paths: string[]): Promise<void> => {
  while (!paths.every((path) => existsSync(path))) await setTimeout(50);
};

test("no more changes wait to be judged than workers are at work, however long a review takes", async () => {
  const names = [1, 2, 3, 4, 5].map((at) => `f${at}`);
  const text = names.map((name) =>
    files(`## ${name}\n- ${name}(8, 2) is 6\nTest: \`node --test test/${name}.test.js\`\n`, name),
  );
  const place = await scene(
    `touch "$(dirname "$0")/began-$FEATURE"; write "f\${FEATURE#00}" - 6; envelope`,
    spec(...text),
  );
  const at = (name: string): string => join(place.outside, name);
  writeFileSync(at("reviewer.sh"), 'touch "${0%/*}/looks"; sleep 60\n');
  const killed = new AbortController();
  const run = baton(["run", "--agent", place.agent, "--workers", "3"], {
    cwd: place.repository.directory,
    kill: killed.signal,
  });
  await appears(at("looks"), at("began-004"));
  // Long enough for another to begin, were it to.
  await setTimeout(3000);
  killed.abort();
  await run;
  expect(order(place, "attempt_started")).toEqual(
    ["T001", "T002", "T003", "T004"].map((id) => `attempt_started ${id}`),
  );
});

test("FCX-07 a start times out whoever died at once, before its session is recorded and while a review goes on", async () => {
  const subtract = files("## Subtract\n- sub(8, 2) is 6\nTest: `node --test test/sub.test.js`\n", "sub");
  const place = await scene(
    `D=$(dirname "$0"); [ "$FEATURE" = 001 ] || [ -e "$D/again" ] || { touch "$D/began-$FEATURE"; sleep 60; }
[ "$FEATURE" = 003 ] && write sub - 6 || honest; envelope`,
    spec(files(MULTIPLY, "mul"), files(DIVIDE, "div"), subtract),
  );
  const at = (name: string): string => join(place.outside, name);
  writeFileSync(at("reviewer.sh"), `[ -e "\${0%/*}/again" ] || { touch "\${0%/*}/looks"; sleep 60; }\npasses\n`);
  const killed = new AbortController();
  const { directory: cwd } = place.repository;
  const first = baton(["run", "--agent", place.agent, "--workers", "3"], { cwd, kill: killed.signal });
  await appears(at("began-002"), at("began-003"), at("looks"));
  killed.abort();
  await first;
  const before = place.events().length;
  // Another process drives now, and not those: they are still nobody's.
  const lease = takeLease(join(cwd, ".git/baton/alive"));
  const beside = await place.baton(["ledger", "reconcile"]);
  lease.release();
  const violations = beside.json.data["violations"] as { code: string; subject: string }[];
  expect(violations.map(({ code, subject }) => [code, subject])).toEqual([
    ["LEDGER_WORKER_MISSING", "T002"],
    ["LEDGER_WORKER_MISSING", "T003"],
  ]);
  writeFileSync(at("again"), "");
  const { code, json } = await place.run("--workers", "3");
  expect([code, passes(json.data)]).toEqual([0, [true, true, true]]);
  const steps = place.events().slice(before);
  const first4 = steps.filter(({ type }) => /^(?:attempt_lost|task_replanned|run_resumed)$/.test(type)).slice(0, 5);
  expect(first4.map((event) => `${event.type} ${"task_id" in event ? event.task_id : ""}`)).toEqual([
    "attempt_lost T002",
    "attempt_lost T003",
    "task_replanned T002",
    "task_replanned T003",
    "run_resumed ",
  ]);
  const order = steps.map((event) => `${event.type} ${"task_id" in event ? event.task_id : ""}`);
  expect(order.indexOf("attempt_started T002")).toBeLessThan(order.indexOf("task_committed T001"));
  expect((await place.baton(["replay"])).json.data["difference"]).toBeNull();
});

test("an agent that touches what it must not is told so, also when another one's work lands meanwhile", async () => {
  const place = await scene(
    `${MEET}if [ "$FEATURE" = 002 ]; then
for i in $(seq 600); do [ "$(cat "$REPOSITORY"/runs/*/journal.jsonl | grep -c '"type":"landed"')" = 2 ] && break; sleep 0.1; done
git -C "$REPOSITORY" branch -f main HEAD~1 2>/dev/null; echo x >> "$REPOSITORY/claude-progress.txt"; fi; honest; envelope`,
    spec(files(MULTIPLY, "mul"), files(DIVIDE, "div")),
  );
  const { directory } = place.repository;
  const script = join(place.outside, "agent.sh");
  writeFileSync(script, readFileSync(script, "utf8").replaceAll("$REPOSITORY", directory));
  const { json } = await place.run("--workers", "2", "--max-turns", "2");
  const codes = (json.data["turns"] as { findings: { code: string }[] }[]).flatMap(({ findings }) =>
    findings.map(({ code }) => code),
  );
  expect(codes).toContain("CONTROL_TOUCHED");
  // What is found of an attempt stays with its change when that is moved onto what landed.
  expect(order(place, "candidate_moved", "task_committed")).toEqual(["task_committed T001", "candidate_moved T002"]);
});

test("what one of two agents leaves in the repository's configuration is counted against neither, and said until it is undone", async () => {
  const place = await scene(
    `${MEET}[ "$FEATURE.$ATTEMPT" = 002.1 ] && git -C "$REPOSITORY" config core.hooksPath /tmp/evil && touch "$D/planted"
[ $ATTEMPT = 1 ] && for i in $(seq 100); do [ -e "$D/planted" ] && break; sleep 0.1; done; honest; envelope`,
    spec(files(MULTIPLY, "mul"), files(DIVIDE, "div")),
  );
  const { directory, git } = place.repository;
  const script = join(place.outside, "agent.sh");
  writeFileSync(script, readFileSync(script, "utf8").replaceAll("$REPOSITORY", directory));
  const { code, json } = await place.run("--workers", "2");
  expect([code, passes(json.data)]).toEqual([0, [true, true]]);
  const turns = json.data["turns"] as {
    task: string;
    outcome: string;
    findings: { code: string; message: string }[];
  }[];
  const lost = turns.filter(({ outcome }) => outcome === "lost");
  expect(lost.map(({ task, findings }) => `${task} ${findings[0]?.code}`).toSorted()).toEqual([
    "T001 CONTROL_TOUCHED",
    "T002 CONTROL_TOUCHED",
  ]);
  expect(lost[0]?.findings[0]?.message).toContain("core.hookspath = /tmp/evil (it was not set)");
  expect((json.data["tasks"] as { iteration_count: number }[]).map((task) => task.iteration_count)).toEqual([0, 0]);
  const said = "core.hookspath = /tmp/evil (it was not set), since attempt 1 of";
  const undo = "git config --unset-all core.hookspath";
  expect(json.data["left_behind"]).toMatchObject([{ name: "core.hookspath", undo }]);
  const status = async (): Promise<string> => (await baton(["status"], { cwd: directory })).stdout;
  expect(await status()).toContain(said);
  expect(await status()).toContain(undo);
  git("config", "--unset-all", "core.hookspath");
  expect(await status()).not.toContain("hookspath");
});

test("lock list names who may change what; without attempts nothing is locked", async () => {
  const place = await scene("honest; envelope", spec(files(MULTIPLY, "mul")));
  expect((await place.baton(["lock", "list"])).json.data["locks"]).toEqual([]);
  await place.baton(["next"]);
  const { json } = await place.baton(["lock", "list"]);
  expect(json.data["locks"]).toMatchObject([
    { task_id: "T001", attempt: 1, pattern: "src/mul.js", mode: "exclusive" },
    { task_id: "T001", attempt: 1, pattern: "test/mul.test.js", mode: "exclusive" },
  ]);
});
