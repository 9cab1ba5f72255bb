import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { baton } from "../../../support/cli.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../../../support/calc-project.ts";
import { createRepository } from "../../../support/repository.ts";
import { eventOf, openScene, type Scene } from "../../../support/scene.ts";

const made: { remove: () => void }[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "baton-held-out-"));
  made.push({ remove: () => rmSync(folder, { recursive: true, force: true }) });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A word that only the held-out tests have. */
const SECRET = "quokka";
const asking = (name: string, ...cases: readonly (readonly [number, number, number])[]): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\n${cases
    .map(
      ([a, b, want]) => `test("${SECRET} ${a} ${b}", () => assert.equal(${name}(${a}, ${b}), ${want}, "${SECRET}"));`,
    )
    .join("\n")}\n`;
const HELD_OUT = {
  "feat_001/test/mul-held.test.js": asking("mul", [3, 5, 15], [0, 4, 0]),
  "feat_002/test/div-held.test.js": asking("div", [9, 3, 3]),
};
const FLIPPED = JSON.stringify({ proof: { flip: true, held_out: true }, policy: { review: "never" } });

async function open(script: string, features = spec(MULTIPLY)): Promise<Scene> {
  const { ["feat_002/test/div-held.test.js"]: div, ...mul } = HELD_OUT;
  const held = folderOf(features.includes("Divide") ? { ...mul, "feat_002/test/div-held.test.js": div } : mul);
  const scene = await openScene(
    // The agent looks for what it must not see, in its clone and in what it is given.
    `grep -rl ${SECRET} . "$PACKET" >> "\${0%/*}/seen"\n${script}\nenvelope`,
    { base: { ...CALCULATOR, "baton.config.json": FLIPPED }, text: features, init: ["--held-out", held] },
  );
  made.push(scene);
  // What is asked is what was given at the beginning.
  rmSync(held, { recursive: true });
  return scene;
}

/** Every byte of the run directory, which anybody may read. */
function published({ repository }: Scene): string {
  const directory = join(repository.directory, "runs");
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

describe("R5 and R7 as the policy of a run", { timeout: 600_000 }, () => {
  it("an honest solution passes each proof, the verdict shows both, and replay comes to the same", async () => {
    const scene = await open("honest", spec(MULTIPLY, DIVIDE));
    expect(eventOf(scene, "run_created").run.policy.proof).toMatchObject({ flip: true, held_out: { files: 2 } });
    expect((await scene.run()).code).toBe(0);
    const [first, second] = scene.events().filter((event) => event.type === "validation_judged");
    expect(first?.results.tdd_compliance).toMatchObject({
      flip: "1 RED tests fail when what they expect is turned round",
      held_out: "2 of 2 held-out tests pass",
    });
    expect(second?.results.tdd_compliance).toMatchObject({ held_out: "3 of 3 held-out tests pass" });
    expect(readFileSync(join(scene.outside, "seen"), "utf8")).toBe("");
    expect((await scene.baton(["replay"])).code).toBe(0);
  });

  it("hard-coded answers are refused, and the agent learns how many tests fail and nothing of them", async () => {
    const hard = `write mul '*' 16\nprintf 'export const mul = () => 16;\\n' > src/mul.js`;
    const scene = await open(hard);
    await scene.run("--max-turns", "2");
    const { outcome, findings } = eventOf(scene, "implementation_judged");
    expect(outcome).toBe("failed");
    const found = findings.filter(({ severity }) => severity === "error");
    expect(found.map(({ code }) => code)).toEqual(["HELD_OUT_FAILED"]);
    expect(found[0]?.message).toContain("2 of 2 held-out tests fail");
    expect(found[0]?.ids).toBeUndefined();
    expect(readFileSync(join(scene.outside, "seen"), "utf8")).toBe("");
    expect(published(scene)).not.toMatch(new RegExp(`${SECRET}|mul-held`));
  });

  it("a run does not begin without the tests that its configuration wants, nor with some that agents would see", async () => {
    const repository = createRepository({ ...CALCULATOR, "baton.config.json": FLIPPED, "held/test/a.test.js": "" });
    made.push(repository);
    const init = async (...args: string[]) =>
      baton(["init", "--spec", "-", "--json", ...args], { cwd: repository.directory, input: spec(MULTIPLY) });
    expect((await init()).json.error?.code).toBe("CONFIG_INVALID");
    expect((await init("--held-out", join(repository.directory, "held"))).json.error?.code).toBe("USAGE_INVALID");
    const unknown = folderOf({ "feat_009/test/a.test.js": asking("mul", [1, 1, 1]) });
    expect((await init("--held-out", unknown)).json.error?.message).toContain("feat_009 is no feature");
    const printed = await baton(["config", "print", "--json"], { cwd: repository.directory });
    expect(printed.stdout).toContain('"proof.held_out"');
  });
});

/** Another machine: a fresh clone, and a state folder that has seen no run. */
function cloneOf(scene: Scene) {
  const folder = mkdtempSync(join(tmpdir(), "baton-clone-"));
  const directory = join(folder, "project");
  execFileSync("git", ["clone", "--quiet", scene.repository.directory, directory]);
  made.push({ remove: () => rmSync(folder, { recursive: true, force: true }) });
  const env = { BATON_STATE: join(folder, "state") };
  return { directory, cli: async (...args: string[]) => baton([...args, "--json"], { cwd: directory, env }) };
}

describe("held-out tests of a run that goes on elsewhere", { timeout: 600_000 }, () => {
  it("a run directory has no word of them: adopting says so, nothing begins, and the very folder lets it end", async () => {
    const scene = await open("honest", spec(MULTIPLY, DIVIDE));
    expect((await scene.run("--max-turns", "1")).json.data["completed"]).toBe(1);
    const copy = join(scene.outside, "copy");
    const [runId = ""] = readdirSync(join(scene.repository.directory, "runs"));
    cpSync(join(scene.repository.directory, "runs", runId), copy, { recursive: true });

    const other = cloneOf(scene);
    const adopted = await other.cli("adopt", copy);
    expect([adopted.code, adopted.json.data["held_out"]]).toEqual([0, { files: 2, here: false }]);
    expect(adopted.stdout).toMatch(/HELD_OUT_MISSING: the run asks for 2 held-out files/);
    const start = await other.cli("start", "--check");
    expect([start.code, start.json.error?.code]).toEqual([10, "HELD_OUT_MISSING"]);
    const resumed = await other.cli("resume", "--agent", scene.agent);
    expect([resumed.code, resumed.json.error]).toMatchObject([
      10,
      { code: "HELD_OUT_MISSING", hint: expect.stringContaining("baton adopt --held-out FOLDER") as string },
    ]);
    for (const opened of [await other.cli("next"), await other.cli("task", "claim", "T002", "--as", "worker")])
      expect([opened.code, opened.json.error?.code]).toEqual([10, "HELD_OUT_MISSING"]);
    expect((await other.cli("task", "show", "T002")).json.data["attempt"]).toBe(0);

    const changed = { ...HELD_OUT, "feat_002/test/div-held.test.js": asking("div", [9, 3, 3], [4, 2, 2]) };
    const wrong = await other.cli("adopt", "--held-out", folderOf(changed));
    expect([wrong.code, wrong.json.error?.code]).toEqual([11, "HELD_OUT_MISMATCH"]);
    const inside = join(other.directory, "held");
    cpSync(folderOf(HELD_OUT), inside, { recursive: true });
    expect((await other.cli("adopt", "--held-out", inside)).json.error?.code).toBe("USAGE_INVALID");
    rmSync(inside, { recursive: true });

    const kept = await other.cli("adopt", "--held-out", folderOf(HELD_OUT));
    expect([kept.code, kept.json.data["held_out"]]).toEqual([0, { files: 2, here: true }]);
    expect((await other.cli("start", "--check")).code).toBe(0);
    const ended = await other.cli("resume", "--agent", scene.agent);
    expect([ended.code, ended.json.data]).toMatchObject([0, { status: "complete", completed: 2 }]);
    const report = readFileSync(join(other.directory, "runs", runId, "journal.jsonl"), "utf8");
    expect(report).toContain("3 of 3 held-out tests pass");
    expect(readFileSync(join(scene.outside, "seen"), "utf8")).toBe("");
  });

  it("adopt and handoff import take them along, and refuse others before anything is written", async () => {
    const scene = await open("honest", spec(MULTIPLY, DIVIDE));
    expect((await scene.run("--max-turns", "1")).json.data["completed"]).toBe(1);
    const [runId = ""] = readdirSync(join(scene.repository.directory, "runs"));
    const directory = join(scene.repository.directory, "runs", runId);
    const other = cloneOf(scene);
    const partial = folderOf({ "feat_001/test/mul-held.test.js": HELD_OUT["feat_001/test/mul-held.test.js"] });
    const wrong = await other.cli("adopt", directory, "--held-out", partial);
    expect([wrong.code, wrong.json.error?.code]).toEqual([11, "HELD_OUT_MISMATCH"]);
    expect(existsSync(join(other.directory, "runs"))).toBe(false);
    expect((await other.cli("adopt", directory, "--held-out", folderOf(HELD_OUT))).json.data["held_out"]).toEqual({
      files: 2,
      here: true,
    });
    expect((await other.cli("start", "--check")).code).toBe(0);

    const bundle = join(scene.outside, "bundle.json");
    expect((await scene.baton(["handoff", "export", "--out", bundle])).code).toBe(0);
    const third = cloneOf(scene);
    const imported = await third.cli("handoff", "import", bundle);
    expect([imported.code, imported.json.data["held_out"]]).toEqual([0, { files: 2, here: false }]);
    expect((await third.cli("resume", "--agent", scene.agent)).json.error?.code).toBe("HELD_OUT_MISSING");
    const fourth = cloneOf(scene);
    const whole = await fourth.cli("handoff", "import", bundle, "--held-out", folderOf(HELD_OUT));
    expect(whole.json.data["held_out"]).toEqual({ files: 2, here: true });
    expect((await fourth.cli("start", "--check")).code).toBe(0);
  });

  it("a run without held-out tests takes none", async () => {
    const scene = await openScene("honest\nenvelope");
    made.push(scene);
    const given = await scene.baton(["adopt", "--held-out", folderOf(HELD_OUT)]);
    expect([given.code, given.json.error?.code]).toEqual([2, "USAGE_INVALID"]);
    expect((await scene.baton(["adopt"])).json.error?.code).toBe("USAGE_INVALID");
  });
});
