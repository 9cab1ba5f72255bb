import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { baselineOf } from "../../../../src/core/proof/baseline.ts";
import { fileOf } from "../../../../src/core/proof/test-ids.ts";
import { runBaseline } from "../../../../src/engine/prove/runs/baseline-runs.ts";
import { settleFlaky } from "../../../../src/engine/prove/runs/flaky-runs.ts";
import type { Proof } from "../../../../src/engine/prove/proving.ts";
import type { Runner } from "../../../../src/engine/prove/runs/runner.ts";
import type { TreeReader } from "../../../../src/engine/prove/tree-reader.ts";
import type { Unit } from "../../../../src/schema/unit.ts";
import { proveNewest } from "../../../support/prove.ts";
import { createRepository } from "../../../support/repository.ts";
import { suiteRun, type Outcome } from "../../../support/suite-run.ts";

const OLD = "test/old.test.js::old";
const UNIT = { directory: "", stack: "node", runner: "node-test", command: "npm test", level: "P3" };

/** A proof whose old test failed on head and, run again, ends as it is told: by itself and with everything, over head and over base. */
function settled(again: Readonly<Record<string, readonly Outcome[]>>, kept?: Outcome) {
  const left = new Map(Object.entries(again).map(([at, outcomes]) => [at, [...outcomes]]));
  const [noted, asked]: [string[], string[]] = [[], []];
  const runner = {
    run: (step: string, tree: string, [selection]: readonly { files: readonly string[] | null }[]) => {
      const at = `${tree}${selection?.files === null ? " whole" : ""}`;
      asked.push(`${step} ${at}`);
      const outcome = left.get(at)?.shift();
      return Promise.resolve({ run: suiteRun(outcome === undefined ? {} : { [OLD]: outcome }) });
    },
    noteUnsteady: (tree: string, _: unknown, __: unknown, ids: readonly string[]) =>
      noted.push(...ids.map((id) => `${tree} ${id}`)),
  };
  const proof = {
    runner,
    subject: { base: { tree: "base" }, head: { tree: "head" } },
    plan: { base: [UNIT], head: [UNIT], command: null },
  };
  const r2 = { ...suiteRun({ [OLD]: kept === undefined ? "failed" : "passed" }), tree: "head" };
  const r3 = kept === undefined ? null : { ...suiteRun({ [OLD]: kept }), tree: "keep" };
  const baseline = baselineOf([suiteRun({ [OLD]: "passed" })]);
  const shown = settleFlaky(proof as unknown as Proof, { r2, r3, baseline, edits: [] });
  return shown.then(({ baseline: { green, flaky }, flaked }) => ({
    green: green.has(OLD),
    flaky: flaky.has(OLD),
    at: flaked.map(({ at }) => at),
    noted,
    asked,
  }));
}

test("what fails once and passes when run again is flaky, where it passes among the others too", async () => {
  expect(await settled({ head: ["failed", "passed"], "head whole": ["passed"] })).toMatchObject({
    green: false,
    flaky: true,
    at: ["head"],
    noted: [`head ${OLD}`],
  });
});

test("what goes on failing is run again over base, and is flaky where it fails there as well", async () => {
  const failing = { head: ["failed", "failed"] } as const;
  const unlucky = await settled({ ...failing, base: ["passed", "failed"] });
  expect(unlucky).toMatchObject({ green: false, flaky: true, at: ["base"], noted: [`base ${OLD}`] });
  expect(unlucky.asked).toEqual(["R2 head", "R2 head", "R0 base", "R0 base"]);
  const broken = await settled({ ...failing, base: ["passed", "passed", "passed"] });
  expect(broken).toMatchObject({ green: true, flaky: false, at: [], noted: [] });
});

test("a test that needs the others of its suite shows nothing by failing alone over base", async () => {
  const alone = { head: ["failed", "failed"], base: ["failed", "failed", "failed"] } as const;
  expect(await settled({ ...alone, "base whole": ["passed", "passed", "passed"] })).toMatchObject({ green: true });
  expect(await settled({ ...alone, "base whole": ["passed", "failed"] })).toMatchObject({ green: false });
});

test("what a change disturbs only among the others is no flaky test", async () => {
  const disturbed = { head: ["passed"], "head whole": ["failed", "failed"] } as const;
  expect(await settled({ ...disturbed, "base whole": ["passed", "passed", "passed"] })).toMatchObject({ green: true });
});

test("what fails as base has it is run again there, and holds where it passes", async () => {
  expect(await settled({ keep: ["passed"] }, "failed")).toMatchObject({ flaky: true, at: ["head"], noted: [] });
  expect(await settled({ keep: ["failed", "failed"] }, "failed")).toMatchObject({ green: true, at: [] });
});

test("what the runs of a baseline show to be flaky stays so for the next, which cites the first of them alone", async () => {
  const noted = new Set<string>();
  const results = ["passed", "failed", "passed"] as const;
  const runner = {
    run: (_: string, __: string, ___: unknown, { repeat }: { repeat: number }) => {
      const outcome = results[repeat] ?? "passed";
      return Promise.resolve({ run: suiteRun({ [OLD]: outcome }), reusedFrom: noted.size > 0 ? "d" : null, sets: {} });
    },
    lacks: () => [],
    unsteady: () => [...noted],
    noteUnsteady: (_: string, __: unknown, ___: unknown, ids: readonly string[]) => ids.forEach((id) => noted.add(id)),
  } as unknown as Runner;
  const base = { tree: "base", paths: new Set([fileOf(OLD)]) } as unknown as TreeReader;
  const baseline = () =>
    runBaseline(runner, base, [UNIT as unknown as Unit], { times: 3, roleOf: () => "test", coverage: false });
  const [first, second] = [await baseline(), await baseline()];
  expect([first, second].map(({ baseline: { flaky }, record }) => [[...flaky], record?.times])).toEqual([
    [[OLD], 3],
    [[OLD], 1],
  ]);
});

const folder = mkdtempSync(join(tmpdir(), "baton-flaky-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an honest change is proven though an old test that was green three times fails, and a later baseline knows that it is flaky", async () => {
  const counter = join(folder, "runs");
  const test = (name: string, body: string): string =>
    `import assert from "node:assert/strict";\nimport { appendFileSync, statSync } from "node:fs";\nimport { test } from "node:test";\nimport * as code from "../src/code.js";\ntest("${name}", () => {\n${body}\n});\n`;
  const repository = createRepository({
    "package.json": '{"name":"shop","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
    "src/code.js": "export const one = () => 1;\n",
    // The runs that fail: of head, of head again, and one of base's.
    "test/old.test.js": test(
      "old",
      `  appendFileSync(${JSON.stringify(counter)}, ".");\n  const run = statSync(${JSON.stringify(counter)}).size;\n  assert.ok(![4, 5, 6, 7].includes(run) && code.one() === 1, "run " + run);`,
    ),
  });
  try {
    repository.commit("head", {
      "src/code.js": "export const one = () => 1;\nexport const twice = (value) => value * 2;\n",
      "test/new.test.js": test("new", "  assert.equal(code.twice(4), 8);"),
    });
    const stateDirectory = join(folder, "state");
    const first = await proveNewest(repository, { stateDirectory });
    expect(first.findings).toEqual([
      expect.objectContaining({ code: "TEST_FAILED", severity: "warning", ids: ["test/old.test.js::old"] }),
    ]);
    expect([first.verdict.status, first.runs.R0?.sets["flaky"]]).toEqual(["proven", ["test/old.test.js::old"]]);
    const runs = readFileSync(counter).length;
    const second = await proveNewest(repository, { stateDirectory });
    expect([second.verdict.status, second.runs.R0?.sets["flaky"]]).toEqual(["proven", ["test/old.test.js::old"]]);
    expect(runs).toBeGreaterThan(6);
  } finally {
    repository.remove();
  }
});
