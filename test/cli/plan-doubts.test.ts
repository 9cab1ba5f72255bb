import { expect, test } from "vitest";
import { removedAfterEach } from "../support/removed.ts";
import { createCalculator } from "../support/calculator.ts";

const open = removedAfterEach();

test("a feature that is added says what it lacks, and which one says the same", async () => {
  const calc = await createCalculator("");
  open.push(calc);
  const add = async (...args: string[]) =>
    (await calc.cli("feature", "add", "--reason", "wanted", ...args)).json.warnings?.join("\n") ?? "";
  expect(await add("--description", "Negate", "--test", "node --test test/negate.test.js")).toBe("");
  const twice = await add("--description", "Negate");
  expect(twice).toMatch(/^feat_003_negate says the same in the same words; .* baton feature drop feat_004_negate/);
  expect(twice).toContain("feat_004_negate says neither how it is verified (--step, --acceptance) nor by which test");
});

test("a beginning of several ids names them, and nothing waits for itself", async () => {
  const calc = await createCalculator("");
  open.push(calc);
  const edit = async (id: string, ...args: string[]) =>
    (await calc.cli("feature", "edit", id, "--reason", "wanted", ...args)).json.error;
  expect(await edit("feat_", "--priority", "low")).toMatchObject({
    code: "FEATURE_UNKNOWN",
    message: expect.stringMatching(/^"feat_" begins 2 features: feat_001_\w+, feat_002_\w+$/) as string,
  });
  expect(await edit("feat_001", "--depends", "feat_001")).toMatchObject({
    code: "PLAN_INVALID",
    message: expect.stringMatching(/^feat_001_\w+ would wait for itself$/) as string,
  });
});
