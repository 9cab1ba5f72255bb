import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProofData } from "../../../src/schema/proof.ts";
import type { SuiteRun } from "../../../src/schema/report.ts";
import { proveFiles } from "../../support/prove.ts";

let stateDirectory: string;
beforeEach(() => {
  stateDirectory = mkdtempSync(join(tmpdir(), "baton-shards-"));
});
afterEach(() => rmSync(stateDirectory, { recursive: true }));

/** Debian's own Python has coverage.py. */
const env = { ...process.env, PATH: `/usr/bin:${process.env["PATH"]}` };
const SIGN = "def sign(n):\n    if n < 0:\n        return '-'\n    return '+'\n";
const BASE = {
  "pyproject.toml": `[project]\nname = "p-${randomUUID()}"\n[tool.pytest.ini_options]\npythonpath = ["."]\n`,
  "sign.py": SIGN,
  "tests/test_less.py": "from sign import sign\n\n\ndef test_less():\n    assert sign(-1) == '-'\n",
  "tests/test_more.py": "from sign import sign\n\n\ndef test_more():\n    assert sign(1) == '+'\n",
};
const HEAD = {
  "double.py": "def double(n):\n    return 2 * n\n",
  "tests/test_double.py": "from double import double\n\n\ndef test_double():\n    assert double(4) == 8\n",
};

test("a suite dealt out over slots proves what it proves in one, and measures the same", async () => {
  const whole: SuiteRun[] = [];
  const { verdict, findings, red, runs } = await proveFiles(
    { ...BASE, "baton.config.json": JSON.stringify({ environment: { shards: 2 } }) },
    HEAD,
    { stateDirectory, env, coverage: true, onRun: (step, _, run) => void (step === "R2" && whole.push(run)) },
  );
  expect([verdict.status, findings]).toEqual(["proven", []]);
  expect(red.map(({ id }) => id)).toEqual(["tests/test_double.py::test_double"]);
  expect(runs.R0?.sets["green"]).toEqual(["tests/test_less.py::test_less", "tests/test_more.py::test_more"]);
  expect(runs.R2?.counts).toMatchObject({ passed: 3, failed: 0 });
  // Each of its branches is taken in another slot.
  expect(whole[0]?.coverage?.files.find(({ path }) => path === "sign.py")).toMatchObject({
    lines: [
      [1, 2],
      [2, 2],
      [3, 1],
      [4, 1],
    ],
    branches: [[2, 2, 2]],
  });
  expect(
    readdirSync(join(stateDirectory, "slots"))
      .map((name) => name.split("-").at(-1))
      .toSorted((a = "", b = "") => a.localeCompare(b)),
  ).toEqual(["0", "8"]);
});

test("what fails in one slot is refused, with the tests of all", async () => {
  const { verdict, findings } = await proveFiles(
    { ...BASE, "baton.config.json": JSON.stringify({ environment: { shards: 2 } }) },
    { ...HEAD, "sign.py": SIGN.replace("'+'", "''") },
    { stateDirectory },
  );
  expect(verdict.status).not.toBe("proven");
  expect(findings.flatMap(({ ids }) => ids ?? [])).toContain("tests/test_more.py::test_more");
});

const TWO = {
  "double.py": `${HEAD["double.py"]}\n\ndef triple(n):\n    return 3 * n\n`,
  "tests/test_double.py": `${HEAD["tests/test_double.py"].replace("import double", "import double, triple")}\n\ndef test_triple():\n    assert triple(4) == 12\n`,
};

test("what a proof runs of a few tests goes side by side in the slots, and comes to the same", async () => {
  const proofs = [1, 2].map(async (shards) => {
    const beside = new Set<number>();
    const steps: string[] = [];
    const proof = await proveFiles({ ...BASE, "baton.config.json": JSON.stringify({ environment: { shards } }) }, TWO, {
      stateDirectory: join(stateDirectory, `${shards}`),
      mutation: { threshold: 50 },
      onProgress: ({ step, detail, result, ...begun }) => {
        if (result !== undefined) steps.push(`${step} ${detail}`);
        else if (begun.beside !== undefined) beside.add(begun.beside);
      },
    });
    return { proof, beside: [...beside], steps: steps.toSorted() };
  });
  const [one, two] = await Promise.all(proofs);
  expect([one?.beside, two?.beside]).toEqual([[0], [0, 1]]);
  expect(two?.steps).toEqual(one?.steps);
  expect(one?.proof.verdict.status).toBe("proven");
  const said = ({ verdict, findings, red }: ProofData): unknown => ({ verdict, findings, red });
  expect(two && said(two.proof)).toEqual(one && said(one.proof));
});
