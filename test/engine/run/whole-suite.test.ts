import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { isWholeDue } from "../../../src/core/run/whole-suite.ts";
import type { EventOf } from "../../../src/schema/event.ts";
import { CALCULATOR } from "../../support/calc-project.ts";
import { openScene, type Scene } from "../../support/scene.ts";

const scenes: Scene[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function open(policy: object, tests: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), "baton-late-"));
  folders.push(folder);
  const config = {
    policy: { review: "never", ...policy },
    checks: { need: { coverage: "never" } },
    environment: { env: ["LATE_MARKER"] },
  };
  const scene = await openScene("honest\nenvelope", {
    env: { LATE_MARKER: join(folder, "late") },
    base: { ...CALCULATOR, ...tests, "baton.config.json": JSON.stringify(config) },
  });
  scenes.push(scene);
  return scene;
}

const judged = (scene: Scene): EventOf<"validation_judged">[] =>
  scene.events().filter((event) => event.type === "validation_judged");

describe("which tests G2 runs fresh", { timeout: 300_000 }, () => {
  const state = (suiteMs: number | undefined, proven: number) =>
    ({
      levels: suiteMs === undefined ? {} : { T009: { suite_ms: suiteMs } },
      tasks: Object.fromEntries(
        Array.from({ length: 9 }, (_, at) => [`T00${at + 1}`, { commit: at < proven ? "c" : null }]),
      ),
    }) as unknown as Parameters<typeof isWholeDue>[0];
  it.each([
    ["a suite of two minutes, every task", state(120_000, 0), null, true],
    ["one of unknown length, every task", state(undefined, 2), null, true],
    ["a longer one, not the first task", state(120_001, 0), null, false],
    ["a longer one, the fifth task", state(120_001, 4), null, true],
    ["as configured, not the first of three", state(10, 0), 3, false],
    ["as configured, the third", state(10, 2), 3, true],
    ["a long one, every task where that is configured", state(900_000, 1), 1, true],
  ] as const)("all of %s", (_, given, fullEvery, expected) =>
    expect(isWholeDue(given, "T009", fullEvery)).toBe(expected),
  );

  it("every second task runs the whole suite, the other the tests of its proof, and the end all of them", async () => {
    const scene = await open({ full_every: 2 });
    expect((await scene.run()).code).toBe(0);
    const [first, second] = judged(scene).map(({ results }) => results.tests);
    expect(first).toMatchObject({ status: "pass", total: 1, passed: 1 });
    expect(first?.["notes"]).toContain("policy.full_every");
    expect(Number(second?.["total"])).toBeGreaterThan(2);
    expect(second).not.toHaveProperty("notes");
    expect((await scene.baton(["replay"])).code).toBe(0);
  });

  it("a test of nobody's feature that fails only at the end sends the feature back whose commit broke it", async () => {
    const scene = await open(
      { full_every: 5 },
      {
        // It passes once over the second feature: in R2 of its proof. G2 runs the tests of that proof alone.
        "test/late.test.js": `import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
const marker = process.env.LATE_MARKER;
test("late", () => {
  if (!marker || !existsSync("src/div.js")) return;
  assert.ok(!existsSync(marker));
  writeFileSync(marker, "");
});
`,
      },
    );
    const ran = await scene.run("--max-turns", "2");
    expect(ran.code).not.toBe(0);
    expect(scene.events().findLast(({ type }) => type === "feature_regressed")).toMatchObject({
      feature_id: scene.list().features[1]?.id,
      reason: expect.stringContaining("test/late.test.js::late") as string,
    });
  });
});
