import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import { BASE } from "../cheats/java-kit.ts";
import { cases, FORKED } from "./java.ts";

const TIMEOUT_MS = 600_000;
const policy = Policy.parse({ baseline_runs: 1 });

describe.skipIf(!hasTool("mvn", "--version"))("honest changes in Java", { timeout: TIMEOUT_MS }, () => {
  it.each([...sampleOf(cases, 10), FORKED])("$name is proven", async ({ base = BASE, head, test }) => {
    const { verdict, findings } = await proveFiles(base, head, { policy, ...(test === undefined ? {} : { test }) });
    const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
    expect(deciding).toEqual([]);
    expect(verdict).toMatchObject({ status: "proven", proof_level: "P3" });
  });
});
