import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "rows", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "lib/rows.js": `export function rows(text) {
  if (text === "") throw new Error("nothing there");
  return text.split(",");
}

export const old = rows;
`,
  "test/rows.test.js": `import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { old, rows } from "../lib/rows.js";

describe("errors", () => {
  it("reports nothing", () => assert.throws(() => rows(""), (error) => error.message === "nothing there"));
});

describe("rows", () => {
  it("splits", () => assert.deepEqual(rows("a,b"), ["a", "b"]));
  it("has the old name", () => assert.deepEqual(old("a"), ["a"]));
});
`,
};
const CODE = `export function rows(text) {
  if (text === "") throw new Error("nothing there at line 1");
  return text.split(",");
}
`;
const test = (errors: string): Files => ({
  "lib/rows.js": CODE,
  "test/rows.test.js": `import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rows } from "../lib/rows.js";

describe("errors", () => {
  ${errors}
});

describe("rows", () => {
  it("splits", () => assert.deepEqual(rows("a,b"), ["a", "b"]));
});
`,
});

describe("tests of a suite that cannot be loaded any more", () => {
  it.each([
    [
      "as many that are RED",
      'it("says where", () => assert.throws(() => rows(""), { message: "nothing there at line 1" }));',
      "person_needed",
    ],
    ["one that passes either way", 'it("is there", () => assert.equal(typeof rows, "function"));', "not_proven"],
  ])("may be written anew as %s", async (_, errors, status) => {
    const { verdict, findings } = await proveFiles(BASE, test(errors));
    const isDeleted = findings.some(({ code }) => code === "TEST_DELETED");
    expect([verdict.status === "person_needed", isDeleted]).toEqual([
      status === "person_needed",
      status !== "person_needed",
    ]);
  });
});

describe("a test that is written anew under its title in another file", () => {
  it.each([
    ["under its title", "splits", "person_needed"],
    ["under another", "splits them", "tampered"],
  ])("asks a person where base's still holds: %s", async (_, title, status) => {
    const old = BASE["test/rows.test.js"] ?? "";
    const { verdict } = await proveFiles(BASE, {
      "lib/count.js": "export const count = (list) => list.length;\n",
      "test/rows.test.js": old.replace(/ {2}it\("splits".*\n/, ""),
      "test/split.test.js": `import assert from "node:assert/strict";\nimport { it } from "node:test";\nimport { count } from "../lib/count.js";\nimport { rows } from "../lib/rows.js";\n\nit("${title}", () => assert.equal(rows("a,b,c").join("-"), "a-b-c"));\nit("counts", () => assert.equal(count([1, 2]), 2));\n`,
    });
    expect(verdict.status).toBe(status);
  });
});

describe("a file whose tests are all written anew", () => {
  const anew = (tests: readonly string[]): Files => ({
    "lib/rows.js":
      'export const rows = (text) => {\n  if (!text) throw new Error("nothing there");\n  return text.split(",");\n};\nexport const old = rows;\n',
    "test/rows.test.js": `import assert from "node:assert/strict";\nimport { it } from "node:test";\nimport { old, rows } from "../lib/rows.js";\n\n${tests.join("\n")}\n`,
  });
  const TESTS = [
    'it("refuses nothing", () => assert.throws(() => rows(""), { message: "nothing there" }));',
    'it("cuts at commas", () => assert.deepEqual(rows("a,b"), ["a", "b"]));',
    'it("goes by two names", () => assert.deepEqual(old("a"), ["a"]));',
  ];

  it.each([
    ["as many", TESTS, "person_needed"],
    ["fewer", TESTS.slice(2), "tampered"],
  ])("asks a person about a refactoring that all of base's hold over: %s", async (_, tests, status) => {
    expect((await proveFiles(BASE, anew(tests), { kind: "refactor" })).verdict.status).toBe(status);
  });
});
