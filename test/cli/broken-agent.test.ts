import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { eventOf, openScene, type Scene } from "../support/scene.ts";

let scene: Scene | null = null;
afterEach(() => scene?.remove());

const told = async (args: readonly string[]): Promise<string> =>
  (await baton(args, { cwd: scene?.repository.directory ?? "" })).stdout;

/** Its program fails before it does anything, as often as the file beside it has letters. */
const FAILING =
  'left="$(dirname "$0")/left"; if [ -s "$left" ]; then cut -c2- "$left" | tr -d "\\n" >"$left.new"; mv "$left.new" "$left"; echo "no such module" >&2; exit 3; fi; honest';

async function failing(times: number): Promise<Scene> {
  scene = await openScene(FAILING);
  writeFileSync(join(scene.outside, "left"), "x".repeat(times));
  return scene;
}

const outcomes = (data: Record<string, unknown>): string[][] =>
  (data["turns"] as { task: string; outcome: string }[]).map(({ task, outcome }) => [task, outcome]);

test("TAH-09 an agent whose program fails twice before it does anything ends the run, and no task is used up", async () => {
  const { run } = await failing(4);
  const { code, json } = await run();
  expect([code, json.error?.code, outcomes(json.data)]).toEqual([
    1,
    "AGENT_BROKEN",
    [
      ["T001", "lost"],
      ["T001", "lost"],
    ],
  ]);
  expect(json.error?.message).toContain("no such module");
  expect(json.error?.hint).toBe("Start its program by hand and mend it, then: baton resume");
  expect((await run()).code).toBe(1);
  const mended = await run();
  expect([mended.code, mended.json.data["completed"]]).toEqual([0, 2]);
});

test("one that fails once is asked again", async () => {
  const { run } = await failing(1);
  const { code, json } = await run();
  expect([code, outcomes(json.data).map(([, outcome]) => outcome)]).toEqual([0, ["lost", "proven", "proven"]]);
});

test("one that has worked is judged, whatever its exit code", async () => {
  scene = await openScene("honest >/dev/null; exit 3");
  const { code, json } = await scene.run();
  expect([code, json.data["completed"]]).toEqual([0, 2]);
});

test("ENV-13 an agent that takes its folder away loses its attempt, three times, and the run goes on with the rest", async () => {
  scene = await openScene('honest; envelope; if [ "$FEATURE" = 001 ]; then rm -rf "$PWD"; fi');
  const { code, json } = await scene.run();
  expect([code, outcomes(json.data).map(([task, outcome]) => `${task} ${outcome}`)]).toEqual([
    12,
    ["T001 lost", "T001 lost", "T001 lost", "T002 proven"],
  ]);
  const shown = await Promise.all(
    [
      ["task", "list"],
      ["task", "show", "T001"],
      ["ledger", "show"],
    ].map(told),
  );
  for (const text of shown) expect(text).toMatch(/blocked .*T001.*GIT_FAILED|T001 +blocked .*GIT_FAILED|blocked +T001/);
  expect(eventOf(scene, "attempt_lost")).toMatchObject({
    code: "GIT_FAILED",
    detail: expect.stringContaining("is gone"),
  });
});

test("a reviewer that takes its folder away loses its review, three times, and a person is asked", async () => {
  scene = await openScene("honest; envelope");
  writeFileSync(
    join(scene.outside, "reviewer.sh"),
    'passes; if grep -q test/mul.test.js "$PACKET"; then rm -rf "$PWD"; fi\n',
  );
  const { code, json } = await scene.run();
  expect([code, json.data["completed"]]).toEqual([12, 1]);
  expect(scene.events().filter(({ type }) => type === "review_judged")).toMatchObject([
    ...Array(3).fill({ task_id: "T001", outcome: "lost", code: "GIT_FAILED" }),
    { task_id: "T002", outcome: "passed" },
  ]);
});

test("an answer with thousands of mistakes goes back, and is recorded", async () => {
  scene = await openScene('honest; envelope; seq 3000 | sed "s/.*/FIELD_&: x/"');
  const { code, json } = await scene.run("--max-turns", "1");
  expect([code, outcomes(json.data)]).toEqual([12, [["T001", "person_needed"]]]);
  expect(eventOf(scene, "attempt_answered").violations).toHaveLength(40);
});
