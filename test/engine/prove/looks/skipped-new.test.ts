import { expect, test } from "vitest";
import { proveFiles } from "../../../support/prove.ts";
import type { Files } from "../../../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "pack", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/codecs.js": 'export const codecs = [{ name: "plain" }];\n',
  "test/codecs.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { codecs } from "../src/codecs.js";

test("plain", () => assert.equal(codecs[0].name, "plain"));
`,
};
const packed = (skip: string): Files => ({
  "src/best.js": `import { codecs } from "./codecs.js";

export const available = () => codecs.filter(({ name }) => name === "best").map(({ name }) => name);
export const pack = (text) => text.trim();
`,
  "test/best.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { available, pack } from "../src/best.js";

test("pack", () => assert.equal(pack(" a "), "a"));
test("best", { skip: ${skip} }, () => assert.deepEqual(available(), ["best"]));
`,
});

test.each([
  ["the changed code", '!available()?.includes("best")', "person_needed", ["test/best.test.js::best"]],
  ["the platform", 'process.platform !== "vms"', "proven", undefined],
])("a new test that %s has skipped", async (_, skip, status, ids) => {
  const { verdict, findings } = await proveFiles(BASE, packed(skip));
  expect(verdict.status).toBe(status);
  expect(findings.find(({ severity }) => severity === "person")?.ids).toEqual(ids);
});
