import { expect, test } from "vitest";
import { measureAll } from "../../support/measure.ts";
import { packageVersion } from "../../../src/util/package-root.ts";

const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { a } from "../src/a.js";
test("one", () => assert.equal(a(), 1));
`;

test("each report says of which commit and tree it is, and with what it was made", { timeout: 120_000 }, async () => {
  const base = {
    "package.json": JSON.stringify({ name: "app", type: "module", scripts: { test: "node --test" } }),
    "baton.config.json": JSON.stringify({ environment: { prepare: null } }),
    "src/a.js": "export const a = () => 2;\n",
    "test/a.test.js": TEST,
  };
  const head = { "src/a.js": "export const a = () => {\n  return 1;\n};\n" };
  const made = await measureAll(["coverage", "mutation", "security"], base, head);
  expect(made.map(({ report }) => report?.name)).toEqual([
    "coverage_delta.json",
    "mutation_report.json",
    "security_scan.json",
  ]);
  const scanned = expect.stringMatching(/^secretlint over \d+ .*; .*own rules/) as unknown;
  const commands = new Map([["security_scan.json", scanned]]);
  for (const { report } of made) {
    expect(report?.content).toMatchObject({
      base_commit: expect.stringMatching(/^[\da-f]{40}$/),
      commit: expect.stringMatching(/^[\da-f]{40}$/),
      base: expect.stringMatching(/^[\da-f]{40}$/),
      head: expect.stringMatching(/^[\da-f]{40}$/),
      command: commands.get(report?.name ?? "") ?? "npm test",
      environment: {
        digest: expect.stringMatching(/^[\da-f]{64}$/),
        tools: expect.arrayContaining([{ name: "proofbaton", version: packageVersion() }]),
      },
      isolation_level: expect.stringMatching(/^I\d/),
    });
  }
  const scanner = { name: "secretlint", version: expect.stringMatching(/^\d+\.\d+/) as unknown };
  expect(made[2]?.report?.content).toMatchObject({
    environment: { tools: expect.arrayContaining([scanner]) as unknown },
  });
});
