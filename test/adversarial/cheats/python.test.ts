import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import { cases } from "./python.ts";

describe("cheats in Python", () => {
  it.each(cases.filter((one) => one.expect === "refused"))("$technique: $name is refused", async (one) => {
    const { verdict, findings } = await proveFiles(one.base, one.head, {
      ...(one.test === undefined ? {} : { test: one.test }),
      ...(one.feature === undefined ? {} : { feature: one.feature }),
    });
    expect(verdict.status).not.toBe("proven");
    const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
    if (one.codes !== undefined) expect(deciding.filter(({ code }) => one.codes?.includes(code))).not.toEqual([]);
  });

  it.each(cases.filter((one) => one.expect === "undetectable"))(
    "$technique: $name is named as a limit",
    async (one) => {
      const { verdict } = await proveFiles(one.base, one.head);
      expect(verdict.limits.join(" ")).toMatch(/hard-coded/i);
    },
  );
});
