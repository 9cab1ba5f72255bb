import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";

let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator("envelope", undefined, "--no-checks");
}, 60_000);
afterAll(() => calculator.remove());

test("a bundle is written to a file in a folder that is there, and nowhere else", async () => {
  const { cli, outside } = calculator;
  const missing = join(outside, "missing");
  for (const [given, words] of [
    [join(missing, "bundle.json"), "that folder is not there"],
    [outside, "is none"],
    ["", "--out is empty"],
  ] as const) {
    const { code, json } = await cli("handoff", "export", "--out", given);
    expect([code, json.error?.code]).toEqual([2, "USAGE_INVALID"]);
    expect([json.error?.message, json.error?.hint]).toEqual([
      expect.stringContaining(words),
      "Name a file in a folder that is there: --out FILE",
    ]);
  }
  expect(existsSync(missing)).toBe(false);
});
