import { expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "late", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "../src/one.js";\n\ntest("one", () => assert.equal(one(), 1));\n',
};

it("gives tests that came too late beside the planted ones more time, as on a machine that is busier then", async () => {
  const { verdict } = await proveFiles(BASE, {
    "src/two.js": "export const two = () => 2;\n",
    "test/two.test.js": `import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { two } from "../src/two.js";

const isPlanted = readFileSync(import.meta.filename, "utf8").includes("baton" + " ");

test("two", async () => {
  await new Promise((done) => setTimeout(done, isPlanted ? 4500 : 5));
  assert.equal(two(), 2);
});
`,
  });
  expect(verdict.status).toBe("proven");
});
