import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const HEAD = 'import assert from "node:assert/strict";\nimport { test } from "node:test";\n';
const ONE = 'test("one", () => assert.equal(one(), 1));\n';
const BASE: Files = {
  "package.json": '{"name":"ones","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js": `${HEAD}import { one } from "../src/one.js";\n\n${ONE}`,
};
const GROWN: Files = {
  "src/one.js": "export const one = () => 1;\nexport const two = () => 2;\n",
  "test/one.test.js": `${HEAD}import { one, two } from "../src/one.js";\n\n${ONE}\ntest("two", () => assert.equal(two(), 2));\n`,
};

/** What the change's older tests were run for. */
async function looksAt(head: Files): Promise<string[]> {
  const looks: string[] = [];
  const onRun = (step: string, detail: string) => void (step === "R3" && detail !== "" && looks.push(detail));
  const { verdict } = await proveFiles(BASE, head, { onRun });
  expect(verdict.status).toBe("proven");
  return looks.toSorted();
}

test("older tests beside which whole tests came, and nothing else, are turned round alone", async () => {
  expect(await looksAt(GROWN)).toEqual(["flip of head's"]);
});

test.each<[string, Files]>([
  ["a line of an older test's file", { "test/one.test.js": `${GROWN["test/one.test.js"]}\nconst last = 1;\n` }],
  ["a file beside the tests", { "test/quiet.js": "export const quiet = true;\n" }],
])("where %s comes, too, they are looked at as ever", async (_, more) => {
  expect(await looksAt({ ...GROWN, ...more })).toEqual(
    expect.arrayContaining(["flip of head's", "head's, every answer undefined"]),
  );
});
