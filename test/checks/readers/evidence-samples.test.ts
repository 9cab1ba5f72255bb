import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAxe } from "../../../src/checks/readers/axe.ts";
import { readBiome } from "../../../src/checks/readers/biome.ts";
import { readCobertura } from "../../../src/checks/readers/cobertura.ts";
import { readClippy, readFlake8, readMypy, readTsc } from "../../../src/checks/readers/compilers.ts";
import { readCycloneDx, readNpmAudit } from "../../../src/checks/readers/dependency-reports.ts";
import { readEslint } from "../../../src/checks/readers/eslint.ts";
import type { Evidence } from "../../../src/checks/readers/evidence.ts";
import { readGoCover } from "../../../src/checks/readers/go-cover.ts";
import { readGoVet } from "../../../src/checks/readers/go-vet.ts";
import { readIstanbulFinal, readIstanbulSummary } from "../../../src/checks/readers/istanbul.ts";
import { readJacoco } from "../../../src/checks/readers/jacoco.ts";
import { readLcov } from "../../../src/checks/readers/lcov.ts";
import { readMutationReport } from "../../../src/checks/readers/mutation-report.ts";
import { readOxlint } from "../../../src/checks/readers/oxlint.ts";
import { readPlaywright } from "../../../src/checks/readers/playwright.ts";
import { readPyright } from "../../../src/checks/readers/pyright.ts";
import { readSarif } from "../../../src/checks/readers/sarif.ts";
import { readBandit, readCheckstyle, readSecretlint } from "../../../src/checks/readers/scanners.ts";
import type { Coverage } from "../../../src/schema/coverage.ts";
import type { ToolFindings } from "../../../src/schema/tool-findings.ts";

/** Where the tools ran that made the samples. */
const ROOT = ["", "home", "dev", "project"].join("/");

const sample = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, "../../fixtures/evidence-samples", name));

function measured<T>(evidence: Evidence<T>): T {
  expect(evidence.problem).toBeNull();
  if (evidence.problem !== null) throw new Error(evidence.problem.message);
  return evidence.value;
}

/** `path lines covered/all branches taken/all` of each file. */
const outline = (evidence: Evidence<Coverage>): string[] =>
  measured(evidence).files.map(({ path, lines, branches }) => {
    const ran = lines.filter(([, hits]) => hits > 0).length;
    const [all, taken] = branches.reduce(([a, b], [, x, y]) => [a + x, b + y], [0, 0]);
    return `${path} ${ran}/${lines.length} ${taken}/${all}`;
  });

const places = (evidence: Evidence<ToolFindings>): string[] =>
  measured(evidence).findings.map(
    ({ rule, path, line, severity, cwe }) => `${rule} ${path}:${line} ${severity} ${cwe.join()}`,
  );

describe("coverage of one project, measured by five tools", () => {
  const path = "src/discount.ts";
  it.each([
    ["LCOV", outline(readLcov(sample("vitest-lcov.info"))), path],
    ["Cobertura", outline(readCobertura(sample("vitest-cobertura.xml"))), `${ROOT}/${path}`],
    ["Istanbul", outline(readIstanbulFinal(sample("vitest-coverage-final.json"))), `${ROOT}/${path}`],
  ])("%s says the same", (_, found, name) => {
    expect(found).toEqual([`${name} 8/8 5/6`]);
  });

  it("Istanbul's summary has the same sums", () => {
    expect(measured(readIstanbulSummary(sample("vitest-coverage-summary.json"))).files).toEqual([
      { path: `${ROOT}/${path}`, lines: [8, 8], branches: [6, 5] },
    ]);
  });

  it("LCOV of node:test counts the test file too", () => {
    expect(outline(readLcov(sample("node-test-lcov.info")))).toEqual([
      "calc.mjs 2/2 3/4",
      "test/calc.test.mjs 4/4 6/6",
    ]);
  });

  it("LCOV of coverage.py says LH > LF, and its lines are counted instead", () => {
    expect(sample("python-lcov.info").toString()).toContain("LF:16\nLH:17");
    expect(outline(readLcov(sample("python-lcov.info")))).toEqual([
      "pkg/__init__.py 0/0 0/0",
      "pkg/discount.py 17/17 8/8",
    ]);
  });

  it("Cobertura of coverage.py names files below its source", () => {
    expect(outline(readCobertura(sample("python-cobertura.xml")))).toEqual([
      `${ROOT}/pkg/__init__.py 0/0 0/0`,
      `${ROOT}/pkg/discount.py 16/16 8/8`,
    ]);
  });

  it("JaCoCo is read though it names a document type", () => {
    expect(outline(readJacoco(sample("jacoco.xml")))).toEqual(["Calc.java 1/3 1/2"]);
  });

  it("Go's profile covers the lines of its blocks", () => {
    expect(outline(readGoCover(sample("go-cover.out")))).toEqual(["example.com/calc/calc.go 3/5 0/0"]);
  });
});

describe("findings", () => {
  it("ESLint's JSON and SARIF name the same places, security rules with their CWE", () => {
    const expected = [
      `security/detect-child-process ${ROOT}/bad/insecure.js:3 high 78`,
      `security/detect-eval-with-expression ${ROOT}/bad/insecure.js:4 high 95`,
    ];
    expect(places(readEslint(sample("eslint-findings.json"))).slice(0, 2)).toEqual(expected);
    expect(
      places(readSarif(sample("eslint-findings.sarif")))
        .slice(0, 2)
        .map((one) => one.replace(" medium ", " high ")),
    ).toEqual(expected);
    expect(measured(readEslint(sample("eslint-clean.json")))).toMatchObject({ findings: [] });
  });

  it("bandit's severities are counted against its totals", () => {
    const { findings, files } = measured(readBandit(sample("bandit.json")));
    expect(Object.groupBy(findings, ({ severity }) => severity)).toMatchObject({ high: [{ cwe: [78] }] });
    expect([findings.length, files?.length]).toEqual([11, 4]);
  });

  it("secretlint's places are kept and none of its text", () => {
    const evidence = readSecretlint(sample("secretlint.json"));
    expect(places(evidence)).toEqual([
      `@secretlint/secretlint-rule-aws#AWSSecretAccessKey ${ROOT}/bad/secret.env:2 high 798`,
      `@secretlint/secretlint-rule-github#GITHUB_TOKEN ${ROOT}/bad/secret.env:3 high 798`,
    ]);
    expect(JSON.stringify(evidence)).not.toMatch(/X{10}|Y{10}|Z{10}|PRIVATE KEY/);
  });

  it("checkstyle, tsc, mypy, flake8 and clippy are read as their tools wrote them", () => {
    expect(places(readCheckstyle(sample("secretlint-checkstyle.xml")))).toHaveLength(2);
    expect(places(readTsc(sample("tsc-errors.txt")))).toEqual([
      "TS2322 bad/types.ts:1 medium ",
      "TS7006 bad/types.ts:1 medium ",
    ]);
    expect(places(readTsc(sample("tsc-clean.txt")))).toEqual([]);
    expect(measured(readMypy(sample("mypy.txt")))).toMatchObject({ findings: [] });
    expect(places(readFlake8(sample("flake8.txt")))[0]).toBe("E401 bad.py:1 medium ");
    expect(places(readClippy(sample("clippy.ndjson")))).toEqual([]);
    expect(measured(readClippy(sample("clippy.ndjson"))).looked?.names).toEqual([`${ROOT}/src/lib.rs`]);
  });

  it("Checkstyle names every file that it looked at", () => {
    const { findings, files } = measured(readCheckstyle(sample("checkstyle.xml")));
    const code = `${ROOT}/src/main/java/a`;
    expect(findings.map(({ path, line, level }) => `${path}:${line} ${level}`)).toEqual([
      `${code}/A.java:4 error`,
      `${code}/A.java:6 error`,
      `${code}/A.java:8 error`,
    ]);
    expect(files).toEqual([`${code}/Gen.java`, `${code}/A.java`]);
  });

  it("what Clippy says of a library and again of its tests is said once", () => {
    expect(places(readClippy(sample("clippy-findings.ndjson")))).toEqual([
      "dead_code src/lib.rs:5 low ",
      "clippy::needless_return src/lib.rs:2 low ",
      "clippy::len_zero tests/t.rs:3 low ",
      "clippy::useless_vec tests/t.rs:3 low ",
    ]);
  });

  it("pyright counts lines from 0, and basedpyright warns of more", () => {
    const errors = [`reportMissingImports ${ROOT}/src/a.py:1 medium `, `reportReturnType ${ROOT}/src/a.py:5 medium `];
    expect(places(readPyright(sample("pyright.json")))).toEqual(errors);
    expect(measured(readPyright(sample("pyright.json"))).looked).toEqual({ what: "files", count: 2, names: [] });
    const based = measured(readPyright(sample("basedpyright.json"))).findings;
    expect(based.map(({ level }) => level)).toEqual(["error", "warning", "error", "warning"]);
  });

  it("go vet names analysis and place, and what is clean by an empty object", () => {
    expect(places(readGoVet(sample("go-vet.txt")))).toEqual([`printf ${ROOT}/cart/total.go:6 medium `]);
    const names = ["example.com/shop/bad", "example.com/shop/cart"];
    expect(measured(readGoVet(sample("go-vet.txt"))).looked).toEqual({ what: "packages", count: 2, names });
  });
});

describe("linters that list the files that they look at", () => {
  it.each([
    ["biome.txt", "lint/style/useConst src/a.js:2 low "],
    ["biome-1.txt", "lint/suspicious/noDebugger ./src/a.js:1 medium "],
  ])("%s is what two versions of Biome print of the same files", (name, first) => {
    const { findings, files } = measured(readBiome(sample(name)));
    expect([findings.length, files?.map((path) => path.replace("./", ""))]).toEqual([
      8,
      ["biome.json", "src/a.js", "src/bad.js", "src/ok.js"],
    ]);
    expect(places(readBiome(sample(name)))[0]).toBe(first);
    // Behind letters of two bytes each.
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: "lint/suspicious/noDebugger", line: 6, column: 15, level: "error" }),
    );
    expect(findings.filter(({ rule }) => rule === "parse")).not.toEqual([]);
  });

  it("oxlint's rules keep its names; a file that does not parse has none", () => {
    expect(places(readOxlint(sample("oxlint.txt")))).toEqual([
      "eslint(no-unused-vars) src/a.js:1 medium ",
      "eslint(no-debugger) src/a.js:2 low ",
      " src/bad.js:1 medium ",
    ]);
    expect(measured(readOxlint(sample("oxlint.txt"))).files).toEqual(["src/a.js", "src/bad.js"]);
  });
});

describe("other evidence", () => {
  it("Stryker's mutants keep their place and fate", () => {
    const { mutants } = measured(readMutationReport(sample("mutation.json")));
    const count = (status: string): number => mutants.filter((one) => one.status === status).length;
    expect([mutants.length, count("killed"), count("survived"), count("no_coverage")]).toEqual([22, 19, 2, 1]);
  });

  it("every mutant ignored is nothing measured", () => {
    expect(readMutationReport(sample("mutation-all-ignored.json")).problem?.code).toBe("EVIDENCE_EMPTY");
  });

  it("CycloneDX names components", () => {
    const { components } = measured(readCycloneDx(sample("cyclonedx-npm-trimmed.json")));
    expect(components).toHaveLength(3);
    expect(components[0]?.purl).toMatch(/^pkg:npm\//);
  });

  it("an audit that the registry refused is not measured", () => {
    expect(readNpmAudit(sample("npm-audit.json")).problem).toMatchObject({ code: "AUDIT_UNREACHABLE" });
  });

  it("axe tells a good page from a bad one", () => {
    expect(measured(readAxe(sample("axe-good.json"))).violations).toEqual([]);
    expect(measured(readAxe(sample("axe-bad.json"))).violations).toHaveLength(8);
  });

  it("Playwright's tests are counted with their attachments", () => {
    const { tests } = measured(readPlaywright(sample("playwright.json")));
    expect(tests.map(({ status }) => status)).toEqual(["passed", "failed", "skipped"]);
    expect(tests[0]?.attachments.map(({ name }) => name)).toEqual(["screenshot", "trace"]);
  });
});
