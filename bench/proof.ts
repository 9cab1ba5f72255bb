import { measure } from "../src/engine/measure/measure.ts";
import { prove } from "../src/engine/prove/prove.ts";
import { recheck } from "../src/engine/prove/recheck.ts";
import type { ToolCheck } from "../src/schema/check-settings.ts";
import { Policy } from "../src/schema/config.ts";
import type { ProofData } from "../src/schema/proof.ts";
import { createRepository, createState, type BenchRepository, type Files } from "./places.ts";
import { rowOf, type Row, type RowGroup } from "./row.ts";

const PARTS = 40;

/** What the checks of an honest attempt cost, against one run of the project's own suite (verification.md, Cost). */
export const proofRows: RowGroup = { ordinary: ordinaryRows, worst: worstRows };

function suiteOf(part: Part): { repository: BenchRepository; stateDirectory: string } {
  const repository = createRepository();
  const parts = Array.from({ length: PARTS }, (_, at) => Object.entries(part(at))).flat();
  repository.commit("a suite of some seconds", { "package.json": MANIFEST, ...Object.fromEntries(parts) });
  return { repository, stateDirectory: createState() };
}

async function worstRows(): Promise<Row[]> {
  const { repository, stateDirectory } = suiteOf(loops);
  repository.commit("first", loops(PARTS));
  const [checks] = CHECKS;
  return attemptRows(
    { repository, stateDirectory, part: loops },
    [checks],
    "; the worst case, nothing but tight loops",
  );
}

async function ordinaryRows(): Promise<Row[]> {
  const part = ordinary;
  const { repository, stateDirectory } = suiteOf(part);
  const check = async (policy: Policy): Promise<ProofData> => {
    const options = { repository: repository.directory, base: "HEAD~1", head: "HEAD", stateDirectory };
    const proof = await prove({ ...options, env: process.env, policy });
    if (proof.verdict.status !== "proven") throw new Error(`not proven: ${JSON.stringify(proof.findings)}`);
    return proof;
  };
  const row = (name: string, { cost }: ProofData, atMost: number): Row =>
    rowOf({ name, value: cost.checks_ms, unit: "ms", baseline: cost.suite_ms, atMost });

  // Its R2 is the next one's R0: nobody proves a first commit twice, so base is known from here on.
  repository.commit("first", part(PARTS));
  await check(Policy.parse({ baseline_runs: 1 }));

  repository.commit("second", part(PARTS + 1));
  const second = await check(Policy.parse({}));
  if (typeof second.runs.R0?.reused_from !== "string") throw new Error("R0 was not cited");
  const again = await check(Policy.parse({}));

  const extended = part(0);
  const test = `${extended["test/part_0.test.js"]}test("doubles", () => assert.equal(twice_900(4), 8));\n`;
  const imported = `import { twice_900 } from "../src/part_900.js";\n${test}`;
  repository.commit("third", {
    "src/part_900.js": part(900)["src/part_900.js"] ?? "",
    "test/part_0.test.js": imported,
  });
  const third = await check(Policy.parse({}));
  return [
    row("proof: new module with its test, base known, against one suite run", second, 2.5),
    row("proof: new module tested in an existing test file, base known, against one suite run", third, 2.5),
    row("proof: the same commit once more, runs reused, against one suite run", again, 1.5),
    ...(await attemptRows({ repository, stateDirectory, part }, CHECKS)),
  ];
}

/** Everything that a run asks of an honest attempt: G1 with its checks, then G2 from a clean checkout. */
async function attemptRows(
  { repository, stateDirectory, part }: { repository: BenchRepository; stateDirectory: string; part: Part },
  sets: readonly (readonly ToolCheck[])[],
  what = "",
): Promise<Row[]> {
  const rows: Row[] = [];
  const at = { repository: repository.directory, stateDirectory, env: process.env };
  const known = PARTS + 1;
  // Coverage is measured in R0 too: known from here on, as from the task before.
  repository.commit("measured", part(known + 1));
  await prove({ ...at, base: "HEAD~1", head: "HEAD", coverage: true, policy: Policy.parse({ baseline_runs: 1 }) });
  for (const [index, checks] of sets.entries()) {
    repository.commit(`attempt ${index}`, part(known + 2 + index));
    const range = { ...at, base: "HEAD~1", head: "HEAD" };
    const proof = await prove({ ...range, coverage: true });
    // Measuring slows a suite down: the baseline is one plain run of it.
    const plain = await recheck({ ...at, revision: "HEAD~1", commands: [], knownRed: new Set() });
    const started = performance.now();
    const first = await measure({ ...range, checks });
    await recheck({ ...at, revision: "HEAD", coverage: true, commands: [], knownRed: new Set() });
    await measure({ ...range, checks });
    const failed = first.find(({ status }) => status !== "pass");
    if (failed !== undefined) throw new Error(`${failed.check}: ${JSON.stringify(failed.findings)}`);
    const value = Math.round(proof.cost.checks_ms + performance.now() - started);
    const name = `proof: all checks of an honest attempt, G1 and G2 (${checks.join(", ")}), against one suite run${what}`;
    rows.push(rowOf({ name, value, unit: "ms", baseline: plain.run?.durationMs ?? 0, atMost: 2.5 }));
  }
  return rows;
}

const CHECKS: readonly [readonly ToolCheck[], ...(readonly ToolCheck[])[]] = [
  ["coverage", "security"],
  ["coverage", "mutation", "security"],
];

const MANIFEST = `${JSON.stringify({
  name: "suite",
  version: "1.0.0",
  type: "module",
  scripts: { test: "node --test --test-concurrency=1" },
})}\n`;

/** A module and its test file, which computes and waits for about 200 ms. */
type Part = (number: number) => Files;

/** What most suites do: text is read, taken apart, sorted and written again. */
const ordinary: Part = (number) => ({
  [`src/part_${number}.js`]: `export function twice_${number}(value) {
  return value * 2;
}

/** What each customer owes, of orders one a line. */
export function owed_${number}(text) {
  const sums = new Map();
  for (const line of text.split("\\n")) {
    const [, customer, amount] = /^(\\w+);(\\d+\\.\\d\\d)$/.exec(line) ?? [];
    if (customer === undefined) continue;
    sums.set(customer, (sums.get(customer) ?? 0) + Number(amount));
  }
  const rows = [...sums]
    .toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .map(([customer, sum]) => \`<td>\${customer.replaceAll("_", " ")}</td><td>\${sum.toFixed(2)}</td>\`);
  return { rows, json: JSON.stringify([...sums]) };
}
`,
  ...testOf(
    number,
    "owed",
    `const orders = (count) =>
  Array.from({ length: count }, (_, at) => (at % 9 === 0 ? "# note" : \`c_\${at % 97};\${(at % 13) + 1}.50\`)).join("\\n");
test("asks each customer once", () => {
  for (let size = 1; size <= 500; size += 1) {
    const { rows, json } = owed_${number}(orders(size));
    const customers = new Set(orders(size).match(/^c_\\d+/gm)).size;
    assert.deepEqual([rows.length, JSON.parse(json).length], [customers, customers]);
  }
});`,
  ),
});

/** Nothing but a tight loop, where counting what ran costs most. */
const loops: Part = (number) => ({
  [`src/part_${number}.js`]: `export function twice_${number}(value) {
  return value * 2;
}

export function primesBelow_${number}(limit) {
  let count = 0;
  for (let candidate = 2; candidate < limit; candidate += 1) {
    let prime = true;
    for (let by = 2; by < candidate && prime; by += 1) prime = candidate % by !== 0;
    if (prime) count += 1;
  }
  return count;
}
`,
  ...testOf(number, "primesBelow", `test("counts primes", () => assert.equal(primesBelow_${number}(16000), 1862));`),
});

const testOf = (number: number, name: string, computes: string): Files => ({
  [`test/part_${number}.test.js`]: `import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ${name}_${number}, twice_${number} } from "../src/part_${number}.js";

${computes}
test("waits", async () => {
  await setTimeout(80);
  assert.equal(twice_${number}(${number}), ${number * 2});
});
`,
});
