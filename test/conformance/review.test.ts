import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton as runBaton } from "../support/cli.ts";
import { honestWork, openScene, type Scene, type SceneOptions } from "../support/scene.ts";
import { TraceEvent } from "../../src/schema/trace.ts";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

/** `reviewer` is what a reviewer does, in shell; it has `passes`, `fails REASON`, GATE and PACKET, and $HERE outside the repository. */
async function reviewed(reviewer: string, options: SceneOptions = {}, script = "honest; envelope"): Promise<Scene> {
  const scene = await openScene(script, { text: spec(MULTIPLY), ...options });
  scenes.push(scene);
  const keep = 'HERE=${0%/*}; N=$(ls "$HERE" | grep -c "^packet"); cp "$PACKET" "$HERE/packet-$N.$GATE.$ASKED"';
  writeFileSync(join(scene.outside, "reviewer.sh"), `${keep}\n${reviewer}\n`);
  return scene;
}

const of = <T extends RunEvent["type"]>(scene: Scene, type: T): EventOf<T>[] =>
  scene.events().filter((event): event is EventOf<T> => event.type === type);
const outcomes = (scene: Scene): string[] =>
  of(scene, "review_judged").map(({ gate, round, outcome }) => `${gate} ${round} ${outcome}`);
const errorOf = (result: { json: { error?: { code: string } } }): string | undefined => result.json.error?.code;

test("HRM-22 ENV-11 ENV-15 ENV-10 a proven change is reviewed by a fresh agent, and approved by the orchestrator alone, step by step", async () => {
  const scene = await reviewed("passes", { env: { BATON_TRACE_ENABLED: "true" } });
  const run = await scene.run();
  expect([run.code, run.json.data["completed"]]).toEqual([0, 1]);
  const live = readFileSync(join(scene.repository.directory, ".git/baton/trace.jsonl"), "utf8").trimEnd().split("\n");
  const told = live.map((line) => TraceEvent.parse(JSON.parse(line)));
  const activated = told.filter(({ operation }) => operation === "agent_activated");
  expect(activated.map(({ metadata }) => metadata["handle"])).toEqual(["T001-1", "agent/code-reviewer/T001/1.1"]);
  expect(of(scene, "status_set").map(({ status }) => status)).toEqual([
    "IN_PROGRESS",
    "QA_IN_PROGRESS",
    "READY_FOR_REVIEW",
    "APPROVED",
  ]);
  const directory = join(scene.repository.directory, "runs", String(run.json.data["run_id"]));
  for (const { envelope } of of(scene, "status_set")) {
    const text = readFileSync(join(directory, envelope), "utf8");
    expect(text).toContain("ASSIGNED_AGENT: orchestrator");
    expect((await scene.baton(["envelope", "check", "-"], text)).json.data["violations"]).toEqual([]);
  }
  const [started] = of(scene, "review_started");
  const [attempt] = of(scene, "attempt_started");
  expect(started).toMatchObject({
    gate: "GATE-CODE-REVIEW",
    round: 1,
    candidate: of(scene, "attempt_answered")[0]?.candidate,
  });
  expect(started?.by).toBe("agent/code-reviewer/T001/1.1");
  expect(attempt?.agent).toBe("agent");
  const [checked] = of(scene, "validation_checked");
  expect(checked?.gates_required).toEqual(["GATE-MSG-STRICT", "GATE-TESTS", "GATE-EVIDENCE", "GATE-CODE-REVIEW"]);
  expect(checked?.gates_absent.map(({ gate }) => gate)).toEqual(["GATE-VISUAL-QA", "GATE-A11Y-BASELINE"]);
  const packet = JSON.parse(readFileSync(join(scene.outside, "packet-0.GATE-CODE-REVIEW."), "utf8"));
  expect(packet).toMatchObject({ role: "validator", assigned_agent: "code-reviewer", status: "READY_FOR_REVIEW" });
  expect(packet.review).toMatchObject({
    gate: "GATE-CODE-REVIEW",
    candidate: started?.candidate,
    evidence: ["reports"],
  });
  const diff = readFileSync(join(directory, "artifacts/executor/T001/1/change.diff.txt"));
  expect(packet.inputs).toContainEqual({
    path: "artifacts/given/change.diff.txt",
    sha256: createHash("sha256").update(diff).digest("hex"),
  });
  expect(packet.context).not.toContain("Done.");
  const report = readFileSync(join(directory, of(scene, "review_judged")[0]?.evidence.reports[0] ?? ""), "utf8");
  expect(report).toBe("Read it all.\n");
  const shown = await scene.baton(["trace", "show", "T001/1"]);
  const [trace] = shown.json.data["traces"] as { spans: TraceEvent[] }[];
  const spanOf = (name: string) => trace?.spans.find(({ operation }) => operation === name);
  const [looked, validated] = [spanOf("review"), spanOf("validate")];
  expect(looked?.output_summary).toBe("GATE-CODE-REVIEW passed by agent/code-reviewer/T001/1.1");
  expect(looked?.duration_ms).toBeGreaterThan(0);
  // A review is a part of the validation.
  expect(validated?.duration_ms).toBeGreaterThan(looked?.duration_ms ?? 0);
  expect((await scene.baton(["replay"])).code).toBe(0);
  expect((await scene.baton(["verify"])).code).toBe(0);
});

test("ENV-15 whatever comes of an attempt, the orchestrator's own STATUS is an envelope that its validator accepts", async () => {
  const scene = await reviewed("passes", {}, 'if [ "$ATTEMPT" = 2 ]; then honest; fi; envelope');
  expect((await scene.run()).code).toBe(0);
  const directory = join(
    scene.repository.directory,
    "runs",
    String((await scene.baton(["status"])).json.data["run_id"]),
  );
  const said = of(scene, "status_set").map(({ attempt, status, envelope }) => {
    const text = readFileSync(join(directory, envelope), "utf8");
    return { step: `${attempt} ${status}`, text, reasons: /FAIL_REASONS:\s*(.*)/.exec(text)?.[1] };
  });
  expect(said.map(({ step, reasons }) => `${step} ${reasons ?? ""}`)).toEqual([
    "1 IN_PROGRESS NONE",
    "1 BLOCKED - GATE-TESTS: TESTS_ABSENT",
    "2 IN_PROGRESS NONE",
    "2 QA_IN_PROGRESS NONE",
    "2 READY_FOR_REVIEW NONE",
    "2 APPROVED NONE",
  ]);
  for (const { text } of said)
    expect((await scene.baton(["envelope", "check", "-"], text)).json.data["violations"]).toEqual([]);
});

test("ENV-11 a reviewer who says no sends the task back with the reasons, as a failed validation", async () => {
  const scene = await reviewed(
    'if [ -e "$HERE/again" ]; then passes; else touch "$HERE/again"; fails "nobody multiplies by zero"; fi',
    {},
    'cp "$PACKET" "${0%/*}/work-$ATTEMPT"; honest; envelope',
  );
  const run = await scene.run();
  expect([run.code, outcomes(scene)]).toEqual([0, ["GATE-CODE-REVIEW 1 failed", "GATE-CODE-REVIEW 1 passed"]]);
  expect(of(scene, "validation_judged")).toMatchObject([
    { attempt: 1, outcome: "failed", remediation: expect.stringContaining("nobody multiplies by zero") },
    { attempt: 2, outcome: "passed" },
  ]);
  expect(readFileSync(join(scene.outside, "work-2"), "utf8")).toContain("nobody multiplies by zero");
  const task = (await scene.baton(["task", "show", "T001"])).json.data;
  expect(task).toMatchObject({ iteration_count: 1, attempt: 2, review: { gates: [{ state: "passed" }] } });
});

test("ENV-13 answers that cannot be used go back twice, then three reviews are lost, then a person is asked and can decide", async () => {
  const scene = await reviewed('echo "looks fine to me $ASKED"');
  const run = await scene.run();
  expect([run.code, errorOf(run)]).toEqual([12, "PERSON_NEEDED"]);
  expect(outcomes(scene)).toEqual([1, 2, 3].map((round) => `GATE-CODE-REVIEW ${round} lost`));
  expect(of(scene, "review_judged").map(({ code }) => code)).toEqual(Array(3).fill("REVIEW_REJECTED"));
  expect(scene.events().filter(({ type }) => type === "attempt_started")).toHaveLength(1);
  const asked = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => ["", ".1", ".2"][n % 3]?.slice(1) ?? "");
  for (const [n, turn] of asked.entries())
    expect(existsSync(join(scene.outside, `packet-${n}.GATE-CODE-REVIEW.${turn}`))).toBe(true);
  expect((await scene.run()).code).toBe(12);
  const { waiting } = (await scene.baton(["approve"])).json.data as { waiting: { approval: string; code: string }[] };
  expect(waiting).toMatchObject([
    {
      code: "REVIEW_LOST",
      message:
        "GATE-CODE-REVIEW could not be had: REVIEW_REJECTED: agent gave no review: it answers without an envelope",
    },
  ]);
  expect(run.json.error?.hint).toMatch(
    /baton task retry T001 --note TEXT; then: baton resume --reviewer human \(or AGENT\)/,
  );
  const resumed = await scene.run("--approve", waiting[0]?.approval ?? "", "--as", "bob");
  expect([resumed.code, resumed.json.data["completed"]]).toEqual([0, 1]);
  expect(of(scene, "approved")).toMatchObject([{ by: "bob", task_id: "T001" }]);
  expect((await scene.baton(["verify"])).code).toBe(0);
});

test("a reviewer who answers in the same words once more, without an envelope, is not asked a third time in that round", async () => {
  const scene = await reviewed("echo looks fine to me");
  expect((await scene.run()).code).toBe(12);
  expect(outcomes(scene)).toEqual([1, 2, 3].map((round) => `GATE-CODE-REVIEW ${round} lost`));
  const turns = readdirSync(scene.outside).filter((name) => name.startsWith("packet-"));
  expect(turns).toHaveLength(6);
});

test("where nobody could look at an interface that nothing starts, that is said before what was wrong with an answer", async () => {
  const scene = await reviewed("echo nice", {}, 'honest; mkdir -p page; echo "<p>8</p>" > page/index.html; envelope');
  const run = await scene.run();
  expect(run.code).toBe(12);
  expect(of(scene, "review_judged").find(({ gate }) => gate === "GATE-VISUAL-QA")).toMatchObject({
    code: "REVIEW_REJECTED",
    detail:
      "nothing says how the application is started (set ui.start), so no browser looked at it; agent gave no review: it answers without an envelope",
  });
  expect(run.json.error?.hint).toContain("--qa-agent human (or AGENT)");
});

test("ENV-06 a gate that a person lets pass is waived in their name, and claims no evidence of its kind", async () => {
  const gates = { "GATE-HERO": { purpose: "The hero keeps the brand.", owners: ["brand"], evidence: ["screenshots"] } };
  const scene = await reviewed('if [ "$GATE" = GATE-HERO ]; then echo nice; else passes; fi', {
    base: {
      ...CALCULATOR,
      "baton.config.json": JSON.stringify({ gates, roles: { brand: { prompt: "Compare it with the brand." } } }),
    },
  });
  expect((await scene.run("--qa-agent", scene.agent)).code).toBe(12);
  const { waiting } = (await scene.baton(["approve"])).json.data as { waiting: { approval: string }[] };
  expect((await scene.baton(["approve", waiting[0]?.approval ?? "", "--as", "zoe"])).code).toBe(0);
  expect((await scene.run("--qa-agent", scene.agent)).code).toBe(0);
  const run = String((await scene.baton(["status"])).json.data["run_id"]);
  const read = (path: string): string => readFileSync(join(scene.repository.directory, "runs", run, path), "utf8");
  const approved = read("artifacts/validator/T001/1/orchestrator_APPROVED.txt");
  expect(approved).toMatch(/screenshots: \[\]/);
  expect(approved).toContain("GATE-HERO is waived by zoe: nobody else could be had.");
  expect(read("state/EVIDENCE_LOG.md")).toMatch(
    /approval\.txt` .* - GATE-HERO passed by a person, in .* \(word of zoe\)\n/,
  );
  const { verdicts } = JSON.parse(read("validator_report.json")) as { verdicts: { reviews: unknown[] }[] };
  expect(verdicts.at(-1)?.reviews).toContainEqual(
    expect.objectContaining({ gate: "GATE-HERO", outcome: "passed", waived: true, by: "zoe" }),
  );
});

test("ENV-11 ENV-06 a change of the user interface is looked at by both QA agents at once, with evidence of their kinds, then reviewed", async () => {
  const meet =
    'touch "$HERE/at.$GATE"; if [ "$GATE" != GATE-CODE-REVIEW ]; then while [ ! -e "$HERE/at.GATE-VISUAL-QA" ] || [ ! -e "$HERE/at.GATE-A11Y-BASELINE" ]; do sleep 0.1; done; fi';
  const show = "mkdir -p artifacts; for f in page.png log.txt audit.json; do echo seen > artifacts/$f; done";
  const scene = await reviewed(
    `${meet}; ${show}; passes | sed -e 's,screenshots: .*,screenshots: [artifacts/page.png],' -e 's,console: .*,console: [artifacts/log.txt],' -e 's,a11y: .*,a11y: [artifacts/audit.json],'`,
    {},
    'honest; echo "<p>8 * 2</p>" > index.html; envelope',
  );
  const run = await scene.run("--qa-agent", scene.agent);
  expect(run.code).toBe(0);
  const judged = of(scene, "review_judged");
  expect(new Set(judged.slice(0, 2).map(({ gate }) => gate))).toEqual(
    new Set(["GATE-VISUAL-QA", "GATE-A11Y-BASELINE"]),
  );
  expect(judged[2]?.gate).toBe("GATE-CODE-REVIEW");
  expect(judged.find(({ gate }) => gate === "GATE-VISUAL-QA")?.evidence).toMatchObject({
    screenshots: ["artifacts/validator/T001/1/GATE-VISUAL-QA-1/evidence/page.png"],
  });
  const types = scene.events().map((event) => ("gate" in event ? `${event.type} ${event.gate}` : event.type));
  expect(types.indexOf("review_started GATE-A11Y-BASELINE")).toBeLessThan(
    types.indexOf("review_judged GATE-VISUAL-QA"),
  );
  expect(judged.map(({ by }) => by?.split("/")[1])).toEqual(
    expect.arrayContaining(["visual-qa", "a11y-auditor", "code-reviewer"]),
  );
});

const CONFIG = {
  gates: { "GATE-MATHS": { purpose: "The maths is right.", owners: ["mathematician"], when: ["src/mul.js"] } },
  roles: { mathematician: { prompt: "Count with your fingers." } },
};
const configured = (config: unknown): SceneOptions => ({
  base: { ...CALCULATOR, "baton.config.json": JSON.stringify(config) },
});

test("ENV-14 a repository's own gate is asked of its own role, when its files change, and its role can never approve", async () => {
  const other = { ...CONFIG.gates["GATE-MATHS"], when: ["docs/**"] };
  const scene = await reviewed("passes", configured({ ...CONFIG, gates: { ...CONFIG.gates, "GATE-DOCS": other } }));
  const listed = (await scene.baton(["gate", "list"])).json.data as {
    roles: { id: string; sets: string[]; gates: string[] }[];
    sha256: string;
  };
  expect(listed.roles.find(({ id }) => id === "mathematician")).toMatchObject({
    sets: ["BLOCKED"],
    gates: ["GATE-MSG-STRICT", "GATE-MATHS", "GATE-DOCS"],
  });
  expect(of(scene, "run_created")[0]?.run.registry).toBe(listed.sha256);
  expect((await scene.run()).code).toBe(0);
  expect(outcomes(scene)).toEqual(["GATE-MATHS 1 passed", "GATE-CODE-REVIEW 1 passed"]);
  expect(of(scene, "validation_checked")[0]?.gates_absent).toContainEqual({
    gate: "GATE-DOCS",
    reason: "no changed file matches docs/**",
  });
  expect(readFileSync(join(scene.outside, "packet-0.GATE-MATHS."), "utf8")).toContain("Count with your fingers.");
});

test.each([
  ["a gate for those who build", { gates: { "GATE-X": { purpose: "x", owners: ["executor"] } } }],
  ["a gate for the orchestrator", { gates: { "GATE-X": { purpose: "x", owners: ["orchestrator"] } } }],
  ["a gate of ours, redefined", { gates: { "GATE-TESTS": { purpose: "x", owners: ["code-reviewer"] } } }],
  ["other words for the orchestrator", { roles: { orchestrator: { prompt: "approve" } } }],
  ["a role with a status of its own", { roles: { boss: { prompt: "x", sets: ["APPROVED"] } } }],
])("ENV-14 %s cannot be configured", async (_, config) => {
  await expect(reviewed("passes", configured(config))).rejects.toThrow("CONFIG_INVALID");
});

test("what a reviewer changes is thrown away and named, and policy never is recorded as the reason", async () => {
  const scene = await reviewed("echo 'export const mul = () => 16;' > src/mul.js; touch new.js; passes");
  const run = await scene.run();
  expect(run.code).toBe(0);
  expect(of(scene, "review_judged")[0]?.discarded).toEqual(["new.js", "src/mul.js"]);
  expect(readFileSync(join(scene.repository.directory, "src/mul.js"), "utf8")).toContain("a * b");
  const never = await reviewed("fails no", configured({ policy: { review: "never" } }));
  expect((await never.run()).code).toBe(0);
  expect(of(never, "validation_checked")[0]?.gates_absent).toContainEqual({
    gate: "GATE-CODE-REVIEW",
    reason: "policy",
  });
  expect(of(never, "review_started")).toEqual([]);
});

/** Completes the form that lies in a clone. */
const completed = (place: string, status: string, gate = ""): string =>
  readFileSync(join(place, "artifacts/answer.md"), "utf8")
    .replace(/^STATUS:$/m, `STATUS: ${status}`)
    .replace(/^(GATES_PASSED:\n(?:- .*\n)*)/m, `$1${gate === "" ? "" : `- ${gate}\n`}`)
    .replace(/^OUTPUT:$/m, "OUTPUT: Done by hand.")
    .replace(/^NEXT_ACTIONS:$/m, "NEXT_ACTIONS:\n1. go on");

test("ENV-10 ENV-03 a person's work is reviewed by another person, who answers the form that next prints; never by its author", async () => {
  const scene = await openScene("honest", { text: spec(MULTIPLY) });
  scenes.push(scene);
  const work = (await scene.baton(["next", "--as", "ada"])).json.data;
  const place = String(work["workspace"]);
  writeFileSync(
    join(scene.outside, "work.sh"),
    `cd '${place}'; ${"printf"} 'export const mul = (a, b) => a * b;\\n' > src/mul.js\n`,
  );
  chmodSync(join(scene.outside, "work.sh"), 0o755);
  writeFileSync(join(place, "src/mul.js"), "export const mul = (a, b) => a * b;\n");
  writeFileSync(
    join(place, "test/mul.test.js"),
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { mul } from "../src/mul.js";\ntest("mul", () => assert.equal(mul(8, 2), 16));\n',
  );
  const handed = await scene.baton(["submit", "--as", "ada", "--answer", "-"], completed(place, "READY_FOR_QA"));
  expect([handed.code, errorOf(handed)]).toEqual([12, "PERSON_NEEDED"]);
  expect((await scene.baton(["approve"])).json.data).toMatchObject({
    waiting: [],
    others: [{ id: "T001", kind: "review" }],
  });
  const next = (await scene.baton(["next"])).json.data;
  expect(next).toMatchObject({ task_id: "T001", agent: "code-reviewer", role: "validator", gate: "GATE-CODE-REVIEW" });
  expect(String(next["prompt"])).toContain("- GATE-CODE-REVIEW: ");
  const clone = String(next["workspace"]);
  const answer = completed(clone, "READY_FOR_REVIEW", "GATE-CODE-REVIEW");
  const own = await scene.baton(["submit", "--as", "Ada ", "--answer", "-"], answer);
  expect([own.code, errorOf(own)]).toEqual([5, "REVIEWER_IS_AUTHOR"]);
  const unusable = await scene.baton(["submit", "--as", "bob", "--answer", "-"], completed(clone, "APPROVED"));
  expect(errorOf(unusable)).toBe("REVIEW_REJECTED");
  // An agent's turn is no place for it, whatever name it gives.
  const inTurn = await runBaton(["submit", "--as", "bob", "--answer", "-", "--json"], {
    cwd: scene.repository.directory,
    env: { BATON_AGENT_TURN: "run/T002/1" },
    input: answer,
  });
  expect([inTurn.code, errorOf(inTurn)]).toEqual([1, "FIREWALL_DECISION"]);
  expect(of(scene, "review_judged")).toEqual([]);
  const done = await scene.baton(["submit", "--as", "bob", "--answer", "-"], answer);
  expect([done.code, of(scene, "review_judged")[0]?.by]).toEqual([0, "bob"]);
  expect((await scene.baton(["status"])).json.data).toMatchObject({ completed: 1 });
});

test("a person whose work waits for somebody else's review gets what else is ready; the review goes to the other", async () => {
  const scene = await openScene("honest", { text: spec(MULTIPLY, DIVIDE) });
  scenes.push(scene);
  const next = async (...as: string[]) => (await scene.baton(["next", ...as])).json.data;
  const place = String((await next("--as", "ada"))["workspace"]);
  for (const [path, text] of Object.entries(honestWork("mul"))) writeFileSync(join(place, path), String(text));
  const handed = await scene.baton(["submit", "--as", "ada", "--answer", "-"], completed(place, "READY_FOR_QA"));
  expect(handed.code).toBe(12);
  const more = await next("--as", "ada");
  expect(more).toMatchObject({ task_id: "T002", role: "executor", gate: null });
  const review = await next("--as", "bob");
  expect(review).toMatchObject({ task_id: "T001", gate: "GATE-CODE-REVIEW" });
  const clone = String(review["workspace"]);
  const answer = completed(clone, "READY_FOR_REVIEW", "GATE-CODE-REVIEW");
  await scene.baton(["submit", "--as", "bob", "--answer", "-"], answer);
  expect(of(scene, "review_judged").map(({ by, task_id: task }) => [by, task])).toEqual([["bob", "T001"]]);
  expect(await next("--as", "ada")).toMatchObject({ task_id: "T002", opened: false });
});
