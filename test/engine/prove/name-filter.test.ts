import { expect, test } from "vitest";
import { narrowTo } from "../../../src/engine/prove/units.ts";
import type { Unit } from "../../../src/schema/unit.ts";

const unit: Unit = {
  directory: "",
  stack: "node",
  runner: "vitest",
  command: "vitest run",
  level: "P3",
  args: [],
  env: {},
  before: [],
};

test.each([
  ["a plain name", "refuses a", "refuses a"],
  ["a name that held the folder of the tree", "reads <tree>/a.txt", String.raw`reads .*\/a\.txt`],
  ["a name that no program can be given", "refuses \0", null],
])("filters by %s", (_, name, filter) => {
  const file = "test/a.test.js";
  expect(narrowTo([unit], [file], { ids: [`${file}::${name}`] })).toEqual([
    { unit, files: [file], nameFilter: filter },
  ]);
});
