import {
  appendFileSync,
  copyFileSync,
  cpSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import type { CliResult } from "../support/cli.ts";
import { baton } from "../support/cli.ts";
import { TEST_STATE } from "../support/prove.ts";
import { takeLease } from "../../src/engine/run/claims/lease.ts";
import { eventOf, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const PRELOAD = pathToFileURL(join(import.meta.dirname, "../support/kill-at.mjs")).href;

interface Cut {
  readonly scene: Scene;
  /** In the run directory. */
  readonly at: (path: string) => string;
  readonly said: (...args: string[]) => Promise<[code: number | null, error: string | undefined]>;
  readonly verify: () => Promise<CliResult>;
}

/** A run that is killed where it gives this file its name. */
async function cutAt(pattern: string): Promise<Cut> {
  const scene = await openScene("honest; envelope", { text: spec(MULTIPLY) });
  scenes.push(scene);
  const { directory } = scene.repository;
  const runId = String((await scene.baton(["status"])).json.data["run_id"]);
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT: pattern };
  const { code } = await baton(["run", "--agent", scene.agent, "--json"], { cwd: directory, env });
  expect(code).toBe(null);
  return {
    scene,
    at: (path) => join(directory, "runs", runId, path),
    async said(...args) {
      const result = await scene.baton(args);
      return [result.code, result.json.error?.code];
    },
    verify: async () => scene.baton(["verify"]),
  };
}

const CUT_OFF = [12, "SESSION_CUT_OFF"];

test("what a session left that was killed while it published is named as that, and the next run takes it up", async () => {
  const { scene, said, verify } = await cutAt("executor/T001/1/proof.json$");
  const { json } = await verify();
  expect(json.error).toMatchObject({ code: "SESSION_CUT_OFF", hint: expect.stringContaining("`baton run`") as string });
  const left = (json.data["left"] as { path: string }[]).map(({ path }) => path);
  expect(left).toContain("artifacts/executor/T001/1/answer.txt");
  expect(left).toContain("artifacts/executor/T001/1/proof.json.tmp");
  expect([json.data["problems"], await said("verify"), await said("ledger", "reconcile")]).toEqual([
    [],
    CUT_OFF,
    CUT_OFF,
  ]);
  expect([(await scene.run()).code, await said("verify"), await said("ledger", "reconcile")]).toEqual([
    0,
    [0, undefined],
    [0, undefined],
  ]);
});

test("entries of a session that was killed before it published anything are counted, and are no damage", async () => {
  const scene = await openScene("honest; envelope", { text: spec(MULTIPLY) });
  scenes.push(scene);
  const [runs, before] = [join(scene.repository.directory, "runs"), join(scene.outside, "before")];
  cpSync(runs, before, { recursive: true });
  expect((await scene.baton(["note", "T001", "mind the zero"])).code).toBe(0);
  rmSync(runs, { recursive: true });
  renameSync(before, runs);
  const [runId = ""] = readdirSync(runs);
  for (const mark of globSync(join(TEST_STATE, "marks", "*", `${runId}.json`))) rmSync(mark);
  const cut = await scene.baton(["verify"]);
  const told = /^SESSION_CUT_OFF: .* \d entr.* baton repair/;
  expect([cut.code, cut.json.warnings]).toEqual([0, expect.arrayContaining([expect.stringMatching(told)])]);
  expect((await scene.baton(["repair"])).code).toBe(0);
  expect((await scene.baton(["verify"])).json.warnings?.join() ?? "").not.toContain("SESSION_CUT_OFF");
});

test("beside the session at work that is to write it, nothing was cut off", async () => {
  const { scene, said } = await cutAt("executor/T001/1/proof.json$");
  const alive = join(scene.repository.directory, ".git/baton/alive");
  const lease = takeLease(alive);
  expect(await said("ledger", "reconcile")).toEqual(CUT_OFF);
  // As if the harness that wrote it lived.
  writeFileSync(join(alive, "beat-0"), `30 ${eventOf(scene, "run_resumed").harness}\n`);
  expect(await said("ledger", "reconcile")).toEqual([0, undefined]);
  lease.release();
  expect(await said("ledger", "reconcile")).toEqual(CUT_OFF);
});

test.each(["agent_state.json$", "README.md$"])(
  "views that were written and not entered yet are known by what the journal renders: killed at %s",
  async (pattern) => {
    const { said } = await cutAt(pattern);
    expect(await said("verify")).toEqual(CUT_OFF);
    expect(await said("repair")).toEqual([0, undefined]);
    expect(await said("verify")).toEqual([0, undefined]);
  },
);

test("nothing that somebody else put there passes as left by a cut session", async () => {
  const { at, scene, said, verify } = await cutAt("executor/T001/1/proof.json$");
  const own = "artifacts/executor/T001/1";
  const journal = readFileSync(at("journal.jsonl"), "utf8");
  const tampering: readonly (readonly [string, () => void, () => void])[] = [
    [
      "a byte more in what it wrote",
      () => appendFileSync(at(`${own}/answer.txt`), " "),
      () => writeFileSync(at(`${own}/answer.txt`), readFileSync(at(`${own}/answer.txt`), "utf8").slice(0, -1)),
    ],
    [
      "a file of another name in the place of its attempt",
      () => writeFileSync(at(`${own}/proof-2.json`), "{}"),
      () => rmSync(at(`${own}/proof-2.json`)),
    ],
    [
      "a half written file with other bytes than those to be written",
      () => writeFileSync(at(`${own}/result.json.tmp`), "not its beginning"),
      () => rmSync(at(`${own}/result.json.tmp`)),
    ],
    [
      "a half written file of no name that is written",
      () => writeFileSync(at("notes.md.tmp"), ""),
      () => rmSync(at("notes.md.tmp")),
    ],
    [
      "a link to the very bytes",
      () => {
        copyFileSync(at(`${own}/answer.txt`), join(scene.outside, "answer"));
        rmSync(at(`${own}/answer.txt`));
        symlinkSync(join(scene.outside, "answer"), at(`${own}/answer.txt`));
      },
      () => renameSync(join(scene.outside, "answer"), at(`${own}/answer.txt`)),
    ],
    [
      "a view with other words",
      () => appendFileSync(at("state/ROADMAP.md"), "- [x] T999\n"),
      () =>
        writeFileSync(at("state/ROADMAP.md"), readFileSync(at("state/ROADMAP.md"), "utf8").replace("- [x] T999\n", "")),
    ],
    [
      "a journal that is cut further than this machine saw",
      () => writeFileSync(at("journal.jsonl"), `${journal.split("\n").slice(0, 2).join("\n")}\n`),
      () => writeFileSync(at("journal.jsonl"), journal),
    ],
  ];
  for (const [what, tamper, undo] of tampering) {
    tamper();
    expect([what, (await verify()).code]).toEqual([what, 11]);
    undo();
    expect([what, (await verify()).code]).toEqual([what, 12]);
  }
  // Away from home nothing vouches for what the copy of the journal does not name.
  cpSync(at("."), join(scene.outside, "copy"), { recursive: true });
  expect((await said("verify", join(scene.outside, "copy")))[0]).toBe(11);
});

test("where no session was cut off, a half written file is what it was: unlisted", async () => {
  const scene = await openScene("honest; envelope", { text: spec(MULTIPLY) });
  scenes.push(scene);
  const runId = String((await scene.baton(["status"])).json.data["run_id"]);
  const readme = join(scene.repository.directory, "runs", runId, "README.md");
  copyFileSync(readme, `${readme}.tmp`);
  const { code, json } = await scene.baton(["verify"]);
  expect([code, json.error?.code]).toEqual([11, "ARTIFACT_UNLISTED"]);
});
