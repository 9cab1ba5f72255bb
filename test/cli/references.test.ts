import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_STATE } from "../support/prove.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";

const ROOT = join(import.meta.dirname, "..", "..");

let calculator: Calculator;
let installation = "";
beforeAll(async () => {
  calculator = await createCalculator("work; envelope", undefined, "--no-checks");
  installation = mkdtempSync(join(tmpdir(), "baton-installation-"));
  for (const name of ["package.json", "bin", "dist", "assets", "references"])
    cpSync(join(ROOT, name), join(installation, name), { recursive: true, filter: (path) => !path.endsWith(".map") });
  for (const name of ["node_modules", "inject"]) symlinkSync(join(ROOT, name), join(installation, name));
  rmSync(join(installation, "references", "contracts.md"));
});
afterAll(() => {
  calculator.remove();
  rmSync(installation, { recursive: true, force: true });
});

test.each([["run --json"], ["next --json"], ["task claim T001 --json"], ["mcp"], ["mcp --http --json"]])(
  "FCX-14 baton %s begins nothing where the installation lacks a reference",
  (words) => {
    const result = spawnSync(process.execPath, [join(installation, "bin", "baton.js"), ...words.split(" ")], {
      cwd: calculator.repository.directory,
      env: { ...process.env, BATON_STATE: TEST_STATE },
      input: "",
      encoding: "utf8",
      timeout: 60_000,
    });
    expect([result.status, `${result.stdout}${result.stderr}`]).toEqual([
      expect.any(Number),
      expect.stringMatching(/REFERENCE_MISSING[\s\S]*references\/contracts\.md/),
    ]);
    expect(result.status).not.toBe(0);
  },
);

test("FCX-14 what was refused left no attempt behind", async () => {
  const { json } = await calculator.cli("status");
  expect(json.data).toMatchObject({ iteration: 0, tasks: [{ attempt: 0 }, { attempt: 0 }] });
});
