import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import { cases } from "./js.ts";

describe("cheats in JavaScript and TypeScript", () => {
  it.each(sampleOf(cases, 20).filter(({ expect: wanted }) => wanted === "refused"))(
    "refuses $technique: $name",
    async ({ base, head, test, feature, codes }) => {
      const { verdict, findings } = await proveFiles(base, head, optionsOf(test, feature));
      const grave = findings.filter(({ severity }) => severity === "error" || severity === "person");
      const isNamed = grave.some(({ code }) => codes?.includes(code) ?? true);
      expect({ ...verdict, grave, codes, isNamed }).toMatchObject({ isNamed: true });
      expect(verdict.status).not.toBe("proven");
    },
  );

  it.each(sampleOf(cases, 20).filter(({ expect: wanted }) => wanted === "undetectable"))(
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
