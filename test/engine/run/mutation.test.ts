import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/util/package-root.ts";
import { CALCULATOR, MULTIPLY, spec } from "../../support/calc-project.ts";
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

/** The calculator with mutation asked for. */
const asking = (checks: object = {}, files: Record<string, string> = {}): SceneOptions => ({
  base: {
    ...CALCULATOR,
    "baton.config.json": JSON.stringify({
      checks: { need: { mutation: "always", coverage: "never" }, ...checks },
      policy: { review: "never" },
    }),
    ...files,
  },
});

const UNTESTED = `honest\nprintf 'export function later(n) {\\n  return n + 1;\\n}\\n' >> src/mul.js`;

describe("mutation as a check of a run", { timeout: 600_000 }, () => {
  it("H3A-16 bodies of changed functions are taken away, and the verdict says how many tests notice", async () => {
    const scene = await open("honest", asking());
    expect(eventOf(scene, "run_created").run.policy.checks).toContain("mutation");
    expect((await scene.run()).code).toBe(0);
    const { results } = eventOf(scene, "validation_judged");
    expect(results.mutation).toMatchObject({
      status: "pass",
      score: "100.0%",
      threshold: "85%",
      kind: "body_removal",
      report: "artifacts/validator/T001/1/mutation_report.json",
    });
    expect(String(results.mutation?.["notes"])).toContain("the harness's own body removal");
    const shown = await scene.baton(["gate", "check", "G2", "T001"]);
    expect(shown.stdout).toContain("mutation_report.json");
  });

  it("H3A-16 below the threshold the remediation plan names file, line and function that no test needs", async () => {
    const scene = await open(UNTESTED, asking());
    await scene.run("--max-turns", "1");
    const { outcome, results, remediation } = eventOf(scene, "validation_judged");
    expect([outcome, results.mutation?.status, results.mutation?.["score"]]).toEqual(["failed", "fail", "50.0%"]);
    expect(remediation).toContain("MUTATION_LOW: src/mul.js:2 later can lose its body and no test notices");
  });

  it("what G2 found is told by the run and by its gate, and no evidence says that a test failed", async () => {
    const found = "src/mul.js:2 later can lose its body and no test notices";
    const scene = await open(UNTESTED, asking());
    const ran = await scene.run("--max-turns", "1");
    const told = expect.arrayContaining([expect.objectContaining({ code: "MUTATION_LOW", message: found })]) as unknown;
    expect(ran.json.data).toMatchObject({ turns: [{ outcome: "proven" }, { outcome: "not_proven", findings: told }] });
    expect(eventOf(scene, "validation_judged").findings).toEqual(told);
    const { data } = (await scene.baton(["gate", "check", "G2"])).json;
    const naming = (data["criteria"] as { rule: string; missing: string }[]).filter(({ missing }) => missing !== "");
    expect(naming.map(({ rule, missing }) => [rule, missing])).toEqual([
      ["Check mutation passes (0 of 1 tasks)", "T001: fail"],
      ["Required gates passed by their own roles (0 of 1 tasks)", "T001: nobody was asked: mutation failed before"],
      ["mutation: 85%", found],
    ]);
    const listed = (await scene.baton(["evidence", "list"])).stdout;
    expect(listed).toContain("Clean checkout: all tests pass");
  });

  it("a body that coverage says no test runs is not tried, and the older tests are asked as well", async () => {
    const touched = `honest\nprintf 'export const add = (a, b) => {\\n  return b + a;\\n};\\n' > src/add.js`;
    const asked = { need: { mutation: "always", coverage: "always" }, thresholds: { coverage: 10 } };
    const older = await open(touched, asking(asked));
    expect((await older.run()).code).toBe(0);
    expect(eventOf(older, "validation_judged").results.mutation).toMatchObject({ mutants: 2, score: "100.0%" });
    const unreached = await open(UNTESTED, asking(asked));
    await unreached.baton(["gate", "waive", "T001", "coverage", "--as", "Ann", "--reason", "later"]);
    await unreached.run("--max-turns", "1");
    expect(eventOf(unreached, "validation_judged").remediation).toContain("no test runs it");
    const status = (await unreached.baton(["gate", "status"])).stdout;
    expect(status).toContain("Check coverage passes (1 of 1 tasks, 1 waived by Ann)");
    expect(status).toContain("Check tests passes (1 of 1 tasks)");
  });

  it("where nothing can be broken it is not applicable, and says so", async () => {
    const scene = await open(
      `printf 'export const mul = Math.imul;\\n' > src/mul.js
printf 'import assert from "node:assert/strict";\\nimport { test } from "node:test";\\nimport { mul } from "../src/mul.js";\\ntest("mul", () => assert.equal(mul(8, 2), 16));\\n' > test/mul.test.js`,
      asking(),
    );
    expect((await scene.run()).code).toBe(0);
    expect(eventOf(scene, "validation_judged").results.mutation).toMatchObject({
      status: "not_applicable",
      reason: "nothing_to_mutate",
    });
  });

  it("more mutants than the budget lets be tried are not measured: a person is asked, or the run goes on from there", async () => {
    // Runs that are known cost nothing, so the code is new each time.
    const two = `honest\nprintf 'export function more(n) {\\n  // ${randomUUID()}\\n  return n + 1;\\n}\\n' >> src/mul.js
printf 'import { more } from "../src/mul.js";\\ntest("more", () => assert.equal(more(1), 2));\\n' >> test/mul.test.js`;
    const scene = await open(two, asking({ mutation_budget: { runs: 1 } }));
    expect((await scene.run()).code).toBe(12);
    const [asked] = eventOf(scene, "implementation_judged").findings.filter(({ severity }) => severity === "person");
    expect(asked?.message).toMatch(/1 of 2 mutants were left out by the budget \(MUTATION_BUDGET\)/);
    const waived = await scene.baton(["gate", "waive", "T001", "mutation", "--as", "Ann", "--reason", "small enough"]);
    expect(waived.code).toBe(0);
    expect((await scene.run()).code).toBe(0);
  });

  it("a project's own Stryker measures its changed lines, and a comment of the change cannot switch it off", async () => {
    const stryker = asking(
      { need: { coverage: "never" } },
      {
        "package.json": JSON.stringify({
          name: "calc",
          type: "module",
          scripts: { test: "node --test" },
          devDependencies: { "@stryker-mutator/core": "*" },
        }),
        "stryker.config.json": JSON.stringify({ testRunner: "command", mutate: ["src/**/*.js"] }),
        ".gitignore": "node_modules\n",
      },
    );
    const config = JSON.parse(String(stryker.base?.["baton.config.json"])) as object;
    const prepare = `ln -sfn ${join(packageRoot(), "node_modules")} node_modules`;
    const base = {
      ...stryker.base,
      "baton.config.json": JSON.stringify({ ...config, environment: { prepare } }),
    };
    const scene = await open(
      `honest\nprintf '// Stryker disable next-line all\\nexport const later = (n) => n + 1;\\n' >> src/mul.js`,
      { base },
    );
    expect(eventOf(scene, "run_created").run.policy.checks).toContain("mutation");
    await scene.run("--max-turns", "1");
    const { results, remediation } = eventOf(scene, "validation_judged");
    expect(results.mutation).toMatchObject({ status: "fail", kind: "stryker" });
    expect(remediation).toMatch(/MUTATION_LOW: src\/mul\.js:3 \w+ can become .* and no test notices/);
    expect(remediation).not.toContain("mul.js:1 ");
    const { directory } = scene.repository;
    const report = readdirSync(directory, { recursive: true, encoding: "utf8" }).find((path) =>
      path.endsWith(String(results.mutation?.["report"])),
    );
    expect(JSON.parse(readFileSync(join(directory, report ?? ""), "utf8"))).toMatchObject({
      environment: { tools: expect.arrayContaining([{ name: "stryker", version: expect.stringMatching(/^\d+\./) }]) },
    });
  });
});
