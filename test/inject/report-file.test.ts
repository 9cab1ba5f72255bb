import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/util/package-root.ts";

const shared = createRequire(import.meta.url)(join(packageRoot(), "inject/report-file.cjs")) as {
  describe(error: unknown): { kind: string; name: string };
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
