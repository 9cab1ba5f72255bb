import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { EventOf, RunEvent } from "../../../src/schema/event.ts";
import { baton } from "../../support/cli.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../../support/calc-project.ts";
import { createRepository } from "../../support/repository.ts";
import { openScene, type Scene } from "../../support/scene.ts";

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

function eventOf<T extends RunEvent["type"]>(scene: Scene, type: T): EventOf<T> {
  return scene.events().findLast((event) => event.type === type) as EventOf<T>;
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
