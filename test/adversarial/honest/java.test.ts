import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import type { Files } from "../../support/repository.ts";
import { BASE as GRADLE } from "../cheats/gradle-kit.ts";
import { BASE } from "../cheats/java-kit.ts";
import type { HonestChange } from "./go.ts";
import { cases as gradle } from "./gradle.ts";
import { cases, FORKED } from "./java.ts";

const TIMEOUT_MS = 600_000;
const policy = Policy.parse({ baseline_runs: 1 });

describe.skipIf(!hasTool("mvn", "--version"))("honest changes in Java", { timeout: TIMEOUT_MS }, () => {
  areProven(sampleOf([...cases, FORKED], 21), BASE);
});

describe.skipIf(!hasTool("gradle", "--version"))("honest changes in Gradle's builds", { timeout: TIMEOUT_MS }, () => {
  areProven(sampleOf(gradle, 4), GRADLE);
});

function areProven(changes: readonly HonestChange[], usual: Files): void {
  it.each(changes)("$name is proven", async ({ base = usual, head, test }) => {
    const { verdict, findings } = await proveFiles(base, head, { policy, ...(test === undefined ? {} : { test }) });
    const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
    expect(deciding).toEqual([]);
    expect(verdict).toMatchObject({ status: "proven", proof_level: "P3" });
  });
}
