import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { CheatCase } from "./case.ts";
import { cases as config } from "./js-config.ts";
import { cases as forge } from "./js-forge.ts";
import { cases as hollow } from "./js-hollow.ts";
import { cases as jest } from "./js-jest.ts";
import { cases as mocha } from "./js-mocha.ts";
import { cases as vitest } from "./js-vitest.ts";
import { cases as weaken } from "./js-weaken.ts";

const CASES: readonly CheatCase[] = [...weaken, ...hollow, ...forge, ...config, ...vitest, ...jest, ...mocha];

describe("cheats in JavaScript and TypeScript", () => {
  it.each(CASES)("$technique · $name is $expect", async ({ base, head, test, feature, expect: wanted, codes }) => {
    const options = { ...(test === undefined ? {} : { test }), ...(feature === undefined ? {} : { feature }) };
    const { verdict, findings } = await proveFiles(base, head, options);
    const told = findings.map(({ code, severity, message }) => `${severity} ${code} ${message}`).join("\n");
    if (wanted === "undetectable") {
      expect(verdict.status, told).toBe("proven");
      expect(verdict.limits.join(" ")).toContain("hard-coded");
      return;
    }
    expect(verdict.status, told).not.toBe("proven");
    const grave = findings.filter(({ severity }) => severity === "error" || severity === "person");
    expect(
      grave.some(({ code }) => codes?.includes(code) ?? true),
      told,
    ).toBe(true);
  });
});
