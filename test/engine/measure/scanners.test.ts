import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Measured } from "../../../src/engine/measure/outcome.ts";
import { measureAll, measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";
import { createScanners, GITLEAKS, SEMGREP, TRIVY, type Scanners } from "../../support/scanners.ts";

let scanners: Scanners;
beforeEach(() => {
  scanners = createScanners();
});
afterEach(() => scanners.remove());

const TEST = `import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("holds", () => assert.ok(true));\n`;

function project(files: Files = {}, security: object = {}): Files {
  return {
    "package.json": JSON.stringify({ name: "app", type: "module", scripts: { test: "node --test" } }),
    "baton.config.json": JSON.stringify({ environment: { prepare: null }, checks: { security } }),
    "src/a.js": "export const a = 1;\n",
    "test/a.test.js": TEST,
    ...files,
  };
}

const measured = async (base: Files, head: Files): Promise<Measured> =>
  measureFiles("security", base, head, scanners.env);
const first = ({ findings }: Measured): string => findings[0]?.message ?? "";
const content = ({ report }: Measured): Content => report?.content as Content;
interface Content {
  readonly not_on_path: string[];
  readonly owasp: object;
  readonly environment: { readonly tools: object[] };
}

const RULES = { ".semgrep.yml": "rules: []\n" };

describe("scanners that are on PATH", { timeout: 120_000 }, () => {
  it("semgrep looks with the tree's own rules; only what the change brings counts, by CWE and OWASP category", async () => {
    scanners.add("semgrep", SEMGREP);
    const base = project({ ...RULES, "src/old.js": "danger(1);\n" });
    const calm = await measured(base, { "src/b.js": "export const b = 2;\n" });
    expect([calm.status, calm.result["vulnerabilities"], calm.result["new_vulnerabilities"]]).toEqual(["pass", 1, 0]);
    const made = await measured(base, { "src/b.js": "danger(2);\n" });
    expect([made.status, made.result["tool"]]).toEqual(["fail", "secretlint, proofbaton, semgrep"]);
    expect(first(made)).toMatch(/^src\/b\.js:1 semgrep\.danger: .*\(A03:2021 Injection, CWE-78\)/);
    expect(scanners.started()[0]).toMatch(/--config \.semgrep\.yml \.$/);
  });

  it("a comment of the change hides nothing from semgrep, and what it could not read was not looked at", async () => {
    scanners.add("semgrep", SEMGREP);
    const muted = await measured(project(RULES), { "src/b.js": "danger(2); // nosemgrep\n" });
    expect(muted.findings.map(({ code }) => code)).toEqual(["CHECK_SUPPRESSED"]);
    const torn = await measured(project(RULES), { "src/torn.js": "(\n" });
    expect([torn.status, first(torn)]).toEqual(["not_measured", expect.stringContaining("did not look at all of it")]);
  });

  it("semgrep is not asked where a tree keeps no rules, and the report names who could have been asked", async () => {
    scanners.add("semgrep", SEMGREP);
    const made = await measured(project(), { "src/b.js": "danger(2);\n" });
    expect([made.status, scanners.started()]).toEqual(["pass", []]);
    expect(content(made).not_on_path).toEqual(["gitleaks", "trivy"]);
  });

  it("what gitleaks finds is a secret, high, though its report rates nothing", async () => {
    scanners.add("gitleaks", GITLEAKS);
    const made = await measured(project(), { "src/b.js": "SECRET\n" });
    expect(first(made)).toMatch(/src\/b\.js:1 generic-api-key: .*CWE-798/);
    expect(content(made).environment.tools).toContainEqual({ name: "gitleaks", version: "8.21.2" });
  });

  it("a scanner without its database measured nothing, and says what it needs", async () => {
    scanners.add("trivy", TRIVY);
    const misconfigured = await measured(project(), { Dockerfile: "FROM scratch\n" });
    expect(first(misconfigured)).toMatch(/^Dockerfile DS002: .*A05:2021 Security Misconfiguration/);
    const made = await measured(project(), { "requirements.txt": "flask==0.5\n" });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "TOOL_FAILED"]);
    expect(first(made)).toMatch(/it needs its database.*skip-db-update cannot be specified on the first run/);
  });

  it("configuration insists on a scanner, or rules it out", async () => {
    const missing = await measured(project({}, { scanners: { gitleaks: "always" } }), { "src/b.js": "1;\n" });
    expect([missing.status, missing.result["reason"]]).toEqual(["not_measured", "TOOL_MISSING"]);
    scanners.add("gitleaks", GITLEAKS);
    const never = await measured(project({}, { scanners: { gitleaks: "never" } }), { "src/b.js": "SECRET\n" });
    expect([never.status, scanners.started()]).toEqual(["pass", []]);
  });

  it("a report that is torn is no report, whatever the exit code", async () => {
    scanners.add("gitleaks", `write(flag("--report-path"), '{"version": "2.1.0", "runs": ['); end(0);`);
    const made = await measured(project(), { "src/b.js": "1;\n" });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "EVIDENCE_UNREADABLE"]);
  });

  it("tools that only read look at a tree at the same time, and each at the right one", async () => {
    // Each waits for the other to have begun on the same tree; alone it would never end well.
    const meeting = (own: string, other: string, said: string): string => `
const place = (name) => require("node:path").dirname(__filename) + "/" + name + ".on." + (has("src/b.js") ? "head" : "base");
write(place("${own}"), "");
const deadline = Date.now() + 20_000;
while (!has(place("${other}")) && Date.now() < deadline) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
if (!has(place("${other}"))) end(3);
${said}`;
    scanners.add("ruff", meeting("ruff", "mypy", `write(flag("--output-file"), "[]");`));
    scanners.add("mypy", meeting("mypy", "ruff", `print("Success: no issues found in 1 source file\\n");`));
    const base = project({ "ruff.toml": "", "mypy.ini": "[mypy]\n" });
    const made = await measureAll(
      ["lint", "type_check"],
      base,
      { "src/b.js": `export const b = ${Date.now()};\n` },
      scanners.env,
    );
    expect(made.map(({ check, status }) => [check, status])).toEqual([
      ["lint", "pass"],
      ["type_check", "pass"],
    ]);
  });

  it("nothing is looked at twice with the same scanner", async () => {
    scanners.add("gitleaks", GITLEAKS);
    const head = { "src/b.js": `export const at = ${Date.now()};\n` };
    await measured(project(), head);
    await measured(project(), head);
    expect(scanners.started()).toHaveLength(2);
  });
});

const OSV = `
const lock = args.find((one) => one.startsWith("--lockfile=")).slice(11);
const ids = read(lock).includes("flask==0.5") ? ["PYSEC-2019-179"] : [];
print({ results: ids.length === 0 ? [] : [{ source: { path: process.cwd() + "/" + lock, type: "lockfile" }, packages: [{ package: { name: "flask", version: "0.5", ecosystem: "PyPI" }, vulnerabilities: ids.map((id) => ({ id, modified: "2026-01-01T00:00:00Z", summary: "Denial of service", aliases: ["CVE-2018-1000656"] })), groups: [{ ids, aliases: ids, max_severity: "7.5" }] }] }], experimental_config: {} });
end(has(lock) ? ids.length === 0 ? 0 : 1 : 127);
`;
const PIP_AUDIT = `
const vulns = read(flag("--requirement")).includes("flask==0.5") ? [{ id: "PYSEC-2019-179", fix_versions: ["1.0"], aliases: ["CVE-2019-1010083"], description: "Unexpected memory usage" }] : [];
write(flag("--output"), { dependencies: [{ name: "flask", version: "0.5", vulns }], fixes: [] });
end(vulns.length === 0 ? 0 : 1);
`;
const CARGO_AUDIT = `
const text = read(flag("--file"));
const list = text.includes("smallvec") ? [{ advisory: { id: "RUSTSEC-2021-0003", package: "smallvec", title: "Buffer overflow in SmallVec::insert_many", cvss: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H" }, versions: { patched: [">=1.6.1"], unaffected: [] }, affected: null, package: { name: "smallvec", version: "1.6.0", source: null, checksum: null, dependencies: [] } }] : [];
print({ database: { "advisory-count": 900, "last-commit": null, "last-updated": null }, lockfile: { "dependency-count": 3 }, settings: { target_arch: [], target_os: [], severity: null, ignore: [], informational_warnings: ["unmaintained"] }, vulnerabilities: { found: list.length > 0, count: list.length, list }, warnings: { unmaintained: [{ kind: "unmaintained", package: { name: "ansi_term", version: "0.12.1" }, advisory: { id: "RUSTSEC-2021-0139", title: "ansi_term is Unmaintained" }, versions: { patched: [], unaffected: [] } }] } });
end(list.length > 0 ? 1 : 0);
`;
const GOVULNCHECK = `
const calls = read("main.go").includes("language.Parse");
print({ version: "2.1.0", $schema: "https://json.schemastore.org/sarif-2.1.0.json", runs: [{ tool: { driver: { name: "govulncheck", semanticVersion: "v1.1.0", informationUri: "https://golang.org/x/vuln/cmd/govulncheck", properties: { protocol_version: "v1.0.0" }, rules: calls ? [{ id: "GO-2021-0113", shortDescription: { text: "[GO-2021-0113] Out-of-bounds read" }, fullDescription: { text: "Out-of-bounds read" }, help: { text: "" }, helpUri: "", properties: { tags: ["CVE-2021-38561"] } }] : [] } }, results: calls ? [{ ruleId: "GO-2021-0113", level: "error", message: { text: "Your code calls vulnerable functions in 1 package (golang.org/x/text/language)." }, locations: [{ physicalLocation: { artifactLocation: { uri: "go.mod", uriBaseId: "%SRCROOT%" }, region: { startLine: 1 } }, message: { text: "" } }] }] : [] }] });
`;
const CARGO_LOCK = 'version = 3\n\n[[package]]\nname = "app"\nversion = "0.1.0"\n';

describe("audits of what a change installs", { timeout: 120_000 }, () => {
  it.each([
    ["osv-scanner", OSV, {}, { "requirements.txt": "flask==0.5\n" }, /^requirements\.txt PYSEC-2019-179: flask 0\.5/],
    [
      "pip-audit",
      PIP_AUDIT,
      {},
      { "requirements.txt": "flask==0.5\n" },
      /^requirements\.txt PYSEC-2019-179: flask 0\.5/,
    ],
    [
      "cargo-audit",
      CARGO_AUDIT,
      { "Cargo.lock": CARGO_LOCK },
      { "Cargo.lock": `${CARGO_LOCK}\n[[package]]\nname = "smallvec"\nversion = "1.6.0"\n` },
      /^Cargo\.lock RUSTSEC-2021-0003: smallvec 1\.6\.0: Buffer overflow/,
    ],
    [
      "govulncheck",
      GOVULNCHECK,
      { "go.mod": "module app\n", "go.sum": "golang.org/x/text v0.3.0 h1:x=\n", "main.go": "package main\n" },
      { "main.go": "package main\n\nvar _ = language.Parse\n" },
      /^go\.mod:1 GO-2021-0113: Your code calls/,
    ],
  ] as const)(
    "%s finds what the change brings, as a vulnerable component",
    async (name, body, before, after, message) => {
      scanners.add(name, body);
      const made = await measured(project(before), after);
      expect([made.status, made.findings.length, made.result["new_vulnerabilities"]]).toEqual(["fail", 1, 1]);
      expect(first(made)).toMatch(message);
      expect(first(made)).toContain("A06:2021 Vulnerable and Outdated Components, CWE-1395");
    },
  );

  it("only new advisories count, and nobody is asked about lock files that stay as they are", async () => {
    scanners.add("osv-scanner", OSV);
    const base = project({ "requirements.txt": "flask==0.5\n" });
    const older = await measured(base, { "requirements.txt": "flask==0.5\nclick==8.0\n" });
    expect([older.status, older.result["vulnerabilities"]]).toEqual(["pass", 1]);
    const before = scanners.started().length;
    await measured(base, { "src/b.js": "export const b = 2;\n" });
    expect(scanners.started()).toHaveLength(before);
  });

  it("what base was told is asked once more when head seems worse", async () => {
    scanners.add("osv-scanner", `if (!has(__filename + ".known")) { print({ results: [] }); end(0); }\n${OSV}`);
    const base = project({ "requirements.txt": "flask==0.5\n" });
    await measured(base, { "requirements.txt": "click==8.0\n" });
    scanners.add("osv-scanner.known", "");
    const made = await measured(base, { "requirements.txt": "flask==0.5\nclick==8.0\n" });
    expect([made.status, made.result["new_vulnerabilities"]]).toEqual(["pass", 0]);
  });

  it("an auditor that skipped a package, or contradicts itself, measured nothing", async () => {
    scanners.add(
      "pip-audit",
      `write(flag("--output"), { dependencies: [{ name: "own", skip_reason: "Dependency not found on PyPI" }], fixes: [] });`,
    );
    const skipped = await measured(project(), { "requirements.txt": "own==1.0\n" });
    expect([skipped.status, first(skipped)]).toEqual([
      "not_measured",
      expect.stringContaining("pip-audit skipped own"),
    ]);
    scanners.add("pip-audit", PIP_AUDIT.replace("? 0 : 1", "? 0 : 0"));
    const lied = await measured(project(), { "requirements.txt": "flask==0.5\n" });
    expect([lied.status, lied.result["reason"]]).toEqual(["not_measured", "TOOL_FAILED"]);
  });
});
