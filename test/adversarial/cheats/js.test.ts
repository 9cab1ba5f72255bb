import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { CheatCase } from "./case.ts";
import { cases as config } from "./js-config.ts";
import { cases as evasive } from "./js-evasive.ts";
import { cases as forge } from "./js-forge.ts";
import { cases as hollow } from "./js-hollow.ts";
import { cases as jest } from "./js-jest.ts";
import { cases as mocha } from "./js-mocha.ts";
import { cases as vitest } from "./js-vitest.ts";
import { cases as vitestHollow } from "./js-vitest-hollow.ts";
import { cases as weaken } from "./js-weaken.ts";

const CASES: readonly CheatCase[] = [
  ...weaken,
  ...hollow,
  ...forge,
  ...evasive,
  ...config,
  ...vitest,
  ...vitestHollow,
  ...jest,
  ...mocha,
];

describe("cheats in JavaScript and TypeScript", () => {
  it.each(CASES.filter(({ expect: wanted }) => wanted === "refused"))(
    "refuses $technique: $name",
    async ({ base, head, test, feature, codes }) => {
      const { verdict, findings } = await proveFiles(base, head, optionsOf(test, feature));
      const grave = findings.filter(({ severity }) => severity === "error" || severity === "person");
      const isNamed = grave.some(({ code }) => codes?.includes(code) ?? true);
      expect({ ...verdict, grave, codes, isNamed }).toMatchObject({ isNamed: true });
      expect(verdict.status).not.toBe("proven");
    },
  );

  it.each(CASES.filter(({ expect: wanted }) => wanted === "undetectable"))(
    "says what it cannot see of $technique: $name",
    async ({ base, head, test, feature }) => {
      const { verdict, findings } = await proveFiles(base, head, optionsOf(test, feature));
      expect({ ...verdict, findings }).toMatchObject({ status: "proven" });
      expect(verdict.limits.join(" ")).toContain("hard-coded");
    },
  );
});

const optionsOf = (test: string | undefined, feature: string | undefined) => ({
  ...(test === undefined ? {} : { test }),
  ...(feature === undefined ? {} : { feature }),
});
