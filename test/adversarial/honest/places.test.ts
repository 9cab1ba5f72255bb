import { expect, test } from "vitest";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { javascript, python } from "../places.ts";
import * as yardsticks from "../yardsticks.ts";

test.each([...javascript, ...python].map((one) => [one.name, one] as const))(
  "an honest change where only its runner looks for tests: %s",
  { timeout: 600_000 },
  async (_, { base, honest }) => {
    const { verdict, findings, runs } = await proveFiles(base, honest);
    expect([verdict.status, findings.filter(({ severity }) => severity !== "info")]).toEqual(["proven", []]);
    expect(runs.R0?.counts.passed).toBeGreaterThan(0);
  },
);

const OFTEN = [...yardsticks.javascript, ...yardsticks.python, ...(hasTool("go", "version") ? yardsticks.go : [])];

test.each(OFTEN.map((one) => [one.name, one] as const))(
  "an honest change beside what only tests compare with: %s",
  { timeout: 600_000 },
  async (_, { base, honest }) => {
    const { verdict, findings } = await proveFiles(base, honest);
    expect([verdict.status, findings.filter(({ severity }) => severity !== "info")]).toEqual(["proven", []]);
  },
);
