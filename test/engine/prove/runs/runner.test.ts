import { expect, test } from "vitest";
import type { UnitSelection } from "../../../../src/checks/run-suite.ts";
import type { Layer } from "../../../../src/checks/slots/slot.ts";
import { createRunner } from "../../../../src/engine/prove/runs/runner.ts";
import type { SuiteCall, Suites } from "../../../../src/engine/prove/runs/suites.ts";
import { Config } from "../../../../src/schema/config.ts";
import type { Unit } from "../../../../src/schema/unit.ts";
import { suiteRun } from "../../../support/suite-run.ts";

const UNIT: Unit = {
  directory: "",
  stack: "node",
  command: "npm test",
  runner: "node-test",
  level: "P3",
  args: ["dist/*.js"],
  env: {},
  before: ["tsc"],
};

/** A runner over suites that answer what `files` hold, one test each, and keep what was asked for. */
function runnerOver(paths: readonly string[], answers: string[][]) {
  const asked: (readonly UnitSelection[])[] = [];
  const run = (call: SuiteCall) => {
    asked.push(call.selections);
    const files = answers.shift() ?? [];
    const outcomes = Object.fromEntries(files.map((file) => [`${file}::a`, "passed" as const]));
    return Promise.resolve({ run: suiteRun(outcomes), digest: "d", reused: false });
  };
  const suites = { isolation: "I1", run, prepareMs: () => 0 } as unknown as Suites;
  const layers = { base: {} as Layer, head: {} as Layer };
  const runner = createRunner(suites, layers, Config.parse({}).limits, new Set(paths));
  const idsOf = async (files: string[] | null): Promise<string[]> => {
    const selection = { unit: UNIT, files, nameFilter: null };
    const { run: told } = await runner.run("R2", "tree", [selection], { layer: "head" });
    return told.report.tests.map(({ id }) => id);
  };
  return { asked, idsOf };
}

test("a file that is built is told, and asked for, by the one that it is written in", async () => {
  const { asked, idsOf } = runnerOver(["src/a.test.ts"], [["dist/a.test.js"], ["dist/a.test.js"]]);
  expect(await idsOf(null)).toEqual(["src/a.test.ts::a"]);
  expect(await idsOf(["src/a.test.ts"])).toEqual(["src/a.test.ts::a"]);
  expect(asked[1]?.[0]?.files).toEqual(["dist/a.test.js"]);
});

test("of a file that is built twice each keeps its own name, also where one is run alone", async () => {
  const both = ["dist/esm/a.test.js", "dist/cjs/a.test.js"];
  const { idsOf } = runnerOver(["src/a.test.ts"], [both, ["dist/esm/a.test.js"]]);
  expect(await idsOf(null)).toEqual(both.map((file) => `${file}::a`));
  expect(await idsOf(["dist/esm/a.test.js"])).toEqual(["dist/esm/a.test.js::a"]);
});
