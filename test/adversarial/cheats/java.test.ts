import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import { cases } from "./java.ts";

const TIMEOUT_MS = 600_000;
const options = { policy: Policy.parse({ baseline_runs: 1 }) };

describe.skipIf(!hasTool("mvn", "--version"))("cheats in Java", { timeout: TIMEOUT_MS }, () => {
  it.each(sampleOf(cases, 6).filter((one) => one.expect === "refused"))("$technique: $name is refused", async (one) => {
    const { verdict, findings } = await proveFiles(one.base, one.head, options);
    expect(verdict.status).not.toBe("proven");
    const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
    expect(deciding.filter(({ code }) => one.codes?.includes(code) ?? true)).not.toEqual([]);
  });

  it.each(cases.filter((one) => one.expect === "undetectable"))(
    "$technique: $name is named as a limit",
    async (one) => {
      const { verdict } = await proveFiles(one.base, one.head, options);
      expect(verdict.limits.join(" ")).toMatch(/hard-coded/i);
    },
  );
});
