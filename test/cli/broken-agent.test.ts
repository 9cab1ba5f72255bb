import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openScene, type Scene } from "../support/scene.ts";

let scene: Scene | null = null;
afterEach(() => scene?.remove());

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
