import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/util/package-root.ts";

const shared = createRequire(import.meta.url)(join(packageRoot(), "inject/report-file.cjs")) as {
  describe(error: unknown): { kind: string; name: string; thrownIn?: string };
};
const named = (name: string): Error => Object.assign(new Error("expected it"), { name });

it.each(["AssertionError", "AssertError", "ExpectationError", "JestAssertionError", "TestingLibraryElementError"])(
  "an error that an assertion library calls %s is an assertion",
  (name) => {
    expect(shared.describe(named(name))).toMatchObject({ kind: "assertion", name });
  },
);

it.each(["TypeError", "AssertionErrorish", "Expectation"])("an error called %s is none", (name) => {
  expect(shared.describe(named(name)).kind).toBe("error");
});

const thrownBy = (property: () => void): unknown => {
  try {
    fc.assert(fc.property(fc.constant(1), property));
  } catch (error) {
    return error;
  }
  return null;
};

it.each<[string, () => unknown]>([
  ["asserts", () => assert.equal(1, 2)],
  ["answers no", () => false],
])("a property that %s is an assertion, by whatever fast-check tells of it", (_what, property) => {
  expect(shared.describe(thrownBy(property as () => void)).kind).toBe("assertion");
});

it("a property that only breaks is none", () => {
  const broken = thrownBy(() => {
    throw new TypeError("it is not a function");
  });
  expect(shared.describe(broken).kind).toBe("error");
});

it.each([
  ["Got AssertionError: 1 == 2", "assertion"],
  ["Got error: Property failed by returning false", "assertion"],
  ["Got TypeError: it is not a function", "error"],
])("an older release tells of it in its text: %s", (got, kind) => {
  expect(shared.describe(new Error(`Property failed after 1 tests\n{ seed: 1 }\n${got}`)).kind).toBe(kind);
});

it.each([
  ["    at check (/tree/test/must.js:3:9)\n    at /tree/src/a.js:1:1", "/tree/test/must.js"],
  ["    at async file:///tree/test/a.test.mjs:3:9", "/tree/test/a.test.mjs"],
  ["    at Object.<anonymous> (file:///tree/test/a.test.mjs:3:9)", "/tree/test/a.test.mjs"],
  ["    at forEach (test/must.js:3:9)", join(process.cwd(), "test/must.js")],
  ["    at node:internal/fs:3:9\n    at /tree/test/a.js:1:1", undefined],
  ["    at async Promise.all (index 0)", undefined],
  ["", undefined],
])("a plain error tells which file threw it: %j", (frames, thrownIn) => {
  const error = Object.assign(new Error("got 3"), { stack: `Error: got 3\n${frames}` });
  expect(shared.describe(error)).toEqual({ kind: "error", name: "Error", message: "got 3", thrownIn });
  const typed = Object.assign(new TypeError("got 3"), { stack: `TypeError: got 3\n${frames}` });
  expect(shared.describe(typed).thrownIn).toBeUndefined();
});
