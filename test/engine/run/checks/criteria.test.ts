import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { CALCULATOR } from "../../../support/calc-project.ts";
import { baton as cli } from "../../../support/cli.ts";
import { eventOf, openScene, type Scene, type SceneOptions } from "../../../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

/** One feature with one criterion more; `more` is what the agent does besides honest work. */
async function open(criterion: string, more = "", options: SceneOptions = {}): Promise<Scene> {
  const text = `# Calculator\n\n## Multiply\n- mul(8, 2) is 16\n- ${criterion}\nTest: \`node --test test/mul.test.js\`\n`;
  const scene = await openScene(`honest\n${more}\nenvelope`, { text, ...options });
  scenes.push(scene);
  return scene;
}

const messages = (scene: Scene): string[] =>
  eventOf(scene, "implementation_judged").findings.map(({ code, message }) => `${code}: ${message}`);
const told = (scene: Scene, criterion: string): unknown =>
  eventOf(scene, "implementation_judged").proof?.definition_of_done.find((one) => one.criterion === criterion);

const PAGE = "mkdir -p docs; echo '# Keys: what each key does' > docs/KEYS.md";

describe("H3A-14 a done-criterion is decided by what it is bound to", () => {
  it("a file that nobody wrote fails G1, and the agent is told which", async () => {
    const scene = await open("The keys are explained (file: docs/KEYS.md)");
    await scene.run("--max-turns", "1");
    expect(messages(scene)).toContain("CRITERION_UNMET: not met: The keys are explained (docs/KEYS.md is not there)");
    expect(told(scene, "The keys are explained")).toEqual({
      criterion: "The keys are explained",
      met: false,
      actual: "docs/KEYS.md is not there",
    });
  });

  it("of what tests decide the tests are named that are about it, and where none is, that is said", async () => {
    const scene = await open("The sign of a negative factor is kept");
    expect((await scene.run()).code).toBe(0);
    const test = "test/mul.test.js::mul";
    expect(eventOf(scene, "implementation_judged").proof?.definition_of_done).toEqual([
      { criterion: "The feature's test passes", met: true, actual: `RED, then GREEN: ${test}` },
      {
        criterion: "No test that was green on the base is lost",
        met: true,
        actual: "2 tests pass on head; of base's 1 none is lost",
      },
      { criterion: "mul(8, 2) is 16", met: true, actual: `RED, then GREEN: ${test}` },
      {
        criterion: "The sign of a negative factor is kept",
        met: true,
        actual: `no test is seen to be about this one by its name or words; of the feature's tests: RED, then GREEN: ${test}`,
      },
    ]);
  });

  it("of an attempt that is not proven the criteria say which test failed, and why the proof does not hold", async () => {
    const broken = `printf 'test("mul of nothing", () => assert.equal(mul(0, 2), 7));\\n' >> test/mul.test.js`;
    const scene = await open("mul(0, 2) is 7", broken);
    await scene.run("--max-turns", "1");
    expect(told(scene, "mul(0, 2) is 7")).toEqual({
      criterion: "mul(0, 2) is 7",
      met: false,
      actual: "does not pass on head: test/mul.test.js::mul of nothing; not proven: TEST_FAILED",
    });
  });

  it("a file that was there before shows nothing until the feature's work changes it", async () => {
    const base = { ...CALCULATOR, "docs/KEYS.md": "# Keys\n" };
    const idle = await open("The keys are explained (file: docs/*.md)", "", { base });
    await idle.run("--max-turns", "1");
    expect(messages(idle)[0]).toMatch(/docs\/KEYS\.md: not written by this feature/);
    const honest = await open("The keys are explained (file: docs/*.md)", PAGE, { base });
    expect((await honest.run()).code).toBe(0);
    expect(told(honest, "The keys are explained")).toMatchObject({ met: true, actual: "written: docs/KEYS.md" });
    expect(eventOf(honest, "validation_judged").results.dod_checklist).toEqual({
      status: "pass",
      total: 4,
      met: 4,
      unmet: [],
    });
  });

  it("a command is run on the candidate at G1 and from the clean checkout at G2, and what it printed is kept", async () => {
    const command = "node -e \"import('./src/mul.js').then((m) => process.exit(m.mul(3, 3) === 9 ? 0 : 4))\"";
    const scene = await open(`Three times three is nine (command: ${command})`);
    expect((await scene.run()).code).toBe(0);
    expect(told(scene, "Three times three is nine")).toMatchObject({ met: true, actual: `${command}: exit 0` });
    const kept = scene.events().flatMap((event) => (event.type === "evidence_recorded" ? [event.path] : []));
    expect(kept.filter((path) => path.endsWith("criteria_output.txt"))).toEqual([
      "artifacts/executor/T001/1/criteria_output.txt",
      "artifacts/validator/T001/1/criteria_output.txt",
    ]);
    expect(eventOf(scene, "implementation_judged").proof?.commands_run).toContainEqual({
      cmd: command,
      exit_code: 0,
      artifact: "artifacts/executor/T001/1/criteria_output.txt",
    });
  });

  it("a command that fails goes back with its exit code and last words", async () => {
    const scene = await open("The list is whole (command: echo two of three; exit 3)");
    await scene.run("--max-turns", "1");
    expect(messages(scene)).toEqual([
      "CRITERION_UNMET: not met: The list is whole (echo two of three; exit 3: exit 3: two of three)",
    ]);
  });

  it("what a command prints stands in no event with a secret in it", async () => {
    const scene = await open("It is quiet (command: cat said.txt; exit 1)", "printf 'key hunter2-hunter2' > said.txt", {
      env: { API_TOKEN: "hunter2-hunter2" },
    });
    await scene.run("--max-turns", "1");
    expect(messages(scene)[0]).toMatch(/^CRITERION_UNMET: .*: key \[/);
    expect(JSON.stringify(scene.events())).not.toContain("hunter2");
  });

  it("a file that another feature wrote shows nothing of this one", async () => {
    const text = `# Calculator\n\n## Multiply\n- The keys are explained (file: docs/KEYS.md)\nTest: \`node --test test/mul.test.js\`\nPriority: high\n\n## Divide\n- div(8, 2) is 4\nTest: \`node --test test/div.test.js\`\n`;
    const scene = await openScene(`honest; [ "$FEATURE" = 001 ] || { ${PAGE}; }; envelope`, { text });
    scenes.push(scene);
    await scene.run("--max-turns", "3");
    const judged = scene
      .events()
      .flatMap((event) =>
        event.type === "implementation_judged" ? [[event.task_id, event.outcome, event.findings[0]?.message]] : [],
      );
    expect(judged.filter(([id]) => id === "T001").at(-1)).toMatchObject([
      "T001",
      "failed",
      expect.stringContaining("KEYS"),
    ]);
  });

  it("coverage is asked of changed lines, whatever the policy's threshold is", async () => {
    const more =
      "printf 'export const later = (n) => {\\n  if (n) {\\n    return 1;\\n  }\\n  return 2;\\n};\\n' >> src/mul.js";
    const base = {
      ...CALCULATOR,
      "baton.config.json": JSON.stringify({ checks: { need: { coverage: "never" } } }),
    };
    const scene = await open("Every line is tested (coverage: 60%)", more, { base });
    await scene.run("--max-turns", "1");
    expect(messages(scene)).toEqual([
      "CRITERION_UNMET: not met: Every line is tested (42.8% of the changed lines are run by tests, 60% are asked for)",
    ]);
    const easy = await open("Some lines are tested (coverage: 40)", more, { base });
    expect((await easy.run()).code).toBe(0);
  });

  it("what a reviewer decides is open until the review has passed", async () => {
    const scene = await open("The names say what is meant (review)");
    expect((await scene.run()).code).toBe(0);
    expect(told(scene, "The names say what is meant")).toMatchObject({
      met: false,
      actual: "GATE-CODE-REVIEW decides",
    });
    expect(eventOf(scene, "validation_checked").results.dod_checklist).toMatchObject({
      met: 3,
      in_review: ["The names say what is meant"],
    });
    expect(eventOf(scene, "validation_judged").results.dod_checklist).toEqual({
      status: "pass",
      total: 4,
      met: 4,
      unmet: [],
      reviewed: ["The names say what is meant"],
    });
  });

  it("where nobody reviews, a person is asked to waive it", async () => {
    const base = { ...CALCULATOR, "baton.config.json": JSON.stringify({ policy: { review: "never" } }) };
    const scene = await open("The names say what is meant (review)", "", { base });
    expect((await scene.run()).code).toBe(12);
    expect(messages(scene)[0]).toMatch(/^NOT_MEASURED: The names .* nobody reviews it/);
    const waive = ["gate", "waive", "T001", "dod_checklist", "--as", "Ann", "--reason", "one word"];
    expect((await scene.baton(waive)).code).toBe(0);
    expect((await scene.run()).code).toBe(0);
    expect(eventOf(scene, "validation_judged")).toMatchObject({
      notes: ["unmet done-criteria waived by Ann: one word"],
      results: {
        dod_checklist: {
          status: "partial",
          waived_by: "Ann",
          reason: "one word",
          met: 3,
          unmet: ["The names say what is meant"],
        },
      },
    });
  });

  it("after the last failure a waiver says what has it tried once more, and then stands wherever the feature is proven", async () => {
    const scene = await open("The keys are explained (file: docs/KEYS.md)");
    expect((await scene.run()).code).toBe(12);
    const waive = "gate waive T001 dod_checklist --as Ann --reason";
    expect((await scene.baton(["gate", "check", "G1"])).json.error?.hint).toBe(
      `baton task retry T001 --note TEXT, or first baton ${waive.replace("Ann", "NAME")} TEXT`,
    );
    const { stdout } = await cli([...waive.split(" "), "docs later"], { cwd: scene.repository.directory });
    expect(stdout).toContain("Next: baton task retry T001 --note TEXT has it tried once more");
    await scene.baton(["task", "retry", "T001", "--note", "it is waived"]);
    expect((await scene.run()).code).toBe(0);
    const status = await cli(["status"], { cwd: scene.repository.directory });
    const waived = "with a waiver (dod_checklist by Ann)";
    expect(status.stdout).toMatch(new RegExp(`✓ proven .*\\), ${waived.replaceAll(/[()]/g, "\\$&")}\n`));
    const runId = String((await scene.baton(["status"])).json.data["run_id"]);
    const published = (name: string): string =>
      readFileSync(join(scene.repository.directory, "runs", runId, name), "utf8");
    expect(published("README.md")).toContain(`✅ proven, ${waived} |`);
    expect(published("state/ROADMAP.md")).toContain("- [x] Definition of done met (1 waived by Ann)\n");
    const gates = await cli(["gate", "status"], { cwd: scene.repository.directory });
    expect(gates.stdout).toContain("✓ Definition of done met (1 of 1 tasks, 1 waived by Ann)");
    expect(gates.stdout).toContain("✓ Check dod_checklist passes (1 of 1 tasks, 1 waived by Ann)");
    const checked = await cli(["gate", "check", "G2"], { cwd: scene.repository.directory });
    expect(checked.stdout).toMatch(/T001 dod_checklist: partial · .* · waived_by Ann · reason docs later/);
    const named = [{ check: "dod_checklist", by: "Ann", reason: "docs later" }];
    const last = (file: string, list: string): unknown => JSON.parse(published(file))[list].at(-1).waivers;
    expect(last("executor_report.json", "tdd_cycles")).toEqual(named);
    expect(last("state.json", "steps")).toEqual(named);
    expect(scene.repository.git("log", "--format=%(trailers:key=Baton-Waiver,valueonly)", "-3")).toContain(
      "dod_checklist by Ann: docs later",
    );
    expect((await scene.baton(["replay"])).code).toBe(0);
  });

  it("a person is asked about what a person decides, for exactly this change", async () => {
    const scene = await open("The words are friendly (human)");
    expect((await scene.run()).code).toBe(12);
    const asked = await scene.baton(["approve"]);
    expect(asked.json).toMatchObject({
      data: { waiting: [{ code: "MANUAL_CHECK", message: "a person must verify it by hand: The words are friendly" }] },
    });
    expect((await scene.baton(["approve", "T001", "--as", "ann@example.com"])).code).toBe(0);
    expect((await scene.run()).code).toBe(0);
    expect(told(scene, "The words are friendly")).toMatchObject({ met: true, actual: "approved by ann@example.com" });
  });
});

describe("H3A-16 the record of a manual feature names the person, and no test", () => {
  it("TDD compliance is not applicable, and the tool is human", async () => {
    const text = "# Calculator\n\n## Multiply\n- mul(8, 2) is 16\nVerify: manual\n";
    const scene = await open("", "", { text });
    expect((await scene.run()).code).toBe(12);
    expect((await scene.baton(["approve", "T001", "--as", "ann@example.com"])).code).toBe(0);
    expect((await scene.run()).code).toBe(0);
    expect(eventOf(scene, "validation_judged").results.tdd_compliance).toEqual({
      status: "not_applicable",
      reason: "manual",
      notes: "approved by ann@example.com",
    });
    expect(scene.list().features[0]).toMatchObject({ verification_tool: "human", passes: true });
    expect(told(scene, "mul(8, 2) is 16")).toMatchObject({ met: true, actual: "approved by ann@example.com" });
  });
});
