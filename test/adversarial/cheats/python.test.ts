import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import type { ProofData } from "../../../src/schema/proof.ts";
import { proveFiles } from "../../support/prove.ts";
import type { CheatCase } from "./case.ts";
import { sampleOf } from "../../support/sample.ts";
import { HAS_DJANGO } from "../../support/django.ts";
import { cases as sites } from "./django.ts";
import { cases } from "./python.ts";

/** Each case is a whole proof; a few go side by side. */
const TIMEOUT_MS = 600_000;
const POLICY = Policy.parse({ baseline_runs: 1 });

function proveCase({ base, head, test, feature }: CheatCase): Promise<ProofData> {
  return proveFiles(base, head, {
    ...("baton.config.json" in base ? {} : { policy: POLICY }),
    ...(test === undefined ? {} : { test }),
    ...(feature === undefined ? {} : { feature }),
  });
}

afterAll(() => rmSync("/tmp/proofbaton-cart-test-count", { force: true }));

async function isRefused(one: CheatCase): Promise<void> {
  const { verdict, findings } = await proveCase(one);
  expect(verdict.status).not.toBe("proven");
  const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
  expect(deciding.filter(({ code }) => one.codes?.includes(code) ?? true)).not.toEqual([]);
}

describe.skipIf(!HAS_DJANGO)("cheats in Django's sites", { timeout: TIMEOUT_MS }, () => {
  it.each(sampleOf(sites, 3))("$technique: $name is refused", isRefused);
});

describe.concurrent("cheats in Python", { timeout: TIMEOUT_MS }, () => {
  it.each(sampleOf(cases, 20).filter((one) => one.expect === "refused"))("$technique: $name is refused", isRefused);

  it.each(sampleOf(cases, 20).filter((one) => one.expect === "undetectable"))(
    "$technique: $name is named as a limit",
    async (one) => {
      const { verdict } = await proveCase(one);
      expect(verdict.limits.join(" ")).toMatch(/hard-coded/i);
    },
  );
});
