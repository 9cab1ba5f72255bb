import { expect, test } from "vitest";
import { judgeNewTests } from "../../../../src/core/proof/new-tests.ts";
import type { RedHost } from "../../../../src/engine/prove/runs/red-host.ts";
import { findUnsteady } from "../../../../src/engine/prove/looks/unsteady.ts";
import type { SuiteRun } from "../../../../src/schema/report.ts";
import { proveFiles } from "../../../support/prove.ts";

const BASE = {
  "package.json": '{"name":"lots","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "../src/one.js";\ntest("one", () => assert.equal(one(), 1));\n',
};
const withTest = (body: string) => ({
  "src/fee.js": "export const fee = (price) => price * 2;\n",
  "test/fee.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { fee } from "../src/fee.js";
test("fee", () => assert.equal(fee(4), 8));
${body}`,
});

/** A host whose runs of one test, first alone and then of its file, end as they are told, one after the other. */
function hostOf(text: string, ends: readonly ("passed" | "failed")[]) {
  const ran: string[] = [];
  const runAs = (how: string) => async (_tree: string, ids: readonly string[]) => {
    const status = ends[ran.push(how) - 1];
    return { report: { tests: ids.map((id) => ({ id, status })) } };
  };
  const head = { tree: "head", paths: new Set(["test/fee.test.js"]), read: () => text };
  const runs = { run: runAs("alone"), runFiles: runAs("file") };
  return { host: { head, ...runs, changed: [], changedTests: ["test/fee.test.js"] } as unknown as RedHost, ran };
}
const FLAKY = 'test("flaky", () => assert.ok(Math.random() < 0.5));';
const ID = "test/fee.test.js::flaky";
const r2Of = (tries?: number): SuiteRun =>
  ({ report: { tests: [{ id: ID, status: "passed", ...(tries === undefined ? {} : { tries }) }] } }) as SuiteRun;
const R2 = r2Of();

test("a new test that draws lots runs three times more, and is flaky where it fails in one of them", async () => {
  const { host, ran } = hostOf(FLAKY, ["passed", "failed", "passed"]);
  expect(await findUnsteady(host, [ID], R2)).toEqual([{ id: ID, failed: 1, of: 4 }]);
  expect(ran).toEqual(["alone", "alone", "alone"]);
  expect(await findUnsteady(hostOf(FLAKY, ["passed", "passed", "passed"]).host, [ID], R2)).toEqual([]);
});

test("one that fails alone each time is tried among the others of its file, which it may need", async () => {
  const alone = ["failed", "failed", "failed"] as const;
  const needy = hostOf(FLAKY, [...alone, "passed", "passed", "passed"]);
  expect(await findUnsteady(needy.host, [ID], R2)).toEqual([]);
  expect(needy.ran).toEqual(["alone", "alone", "alone", "file", "file", "file"]);
  const flaky = hostOf(FLAKY, [...alone, "passed", "failed", "failed"]);
  expect(await findUnsteady(flaky.host, [ID], R2)).toEqual([{ id: ID, failed: 2, of: 4 }]);
});

test("tests of which nothing draws lots cost no run", async () => {
  const { host, ran } = hostOf('test("steady", () => assert.equal(fee(4), 8));', []);
  expect([await findUnsteady(host, [ID], R2), ran]).toEqual([[], []]);
});

test("one that passed when it was tried again is flaky, and costs no run", async () => {
  const { host, ran } = hostOf('test("steady", () => assert.equal(fee(4), 8));', []);
  expect([await findUnsteady(host, [ID], r2Of(5)), ran]).toEqual([[{ id: ID, failed: 4, of: 5 }], []]);
});

test("a person is asked about what is flaky, by name, whatever else the change shows", () => {
  const [finding] = judgeNewTests({ unsteady: [{ id: ID, failed: 1, of: 4 }] }, (text) => text);
  expect(finding).toEqual({
    code: "TEST_FAILED",
    severity: "person",
    approval: `unsteady\n${ID}`,
    ids: [ID],
    message: `1 new test is flaky over the same code: ${ID} failed 1 of 4 times; have it say the same each time, or let a person look at it`,
  });
});

test("a test of random inputs that holds each time is as good as any", async () => {
  const property = `test("doubles", () => { for (let n = 0; n < 20; n += 1) { const x = Math.floor(Math.random() * 100); assert.equal(fee(x), x + x); } });`;
  const { verdict, findings } = await proveFiles(BASE, withTest(property));
  expect([verdict.status, findings.filter(({ severity }) => severity !== "warning")]).toEqual(["proven", []]);
});
