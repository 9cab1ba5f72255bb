import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { EventOf } from "../../src/schema/event.ts";
import { AssignmentPacket } from "../../src/schema/packet.ts";
import { CALCULATOR, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: { remove(): void }[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, env: Record<string, string> = {}): Promise<Scene> {
  const opened = await openScene(script, { env });
  scenes.push(opened);
  return opened;
}

/** Of one feature alone. */
async function one(script: string, feature = MULTIPLY): Promise<Scene> {
  const opened = await openScene(script, { text: spec(feature) });
  scenes.push(opened);
  return opened;
}

/** Where a scene's agent leaves what it wants looked at; it knows no other folder outside its clone. */
function notebook(): string {
  const folder = mkdtempSync(join(tmpdir(), "baton-notebook-"));
  scenes.push({ remove: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

const answered = ({ events }: Scene): EventOf<"attempt_answered">[] =>
  events().filter((event) => event.type === "attempt_answered");
const STATUS_TAKEN = expect.arrayContaining([
  expect.objectContaining({ code: "ENVELOPE_STATUS_NOT_OWNED", field: "STATUS" }),
]) as unknown;
const claims = ({ events }: Scene): string[] =>
  events().flatMap((event) =>
    event.type === "evidence_recorded" && event.kind === "claim" && event.role === "executor" ? [event.path] : [],
  );
const packetIn = (path: string): AssignmentPacket => AssignmentPacket.parse(JSON.parse(readFileSync(path, "utf8")));

test("ENV-13 a rejected envelope goes back with its violations, and the mended one counts; edits made then do not", async () => {
  const notes = notebook();
  const opened = await scene(`cp "$PACKET" ${notes}/packet-$ASKED.json
    if [ -z "$ASKED" ]; then honest; envelope | sed 's/^REPORTS_TO.*/REPORTS_TO: me/; /^FAIL_REASONS/d'
    else echo '// sneaked in' >> src/add.js; envelope; fi`);
  const { code } = await opened.run("--max-turns", "1");
  expect(code).toBe(10);
  const asked = packetIn(join(notes, "packet-1.json"));
  expect(asked.answer_only).toMatchObject({
    turn: 1,
    violations: expect.arrayContaining([
      expect.objectContaining({ code: "ENVELOPE_REPORTS_TO", field: "REPORTS_TO", line: 5 }),
      expect.objectContaining({ code: "ENVELOPE_FIELD_MISSING", field: "FAIL_REASONS", line: null }),
    ]) as unknown,
    diff_summary: "src/mul.js: 1 line\ntest/mul.test.js: 4 lines",
    form: expect.stringContaining("TASK_ID: T001\n") as unknown,
  });
  expect(asked.context).toContain("Only your answer was rejected");
  expect(packetIn(join(notes, "packet-.json")).answer_only).toBeUndefined();
  expect(answered(opened)).toMatchObject([{ status: "READY_FOR_QA", violations: [] }]);
  expect(claims(opened).map((path) => path.split("/").at(-1))).toEqual([
    "answer.txt",
    "answer-2.txt",
    "agent_output.txt",
  ]);
  expect(readFileSync(join(opened.repository.directory, "src/add.js"), "utf8")).not.toContain("sneaked");
  expect(opened.repository.git("log", "--format=%s", "-2")).toContain("feat: Multiply");
});

/** An agent that works, and whose every answer says what it may not. */
const ALWAYS_WRONG = "envelope | sed 's/^STATUS.*/STATUS: APPROVED/'";
const countOf = ({ events }: Scene, type: string): number => events().filter((event) => event.type === type).length;
const candidateOf = ({ repository }: Scene): string =>
  repository.git("for-each-ref", "--format=%(objectname)", "refs/baton/*/T001/1-candidate").trim();

test("ENV-13 an answer that stays wrong is asked for twice more, is no status, and a person is asked about the work that it proves", async () => {
  const notes = notebook();
  const opened = await scene(`echo "$FEATURE.$ATTEMPT.$ASKED" >> ${notes}/calls
    [ -n "$ASKED" ] || honest
    if [ "$FEATURE" = 001 ]; then ${ALWAYS_WRONG}; else envelope; fi`);
  const { code, json } = await opened.run();
  expect([code, json.data["features"]]).toMatchObject([12, [{ passes: false }, { passes: true }]]);
  expect(readFileSync(join(notes, "calls"), "utf8").split("\n")).toEqual("001.1. 001.1.1 001.1.2 002.1. ".split(" "));
  expect(answered(opened)[0]).toMatchObject({ status: null, violations: STATUS_TAKEN });
  expect(claims(opened).filter((path) => path.includes("/T001/1/answer"))).toHaveLength(3);
  expect(json.data["tasks"]).toMatchObject([{ blocked_code: "ANSWER_UNUSABLE", iteration_count: 0 }, {}]);
  expect(opened.events()).toContainEqual(
    expect.objectContaining({ type: "implementation_judged", task_id: "T001", outcome: "person_needed" }),
  );
  expect(opened.repository.git("show", `${candidateOf(opened)}:src/mul.js`)).toContain("a * b");
  expect((await opened.baton(["wait", "--for", "approval", "--timeout", "5"])).code).toBe(0);
  const [question] = await waits(opened);
  expect(question?.message).toContain("ENVELOPE_STATUS_NOT_OWNED (STATUS)");
});

test("ONE-13 a yes takes such work on as it is: reviewed and landed, and its agent is not asked again", async () => {
  const notes = notebook();
  const opened = await one(`echo x >> ${notes}/calls; [ -n "$ASKED" ] || honest; ${ALWAYS_WRONG}`);
  expect((await opened.run()).code).toBe(12);
  expect((await opened.run()).code).toBe(12);
  expect((await opened.baton(["approve", "T001"])).code).toBe(0);
  expect((await opened.run()).code).toBe(0);
  expect(readFileSync(join(notes, "calls"), "utf8")).toBe("x\nx\nx\n");
  expect([countOf(opened, "attempt_started"), countOf(opened, "review_judged")]).toEqual([1, 1]);
  expect(opened.repository.git("log", "--format=%s", "-3")).toContain("feat: Multiply");
  expect((await opened.baton(["replay"])).code).toBe(0);
  expect((await opened.baton(["verify"])).code).toBe(0);
});

test("a no gives the task out again with its reason, and after the second a person's guidance is asked for", async () => {
  const notes = notebook();
  const opened = await one(`cp "$PACKET" ${notes}/packet-$ATTEMPT-$ASKED.json; honest; ${ALWAYS_WRONG}`);
  expect((await opened.run()).code).toBe(12);
  const reject = ["reject", "T001", "--reason", "say what you did"];
  expect((await opened.baton(reject)).code).toBe(0);
  expect((await opened.run()).code).toBe(12);
  expect(readFileSync(join(notes, "packet-2-.json"), "utf8")).toContain("say what you did");
  expect((await opened.baton(reject)).code).toBe(0);
  const { json } = await opened.run();
  expect(json.data["tasks"]).toMatchObject([{ blocked_code: "PERSON_NEEDED", iteration_count: 2 }]);
  expect(countOf(opened, "attempt_started")).toBe(2);
  expect((await opened.baton(["replay"])).code).toBe(0);
});

test("work that must change anyway goes back to its agent whatever its answers were: nobody is asked about it", async () => {
  const opened = await one(
    `if [ "$ATTEMPT" = 1 ]; then write mul + 16; else honest; fi
    [ "$ATTEMPT" = 3 ] && mkdir -p docs && echo times > docs/mul.md
    if [ "$ATTEMPT" = 3 ]; then envelope; else ${ALWAYS_WRONG}; fi`,
    MULTIPLY.replace("Test:", "- its page (file: docs/mul.md)\nTest:"),
  );
  expect((await opened.run()).code).toBe(12);
  const judged = opened.events().filter(({ type }) => type === "implementation_judged");
  const named = ["TEST_FAILED", "CRITERION_UNMET"].map((code) => expect.objectContaining({ code }) as unknown);
  expect(judged).toMatchObject(
    named.map((one) => ({ outcome: "failed", findings: expect.arrayContaining([one]) as unknown })),
  );
  expect(opened.list().features).toMatchObject([{ attempts: 2 }]);
});

test("a harness that is killed before it judged such work asks its agent nothing again, and a person once", async () => {
  const notes = notebook();
  const opened = await one(`echo x >> ${notes}/calls; [ -n "$ASKED" ] || honest; ${ALWAYS_WRONG}`);
  const killer = new AbortController();
  const running = baton(["run", "--agent", opened.agent, "--json"], {
    cwd: opened.repository.directory,
    kill: killer.signal,
  });
  while (countOf(opened, "attempt_answered") === 0) await sleep(20);
  killer.abort();
  await running;
  expect(countOf(opened, "implementation_judged")).toBe(0);
  expect((await opened.run()).code).toBe(12);
  expect(readFileSync(join(notes, "calls"), "utf8")).toBe("x\nx\nx\n");
  expect(await waits(opened)).toHaveLength(1);
  expect((await opened.baton(["replay"])).code).toBe(0);
});

test("ENV-05 an input that the agent made is named; one that it removed, and what it was given, are inputs", async () => {
  const notes = notebook();
  const inputs = ["src/mul.js", "docs/old.md", "./src//add.js:1", "feature_list.json", "artifacts/answer.md"];
  const listed = inputs.map((path) => `- ${path.replaceAll("/", String.raw`\/`)}`).join(String.raw`\n`);
  const opened = await openScene(
    `cp "$PACKET" ${notes}/packet-$ASKED.json
    if [ -z "$ASKED" ]; then honest; rm docs/old.md; envelope | sed 's/^INPUTS_USED.*/INPUTS_USED:\\n${listed}/'; else envelope; fi`,
    { text: spec(MULTIPLY), base: { ...CALCULATOR, "docs/old.md": "what was\n" } },
  );
  scenes.push(opened);
  expect((await opened.run()).code).toBe(0);
  const { answer_only: asked } = packetIn(join(notes, "packet-1.json"));
  expect(asked?.violations).toEqual([
    {
      code: "ENVELOPE_INPUT_UNKNOWN",
      field: "INPUTS_USED",
      line: 6,
      message: expect.stringMatching(
        /^"src\/mul\.js" was neither in the assignment nor .* made since goes into OUTPUT$/,
      ) as unknown,
    },
  ]);
});

test("an answer without any envelope is not asked for again, and the work counts", async () => {
  const notes = notebook();
  const opened = await scene(`echo x >> ${notes}/calls; honest; echo 'All done!'`);
  await opened.run("--max-turns", "1");
  expect(readFileSync(join(notes, "calls"), "utf8")).toBe("x\n");
  expect(answered(opened)).toMatchObject([{ status: null, violations: [{ field: "STATUS" }] }]);
  expect(opened.repository.git("log", "--format=%s", "-2")).toContain("feat: Multiply");
});

test("the form in artifacts/answer.md is an answer once it is completed, and none as it was laid there", async () => {
  const notes = notebook();
  const opened = await scene(`cp artifacts/answer.md ${notes}/form-$FEATURE
    honest
    [ "$FEATURE" = 002 ] || sed -i 's/^STATUS:/STATUS: READY_FOR_QA/; s/^OUTPUT:/OUTPUT: Done./; s/^NEXT_ACTIONS:/&\\n1. test it/' artifacts/answer.md`);
  await opened.run();
  expect(readFileSync(join(notes, "form-001"), "utf8")).toContain(
    "STATUS:\nTASK_ID: T001\nTASK: Multiply\nASSIGNED_AGENT: agent\nREPORTS_TO: orchestrator\n",
  );
  expect(answered(opened)).toMatchObject([
    { status: "READY_FOR_QA", violations: [] },
    { status: null, violations: [{ code: "ENVELOPE_FIELD_MISSING", field: "STATUS" }] },
  ]);
});

test("an agent that dies when only its answer is wanted loses nothing of its work", async () => {
  const opened = await scene('if [ -n "$ASKED" ]; then sleep 60; fi; honest; envelope | sed "s/: orchestrator/: me/"');
  await opened.run("--max-turns", "1", "--turn-seconds", "3");
  expect(answered(opened)).toMatchObject([{ status: null, violations: [{ field: "REPORTS_TO" }] }]);
  expect(opened.repository.git("log", "--format=%s", "-2")).toContain("feat: Multiply");
});

test("FCX-15 the next packet is the same whatever the agent kept or threw away of its own", async () => {
  const packets = [];
  for (const habit of ["keeps", "throws away"]) {
    const notes = notebook();
    const home = join(notes, "home");
    mkdirSync(home);
    const opened = await scene(
      `cp "$PACKET" ${notes}/packet-$ATTEMPT.json
      mkdir -p "$HOME/.agent"; echo "session 4711" > "$HOME/.agent/session"; echo "session 4711, I tried x"
      [ '${habit}' = keeps ] || rm -r "$HOME/.agent"`,
      { HOME: home },
    );
    await opened.run("--max-turns", "2");
    const text = readFileSync(join(notes, "packet-2.json"), "utf8");
    expect(text).not.toMatch(/4711|I tried/);
    const { run_id: runId, deadline, inputs, ...rest } = packetIn(join(notes, "packet-2.json"));
    expect([runId, deadline, inputs.length].every(Boolean)).toBe(true);
    packets.push(JSON.stringify(rest));
  }
  expect(packets[0]).toBe(packets[1]);
});

const CANNOT = "GATE-TESTS: this deletes what customers have stored; a person must decide first";
const BLOCKED = `envelope | sed 's/^STATUS.*/STATUS: BLOCKED/; s/^FAIL_REASONS.*/FAIL_REASONS:\\n- ${CANNOT}/'`;
const waits = async (opened: Scene) =>
  (await opened.baton(["approve"])).json.data["waiting"] as { approval: string; code: string; message: string }[];

test("ENV-09 an agent that says BLOCKED is heard: nothing is judged until a person says so, and no attempt has failed", async () => {
  const opened = await scene(`honest; if [ "$FEATURE" = 001 ]; then ${BLOCKED}; else envelope; fi`);
  const { code, json } = await opened.run();
  expect([code, json.data["features"]]).toMatchObject([12, [{ passes: false }, { passes: true }]]);
  const [question] = await waits(opened);
  expect(question).toMatchObject({ code: "AGENT_BLOCKED", message: `its agent cannot go on: ${CANNOT}` });
  expect(json.data["tasks"]).toMatchObject([{ blocked_code: "AGENT_BLOCKED", iteration_count: 0 }, {}]);
  expect((await opened.baton(["approve", question?.approval ?? ""])).code).toBe(0);
  expect((await opened.run()).code).toBe(0);
  const blocked = opened
    .events()
    .flatMap((event) => (event.type === "status_set" && event.task_id === "T001" ? [event.status] : []));
  // Only a dispatch leads out of BLOCKED (decisions.md, Tasks, status, lanes).
  expect(blocked.slice(0, 4)).toEqual(["IN_PROGRESS", "BLOCKED", "IN_PROGRESS", "QA_IN_PROGRESS"]);
  expect(opened.events().filter(({ type }) => type === "attempt_started")).toHaveLength(2);
  expect((await opened.baton(["replay"])).code).toBe(0);
});

test("ENV-09 a question of an agent that left nothing has no yes: what answers it is named, and costs no attempt", async () => {
  const notes = notebook();
  const opened = await scene(
    `cp "$PACKET" ${notes}/packet-$ATTEMPT.json; if [ "$ATTEMPT" = 1 ] && [ "$FEATURE" = 001 ]; then ${BLOCKED}; else honest; envelope; fi`,
  );
  const ran = await opened.run();
  const answer = "baton task retry T001 --note TEXT";
  expect([ran.code, ran.json.error?.hint]).toEqual([12, `Answer it: ${answer}; then: baton resume`]);
  const { text } = await baton(["approve"], { cwd: opened.repository.directory }).then(({ stdout }) => ({
    text: stdout,
  }));
  expect(text).toContain(`answer: ${answer}`);
  expect(text).not.toContain("baton approve ID");
  const refused = await opened.baton(["approve", "T001", "--comment", "the store is empty"]);
  expect([refused.code, refused.json.error?.code, refused.json.error?.hint]).toEqual([
    12,
    "AGENT_BLOCKED",
    `Answer it: ${answer}`,
  ]);
  expect((await opened.baton(["task", "retry", "T001", "--note", "the store is empty, go on"])).code).toBe(0);
  expect((await opened.run()).code).toBe(0);
  expect(packetIn(join(notes, "packet-2.json")).context).toContain("> the store is empty, go on");
  expect(opened.list().features.map(({ attempts }) => attempts ?? 0)).toEqual([0, 0]);
});

test("ENV-09 what is said with the yes to what such an agent left stands in the next packet, where that is not proven", async () => {
  const notes = notebook();
  const opened = await scene(
    `cp "$PACKET" ${notes}/packet-$ATTEMPT.json; if [ "$ATTEMPT" = 1 ] && [ "$FEATURE" = 001 ]; then echo "# half" > NOTES.md; ${BLOCKED}; else honest; envelope; fi`,
  );
  expect((await opened.run()).json.error?.hint).toContain("or have what it left judged: baton approve T001; then");
  expect((await opened.baton(["approve", "T001", "--comment", "the price is 5"])).code).toBe(0);
  expect((await opened.run()).code).toBe(0);
  expect(packetIn(join(notes, "packet-2.json")).context).toContain("> the price is 5");
});

test("what a person answers to an agent that cannot go on stands in the next packet, and costs no attempt", async () => {
  const notes = notebook();
  const opened = await scene(
    `cp "$PACKET" ${notes}/packet-$ATTEMPT.json; if [ "$ATTEMPT" = 1 ]; then ${BLOCKED}; else honest; envelope; fi`,
  );
  expect((await opened.run()).code).toBe(12);
  for (const { approval } of await waits(opened))
    expect((await opened.baton(["reject", approval, "--reason", "the store is empty, go on"])).code).toBe(0);
  expect((await opened.run()).code).toBe(0);
  const packet = packetIn(join(notes, "packet-2.json"));
  expect(packet.context).toContain("> the store is empty, go on");
  expect(opened.list().features.map(({ attempts }) => attempts ?? 0)).toEqual([0, 0]);
});
