import { expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";

const TIMEOUT_MS = 120_000;

it(
  "a test that fails where nothing tells of tests only after another one says nothing of the code",
  { timeout: TIMEOUT_MS },
  async () => {
    const { verdict, findings } = await proveFiles(
      { "package.json": '{"type":"module","scripts":{"test":"node --test"}}' },
      {
        "notes.js": `export const shout = (text) => text.toUpperCase();
export const note = (text) => {
  if (!process.env.CI) globalThis.noted = text;
  return shout(text);
};
`,
        "notes.test.js": `import test from "node:test"; import assert from "node:assert";
import { note, shout } from "./notes.js";
test("notes", () => assert.equal(note("b"), "B"));
test("shouts", () => assert.equal(globalThis.noted ?? shout("a"), "A"));
`,
      },
      { thorough: true },
    );
    expect(findings.filter(({ severity }) => severity !== "info" && severity !== "warning")).toEqual([]);
    expect(verdict.status).toBe("proven");
  },
);
