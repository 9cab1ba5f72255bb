import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import type { CheatCase } from "./case.ts";

const TIMEOUT_MS = 600_000;
const options = { policy: Policy.parse({ baseline_runs: 1 }) };

/** Every case is refused with one of its codes, or named as a limit where no run can tell. `nth` as for `sampleOf`. */
export function judgeCheats(language: string, hasTool: boolean, cases: readonly CheatCase[], nth: number): void {
  describe.skipIf(!hasTool)(`cheats in ${language}`, { timeout: TIMEOUT_MS }, () => {
    const refused = sampleOf(cases, nth).filter((one) => one.expect === "refused");
    it.each(refused)("$technique: $name is refused", async (one) => {
      const { verdict, findings } = await proveFiles(one.base, one.head, options);
      expect(verdict.status).not.toBe("proven");
      const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
      expect(deciding.filter(({ code }) => one.codes?.includes(code) ?? true)).not.toEqual([]);
    });

    const limits = cases.filter((one) => one.expect === "undetectable");
    it.each(limits)("$technique: $name is named as a limit", async (one) => {
      const { verdict } = await proveFiles(one.base, one.head, options);
      expect(verdict.limits.join(" ")).toMatch(/hard-coded/i);
    });
  });
}
