import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { MULTIPLY, spec } from "../support/calc-project.ts";

const places: Calculator[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

async function scene(script = "work; envelope"): Promise<Calculator> {
  const place = await createCalculator(script, spec(MULTIPLY), "--no-checks");
  places.push(place);
  return place;
}

const blockersOf = async ({ cli }: Calculator): Promise<unknown> =>
  (await cli("ledger", "show")).json.data["open_blockers"];
const nextIn = async ({ repository }: Calculator): Promise<string> =>
  /^Next: (.*)$/m.exec((await baton(["status"], { cwd: repository.directory })).stdout)?.[1] ?? "";

test("FCX-12 a handoff that was sent back says its reason everywhere, and the command that answers it", async () => {
  const place = await scene();
  await place.cli("task", "reject", "T001", "--reason", "plan unclear");
  expect(await blockersOf(place)).toMatchObject([
    { task_id: "T001", code: "HANDOFF_REJECTED", detail: "Handoff of T001 rejected: plan unclear" },
  ]);
  const answers = /baton task retry T001 --note TEXT, or baton feature edit feat_001/;
  expect(await nextIn(place)).toMatch(answers);
  const { code, json } = await place.cli("run", "--agent", place.agent);
  expect([code, json.error?.hint]).toEqual([12, expect.stringMatching(answers)]);
  expect(json.error?.hint).not.toContain("escalation");
});

test("FCX-12 what is escalated names the file to read, which is there", async () => {
  const place = await scene("envelope");
  const { code, json } = await place.cli("run", "--agent", place.agent);
  const path = /Read (runs\/\S+), then: baton task retry T001/.exec(json.error?.hint ?? "")?.[1] ?? "";
  expect([code, path]).toEqual([12, `runs/${place.runId}/artifacts/escalation/issue_T001.md`]);
  expect(readFileSync(join(place.repository.directory, path), "utf8")).toContain("T001 needs a person");
  expect(await nextIn(place)).toContain(path);
  for (const words of [["approve"], ["reject", "--reason", "no"]]) {
    const [verb = "", ...flags] = words;
    const answer = await place.cli(verb, "T001", ...flags);
    expect([answer.code, answer.json.error]).toMatchObject([
      4,
      {
        code: "APPROVAL_UNKNOWN",
        message: expect.stringContaining("T001 waits for no yes or no: failed 2 times") as string,
        hint: expect.stringContaining("baton task retry T001 --note TEXT") as string,
      },
    ]);
  }
  const { stdout } = await baton(["status"], { cwd: place.repository.directory });
  expect(stdout).toMatch(/^Run \S+ · waiting for you · 0 of 1 proven/);
});

test("FCX-12 a review that a person is asked for is its task's blocker, not what was wrong with its author's answer", async () => {
  const place = await scene("work; echo 'STATUS: READY_FOR_QA'; echo 'TASK_ID: T001'");
  const words = ["run", "--agent", place.agent, "--reviewer", "human"];
  expect((await place.cli(...words)).code).toBe(12);
  expect(await blockersOf(place)).toMatchObject([{ code: "ANSWER_UNUSABLE", gate: "G1_implementation" }]);
  expect((await place.cli("approve", "T001")).code).toBe(0);
  const run = await place.cli(...words);
  expect([run.code, run.json.error?.hint]).toEqual([12, expect.stringContaining("baton next prints its prompt")]);
  expect(await blockersOf(place)).toMatchObject([
    { code: "PERSON_NEEDED", gate: "G2_validation", detail: "GATE-CODE-REVIEW is asked of a person: baton next" },
  ]);
});

test("a run that is closed while a review waits has a code of its own, and nothing waits any more", async () => {
  const place = await scene();
  expect((await place.cli("run", "--agent", place.agent, "--reviewer", "human")).code).toBe(12);
  expect((await place.cli("close", "--as", "partial", "--reason", "enough")).code).toBe(0);
  for (const command of ["run", "next", "resume"]) {
    const { code, json } = await place.cli(command);
    expect([command, code, json.error?.code, json.data["waiting"]]).toEqual([command, 10, "FEATURE_UNPROVEN", []]);
    expect(json.error?.hint).toContain("baton init --spec FILE");
  }
  expect((await place.cli("status")).json.data["waiting"]).toEqual([]);
});
