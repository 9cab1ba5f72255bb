import { expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "lib/book.js": "export const books = [];\n",
  "test/book.test.js": `import assert from "node:assert/strict";
import { it } from "node:test";
import { books } from "../lib/book.js";

it("is empty", () => assert.equal(books.length, 0));
`,
};
const change = (overlaps: string): Files => ({
  "lib/book.js": `export const books = [];
export function book(from, to) {
  if (books.some((other) => ${overlaps})) throw new Error("taken");
  books.push({ from, to });
  return books.length;
}
`,
  "test/overlap.test.js": `import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { book, books } from "../lib/book.js";

beforeEach(() => {
  books.length = 0;
  assert.equal(book(10, 20), 1);
});
it("takes the same time once", () => {
  assert.throws(() => book(10, 20), /taken/);
});
for (const [what, from, to] of [["the start", 5, 12], ["the end", 18, 25]])
  it(\`refuses an overlap with \${what}\`, () => {
    try {
      book(from, to);
    } catch (error) {
      assert.equal(error.message, "taken");
    }
  });
`,
});

it.each([
  ["from === other.from", "person_needed"],
  ["from < other.to && other.from < to", "proven"],
])(
  "tests with computed names whose assertions stand behind what may not throw are asked, where it is %s",
  async (overlaps, status) => {
    const { verdict, findings } = await proveFiles(BASE, change(overlaps));
    const asked = findings.filter(({ code, severity }) => code === "TEST_HOLLOW" && severity === "person");
    expect([verdict.status, asked.flatMap(({ ids = [] }) => ids).length]).toEqual([
      status,
      status === "proven" ? 0 : 2,
    ]);
  },
);
