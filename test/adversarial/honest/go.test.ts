import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import { BASE } from "../cheats/go-kit.ts";
import { cases } from "./go.ts";

const TIMEOUT_MS = 600_000;
const policy = Policy.parse({ baseline_runs: 1 });

describe.skipIf(!hasTool("go", "version"))("honest changes in Go", { timeout: TIMEOUT_MS }, () => {
  it.each(sampleOf(cases, 5))("$name is proven", async ({ base = BASE, head, test }) => {
    const { verdict, findings } = await proveFiles(base, head, { policy, ...(test === undefined ? {} : { test }) });
    const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
    expect(deciding).toEqual([]);
    expect(verdict).toMatchObject({ status: "proven", proof_level: "P3" });
  });
});
