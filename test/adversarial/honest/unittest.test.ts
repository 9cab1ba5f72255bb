import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { HAS_DJANGO } from "../../support/django.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import { BASE } from "../cheats/python-unittest.ts";
import type { HonestChange } from "./go.ts";
import { BY_SCRIPT, cases, sites } from "./unittest.ts";

const TIMEOUT_MS = 600_000;
const policy = Policy.parse({ baseline_runs: 1 });

/** What decides against a change, and the verdict. */
async function judged({ base = BASE, head, test }: HonestChange): Promise<unknown> {
  const { verdict, findings } = await proveFiles(base, head, { policy, ...(test === undefined ? {} : { test }) });
  const deciding = findings.filter(({ severity }) => severity === "error" || severity === "person");
  return [deciding, verdict.status, verdict.proof_level];
}

const P3 = [[], "proven", "P3"];

describe("honest changes that unittest tests", { timeout: TIMEOUT_MS }, () => {
  it.each(sampleOf(cases, 1))("$name is proven", async (change) => expect(await judged(change)).toEqual(P3));

  it(`${BY_SCRIPT.name} is proven`, async () => expect(await judged(BY_SCRIPT)).toEqual([[], "proven", "P2"]));
});

describe.skipIf(!HAS_DJANGO)("honest changes of Django's sites", { timeout: TIMEOUT_MS }, () => {
  it.each(sampleOf(sites, 1))("$name is proven", async (change) => expect(await judged(change)).toEqual(P3));
});
