import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { CliResult } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string): Promise<Scene> {
  const opened = await openScene(script);
  scenes.push(opened);
  return opened;
}

const turnsOf = (...results: CliResult[]): unknown[] =>
  results.flatMap(({ json }) =>
    (json.data["turns"] as { task: string; attempt: number; outcome: string; findings: { code: string }[] }[]).map(
      ({ task, attempt, outcome, findings }) => [task, attempt, outcome, findings.map(({ code }) => code)],
    ),
  );

test("a recorded run is played again with the same turns and the same trees, also when it is stopped in between", async () => {
  const recorded = await scene(
    '[ -n "$ASKED" ] || [ "$FEATURE.$ATTEMPT" = 001.1 ] || honest; if [ "$ASKED" = 2 ]; then envelope; else envelope | sed "${ASKED:-/^OUTPUT/}d"; fi',
  );
  const file = join(recorded.outside, "recording.jsonl");
  const first = await recorded.run("--record", file);
  expect(first.code).toBe(0);
  const played = await scene("exit 1");
  const stopped = await played.baton(["run", "--agent", `replay:${file}`, "--max-turns", "2"]);
  const resumed = await played.baton(["resume"]);
  expect(resumed.code).toBe(0);
  expect(turnsOf(stopped, resumed)).toEqual(turnsOf(first));
  expect(turnsOf(first).map((turn) => (turn as unknown[]).slice(0, 3))).toEqual([
    ["T001", 1, "not_proven"],
    ["T001", 2, "proven"],
    ["T002", 1, "proven"],
  ]);
  for (const folder of ["src", "test"])
    expect(played.repository.git("rev-parse", `HEAD:${folder}`)).toBe(
      recorded.repository.git("rev-parse", `HEAD:${folder}`),
    );
});

test("a run that comes to what was not recorded says so, and another agent can go on", async () => {
  const recorded = await scene("honest; envelope");
  const file = join(recorded.outside, "recording.jsonl");
  await recorded.run("--record", file, "--max-turns", "1");
  const played = await scene("honest; envelope");
  const missing = await played.baton(["run", "--agent", `replay:${file}`]);
  expect([missing.code, missing.json.error?.code]).toEqual([4, "REPLAY_MISSING"]);
  expect(missing.json.error?.message).toContain("attempt 1 of T002");
  expect((await played.run()).code).toBe(0);
});
