import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { compileFunction } from "node:vm";
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

describe("the page", () => {
  const page = readFileSync(join(folder, "..", "docs", "action.md"), "utf8");
  const yamls = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = ""]) => parse(block) as unknown);

  it("prints workflows that parse, with expressions that are whole", () => {
    expect(yamls).toHaveLength(3);
    const expressions = [...page.matchAll(/\$\{\{(.*?)\}\}/g)].map(([, inner = ""]) => inner.trim());
    expect(expressions.filter((inner) => !/^[\w.]+$/.test(inner))).toEqual([]);
  });

  it("takes a yes from approving reviews of those who may write, and never from the author", async () => {
    const { jobs } = yamls[2] as { jobs: { proof: { steps: { with?: { script?: string } }[] } } };
    const script = jobs.proof.steps.find((step) => step.with?.script !== undefined)?.with?.script ?? "";
    const yes = (id: string): string => `Read it.\r\nbaton approve ${id}\r\n`;
    const review = (login: string | null, body: string | null, state = "APPROVED") => ({
      state,
      body,
      user: login === null ? null : { login },
    });
    const reviews = [
      review("owner", `${yes("0123456789ab")}baton approve ffffffffffff`),
      review("writer", yes("aaaaaaaaaaaa")),
      review("writer", null),
      review("reader", yes("bbbbbbbbbbbb")),
      review("author", yes("cccccccccccc")),
      review("owner", yes("dddddddddddd"), "DISMISSED"),
      review("owner", "baton approve 0123456789abcd; baton approve eeeeeeeeeeee"),
      review(null, yes("999999999999")),
    ];
    const permissions: Record<string, string> = { owner: "admin", writer: "write", reader: "read", author: "admin" };
    const github = {
      paginate: async () => Promise.resolve(reviews),
      rest: {
        pulls: { listReviews: {} },
        repos: {
          getCollaboratorPermissionLevel: async ({ username }: { username: string }) =>
            Promise.resolve({ data: { permission: permissions[username] } }),
        },
      },
    };
    const context = { repo: {}, payload: { pull_request: { number: 1, user: { login: "author" } } } };
    const given = compileFunction(`return (async () => {${script}})()`, ["github", "context"]) as (
      ...all: unknown[]
    ) => Promise<string>;
    expect(await given(github, context)).toBe("0123456789ab ffffffffffff aaaaaaaaaaaa");
  });
});

describe("prove.sh", () => {
  const place = mkdtempSync(join(tmpdir(), "baton-action-"));
  const repository = createRepository({ "a.txt": "1", "policy.json": "base's", "tools/proofbaton.tgz": "base's" });
  const base = repository.git("rev-parse", "HEAD");
  repository.git("switch", "--quiet", "--create", "work");
  const head = repository.commit("work", { "a.txt": "2", "policy.json": "head's", "tools/proofbaton.tgz": "head's" });
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
      "--package=proofbaton@latest",
      "--",
      "baton",
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

  it("takes a packed package instead of a version: by address, outside of the checkout, or from base", () => {
    const packaged = (version: string): unknown => {
      const { status } = run({ VERSION: version });
      return status === 10 ? asked().argv[1]?.replace("--package=", "") : status;
    };
    expect(packaged("https://packages.invalid/proofbaton.tgz")).toBe("https://packages.invalid/proofbaton.tgz");
    const own = join(place, "proofbaton.tgz");
    writeFileSync(own, "packed");
    expect(packaged(own)).toBe(realpathSync(own));
    const ofBase = String(packaged("tools/proofbaton.tgz"));
    expect([ofBase.startsWith(repository.directory), readFileSync(ofBase, "utf8")]).toEqual([false, "base's"]);
    // What the change itself brings does not judge it.
    symlinkSync(repository.directory, join(place, "link"));
    for (const version of [
      "tools/gone.tgz",
      join(place, "gone.tgz"),
      join(repository.directory, "tools", "proofbaton.tgz"),
      join(place, "link", "tools", "proofbaton.tgz"),
      "http://packages.invalid/proofbaton.tgz",
      "file:tools/proofbaton",
    ])
      expect(packaged(version)).toBe(2);
  });

  it("reads the policy from base", () => {
    run({ POLICY: "policy.json" });
    expect(asked().policy).toBe("base's");
  });

  it("says that a shallow checkout is not enough", () => {
    for (const file of ["summary.md", "output"]) rmSync(join(place, file), { force: true });
    const { status, stdout } = run({ REQUEST_HEAD: "f".repeat(40) });
    const page = readFileSync(join(place, "summary.md"), "utf8");
    for (const said of [stdout, page]) expect(said).toContain("fetch-depth: 0");
    expect([status, readFileSync(join(place, "output"), "utf8")]).toEqual([2, "status=error\n"]);
  });
});
