import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const LIST = "feature_list.json";
const at = ({ repository }: Scene, path: string): string => join(repository.directory, path);

async function opened(agent: string, text: string): Promise<Scene> {
  const place = await openScene(agent, { base: CALCULATOR, text });
  scenes.push(place);
  return place;
}

/** What `verify` says of files beside the run directory. */
async function named(place: Scene): Promise<string[]> {
  const { code, json } = await place.baton(["verify"]);
  const { problems } = json.data as { problems: { code: string; message: string }[] };
  expect(code).toBe(problems.length === 0 ? 0 : 11);
  return problems.map((problem) => `${problem.code} ${problem.message.replace(/[0-9a-f]{7,}/g, "COMMIT")}`);
}

function claimAll(place: Scene): void {
  const text = readFileSync(at(place, LIST), "utf8");
  expect(text).toContain('"passes": false');
  writeFileSync(at(place, LIST), text.replaceAll('"passes": false', '"passes": true'));
}

test("H3A-25 a feature list that somebody edits is named, in the work tree and as a commit, until the run writes it anew", async () => {
  const place = await opened("honest; envelope", spec(MULTIPLY, DIVIDE));
  expect((await place.baton(["run", "--max-turns", "1", "--agent", place.agent])).code).not.toBe(0);
  expect(await named(place)).toEqual([]);
  const text = readFileSync(at(place, LIST));
  rmSync(at(place, LIST));
  expect(await named(place)).toEqual([expect.stringContaining("feature_list.json was deleted in the work tree")]);
  writeFileSync(at(place, LIST), text);
  claimAll(place);
  expect(await named(place)).toEqual([
    expect.stringMatching(/^FILE_EDITED feature_list.json was edited in the work tree$/),
  ]);
  const { hint } = (await place.baton(["verify"])).json.error ?? {};
  expect(hint).toMatch(/^`git checkout baton\/\S+ -- feature_list.json` brings back/);
  expect((await place.baton(["doctor"])).stdout).toMatch(/FILE_EDITED feature_list.json .*`git checkout baton/);
  const back = (): string => place.repository.git(...(/`git ([^`]*)`/.exec(hint ?? "")?.[1] ?? "").split(" "));
  back();
  expect(await named(place)).toEqual([]);
  claimAll(place);
  place.repository.git("commit", "-qam", "all done");
  expect(await named(place)).toEqual([
    expect.stringMatching(/^FILE_EDITED feature_list.json was edited by the commit COMMIT, which is no run's$/),
  ]);
  const run = await place.run();
  expect(run.code).toBe(0);
  expect(run.json.warnings).toContainEqual(
    expect.stringMatching(/^FILE_EDITED: feature_list.json was edited by the commit /),
  );
  expect(await named(place)).toEqual([]);
});

test("another layout, appended notes, an older version, and to tidy up after a finished run, are no edits", async () => {
  const place = await opened("honest; envelope", spec(MULTIPLY));
  expect((await place.run()).code).toBe(0);
  const list = readFileSync(at(place, LIST), "utf8");
  writeFileSync(at(place, LIST), JSON.stringify(JSON.parse(list)));
  appendFileSync(at(place, "claude-progress.txt"), "\nMind the gap.\n");
  expect(await named(place)).toEqual([]);
  place.repository.git("commit", "-qam", "layout");
  expect(await named(place)).toEqual([]);
  place.repository.git("checkout", "-q", "HEAD~2", "--", LIST);
  expect(await named(place)).toEqual([]);
  rmSync(at(place, LIST));
  expect(await named(place)).toEqual([]);
  place.repository.git("commit", "-qam", "tidied away");
  expect(await named(place)).toEqual([]);
});
