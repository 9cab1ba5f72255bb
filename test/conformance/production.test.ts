import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CALCULATOR, MULTIPLY, spec, UNREVIEWED } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { eventOf, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function finished(script = "honest", base = UNREVIEWED, answer = "envelope"): Promise<Scene> {
  const scene = await openScene(`${script}\n${answer}`, { text: spec(MULTIPLY), base });
  scenes.push(scene);
  return scene;
}

interface Criterion {
  rule: string;
  met: boolean;
  missing: string;
  command: string;
}

const check = async (scene: Scene): Promise<{ code: number | null; status: unknown; open: Criterion[] }> => {
  const { code, json } = await scene.baton(["gate", "check", "G3"]);
  const criteria = json.data["criteria"] as Criterion[];
  return { code, status: json.data["status"], open: criteria.filter(({ met }) => !met) };
};

const rules = (open: readonly Criterion[]): string[] => open.map(({ rule }) => rule);

/** A person's two files, recorded. */
async function prepareRelease(scene: Scene, folder = scene.outside): Promise<void> {
  for (const name of ["pre_deploy_checklist.md", "rollback_plan.md"]) {
    writeFileSync(join(folder, name), `# ${name}\n\n- [x] done\n`);
    expect((await scene.baton(["evidence", "add", join(folder, name), "--as", "Ann"])).code).toBe(0);
  }
}

const TIMEOUT_MS = 600_000;

test(
  "H3A-18 G3 ticks each criterion from facts, names what supplies the rest, and holds once somebody says yes",
  { timeout: TIMEOUT_MS },
  async () => {
    const scene = await finished("honest", {
      ...UNREVIEWED,
      "tools/package.json": '{ "dependencies": { "lodash": "4.17.0" } }',
    });
    const before = await check(scene);
    expect([before.code, before.status]).toEqual([10, "not_started"]);
    expect((await scene.run()).code).toBe(0);

    const words = async (...args: string[]): Promise<string> =>
      (await baton(args, { cwd: scene.repository.directory })).stdout;
    expect(await words("status")).toMatch(
      /Next: nothing, every feature is proven\. For a release: baton gate check G3\.\n$/,
    );
    expect(await words("gate", "check", "G3")).toContain("\nWhat was seen is recorded.");
    expect(await words("gate", "check", "G3")).toContain("\nIt is what was recorded before.");
    const first = await check(scene);
    expect([first.code, first.status]).toEqual([10, "in_progress"]);
    expect(rules(first.open)).toEqual([
      "Continuous integration holds",
      "Dependencies are audited",
      "Documentation was touched",
      "pre_deploy_checklist.md is recorded",
      "rollback_plan.md is recorded",
      "Approved",
    ]);
    expect(first.open[1]?.missing).toContain("tools/package.json declares dependencies, and no lock file");
    expect(first.open[3]?.command).toBe("baton evidence add pre_deploy_checklist.md --as NAME");

    // As CI checks it out: what is compared is the commit, and the branch only where that is another one.
    scene.repository.git("checkout", "-q", "--detach");
    expect(rules((await check(scene)).open)).toEqual(rules(first.open));
    scene.repository.git("checkout", "-q", "--detach", "HEAD~2");
    const [elsewhere] = (await check(scene)).open;
    expect([elsewhere?.rule, elsewhere?.command]).toEqual(["The work tree is clean", "git switch main"]);
    scene.repository.git("checkout", "-q", "main");

    // Beside the checkout's own files, as one writes them; the record holds them.
    await prepareRelease(scene, scene.repository.directory);
    const waive = (name: string) =>
      scene.baton(["gate", "waive", "G3", name, "--as", "Ann", "--reason", "a first release"]);
    expect((await waive("hashes")).json.error?.code).toBe("WAIVER_UNKNOWN");
    expect((await scene.baton(["approve", "G3", "--as", "Ann"])).code).not.toBe(0);
    for (const name of ["ci", "dependency_audit", "documentation"]) expect((await waive(name)).code).toBe(0);
    const second = await check(scene);
    expect(rules(second.open)).toEqual(["Approved"]);

    // What is not committed is not what was verified: the yes that was asked for is void.
    writeFileSync(join(scene.repository.directory, "stray.txt"), "x");
    const plan = join(scene.repository.directory, "rollback_plan.md");
    appendFileSync(plan, "and call Bob\n");
    const [dirty] = (await check(scene)).open;
    expect(dirty).toMatchObject({
      rule: "The work tree is clean",
      missing: "not committed: rollback_plan.md, stray.txt",
      command: expect.stringContaining("move them out of the work tree") as string,
    });
    expect((await scene.baton(["evidence", "add", plan, "--as", "Ann"])).code).toBe(0);
    await check(scene);
    const { criteria } = eventOf(scene, "production_checked");
    // The corrected file is the one that is cited.
    const newest = eventOf(scene, "evidence_recorded");
    expect(newest.path).toBe("artifacts/validator/release/1/rollback_plan-2.md");
    expect(criteria.find(({ name }) => name === "rollback_plan")?.detail).toBe(
      `${newest.path} [${newest.sha256.slice(0, 16)}]`,
    );
    writeFileSync(join(scene.repository.directory, ".git", "info", "exclude"), "/runs/\nstray.txt\n");

    expect(rules((await check(scene)).open)).toEqual(["Approved"]);
    expect((await scene.baton(["approve", "G3", "--as", "Ann"])).code).toBe(0);
    const third = await check(scene);
    expect([third.code, third.status, third.open]).toEqual([0, "passed", []]);
    const { json } = await scene.baton(["status"]);
    const ledger = readFileSync(
      join(scene.repository.directory, "runs", String(json.data["run_id"]), "state", "GATES_LEDGER.md"),
      "utf8",
    );
    expect(ledger).toMatch(/G3.*WAIVED.*Ann/);
    expect(ledger).toMatch(/G3.*PASSED/);
    expect((await scene.baton(["replay"])).code).toBe(0);
  },
);

test(
  "H3A-18 CI's own word counts, other lock files are not audited silently, and policy may say yes",
  { timeout: TIMEOUT_MS },
  async () => {
    const config = {
      policy: { review: "never", release: "policy" },
      checks: { ci_command: 'test "$BATON_COMMIT" != ""' },
    };
    const files = ["pre_deploy_checklist.md", "rollback_plan.md"];
    const written = files.map((name) => `; echo ready > artifacts/${name}`).join("");
    const cited = files.map((name) => String.raw`\n  - artifacts/${name}`).join("");
    const scene = await finished(
      `honest\nprintf '# Calculator\\n' > NOTES.md; mkdir -p artifacts${written}`,
      { ...CALCULATOR, "requirements.txt": "", "baton.config.json": JSON.stringify(config) },
      String.raw`envelope | sed 's|^  reports: \[\]|  reports:${cited}|'`,
    );
    expect((await scene.run()).code).toBe(0);
    // What an agent cites under these names is its claim, and nobody's word about the release.
    const claims = scene.events().filter((event) => event.type === "evidence_recorded" && event.kind === "claim");
    expect(claims.map((event) => basename("path" in event ? String(event.path) : ""))).toEqual(
      expect.arrayContaining(files),
    );
    const runs = join(scene.repository.directory, "runs");
    const state = join(runs, readdirSync(runs)[0] ?? "", "state.json");
    const ciGreen = (): unknown => JSON.parse(readFileSync(state, "utf8")).meta.ci_green;
    expect(ciGreen()).toBe(false);
    const before = rules((await check(scene)).open);
    expect(before).toEqual(expect.arrayContaining(files.map((name) => `${name} is recorded`)));
    expect(ciGreen()).toBe(true);
    await prepareRelease(scene);
    const { open } = await check(scene);
    expect(rules(open)).toEqual(["Dependencies are audited", "Approved"]);
    expect(open[0]?.missing).toContain("requirements.txt");
    const [, , ...waive] = (open[0]?.command ?? "").split(" ");
    expect(waive.slice(0, 3)).toEqual(["waive", "G3", "dependency_audit"]);
    await scene.baton(["gate", "waive", "G3", "dependency_audit", "--as", "Ann", "--reason", "it is empty"]);
    const holds = await check(scene);
    expect([holds.code, holds.status]).toEqual([0, "passed"]);
    expect(scene.events().findLast(({ type }) => type === "production_approved")).toMatchObject({ by: "policy" });
  },
);
