import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/util/package-root.ts";
import { CALCULATOR, MULTIPLY, spec } from "../../support/calc-project.ts";
import { baton as cli } from "../../support/cli.ts";
import { eventOf, openScene, type Scene, type SceneOptions } from "../../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function open(script: string, options: SceneOptions = {}): Promise<Scene> {
  const scene = await openScene(`${script}\nenvelope`, { text: spec(MULTIPLY), ...options });
  scenes.push(scene);
  return scene;
}

const codes = (scene: Scene): string[] => eventOf(scene, "implementation_judged").findings.map(({ code }) => code);

const UNTESTED = `write mul '*' 16
printf 'export const later = (n) => {\\n  if (n) {\\n    return 1;\\n  }\\n  return 2;\\n};\\n' >> src/mul.js`;

describe("checks of a task", () => {
  it("H3A-17 the tools found at init decide the policy, and thresholds stand with the verdict", async () => {
    const scene = await open("honest");
    const created = eventOf(scene, "run_created");
    expect(created.run.policy.checks).toEqual([
      "tdd_compliance",
      "tests",
      "dod_checklist",
      "command_rerun",
      "coverage",
      "security",
    ]);
    expect((await scene.run()).code).toBe(0);
    expect(eventOf(scene, "validation_judged").results).toMatchObject({
      coverage: { status: "pass", absolute: "100.0%", delta: "+0.0%", changed_lines: "100.0%", threshold: "90%" },
      security: { status: "pass", vulnerabilities: 0, threshold: "0 new findings of severity high or above" },
    });
    expect(scene.list().features[0]?.coverage).toBe(100);
  });

  it("changed lines that no test runs fail G1, and the agent is told which", async () => {
    const scene = await open(UNTESTED);
    await scene.run("--max-turns", "1");
    expect(codes(scene)).toContain("COVERAGE_LOW");
    expect(eventOf(scene, "implementation_judged").findings[0]?.message).toBe("src/mul.js: no test runs lines 3-6");
    const gate = await scene.baton(["gate", "check", "G1"]);
    expect([gate.code, gate.json.error?.hint]).toEqual([
      10,
      "baton run, or baton gate waive T001 coverage --as NAME --reason TEXT",
    ]);
    await scene.baton(["gate", "waive", "T001", "coverage", "--as", "Ann", "--reason", "later"]);
    expect((await scene.baton(["gate", "check", "G1"])).json.error?.hint).toBe("baton run");
  });

  it("a person waives a check by name and with a reason, and every verdict shows it", async () => {
    const scene = await open(UNTESTED);
    const waive = (...args: string[]) => scene.baton(["gate", "waive", "T001", "coverage", ...args]);
    expect((await waive("--as", "Ann")).code).toBe(2);
    expect((await scene.baton(["gate", "waive", "T001", "tests", "--as", "Ann", "--reason", "x"])).code).toBe(4);
    expect((await waive("--as", "Ann", "--reason", "later() comes with the next feature")).code).toBe(0);
    expect((await scene.run()).code).toBe(0);
    const verdict = eventOf(scene, "validation_judged");
    expect(verdict.results.coverage).toMatchObject({ status: "waived", waived_by: "Ann", changed_lines: "42.8%" });
    expect(verdict.notes).toEqual(["coverage waived by Ann: later() comes with the next feature"]);
  });

  it("a secret that is written down fails G2, and its text stands in no event", async () => {
    const secret = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO2SwRgt"].join("_");
    const scene = await open(
      `honest\nprintf 'export const token = "${secret}"; // secretlint-disable-line\\n' >> src/mul.js`,
    );
    await scene.run("--max-turns", "1");
    const { outcome, remediation, results } = eventOf(scene, "validation_judged");
    expect([outcome, results.security?.status]).toEqual(["failed", "fail"]);
    expect(remediation).toMatch(/VULNERABILITY: src\/mul\.js:2 .*GITHUB_TOKEN.*CWE-798/);
    expect(JSON.stringify(scene.events())).not.toContain(secret);
  });
});

/** A calculator whose own ESLint and TypeScript are this repository's. */
const linked = (files: Record<string, string>): SceneOptions => ({
  base: {
    ...CALCULATOR,
    "package.json": JSON.stringify({
      name: "calc",
      type: "module",
      scripts: { test: "node --test" },
      devDependencies: { eslint: "*", typescript: "*" },
    }),
    "baton.config.json": JSON.stringify({
      environment: { prepare: `ln -sfn ${join(packageRoot(), "node_modules")} node_modules` },
    }),
    ".gitignore": "node_modules\n",
    ...files,
  },
});

describe("linters and type checkers of the project", () => {
  const ESLINT = `export default [{ rules: { "no-unused-vars": "error", "no-eval": "warn" } }];\n`;

  it("only what the change brings counts: what base had is nobody's failure", async () => {
    const old = { "eslint.config.js": ESLINT, "src/old.js": "const unused = 1;\nexport const old = () => 2;\n" };
    const honest = await open("honest", linked(old));
    expect((await honest.run()).code).toBe(0);
  });

  it("a new finding fails G1 with file, line, rule and command", async () => {
    const scene = await open(
      `honest\nprintf 'const unused = 1;\\n' >> src/mul.js`,
      linked({ "eslint.config.js": ESLINT }),
    );
    await scene.run("--max-turns", "1");
    const found = eventOf(scene, "implementation_judged").findings.find(({ code }) => code === "LINT_FOUND");
    expect(found?.message).toMatch(/^src\/mul\.js:2 no-unused-vars: .* \[eslint .*--format json/);
  });

  it("a finding that a comment switches off is named, not passed over", async () => {
    const scene = await open(
      `honest\nprintf '// eslint-disable-next-line no-unused-vars\\nconst unused = 1;\\n' >> src/mul.js`,
      linked({ "eslint.config.js": ESLINT }),
    );
    await scene.run("--max-turns", "1");
    expect(codes(scene)).toContain("CHECK_SUPPRESSED");
  });

  it("a type error fails G1", async () => {
    const tsconfig = JSON.stringify({
      compilerOptions: { checkJs: true, allowJs: true, strict: false, module: "nodenext", target: "es2022", types: [] },
      include: ["src"],
    });
    const scene = await open(
      `honest\nprintf '/** @type {number} */\\nexport const n = "x";\\n' >> src/mul.js`,
      linked({ "tsconfig.json": tsconfig }),
    );
    await scene.run("--max-turns", "1");
    const found = eventOf(scene, "implementation_judged").findings.find(({ code }) => code === "TYPE_ERROR");
    expect(found?.message).toMatch(/^src\/mul\.js:\d TS2322: /);
  });

  it("H3A-30 a tool that cannot run is not measured: the task waits for a person, whose waiver lets it pass", async () => {
    const scene = await open("honest", linked({ "eslint.config.js": "throw new Error('broken');\n" }));
    expect((await scene.run()).code).toBe(12);
    const { outcome, findings } = eventOf(scene, "implementation_judged");
    expect([outcome, findings.find(({ severity }) => severity === "person")?.code]).toEqual([
      "person_needed",
      "NOT_MEASURED",
    ]);
    const asked = await scene.baton(["approve", "T001"]);
    const waiver = "baton gate waive T001 lint --as NAME --reason TEXT";
    expect(JSON.parse(asked.stdout)).toMatchObject({ error: { code: "WAIVER_NEEDED", hint: waiver } });
    const cwd = scene.repository.directory;
    expect((await cli(["approve"], { cwd })).stdout).toContain(`Next: ${waiver}, or baton reject ID`);
    expect((await cli(["status"], { cwd })).stdout).toContain(`Let it pass: ${waiver}`);
    const held = (await scene.baton(["gate", "check", "G2", "T001"])).json;
    const criteria = held.data["criteria"] as { rule: string; met: boolean; missing: string; command: string }[];
    // Whatever is open says what is missing and what supplies it; what is refused is no such thing.
    expect(held.error?.hint).toBe(waiver);
    const unmet = criteria.filter(({ met }) => !met);
    expect(unmet.filter(({ missing, command }) => missing === "" || command !== waiver)).toEqual([]);
    expect(
      (await scene.baton(["gate", "waive", "T001", "lint", "--as", "Ann", "--reason", "the linter is broken"])).code,
    ).toBe(0);
    expect((await scene.run()).code).toBe(0);
    expect(eventOf(scene, "validation_judged").results.lint).toMatchObject({ status: "waived", waived_by: "Ann" });
  });
});
