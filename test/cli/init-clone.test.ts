import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baton, type CliResult } from "../support/cli.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("", undefined, "--no-checks");
});
afterAll(() => calculator.remove());

interface Clone {
  readonly directory: string;
  readonly init: () => Promise<CliResult>;
}

function clone(name: string): Clone {
  const { repository, outside } = calculator;
  const directory = join(outside, name);
  const { status } = spawnSync("git", ["clone", "-q", repository.directory, directory]);
  expect(status).toBe(0);
  const args = ["init", "--spec", join(outside, "spec.md"), "--no-checks", "--json"];
  return { directory, init: async () => baton(args, { cwd: directory }) };
}

const ALL = "feature_list.json, claude-progress.txt, agent_state.json";

test("in a clone, the files of a run that is not finished are named at once, with what goes on and what moves them", async () => {
  const { init } = clone("unfinished");
  const { error } = (await init()).json;
  expect([error?.code, error?.message]).toEqual([
    "FEATURE_LIST_FOREIGN",
    `${ALL} are of run ${calculator.runId}, which is neither finished nor here`,
  ]);
  expect(error?.hint).toMatch(
    /baton handoff import FILE.*: mkdir before-baton && mv feature_list\.json .*\.json before-/,
  );
});

test("in a clone, the files of a finished run are taken over as those of the run before", async () => {
  const { code } = await calculator.cli("close", "--as", "partial", "--reason", "enough");
  expect(code).toBe(0);
  const { init } = clone("finished");
  const { json } = await init();
  expect(json.ok).toBe(true);
  expect(json.data["run_id"]).not.toBe(calculator.runId);
});

test("foreign files beside those of a finished run are named at once, and moved as it says they are out of the way", async () => {
  const { directory, init } = clone("foreign");
  writeFileSync(join(directory, "feature_list.json"), '{ "features": [] }\n');
  writeFileSync(join(directory, "claude-progress.txt"), "What I did today\n");
  const { error } = (await init()).json;
  expect([error?.code, error?.message]).toEqual([
    "FEATURE_LIST_FOREIGN",
    "feature_list.json, claude-progress.txt are there already, and no run of Proofbaton wrote them",
  ]);
  const [, command = ""] = /type the same again: (.+)$/.exec(error?.hint ?? "") ?? [];
  expect(spawnSync("sh", ["-c", command], { cwd: directory }).status).toBe(0);
  expect((await init()).json.ok).toBe(true);
});
