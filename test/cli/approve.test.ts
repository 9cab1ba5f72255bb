import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { DIVIDE, spec, UNREVIEWED } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import type { AssignmentPacket } from "../../src/schema/packet.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, text: string): Promise<Scene> {
  const opened = await openScene(script, { text, base: UNREVIEWED });
  scenes.push(opened);
  return opened;
}

interface Question {
  approval: string;
  feature_id: string;
  task_id: string | null;
  code: string;
}
async function waiting({ baton }: Scene): Promise<Question[]> {
  const { code, json } = await baton(["approve"]);
  expect(code).toBe(0);
  return json.data["waiting"] as Question[];
}
const inWords = async ({ repository }: Scene, args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await baton(args, { cwd: repository.directory });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};
const passes = (data: Record<string, unknown>): boolean[] =>
  (data["features"] as { passes: boolean }[]).map((feature) => feature.passes);
const error = (json: unknown): { code: string; hint: string } =>
  (json as { error: { code: string; hint: string } }).error;

const LOOKS = "## Looks right\n\n- The page is blue\n- Verify: manual\n";
const page = 'printf "body { color: %s }\\n" "$1" > page.css; envelope';

test("TAH-03 TAH-04 a manual feature is built, waits for a person's yes to exactly that tree, and passes with it alone", async () => {
  const place = await scene(`set -- blue; ${page}`, spec(LOOKS));
  const first = await place.run();
  expect([first.code, error(first.json).code, passes(first.json.data)]).toEqual([12, "PERSON_NEEDED", [false]]);
  expect(error(first.json).hint).toContain("baton approve");
  const [question] = await waiting(place);
  expect(question).toMatchObject({
    task_id: "T001",
    code: "MANUAL_CHECK",
    change: expect.stringMatching(/^runs\/.*\/artifacts\/executor\/T001\/1\/change\.diff\.txt$/) as string,
    candidate: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
  });
  // Asking the agent again changes nothing: it is a person's turn.
  expect((await place.run()).code).toBe(12);
  const unknown = await place.baton(["approve", "0000000"]);
  expect([unknown.code, error(unknown.json).code]).toEqual([4, "APPROVAL_UNKNOWN"]);
  const shown = join(place.repository.directory, (question as { change?: string } | undefined)?.change ?? "");
  const difference = readFileSync(shown);
  writeFileSync(shown, "harmless\n");
  const edited = await place.baton(["approve", "T001"]);
  expect([edited.code, error(edited.json)]).toMatchObject([
    11,
    { code: "FILE_EDITED", hint: expect.stringContaining("baton repair") as string },
  ]);
  expect((await place.baton(["repair"])).code).toBe(0);
  expect(readFileSync(shown)).toEqual(difference);
  const dry = await place.baton(["approve", question?.approval ?? "", "--dry-run"]);
  expect([dry.code, (await waiting(place)).length]).toEqual([0, 1]);
  expect((await place.baton(["approve", question?.approval ?? "", "--comment", "blue indeed"])).code).toBe(0);
  expect(await waiting(place)).toEqual([]);
  const last = await place.run();
  expect([last.code, passes(last.json.data)]).toEqual([0, [true]]);
  expect(place.events().filter(({ type }) => type === "attempt_started")).toHaveLength(1);
  expect(place.events().find(({ type }) => type === "approved")).toMatchObject({ comment: "blue indeed" });
});

test("who builds a manual feature is told that a person looks, and the person where the agent says what to look at", async () => {
  const place = await scene(`cp "$PACKET" "$(dirname "$0")/packet.json"; set -- blue; ${page}`, spec(LOOKS));
  expect((await place.run()).code).toBe(12);
  const packet = JSON.parse(readFileSync(join(place.outside, "packet.json"), "utf8")) as AssignmentPacket;
  expect(packet.context).toContain("a person looks at what you leave");
  expect(packet.evidence_expected).toEqual([
    "what a person can look at",
    "in OUTPUT: what to look at, and how",
    "every test that was green stays green",
  ]);
  expect(JSON.stringify(packet)).not.toMatch(/test that fails|failing test/);
  expect(await inWords(place, ["approve"])).toMatch(/said: {3}runs\/\S+\/artifacts\/executor\/T001\/1\/answer\.txt\n/);
  const status = await inWords(place, ["status"]);
  expect(status).toContain("\n  T001 went to agent (why: baton task show T001)\n");
  expect(status).not.toContain("scores");
  for (const words of [["status"], ["feature", "list"]])
    expect(await inWords(place, words)).toContain("? your turn   feat_001");
  expect(await inWords(place, ["task", "list"])).toContain("? waits for you        T001");
  const task = JSON.stringify((await place.baton(["task", "show", "T001"])).json.data);
  expect(task).not.toContain("test that fails");
});

test("a rejected change is a failed attempt: the next packet has the reason, the second time a person is asked", async () => {
  const place = await scene(
    `cp "$PACKET" "$(dirname "$0")/packet-$ATTEMPT.json"; set -- "blue$ATTEMPT"; ${page}`,
    spec(LOOKS),
  );
  await place.run();
  const [first] = await waiting(place);
  const no = await inWords(place, ["reject", "T001", "--reason", "too pale"]);
  expect(await waiting(place)).toEqual([]);
  expect(no).toContain("Next: baton resume gives the task out again, with your reason;");
  expect((await place.run()).code).toBe(12);
  expect(readFileSync(join(place.outside, "packet-2.json"), "utf8")).toContain("too pale");
  const [second] = await waiting(place);
  expect(second?.approval).not.toBe(first?.approval);
  // The yes that the first tree might have had is worth nothing for the second.
  expect((await place.baton(["approve", first?.approval ?? ""])).code).toBe(4);
  const last = await inWords(place, ["reject", second?.approval ?? "", "--reason", "still pale"]);
  expect(last).toMatch(
    /Next: it is not given out again by itself\. Read runs\/\S+, then: baton task retry T001 --note TEXT/,
  );
  expect(last).not.toContain("baton resume");
  const { code, json } = await place.run();
  const [task] = json.data["tasks"] as { status: string }[];
  expect([code, task?.status]).toEqual([12, "escalation_required"]);
  expect(place.events().some((event) => "path" in event && event.path === "artifacts/escalation/issue_T001.md")).toBe(
    true,
  );
});

test("a feature verified by hand is shown again when its files changed since", async () => {
  const place = await scene(
    `if [ "$FEATURE" = 001 ]; then set -- blue; ${page}; else echo "/* later */" >> page.css; write div / 4; envelope; fi`,
    spec(LOOKS, `${DIVIDE}Depends: Looks right\n`),
  );
  await place.run();
  await place.baton(["approve", "T001"]);
  const again = await place.run();
  expect([again.code, passes(again.json.data)]).toEqual([12, [true, true]]);
  const [question] = await waiting(place);
  expect(question).toMatchObject({ task_id: null, feature_id: "feat_001_looks_right" });
  await place.baton(["approve", "feat_001_looks_right"]);
  expect((await place.run()).code).toBe(0);
});

test("ENV-10 whoever did the work by hand cannot approve it; somebody else can", async () => {
  const place = await scene("envelope", spec(LOOKS));
  const next = await place.baton(["next"]);
  const workspace = String((next.json.data as { workspace: string }).workspace);
  writeFileSync(join(workspace, "page.css"), "body { color: blue }\n");
  const form = readFileSync(join(workspace, "artifacts", "answer.md"), "utf8")
    .replace(/^STATUS:.*$/m, "STATUS: READY_FOR_QA")
    .replace(/^OUTPUT:[\s\S]*$/m, "OUTPUT:\n  Painted it.\nNEXT_ACTIONS:\n1. look at it\n");
  expect((await place.baton(["submit", "--answer", "-"], form)).code).toBe(12);
  const own = await place.baton(["approve", "T001"]);
  expect([own.code, error(own.json).code]).toEqual([5, "APPROVER_IS_AUTHOR"]);
  for (const name of [" ", "orchestrator", "command:/bin/true", "Hal\u200b"])
    expect((await place.baton(["approve", "T001", "--as", name])).json.error?.code).toBe("USAGE_INVALID");
  expect((await place.baton(["approve", "T001", "--as", "Grace"])).code).toBe(0);
});

test("TAH-04 of a yes and a no at once one counts, and the other is told whose that was", async () => {
  const place = await scene(`set -- blue; ${page}`, spec(LOOKS));
  expect((await place.run()).code).toBe(12);
  const both = await Promise.all([
    place.baton(["approve", "T001", "--as", "ada"]),
    place.baton(["reject", "T001", "--as", "bob", "--reason", "too pale"]),
  ]);
  const [isYes, isNo] = both.map(({ code }) => code === 0);
  expect([isYes, isNo].filter(Boolean)).toHaveLength(1);
  const late = await place.baton(["approve", "T001", "--as", "cy"]);
  for (const { code, json } of [...both.filter((one) => one.code !== 0), late]) {
    expect([code, json.error?.code]).toEqual([4, "APPROVAL_UNKNOWN"]);
    expect(json.error?.message).toContain(
      `T001 is decided already: ${isYes === true ? "ada said yes" : "bob said no"}, at 2`,
    );
  }
});
