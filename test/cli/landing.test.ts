import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../src/engine/run/record/journal.ts";
import { exclusively, openProject } from "../../src/engine/run/project.ts";
import { DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { commitByHand, landingScenes, ofType, own, said, tipOf } from "../support/landing.ts";
import { openScene, type Scene } from "../support/scene.ts";

const { scene, scenes, keep } = landingScenes();

test("ONE-09 manual: the branch waits for a person's yes to exactly one commit; a dirty path is named and stays as it is", async () => {
  const place = await scene({ mode: "manual" });
  expect(said(await place.run("--max-turns", "1"))).toEqual([12, "PERSON_NEEDED"]);
  const branch = await own(place);
  const [question] = (await place.baton(["approve"])).json.data["waiting"] as { approval: string; code: string }[];
  expect(question).toMatchObject({ approval: tipOf(place, branch).slice(0, 12), code: "LANDING_WAITS" });
  expect(said(await place.baton(["approve", "0000000"]))).toEqual([4, "APPROVAL_UNKNOWN"]);
  const dirty = join(place.repository.directory, "src/mul.js");
  writeFileSync(dirty, "my own\n");
  const refused = await place.baton(["approve", "landing", "--as", "ada"]);
  expect([said(refused), refused.json.error?.message]).toEqual([
    [5, "TREE_DIRTY"],
    expect.stringMatching(/^the yes is not taken, .*uncommitted changes: src\/mul\.js/),
  ]);
  expect([ofType(place, "landing_approved"), readFileSync(dirty, "utf8")]).toEqual([[], "my own\n"]);
  rmSync(dirty);
  expect((await place.baton(["approve", "landing", "--as", "ada"])).code).toBe(0);
  expect(tipOf(place, "main")).toBe(tipOf(place, branch));
});

test("ONE-09 manual: where the branch goes its own way no yes is asked for or taken, and land is what is named", async () => {
  const place = await scene({ mode: "manual" });
  const text = async (...args: string[]): Promise<string> =>
    (await baton(args, { cwd: place.repository.directory })).stdout;
  expect(said(await place.run())).toEqual([12, "PERSON_NEEDED"]);
  commitByHand(place, "by-hand.txt");
  const byHand = tipOf(place, "main");
  const named = "main has moved on its own: baton land merges both, and lands them";
  expect(await text("status")).toContain(`? landing: ${named}\n`);
  expect(await text("approve")).toMatch(new RegExp(`^landing {2}no yes or no: ${named}\n`));
  expect(said(await place.baton(["approve", "landing", "--as", "ada"]))).toEqual([5, "BRANCH_MOVED"]);
  expect(said(await place.run("--approve", "landing"))).toEqual([5, "BRANCH_MOVED"]);
  const ran = await place.run();
  expect([said(ran), ran.json.error?.message]).toEqual([
    [12, "PERSON_NEEDED"],
    `1 question waits for a person: landing (${named})`,
  ]);
  expect([ofType(place, "landing_approved"), tipOf(place, "main")]).toEqual([[], byHand]);
  expect((await place.baton(["land"])).json.data).toMatchObject({ merges: true });
  expect(tipOf(place, "main")).toBe(tipOf(place, await own(place)));
  expect((await place.baton(["replay"])).code).toBe(0);
});

test("ONE-09 manual: a no stays on record until a person takes it back, and whoever lands it all the same is told whose it is", async () => {
  const place = await scene({ mode: "manual" });
  const text = async (...args: string[]): Promise<string> =>
    (await baton(args, { cwd: place.repository.directory })).stdout;
  expect((await place.run()).code).toBe(12);
  const before = tipOf(place, "main");
  expect(await text("reject", "landing", "--reason", "not yet", "--as", "Bob")).toMatch(
    /Next: nothing: main stays as it is\. A newer commit is asked about anew; baton land lands this one all the same\.\n$/,
  );
  const status = await text("status");
  expect(status).toContain("! Bob said no: not yet; the proven commits stay on baton/");
  expect(status).toContain("Next: nothing, every feature is proven, and a person said no to landing it (baton land");
  expect([(await place.run()).code, tipOf(place, "main")]).toEqual([0, before]);
  // What the configuration says later takes no person's no back.
  writeFileSync(join(place.repository.directory, "baton.config.json"), "{}");
  place.repository.git("commit", "-qam", "land by itself");
  const configured = tipOf(place, "main");
  expect([(await place.run()).code, ofType(place, "land_set").length, tipOf(place, "main")]).toEqual([
    0,
    1,
    configured,
  ]);
  expect((await text("land", "--dry-run")).split("\n")[1]).toBe("  ! all the same: Bob said no: not yet");
  expect((await place.baton(["land"])).json.data).toMatchObject({ over: "Bob said no: not yet" });
  expect(tipOf(place, "main")).toBe(tipOf(place, await own(place)));
  expect(await text("status")).not.toContain("Bob");
});

test("ONE-09 manual: a person's commit in the middle of a run is named and lost nowhere; merged, it is the base of what follows", async () => {
  const place = await scene({ mode: "manual" }, spec(MULTIPLY, DIVIDE));
  expect(said(await place.run("--max-turns", "1"))).toEqual([12, "PERSON_NEEDED"]);
  const branch = await own(place);
  commitByHand(place, "by-hand.txt");
  const byHand = tipOf(place, "main");
  expect((await place.baton(["land"])).json.data).toMatchObject({ merges: true, commit: tipOf(place, branch) });
  expect(place.repository.git("merge-base", "main", byHand)).toBe(byHand);
  expect(said(await place.run())).toEqual([12, "PERSON_NEEDED"]);
  expect((await place.baton(["approve", "landing", "--as", "ada"])).code).toBe(0);
  expect(tipOf(place, "main")).toBe(tipOf(place, branch));
  expect((await place.run()).code).toBe(0);
  expect(place.repository.git("log", "--format=%s", "main").split("\n")).toEqual(
    expect.arrayContaining(["feat: Divide", "feat: Multiply", "add by-hand.txt"]),
  );
  expect(place.repository.git("status", "--porcelain")).toBe("");
});

/** One feature is proven and waits, for a file of the user's is in the way; then the user commits, and the branches part. */
async function parted(text: string, byHand: (place: Scene) => void, config = {}): Promise<Scene> {
  const place = await scene({ mode: "auto" }, text, config);
  const dirty = join(place.repository.directory, "src/mul.js");
  writeFileSync(dirty, "my own\n");
  await place.run("--max-turns", "1");
  expect(ofType(place, "landing_left").at(-1)).toMatchObject({
    code: "TREE_DIRTY",
    reason: expect.stringContaining("uncommitted changes"),
  });
  byHand(place);
  return place;
}

test("ONE-09 auto: what a file of the user's kept from the branch lands with the next run, though all is proven", async () => {
  const place = await parted(spec(MULTIPLY), (here) => rmSync(join(here.repository.directory, "src/mul.js")));
  const ran = await place.run();
  expect([ran.code, ran.json.data["left"]]).toEqual([0, null]);
  expect(tipOf(place, "main")).toBe(tipOf(place, await own(place)));
  expect(place.repository.git("status", "--porcelain")).toBe("");
});

test("ONE-09 auto: a branch that went its own way and what is proven become one candidate, proven again before it lands", async () => {
  const place = await parted(spec(MULTIPLY, DIVIDE), (here) => {
    rmSync(join(here.repository.directory, "src/mul.js"));
    commitByHand(here, "by-hand.txt");
  });
  const byHand = tipOf(place, "main");
  expect((await place.run()).code).toBe(0);
  expect(ofType(place, "target_merged")).toMatchObject([{ branch: "main", target: byHand }]);
  expect(tipOf(place, "main")).toBe(tipOf(place, await own(place)));
  const log = place.repository.git("log", "--format=%s", "main").split("\n");
  expect(log).toEqual(expect.arrayContaining(["feat: Multiply", "feat: Divide", "add by-hand.txt"]));
  expect(place.repository.git("status", "--porcelain")).toBe("");
  expect([(await place.baton(["verify"])).code, (await place.baton(["replay"])).code]).toEqual([0, 0]);
});

test.each([
  ["both changed the same file", "src/mul.js", "MERGE_CONFLICT", "both changed src/mul.js"],
  [
    "their tests fail together",
    "test/own.test.js",
    "REGRESSION",
    "together with what main holds now: test/own.test.js",
  ],
])("ONE-09 auto: where %s, the branch is left as it is, once, and a person is told", async (_, path, code, reason) => {
  const place = await parted(spec(MULTIPLY, DIVIDE), (here) => {
    rmSync(join(here.repository.directory, "src/mul.js"));
    commitByHand(here, path);
  });
  const byHand = tipOf(place, "main");
  expect((await place.run()).code).toBe(0);
  const left = ofType(place, "landing_left").filter((event) => event.code === code);
  expect(left[0]?.reason).toContain(reason);
  expect(left.length).toBeLessThanOrEqual(2);
  expect([ofType(place, "target_merged"), tipOf(place, "main")]).toEqual([[], byHand]);
  expect((await place.baton(["status"])).json.data).toMatchObject({ status: "complete" });
});

test("ONE-09 auto: what fails late because of a merge is told, and sends no feature back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-late-"));
  keep(folder);
  const late = `import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
// It passes until it has run beside the second feature: in R2 of its proof.
const marker = ${JSON.stringify(join(folder, "seen"))};
test("late", () => {
  if (existsSync(marker)) throw new Error("late");
  if (existsSync("src/div.js")) writeFileSync(marker, "");
});
`;
  const place = await parted(
    spec(MULTIPLY, DIVIDE),
    (here) => {
      rmSync(join(here.repository.directory, "src/mul.js"));
      commitByHand(here, "test/late.test.js", late);
    },
    { policy: { review: "never", full_every: 5 }, checks: { need: { coverage: "never" } } },
  );
  const ran = await place.run();
  expect([ran.code, ofType(place, "feature_regressed")]).toEqual([0, []]);
  const [{ commit } = { commit: "" }] = ofType(place, "target_merged");
  expect(ran.json.warnings).toContain(
    `test/late.test.js::late fails from a clean checkout, and ${commit.slice(0, 7)} broke it, which is no task's`,
  );
  expect(tipOf(place, "main")).toBe(tipOf(place, await own(place)));
});

test("ONE-09 branch: a finished run says where its commits are, until the branch has them, by whoever's hand", async () => {
  const place = await scene({ mode: "branch" });
  expect((await place.run()).code).toBe(0);
  const branch = await own(place);
  const status = async (): Promise<string> => (await baton(["status"], { cwd: place.repository.directory })).stdout;
  expect(await status()).toContain(`→ the run's commits are on ${branch}, not on main (baton land)`);
  place.repository.git("merge", "-q", "--ff-only", branch);
  expect((await place.baton(["land"])).json.data).toMatchObject({ commit: null });
  expect(await status()).toContain("Next: nothing, every feature is proven.");
  expect((await place.baton(["replay"])).code).toBe(0);
});

test("ONE-09 what would land is looked at beside whoever drives the run, and nobody lands beside them", async () => {
  const place = await scene({ mode: "branch" });
  expect((await place.run()).code).toBe(0);
  const project = openProject(place.repository.directory);
  const before = place.events().length;
  await exclusively(project, async () => {
    expect((await place.baton(["land", "--dry-run"])).json.data).toMatchObject({ dry_run: true, commit: null });
    expect(said(await place.baton(["land"]))).toEqual([5, "LOCK_CONFLICT"]);
  });
  project.close();
  expect(place.events()).toHaveLength(before);
});

test.each([[[]], [["--squash"]]])("ONE-09 branch: what parted is merged by hand, proven and landed %j", async (how) => {
  const place = await scene({ mode: "branch" }, spec(MULTIPLY, DIVIDE));
  expect((await place.run()).code).toBe(0);
  commitByHand(place, "by-hand.txt");
  const [byHand, before] = [tipOf(place, "main"), tipOf(place, await own(place))];
  const would = await place.baton(["land", "--dry-run", ...how]);
  expect([would.code, would.json.data["merges"], tipOf(place, "main")]).toEqual([0, true, byHand]);
  expect([ofType(place, "target_merged"), tipOf(place, await own(place))]).toEqual([[], before]);

  expect((await place.baton(["land", ...how])).json.data).toMatchObject({ merges: true, commit: tipOf(place, "main") });
  expect(tipOf(place, "main")).toBe(tipOf(place, await own(place)));
  expect(place.repository.git("merge-base", "main", byHand)).toBe(byHand);
  expect(place.repository.git("ls-files")).toMatch(/by-hand\.txt[^]*src\/div\.js[^]*src\/mul\.js/);
  expect(place.repository.git("status", "--porcelain")).toBe("");
  const subjects = place.repository.git("log", "--format=%s", `${byHand}..main`).split("\n");
  expect(subjects.includes("feat: Multiply")).toBe(how.length === 0);
  expect([(await place.baton(["verify"])).code, (await place.baton(["replay"])).code]).toEqual([0, 0]);
  expect((await place.baton(["land"])).json.data).toMatchObject({ merges: false, commit: null });
});

test.each([
  ["both changed the same file", "src/mul.js", "MERGE_CONFLICT"],
  ["their tests fail together", "test/own.test.js", "REGRESSION"],
])("ONE-09 branch: where %s, landing by hand says so and moves nothing", async (_, path, code) => {
  const place = await scene({ mode: "branch" });
  expect((await place.run()).code).toBe(0);
  commitByHand(place, path);
  const byHand = tipOf(place, "main");
  const refused = await place.baton(["land"]);
  expect(refused.json.error?.code).toBe(code);
  expect(refused.json.error?.hint).toContain(`git merge ${await own(place)}`);
  expect([tipOf(place, "main"), ofType(place, "target_merged")]).toEqual([byHand, []]);
  expect((await place.baton(["verify"])).code).toBe(0);
});

test.each([
  ["branch", async ({ baton: call }: Scene) => call(["land"])],
  // As a request it can be merged as it is.
  ["pr", async (place: Scene) => place.repository.git("merge", "-q", "--ff-only", await own(place))],
])(
  "ONE-09 %s: what somebody squashed onto the branch meets the run's own commits in nothing that a person wrote",
  async (mode, bring) => {
    const place = await scene({ mode, command: "true" }, spec(MULTIPLY, DIVIDE));
    await place.run("--max-turns", "1");
    const branch = await own(place);
    place.repository.git("merge", "-q", "--squash", branch);
    place.repository.git("commit", "-qm", "Multiply (#1)");
    expect((await place.run()).code).toBe(0);
    await bring(place);
    expect([tipOf(place, "main"), place.repository.git("status", "--porcelain")]).toEqual([tipOf(place, branch), ""]);
    expect(place.repository.git("log", "--format=%s", "main").split("\n")).toEqual(
      expect.arrayContaining(["feat: Divide", "Multiply (#1)"]),
    );
    expect([(await place.baton(["verify"])).code, (await place.baton(["replay"])).code]).toEqual([0, 0]);
    expect((await place.run()).code).toBe(0);
  },
);

test("ONE-09 manual: a landing that was cut in half is finished by the next command", async () => {
  const place = await scene({ mode: "manual" });
  expect((await place.run()).code).toBe(12);
  const tip = tipOf(place, await own(place));
  const project = openProject(place.repository.directory);
  const [runId = ""] = project.store.runs();
  const journal = openJournal(project.store, runId, "baton", { now: () => new Date() });
  journal.append(() => [{ type: "landing_approved", to: tip, by: "ada", comment: "" }]);
  journal.append(() => [{ type: "landing", branch: "main", from: tipOf(place, "main"), to: tip }]);
  place.repository.git("update-ref", "refs/heads/main", tip);
  project.close();
  expect((await place.run()).code).toBe(0);
  expect([tipOf(place, "main"), place.repository.git("status", "--porcelain")]).toEqual([tip, ""]);
});

test("ONE-09 how a run lands is said at init, in the configuration, or later; what cannot be is refused", async () => {
  const place = await scene({ mode: "branch" });
  const before = tipOf(place, "main");
  expect(said(await place.run("--land", "pr"))).toEqual([3, "CONFIG_INVALID"]);
  expect(said(await place.run("--land", "soon"))).toEqual([2, "USAGE_INVALID"]);
  expect((await place.run()).code).toBe(0);
  expect(tipOf(place, "main")).toBe(before);
  expect(said(await place.run("--land", "manual"))).toEqual([12, "PERSON_NEEDED"]);
  const no = await place.baton(["reject", "landing", "--reason", "not this week"]);
  expect([no.code, tipOf(place, "main")]).toEqual([0, before]);
  expect(ofType(place, "landing_left").at(-1)?.code).toBe("PERSON_REJECTED");
  expect((await place.run("--land", "manual")).code).toBe(0);
  expect((await place.run("--land", "auto")).code).toBe(0);
  expect(tipOf(place, "main")).toBe(tipOf(place, await own(place)));
});

test("ONE-09 auto: a person's commit while an agent works costs no attempt: after a yes the same work is proven and lands", async () => {
  const scene = await openScene(
    `if [ ! -e "\${0%/*}/done" ]; then touch "\${0%/*}/done"; git -C "$(cat "\${0%/*}/repository")" -c user.name=Ann -c user.email=ann@example.com commit --quiet --allow-empty -m "note it"; fi; honest; envelope`,
    { text: spec(MULTIPLY) },
  );
  scenes.push(scene);
  writeFileSync(join(scene.outside, "repository"), scene.repository.directory);
  expect((await scene.run()).code).toBe(12);
  const asked = (await scene.baton(["approve"])).json.data["waiting"] as { approval: string; message: string }[];
  expect(asked.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^changed from outside while the agent worked: your branch \([0-9a-f]+ Ann: note it\)/),
  ]);
  expect((await scene.baton(["approve", asked[0]?.approval ?? ""])).code).toBe(0);
  expect((await scene.run()).code).toBe(0);
  expect(scene.events().filter(({ type }) => type === "attempt_started")).toHaveLength(1);
  expect(scene.list().features[0]).toMatchObject({ passes: true });
});

test("a landing that was cut in half, and that nothing can finish any more, is left with its code; status says it", async () => {
  const place = await scene({ mode: "branch" });
  await place.run("--max-turns", "1");
  const to = tipOf(place, await own(place));
  const from = tipOf(place, "main");
  const project = openProject(place.repository.directory);
  const [runId = ""] = project.store.runs();
  const journal = openJournal(project.store, runId, "baton", { now: () => new Date() });
  journal.append(() => [{ type: "landing", branch: "main", from, to }]);
  project.close();
  commitByHand(place, "by-hand.txt");
  await place.baton(["repair"]);
  expect(ofType(place, "landing_left").at(-1)).toMatchObject({ code: "BRANCH_MOVED", reason: "main has moved", to });
  const { data } = (await place.baton(["status"])).json;
  expect([data["left"], data["left_code"]]).toEqual(["main has moved", "BRANCH_MOVED"]);
});
