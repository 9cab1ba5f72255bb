import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BATON } from "../support/command.ts";
import { TEST_STATE } from "../support/prove.ts";
import { createRepository } from "../support/repository.ts";

const root = join(import.meta.dirname, "..", "..");
const place = mkdtempSync(join(tmpdir(), "baton-summary-"));
const repository = createRepository({
  "package.json": '{"type":"module","scripts":{"test":"node --test"}}',
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js": testOf("one", 1),
});
afterAll(() => {
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

function testOf(name: string, value: number, title = `${name} is ${value}`): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${name} } from "../src/${name}.js";
test(${JSON.stringify(title)}, () => assert.equal(${name}(), ${value}));
`;
}

/** Proves a range with the real command line and summarises what it answered. */
function summaryOf(range: string, ...more: string[]): { page: string; outputs: string } {
  const baton = [BATON, "prove", range, ...more, "--json"];
  const { stdout } = spawnSync(process.execPath, [...baton, "--repo", repository.directory, "--state", TEST_STATE], {
    encoding: "utf8",
  });
  return summarise(stdout);
}

function summarise(json: string): { page: string; outputs: string } {
  const [verdict, outputs] = [join(place, "verdict.json"), join(place, "outputs")];
  writeFileSync(verdict, json);
  writeFileSync(outputs, "");
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, "action", "summary.mjs"), verdict], {
    encoding: "utf8",
    env: { GITHUB_OUTPUT: outputs },
  });
  expect(stderr).toBe("");
  return { page: stdout, outputs: readFileSync(outputs, "utf8") };
}

describe("the job summary", () => {
  it("shows a proven change with its runs, its RED tests and what the proof does not see", () => {
    const title = "two is 2 | `code` <img src=x> @everyone";
    repository.commit("two", {
      "src/two.js": "export const two = () => 2;\n",
      "test/two.test.js": testOf("two", 2, title),
    });
    const { page, outputs } = summaryOf("HEAD~1..HEAD");
    expect(page).toContain("## ✅ Proven");
    for (const run of ["R0 baseline", "R1 red", "R2 green", "R3 keep", "R4 canary"])
      expect(page).toContain(`| ${run} |`);
    expect(page).toContain("- `` test/two.test.js::two is 2 | `code` <img src=x> @everyone `` (stub:");
    expect(page).toContain("**Next:** pass it on");
    expect(page).toContain("only held-out tests");
    expect(outputs).toMatch(/^status=proven\nproof_level=P3\njson=\S+verdict\.json\n$/);
  });

  it("shows a refused change with its findings and what to do next", () => {
    repository.commit("weaker", {
      "src/one.js": "export const one = () => 3;\n",
      "test/one.test.js": testOf("one", 3).replace("equal(one(), 3)", "ok(one())"),
    });
    const { page, outputs } = summaryOf("HEAD~1..HEAD");
    expect(page).toContain("## ❌ Tampered");
    expect(page).toContain("❌ **TEST_DELETED**");
    expect(page).toMatch(/\*\*Next:\*\* \S/);
    expect(outputs).toContain("status=tampered\n");
  });

  it("says of a change that no test can show, and that a person let pass, what it rests on", () => {
    repository.commit("words", { "README.md": "# One\n" });
    const { page } = summaryOf("HEAD~1..HEAD", "--kind", "refactor");
    expect(page).toContain("## ✅ Proven");
    expect(page).toContain("**Next:** pass it on: every test holds; no test fails without the change.");
  });

  it("shows an error with its code and what to type next", () => {
    const { page, outputs } = summaryOf("nowhere..HEAD");
    expect(page).toContain("## ❌ REVISION_UNKNOWN");
    expect(page).toContain("git log --oneline");
    expect(outputs).toContain("status=error\nproof_level=\n");
  });

  it("says so when there is no verdict at all", () => {
    expect(summarise("npm error network").page).toContain("No verdict");
  });

  it("shows what the command line warns of, once, and where a person's yes goes", () => {
    const finding = { code: "CHANGES_UNKNOWN", severity: "warning", message: "Changes: x names no test" };
    const verdict = { status: "person_needed", proof_level: "P3", isolation_level: "I1", limits: [] };
    const rest = { runs: {}, red: [], cost: { checks_ms: 1, ratio: "1" }, size: { files: 1, lines: 2 } };
    const data = { base: "a", head: "b", feature: null, verdict, findings: [finding], ...rest };
    const stale = "--approve aaa: this change asks nothing of that id <b>";
    const { page } = summarise(JSON.stringify({ ok: false, data, warnings: [finding.message, stale] }));
    expect(page).toContain("### Warnings\n\n- --approve aaa&#58; this change asks nothing of that id &#60;b&#62;");
    expect(page.match(/names no test/g)).toHaveLength(1);
    expect(page).toContain("· 1 file, 2 lines");
    expect(page).toContain("action's `approve` input");
  });

  it("lets no text of the change act in the page", () => {
    const finding = { code: "RED_MISSING", severity: "error", message: "<script>\n# heading ![x](y) \u202E" };
    const verdict = { status: "not_proven", proof_level: "P3", isolation_level: "I1", limits: [] };
    const rest = { runs: {}, red: [], cost: { checks_ms: 1, ratio: "1" }, size: { files: 1, lines: 1 } };
    const data = { base: "a", head: "b", feature: "*f*", verdict, findings: [finding], ...rest };
    const { page } = summarise(JSON.stringify({ ok: false, data, error: { code: "RED_MISSING", hint: "h" } }));
    expect(page).not.toMatch(/<script|\n# heading|!\[x\]|\*f\*|\u202E/);
  });
});
