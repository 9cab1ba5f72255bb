import { expect, test } from "vitest";
import { neededChecks } from "../../../src/core/measure/find-tools.ts";
import { CheckSettings } from "../../../src/schema/check-settings.ts";
import type { Unit } from "../../../src/schema/unit.ts";

const MOCHA: Unit = {
  directory: "",
  stack: "node",
  runner: "mocha",
  command: "mocha",
  level: "P3",
  args: [],
  env: {},
  before: [],
};

test.each([
  ["commonjs", "nyc", true],
  ["module", "nyc", false],
  ["module", "c8", true],
  ["commonjs", "chai", false],
])("mocha of a %s project with %s gates by coverage: %s", (type, tool, gates) => {
  const manifest = JSON.stringify({ type, devDependencies: { mocha: "11", [tool]: "1" } });
  const tree = {
    paths: new Set(["package.json"]),
    read: (path: string) => (path === "package.json" ? manifest : null),
  };
  const needed = neededChecks(tree, CheckSettings.parse({}), { units: [MOCHA], programs: new Set() });
  expect(needed.includes("coverage")).toBe(gates);
});
