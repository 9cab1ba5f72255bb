import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createRepository } from "../support/repository.ts";

const folder = join(import.meta.dirname, "..", "..", "action");
const text = readFileSync(join(folder, "action.yml"), "utf8");
interface Step {
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}
const action = parse(text) as {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

describe("action.yml", () => {
  it("uses an expression only as the whole value of a variable or an output", () => {
    const values = action.runs.steps.flatMap(({ env }) => Object.values(env));
    expect(values.filter((value) => !/^\$\{\{ [\w.]+ \}\}$/.test(value))).toEqual([]);
    const elsewhere = action.runs.steps.map((step) => JSON.stringify({ ...step, env: {} })).join("");
    expect(elsewhere).not.toContain("${{");
    expect(text.match(/\$\{\{ *inputs\./g)).toHaveLength(values.filter((value) => value.includes("inputs.")).length);
  });

  it("hands every input on", () => {
    const used = action.runs.steps.flatMap(({ env }) => Object.values(env)).join(" ");
    expect(Object.keys(action.inputs).filter((name) => !used.includes(`inputs.${name} `))).toEqual([]);
  });
});

describe("prove.sh", () => {
  const place = mkdtempSync(join(tmpdir(), "baton-action-"));
  const repository = createRepository({ "a.txt": "1", "policy.json": "base's" });
  const base = repository.git("rev-parse", "HEAD");
  repository.git("switch", "--quiet", "--create", "work");
  const head = repository.commit("work", { "a.txt": "2", "policy.json": "head's" });
  repository.git("switch", "--quiet", "main");
  const target = repository.commit("main goes on", { "b.txt": "1" });
  afterAll(() => {
    repository.remove();
    rmSync(place, { recursive: true, force: true });
  });

  /** An npx that writes down what it was asked, and ends with 10. */
  const bin = join(place, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "npx"),
    `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require("node:fs");
const argv = process.argv.slice(2);
const policy = argv.find((word) => word.startsWith("--policy="))?.slice(9);
const asked = { argv, folder: process.cwd(), policy: policy && readFileSync(policy, "utf8") };
writeFileSync(${JSON.stringify(join(place, "asked.json"))}, JSON.stringify(asked));
console.log(JSON.stringify({ ok: false, error: { code: "NO_TESTS", message: "m", hint: "h" } }));
process.exit(10);
`,
  );
  chmodSync(join(bin, "npx"), 0o755);

  function run(env: Readonly<Record<string, string>>) {
    rmSync(join(place, "asked.json"), { force: true });
    const inputs = { BASE: "", HEAD: "", FEATURE: "", KIND: "", TEST: "", POLICY: "", APPROVE: "", VERSION: "latest" };
    const runner = {
      GITHUB_WORKSPACE: repository.directory,
      GITHUB_STEP_SUMMARY: join(place, "summary.md"),
      GITHUB_OUTPUT: join(place, "output"),
      RUNNER_TEMP: place,
      ACTION_FOLDER: folder,
      HOME: place,
      PATH: [bin, process.env["PATH"]].join(delimiter),
    };
    const request = { REQUEST_BASE: target, REQUEST_HEAD: head };
    const { status, stdout } = spawnSync("bash", [join(folder, "prove.sh")], {
      env: { ...runner, ...inputs, ...request, ...env },
      encoding: "utf8",
    });
    return { status, stdout };
  }
  const asked = () =>
    JSON.parse(readFileSync(join(place, "asked.json"), "utf8")) as { argv: string[]; folder: string; policy?: string };

  it("judges the pull request from where it left its target, outside the checkout, and ends with the verdict's code", () => {
    expect(run({}).status).toBe(10);
    const { argv, folder: where } = asked();
    expect(argv).toEqual([
      "--yes",
      "proofbaton@latest",
      "prove",
      `${base}..${head}`,
      "--repo",
      repository.directory,
      "--json",
    ]);
    expect(where.startsWith(repository.directory)).toBe(false);
  });

  it("passes hostile inputs on as they are", () => {
    const nasty = `$(touch ${join(place, "pwned")}) "; exit 0; \`id\``;
    run({ FEATURE: nasty, KIND: "fix", TEST: nasty, APPROVE: "one\ntwo", BASE: base });
    expect(asked().argv.slice(-5)).toEqual([
      `--feature=${nasty}`,
      "--kind=fix",
      `--test=${nasty}`,
      "--approve=one",
      "--approve=two",
    ]);
    expect(run({ VERSION: "1.0.0 --registry=elsewhere" })).toMatchObject({ status: 2 });
  });

  it("reads the policy from base", () => {
    run({ POLICY: "policy.json" });
    expect(asked().policy).toBe("base's");
  });

  it("says that a shallow checkout is not enough", () => {
    const { status, stdout } = run({ REQUEST_HEAD: "f".repeat(40) });
    expect([status, stdout]).toEqual([2, expect.stringContaining("fetch-depth: 0")]);
  });
});
