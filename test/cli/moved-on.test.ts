import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

/** A run that is complete, on a branch that people go on to work on. */
async function completed(mode: "auto" | "branch", text = spec(MULTIPLY)): Promise<Scene> {
  const base = { ...CALCULATOR, "baton.config.json": JSON.stringify({ landing: { mode } }) };
  const place = await openScene("honest; envelope", { base, text });
  scenes.push(place);
  expect((await place.run()).code).toBe(0);
  return place;
}

function commit({ repository }: Scene, path: string, text: string): string {
  writeFileSync(join(repository.directory, path), text);
  repository.git("add", path);
  repository.git("commit", "-qm", `change ${path}`);
  return repository.git("rev-parse", "HEAD");
}

const verified = ({ events }: Scene): string[] =>
  events().flatMap((event) => (event.type === "run_verified" ? [event.commit] : []));
const begun = ({ events }: Scene): number => events().filter(({ type }) => type === "attempt_started").length;
const status = async ({ repository }: Scene): Promise<string> =>
  (await baton(["status"], { cwd: repository.directory })).stdout;
/** What is missing at G3 of the work tree and of the documentation, and what would supply it. */
async function release(place: Scene): Promise<unknown[]> {
  const { criteria } = (await place.baton(["gate", "check", "G3"])).json.data as {
    criteria: { rule: string; met: boolean; command: string }[];
  };
  return criteria
    .filter(({ rule }) => /^The work tree|^Documentation/.test(rule))
    .map(({ met, command }) => (met ? "met" : command));
}

test("H3A-18 TAH-10 a complete run whose branch moved on is verified again by run, and G3 asks about that commit", async () => {
  const place = await completed("auto");
  const page = commit(place, "README.md", "# Calculator\n");
  expect(await release(place)).toEqual([
    "baton run",
    expect.stringMatching(/^commit one, then baton run; or baton gate/),
  ]);
  expect(await status(place)).toContain(`! main has moved on to ${page.slice(0, 7)} since`);
  expect((await place.run()).code).toBe(0);
  expect([verified(place).length, verified(place).at(-1), begun(place)]).toEqual([2, page, 1]);
  expect(await release(place)).toEqual(["met", "met"]);
  expect(await status(place)).not.toContain("has moved on");
  // Of a run that is over, too, a value that cannot be meant is refused.
  for (const [flag, value, code] of [
    ["--workers", "abc", "USAGE_INVALID"],
    ["--max-hours", "-1", "USAGE_INVALID"],
    ["--isolation", "I9", "USAGE_INVALID"],
    ["--max-cost", "3", "METER_NEEDED"],
  ] as const)
    expect((await place.run(`${flag}=${value}`)).json.error?.code).toBe(code);
  // Once is enough.
  expect([(await place.run()).code, verified(place).length]).toEqual([0, 2]);
  expect([(await place.baton(["verify"])).code, (await place.baton(["replay"])).code]).toEqual([0, 0]);
  place.repository.git("switch", "-qc", "other");
  commit(place, "README.md", "# Other\n");
  expect(await release(place)).toEqual(["git switch main", "met"]);
});

test("TAH-10 TAH-12 what a merge by hand broke goes back into the plan, named, and no agent is called for it unasked", async () => {
  const place = await completed("branch", spec(MULTIPLY, DIVIDE));
  const branch = `baton/${String((await place.baton(["status"])).json.data["run_id"])}`;
  commit(place, "src/mul.js", "// mine\n");
  expect((await place.baton(["land"])).json.error?.code).toBe("MERGE_CONFLICT");
  expect(await status(place)).toContain(`proven commits wait on ${branch}`);
  expect(() => place.repository.git("merge", "-q", branch)).toThrow(/git/);
  place.repository.git("checkout", "--ours", "src/mul.js");
  place.repository.git("add", "-A");
  place.repository.git("commit", "-qm", "merge");
  const merge = place.repository.git("rev-parse", "HEAD");
  expect(await status(place)).not.toContain("wait on");
  const ran = await place.run();
  expect([ran.code, ran.json.error?.code, ran.json.data["left"]]).toEqual([10, "FEATURE_UNPROVEN", null]);
  const broken = place.events().flatMap((event) => (event.type === "feature_regressed" ? [event] : []));
  expect(broken).toMatchObject([{ feature_id: "feat_001_multiply", commit: merge }]);
  expect([begun(place), place.list().features.map(({ passes }) => passes)]).toEqual([2, [true, true]]);
  expect((await place.run()).code).toBe(0);
  expect([begun(place), verified(place).length]).toEqual([3, 2]);
  expect([(await place.baton(["verify"])).code, (await place.baton(["replay"])).code]).toEqual([0, 0]);
});

test.each([
  [
    "is skipped",
    "test/mul.test.js",
    'import { test } from "node:test";\ntest.skip("mul", () => {});\n',
    /is skipped in a clean/,
  ],
  ["cannot be loaded", "test/mul.test.js", 'import "./gone.js";\n', /cannot be loaded in a clean checkout/],
  ["is empty", "test/mul.test.js", "", /its tests are not there in a clean checkout/],
])("TAH-10 TAH-12 a feature whose test %s now is not complete any more", async (_, path, text, reason) => {
  const place = await completed("auto");
  const guilty = commit(place, path, text);
  const ran = await place.run();
  expect([ran.code, ran.json.error?.code]).toEqual([10, "FEATURE_UNPROVEN"]);
  const broken = place.events().flatMap((event) => (event.type === "feature_regressed" ? [event] : []));
  expect(broken).toMatchObject([
    { feature_id: "feat_001_multiply", commit: guilty, reason: expect.stringMatching(reason) },
  ]);
});

test("TAH-10 TAH-12 of a feature whose tests nobody names the command's exit code says that it is broken", async () => {
  const policy = { min_proof_level: "P1", review: "never" };
  const base = { "README.md": "# Seven\n", "baton.config.json": JSON.stringify({ landing: { mode: "auto" }, policy }) };
  const works = "echo 'echo 7' > seven.sh; echo '[ \"$(sh seven.sh)\" = 7 ]' > check.sh; envelope";
  const text = "## Seven\n- It says seven\nTest: `sh check.sh`\n";
  const place = await openScene(works, { base, text });
  scenes.push(place);
  expect((await place.run()).code).toBe(0);
  const guilty = commit(place, "seven.sh", "echo 8\n");
  const ran = await place.run();
  expect([ran.code, ran.json.error?.code]).toEqual([10, "FEATURE_UNPROVEN"]);
  const broken = place.events().flatMap((event) => (event.type === "feature_regressed" ? [event] : []));
  expect(broken).toMatchObject([
    { commit: guilty, reason: expect.stringContaining("`sh check.sh` exits with 1 in a clean checkout") },
  ]);
});

test("TAH-10 a test that fails now and is no feature's leaves the run verified where it was, until it is mended", async () => {
  const place = await completed("auto");
  const [before] = verified(place);
  const guilty = commit(place, "src/add.js", "export const add = (a, b) => a - b;\n");
  const ran = await place.run();
  expect([ran.code, ran.json.error?.code, verified(place)]).toEqual([10, "REGRESSION", [before]]);
  expect(ran.json.error?.message).toBe(
    `fails at ${guilty.slice(0, 7)}, but not at ${before?.slice(0, 7)} which was verified: test/add.test.js::adds`,
  );
  expect(ran.json.data["status"]).toBe("complete");
  const mended = commit(place, "src/add.js", "export const add = (a, b) => b + a;\n");
  expect([(await place.run()).code, verified(place)]).toEqual([0, [before, mended]]);
});

test("ONE-09 auto: a complete run kept from its branch is merged with it once nothing is in the way, and verified there", async () => {
  const base = { ...CALCULATOR, "baton.config.json": JSON.stringify({ landing: { mode: "auto" } }) };
  const place = await openScene("honest; envelope", { base, text: spec(MULTIPLY) });
  scenes.push(place);
  writeFileSync(join(place.repository.directory, "src/mul.js"), "my own\n");
  expect((await place.run()).json.data["left"]).toContain("uncommitted changes");
  expect(await status(place)).toMatch(/proven commits wait on baton\/\S+: TREE_DIRTY files that would change/);
  place.repository.git("clean", "-fdq", "src");
  const own = commit(place, "by-hand.txt", "by hand\n");
  expect((await place.run()).code).toBe(0);
  const merge = verified(place).at(-1) ?? "";
  expect(place.repository.git("rev-list", "--parents", "-1", merge)).toContain(own);
  expect(place.repository.git("merge-base", "--is-ancestor", merge, "main")).toBe("");
  expect([(await place.run()).json.data["left"], await status(place)]).toEqual([
    null,
    expect.not.stringContaining("has moved on"),
  ]);
  expect((await place.baton(["replay"])).code).toBe(0);
});

test("a complete run with a deferred feature says what is proven, and how the other is taken back", async () => {
  const place = await openScene("honest; envelope", { text: spec(MULTIPLY, DIVIDE) });
  scenes.push(place);
  await place.baton(["feature", "defer", "feat_002_divide", "--reason", "not now"]);
  expect((await place.run()).code).toBe(0);
  expect(await status(place)).toContain(
    "Next: nothing, 1 proven, 1 deferred (baton feature reopen feat_002_divide --reason TEXT).",
  );
});
