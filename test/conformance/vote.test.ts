import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { progressReader } from "../../src/runs/progress-file.ts";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";
import { baton, type CliResult } from "../support/cli.ts";
import { CALCULATOR, spec } from "../support/calc-project.ts";
import { another, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

/** Dear, not to be taken back, and not quite said. */
const DELETE = spec("## Delete old payment records, somehow, maybe; which one?\n- mul(8, 2) is 16\n");
const ROUND = `ROUND=$(sed -n 's/.*"round":\\([0-9]*\\).*/\\1/p' "$PACKET")\n`;

/** A run whose change is voted on; `votes` is what a voter does, in shell, by ROUND. */
async function voted(votes: string, config: object = {}): Promise<Scene> {
  const base = { ...CALCULATOR, "baton.config.json": `${JSON.stringify(config)}\n` };
  const scene = await openScene('write mul "*" 16; envelope', { text: DELETE, base, init: ["--no-checks"] });
  scenes.push(scene);
  writeFileSync(join(scene.outside, "reviewer.sh"), `${ROUND}${votes}\n`);
  return scene;
}

const of = <T extends RunEvent["type"]>({ events }: Scene, type: T): EventOf<T>[] =>
  events().filter((event): event is EventOf<T> => event.type === type);
const said = (scene: Scene): string[] =>
  of(scene, "review_judged").map(({ round, by, outcome }) => `${round} ${by?.split("/")[0] ?? ""} ${outcome}`);
/** What is told of the gate and its votes, oldest first. */
const toldOf = ({ repository: { directory } }: Scene, { json }: CliResult): string[] =>
  progressReader(join(directory, "runs", String(json.data["run_id"])))()
    .flatMap(({ text }) => text)
    .map((line) => line.trim())
    .filter((line) => /GATE-CODE-REVIEW(?: vote|: the vote|: \w+ is asked)/.test(line));
const run = async (scene: Scene) => scene.baton(["run", "--agents", scene.agent, another(scene, "strong")]);

test("HRM-07 HRM-13 ONE-05 what is dear, unclear and cannot be taken back is voted on by independent reviewers; two of three decide", async () => {
  const scene = await voted("passes");
  const result = await run(scene);
  expect([result.code, result.json.data["completed"]]).toEqual([0, 1]);
  const { review } = of(scene, "attempt_routed").at(-1) ?? {};
  expect(review).toMatchObject({
    is: "vote",
    vote: { voters: ["strong#1", "agent", "strong#2"], threshold: "0.6000", tiebreaker: "escalate" },
    facts: { irreversible: true, classification: { stakes: "high" } },
  });
  expect(of(scene, "validation_checked").at(-1)?.asked).toMatchObject([{ vote: review?.vote }]);
  // The third could not change it, and is not paid.
  expect(said(scene)).toEqual(["1 strong passed", "2 agent passed"]);
  const shown = await scene.baton(["task", "show", "T001"]);
  expect(shown.json.data["review"]).toMatchObject({
    gates: [{ state: "passed", ballots: [{ voter: "strong#1", outcome: "passed" }, { voter: "agent" }] }],
  });
  expect((await scene.baton(["replay"])).code).toBe(0);
  expect((await scene.baton(["verify"])).code).toBe(0);
});

test("HRM-13 voters that say no send the change back, each with its reasons", async () => {
  const scene = await voted(
    'if [ "$ATTEMPT" = 2 ] && [ "$ROUND" != 2 ]; then fails "round $ROUND: no"; else passes; fi',
  );
  const result = await run(scene);
  expect(result.code).toBe(0);
  expect(said(scene).slice(0, 3)).toEqual(["1 strong failed", "2 agent passed", "3 strong failed"]);
  expect(of(scene, "validation_judged").map(({ outcome }) => outcome)).toEqual(["failed", "passed"]);
  expect(toldOf(scene, result)).toEqual([
    "GATE-CODE-REVIEW: strong is asked: vote 1 of at most 3",
    "✗ GATE-CODE-REVIEW vote 1 says no",
    "GATE-CODE-REVIEW: agent is asked: vote 2 of at most 3",
    "✓ GATE-CODE-REVIEW vote 2 says yes",
    "GATE-CODE-REVIEW: strong is asked: vote 3 of at most 3",
    "✗ GATE-CODE-REVIEW vote 3 says no",
    "✗ GATE-CODE-REVIEW: the vote says no",
    "GATE-CODE-REVIEW: strong is asked: vote 1 of at most 3",
    "✓ GATE-CODE-REVIEW vote 1 says yes",
    "GATE-CODE-REVIEW: agent is asked: vote 2 of at most 3",
    "✓ GATE-CODE-REVIEW vote 2 says yes",
    "✓ GATE-CODE-REVIEW: the vote says yes",
  ]);
  expect(of(scene, "validation_judged")[0]?.remediation).toBe(
    "GATE-CODE-REVIEW: round 1: no\nGATE-CODE-REVIEW: round 3: no",
  );
});

test("HRM-13 ONE-05 a tie is a person's to break: nothing lands before, and the answer is bound to the candidate", async () => {
  const scene = await voted('case $ROUND in 1) passes;; 2) fails "it deletes too much";; *) exit 3;; esac');
  const result = await run(scene);
  expect([result.code, result.json.data["completed"]]).toEqual([12, 0]);
  expect(said(scene).slice(0, 2)).toEqual(["1 strong passed", "2 agent failed"]);
  expect(said(scene).slice(2)).toEqual(["3 strong lost", "4 strong lost", "5 strong lost"]);
  const asked = (await scene.baton(["status"])).json.data["approvals"] as {
    approval: string;
    code: string;
    message: string;
  }[];
  expect(toldOf(scene, result).slice(-2)).toEqual([
    "✗ GATE-CODE-REVIEW vote 3 came to nothing",
    "✗ GATE-CODE-REVIEW: the vote decided nothing, a person does: VOTE_TIED",
  ]);
  expect(result.json.error?.message).toContain("T001 (VOTE_TIED: GATE-CODE-REVIEW: ");
  const listed = await baton(["approve"], { cwd: scene.repository.directory });
  expect(listed.stdout).toMatch(/^\w+ {2}T001 {2}\S+ {2}VOTE_TIED$/m);
  expect(asked).toMatchObject([{ code: "VOTE_TIED" }]);
  expect(asked[0]?.message).toMatch(/strong#1 says yes; agent says no: it deletes too much; strong#2 could not be had/);
  const approved = await scene.baton(["approve", asked[0]?.approval ?? "", "--as", "grace"]);
  expect(approved.code).toBe(0);
  expect((await run(scene)).json.data["completed"]).toBe(1);
  expect(of(scene, "status_set").at(-1)?.status).toBe("APPROVED");
  expect((await scene.baton(["replay"])).code).toBe(0);
  expect((await scene.baton(["verify"])).code).toBe(0);
});

test("HRM-13 a tie that is sent back to its reviewers is voted on anew", async () => {
  const scene = await voted(
    '[ "$ROUND" -gt 2 ] && { [ "$ROUND" -gt 5 ] || exit 3; }; if [ "$ROUND" = 2 ]; then fails no; else passes; fi',
  );
  expect((await run(scene)).code).toBe(12);
  expect((await scene.baton(["task", "retry", "T001", "--note", "look again"])).code).toBe(0);
  expect((await run(scene)).json.data["completed"]).toBe(1);
  expect(said(scene).slice(-2)).toEqual(["6 strong passed", "7 agent passed"]);
});

test("HRM-12 a vote that may not be held is denied, and its fallback, one reviewer, is asked", async () => {
  const scene = await voted("passes", { governor: { max_agents_per_bundle: 2 } });
  expect((await run(scene)).code).toBe(0);
  expect(of(scene, "attempt_routed").at(-1)?.review).toMatchObject({
    is: "one",
    vote: null,
    why: "a vote is denied (3 agents, at most 2 are allowed): one reviewer",
  });
  expect(said(scene)).toEqual(["1 strong passed"]);
});

test("HRM-13 a vote that decides nothing is given to whom the first voter gave it, where the configuration says so", async () => {
  const scene = await voted('case $ROUND in 1) passes;; 2) fails "it deletes too much";; *) exit 3;; esac', {
    governor: { vote_tiebreaker: "first" },
  });
  expect((await run(scene)).json.data["completed"]).toBe(1);
  expect(said(scene)).toHaveLength(5);
  expect((await scene.baton(["replay"])).code).toBe(0);
});

test("HRM-13 a harness that is killed between two votes keeps the first, and asks the second again", async () => {
  const scene = await voted(
    '[ "$ROUND" = 2 ] && { touch "${0%/*}/second"; while [ ! -e "${0%/*}/go" ]; do sleep 0.05; done; }; passes',
  );
  const strong = another(scene, "strong");
  const killer = new AbortController();
  const cut = baton(["run", "--agents", scene.agent, strong, "--json"], {
    cwd: scene.repository.directory,
    kill: killer.signal,
  });
  while (!existsSync(join(scene.outside, "second"))) await sleep(20);
  killer.abort();
  await cut;
  writeFileSync(join(scene.outside, "go"), "");
  expect((await run(scene)).json.data["completed"]).toBe(1);
  expect(said(scene)).toEqual(["1 strong passed", "2 agent lost", "3 agent passed"]);
});

test("a person who reviews decides alone, whatever would be voted on", async () => {
  const scene = await voted("passes");
  expect((await scene.baton(["run", "--agent", scene.agent, "--reviewer", "human"])).code).toBe(12);
  expect(of(scene, "validation_checked").at(-1)?.asked[0]).not.toHaveProperty("vote");
});
