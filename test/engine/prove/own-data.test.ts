import { expect, test } from "vitest";
import { otherData } from "../../../src/core/proof/looks/other-data.ts";
import { proveFiles } from "../../support/prove.ts";

const BASE = {
  "package.json": '{"name":"bill","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/bill.js": "export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);\n",
  "test/bill.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { total } from "../src/bill.js";\ntest("total", () => assert.equal(total([{ price: 2 }]), 2));\n',
};
const CODE = `${BASE["src/bill.js"]}export const print = (items) => [...items.map(({ name, price }) => name + " " + price), "total " + total(items)].join("\\n");\n`;

const head = (records: string) => ({
  "src/bill.js": CODE,
  "test/golden/two.txt": "tea 2\nbread 3\ntotal 5",
  "test/print.test.js": `import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { print } from "../src/bill.js";
const golden = (name, got) => {
  const path = new URL("golden/" + name, import.meta.url);
  if (${records}) writeFileSync(path, got);
  assert.equal(got, readFileSync(path, "utf8"));
};
test("prints", () => golden("two.txt", print([{ name: "tea", price: 2 }, { name: "bread", price: 3 }])));
test("prints nothing but a total", () => assert.equal(print([]), "total 0"));
`,
});

test("expected files that the tests write themselves where they differ ask a person", async () => {
  const proof = await proveFiles(BASE, head('!existsSync(path) || readFileSync(path, "utf8") !== got'));
  expect([proof.verdict.status, ...proof.findings.map(({ code, path }) => `${code} ${path}`)]).toEqual([
    "person_needed",
    "TEST_HOLLOW test/golden/two.txt",
  ]);
});

test("expected files that are written only when somebody asks for it are what they say", async () => {
  const { verdict, findings } = await proveFiles(BASE, head("process.env.UPDATE_GOLDEN"));
  expect([verdict.status, ...findings]).toEqual(["proven"]);
});

test("other data keeps its form: digits, else words, but for what a format says", () => {
  expect(otherData('{"a": 10, "b": [2.5, -9]}')).toBe('{"a": 20, "b": [3.6, -8]}');
  expect(otherData('{"name": true, "of": null}')).toBe('{"eman": true, "of": null}');
  expect(otherData("- \n")).toBeNull();
});
