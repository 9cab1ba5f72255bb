import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAxe } from "../../../src/checks/readers/axe.ts";
import { readBiome } from "../../../src/checks/readers/biome.ts";
import { readCobertura } from "../../../src/checks/readers/cobertura.ts";
import { readClippy, readFlake8, readMypy, readRuff, readTsc } from "../../../src/checks/readers/compilers.ts";
import { readCycloneDx, readNpmAudit, readOsv } from "../../../src/checks/readers/dependency-reports.ts";
import { readEslint } from "../../../src/checks/readers/eslint.ts";
import { type Evidence, EVIDENCE_LIMIT_BYTES, reportBytes } from "../../../src/checks/readers/evidence.ts";
import { readGoCover } from "../../../src/checks/readers/go-cover.ts";
import { readGoVet } from "../../../src/checks/readers/go-vet.ts";
import { readIstanbulFinal, readIstanbulSummary } from "../../../src/checks/readers/istanbul.ts";
import { readJacoco } from "../../../src/checks/readers/jacoco.ts";
import { readLcov } from "../../../src/checks/readers/lcov.ts";
import { readCargoMutants, readMutationReport, readPit } from "../../../src/checks/readers/mutation-report.ts";
import { readOxlint } from "../../../src/checks/readers/oxlint.ts";
import { readPlaywright } from "../../../src/checks/readers/playwright.ts";
import { readPyright } from "../../../src/checks/readers/pyright.ts";
import { readSarif } from "../../../src/checks/readers/sarif.ts";
import { readBandit, readCheckstyle, readSecretlint } from "../../../src/checks/readers/scanners.ts";
import { sourceText } from "../../../src/checks/readers/source-text.ts";

type Reader = (source: Uint8Array) => Evidence<unknown>;

const READERS: Readonly<Record<string, readonly [Reader, string | null]>> = {
  LCOV: [readLcov, "vitest-lcov.info"],
  Cobertura: [readCobertura, "python-cobertura.xml"],
  JaCoCo: [readJacoco, "jacoco.xml"],
  "Go cover": [readGoCover, "go-cover.out"],
  "Istanbul summary": [readIstanbulSummary, "vitest-coverage-summary.json"],
  "Istanbul final": [readIstanbulFinal, "vitest-coverage-final.json"],
  "mutation report": [readMutationReport, "mutation.json"],
  PIT: [readPit, null],
  "cargo-mutants": [readCargoMutants, null],
  SARIF: [readSarif, "eslint-findings.sarif"],
  ESLint: [readEslint, "eslint-findings.json"],
  Biome: [readBiome, "biome.txt"],
  oxlint: [readOxlint, "oxlint.txt"],
  bandit: [readBandit, "bandit.json"],
  secretlint: [readSecretlint, "secretlint.json"],
  checkstyle: [readCheckstyle, "secretlint-checkstyle.xml"],
  "checkstyle itself": [readCheckstyle, "checkstyle.xml"],
  mypy: [readMypy, "mypy.txt"],
  clippy: [readClippy, "clippy.ndjson"],
  pyright: [readPyright, "pyright.json"],
  "go vet": [readGoVet, "go-vet.txt"],
  ruff: [readRuff, null],
  CycloneDX: [readCycloneDx, "cyclonedx-npm-trimmed.json"],
  OSV: [readOsv, null],
  "npm audit": [readNpmAudit, "npm-audit.json"],
  axe: [readAxe, "axe-bad.json"],
  Playwright: [readPlaywright, "playwright.json"],
};
const fixtures = join(import.meta.dirname, "../../fixtures/evidence-samples");
const bytes = (text: string): Uint8Array => Buffer.from(text);
const codeOf = (evidence: Evidence<unknown>): string => evidence.problem?.code ?? "a pass";

describe.each(Object.entries(READERS))("%s", (_, [read, name]) => {
  it.each([
    ["nothing at all", ""],
    ["text of something else", "hello\n"],
    ["NaN", '{"files":NaN}'],
    ["null", "null"],
    ["an empty list of another kind", '{"results":{}}'],
    ["bytes that are no text", "\xff\xfe\x00"],
    [
      "an entity bomb",
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><coverage>&b;</coverage>',
    ],
  ])("is not measured by %s", (what, text) => {
    const source = what.startsWith("bytes") ? Buffer.from(text, "latin1") : bytes(text);
    expect(codeOf(read(source))).toMatch(/^EVIDENCE_/);
  });

  it.skipIf(name === null)("is refused when it is cut anywhere", () => {
    const whole = readFileSync(join(fixtures, name ?? ""));
    // A last line break, and what follows the last complete record, may be missing without harm.
    const end = whole.toString("latin1").trimEnd().length;
    const cuts = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => Math.floor(end * share));
    for (const cut of [...cuts, end - 1])
      expect([cut, codeOf(read(whole.subarray(0, cut)))]).not.toEqual([cut, "a pass"]);
  });

  it("never throws, whatever bytes it gets", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (source) => {
        expect(codeOf(read(source))).not.toBe("");
      }),
      { numRuns: 30 },
    );
  });
});

describe("numbers that cannot be", () => {
  it.each<[string, Reader, string, string]>([
    ["negative hits", readLcov, "SF:a\nDA:1,-1\nend_of_record\n", "EVIDENCE_IMPLAUSIBLE"],
    ["hits that are no number", readLcov, "SF:a\nDA:1,NaN\nend_of_record\n", "EVIDENCE_UNREADABLE"],
    ["line 0", readLcov, "SF:a\nDA:0,1\nend_of_record\n", "EVIDENCE_IMPLAUSIBLE"],
    ["no line measured", readLcov, "SF:a\nLF:10\nLH:10\nend_of_record\n", "EVIDENCE_EMPTY"],
    ["a record in a record", readLcov, "SF:a\nDA:1,1\nSF:b\nDA:1,1\nend_of_record\n", "EVIDENCE_UNREADABLE"],
    ["a rate over one", readCobertura, `<coverage line-rate="1.5"/>`, "EVIDENCE_IMPLAUSIBLE"],
    ["a rate that is no number", readCobertura, `<coverage line-rate="NaN"/>`, "EVIDENCE_UNREADABLE"],
    [
      "more branches than there are",
      readCobertura,
      `<coverage><class filename="a"><lines><line number="1" hits="1" branch="true" condition-coverage="150% (3/2)"/></lines></class></coverage>`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    [
      "a line of no instruction",
      readJacoco,
      `<report><sourcefile name="A"><line nr="1" mi="0" ci="0" mb="0" cb="0"/></sourcefile></report>`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    ["a block backwards", readGoCover, "mode: set\na.go:5.1,3.1 1 1\n", "EVIDENCE_IMPLAUSIBLE"],
    ["a block over all the world", readGoCover, "mode: set\na.go:1.1,4000000.1 1 1\n", "EVIDENCE_IMPLAUSIBLE"],
    [
      "more covered than there is",
      readIstanbulSummary,
      summary({ total: 8, covered: 9, pct: 100 }),
      "EVIDENCE_IMPLAUSIBLE",
    ],
    ["more than 100 %", readIstanbulSummary, summary({ total: 8, covered: 8, pct: 101 }), "EVIDENCE_IMPLAUSIBLE"],
    [
      "a total that its files do not bear out",
      readIstanbulSummary,
      summary({ total: 8, covered: 8, pct: 100 }, 4),
      "EVIDENCE_IMPLAUSIBLE",
    ],
    [
      "more counted than named",
      readIstanbulFinal,
      `{"a":{"path":"a","statementMap":{},"s":{"0":1},"branchMap":{},"b":{}}}`,
      "EVIDENCE_UNREADABLE",
    ],
    [
      "an error that is not listed",
      readEslint,
      `[{"filePath":"a","messages":[],"errorCount":1,"warningCount":0}]`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    ["no file linted", readEslint, "[]", "EVIDENCE_EMPTY"],
    ["an error that Biome counts and does not list", readBiome, biome({ errors: 1 }), "EVIDENCE_IMPLAUSIBLE"],
    ["findings that Biome keeps back", readBiome, biome({ diagnosticsNotPrinted: 1 }), "EVIDENCE_UNREADABLE"],
    ["no file linted by Biome", readBiome, biome({ unchanged: 0 }), "EVIDENCE_EMPTY"],
    ["more files than Biome lists", readBiome, biome({ unchanged: 2 }), "EVIDENCE_IMPLAUSIBLE"],
    [
      "a file that Biome could not read",
      readBiome,
      biome({ errors: 1 }, [
        {
          category: "fs/cantRead",
          severity: "error",
          message: "no",
          location: { path: "a", start: { line: 0, column: 0 } },
        },
      ]),
      "EVIDENCE_UNREADABLE",
    ],
    ["no file linted by oxlint", readOxlint, `\n\f{"diagnostics":[],"number_of_files":0}`, "EVIDENCE_EMPTY"],
    [
      "more files than oxlint lists",
      readOxlint,
      `a.js\n\f{"diagnostics":[],"number_of_files":2}`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    [
      "two reports in one",
      readOxlint,
      `\f{"diagnostics":[],"number_of_files":1}\f{"diagnostics":[],"number_of_files":1}`,
      "EVIDENCE_UNREADABLE",
    ],
    [
      "a run without results",
      readSarif,
      `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}}}]}`,
      "EVIDENCE_EMPTY",
    ],
    [
      "a scanner that failed",
      readSarif,
      `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"invocations":[{"executionSuccessful":false}],"results":[]}]}`,
      "EVIDENCE_UNREADABLE",
    ],
    [
      "a severity beyond ten",
      readSarif,
      `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"},"properties":{"security-severity":"11"}}]}]}`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    [
      "a file that bandit could not parse",
      readBandit,
      `{"errors":[{"filename":"a","reason":"syntax"}],"metrics":{"a":{"loc":1}},"results":[]}`,
      "EVIDENCE_UNREADABLE",
    ],
    ["no file scanned by bandit", readBandit, `{"errors":[],"metrics":{},"results":[]}`, "EVIDENCE_EMPTY"],
    [
      "bandit totals that are not listed",
      readBandit,
      `{"errors":[],"metrics":{"a":{"loc":1},"_totals":{"loc":1,"SEVERITY.HIGH":1}},"results":[]}`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    ["mypy without its closing line", readMypy, "a.py:1: error: no  [x]\n", "EVIDENCE_UNREADABLE"],
    [
      "mypy that lists fewer than it counts",
      readMypy,
      "Found 1 error in 1 file (checked 1 source file)\n",
      "EVIDENCE_UNREADABLE",
    ],
    [
      "mypy that gave up",
      readMypy,
      "a.py:1: error: no  [x]\nFound 1 error in 1 file (errors prevented further checking)\n",
      "EVIDENCE_UNREADABLE",
    ],
    ["an error that pyright counts and does not list", readPyright, pyright(1, 1), "EVIDENCE_IMPLAUSIBLE"],
    ["no file checked by pyright", readPyright, pyright(0, 0), "EVIDENCE_EMPTY"],
    ["tsc that was not found", readTsc, "sh: 1: tsc: not found\n", "EVIDENCE_UNREADABLE"],
    ["flake8 that crashed", readFlake8, "Traceback (most recent call last):\n", "EVIDENCE_UNREADABLE"],
    ["a go vet that names no package", readGoVet, "# example.com/shop\n", "EVIDENCE_EMPTY"],
    ["an analysis of go vet that failed", readGoVet, `{"a":{"printf":{"error":"no"}}}\n}\n`, "EVIDENCE_UNREADABLE"],
    [
      "a finding of go vet without a place",
      readGoVet,
      `{\n"a":{"printf":[{"posn":"-","message":"m"}]}\n}\n`,
      "EVIDENCE_UNREADABLE",
    ],
    ["a cargo build that never ended", readClippy, `{"reason":"build-script-executed"}\n`, "EVIDENCE_UNREADABLE"],
    [
      "zero end-to-end tests",
      readPlaywright,
      `{"suites":[],"errors":[],"stats":{"expected":0,"unexpected":0,"flaky":0,"skipped":0}}`,
      "EVIDENCE_EMPTY",
    ],
    [
      "end-to-end tests that are counted and not there",
      readPlaywright,
      `{"suites":[{"title":"s","specs":[{"title":"t","file":"f","tests":[{"projectName":"","expectedStatus":"passed","status":"expected","results":[{"status":"passed"}]}]}]}],"errors":[],"stats":{"expected":2,"unexpected":0,"flaky":0,"skipped":0}}`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    [
      "an empty page",
      readAxe,
      `{"testEngine":{"name":"axe-core","version":"4"},"url":"u","violations":[],"passes":[],"incomplete":[]}`,
      "EVIDENCE_EMPTY",
    ],
    ["a mutant of an unknown fate", readMutationReport, mutants("Blessed"), "EVIDENCE_UNREADABLE"],
    ["a mutant that nobody has tried", readMutationReport, mutants("Pending"), "EVIDENCE_UNREADABLE"],
    ["no mutant", readMutationReport, `{"schemaVersion":"1","files":{}}`, "EVIDENCE_EMPTY"],
    [
      "a baseline that fails without any mutant",
      readCargoMutants,
      `{"outcomes":[{"scenario":"Baseline","summary":"Failure"}]}`,
      "EVIDENCE_UNREADABLE",
    ],
    [
      "vulnerabilities that npm counts and does not list",
      readNpmAudit,
      `{"auditReportVersion":2,"vulnerabilities":{},"metadata":{"vulnerabilities":{"total":3},"dependencies":{"total":9}}}`,
      "EVIDENCE_IMPLAUSIBLE",
    ],
    ["a bill without components", readCycloneDx, `{"bomFormat":"CycloneDX","specVersion":"1.6"}`, "EVIDENCE_EMPTY"],
  ])("%s", (_, read, text, code) => {
    expect(codeOf(read(bytes(text)))).toBe(code);
  });
});

function summary(lines: { total: number; covered: number; pct: number }, total = lines.total): string {
  const branches = { total: 0, covered: 0, pct: "Unknown" };
  return JSON.stringify({
    total: { lines: { ...lines, total, covered: Math.min(total, lines.covered) }, branches },
    a: { lines, branches },
  });
}

function biome(summary: object, diagnostics: readonly object[] = []): string {
  const counted = { changed: 0, unchanged: 1, errors: 0, warnings: 0, diagnosticsNotPrinted: 0, ...summary };
  return ` VERBOSE\n  i Files processed:\n  \n  - a.js\n\f${JSON.stringify({ summary: counted, diagnostics, command: "lint" })}`;
}

function pyright(filesAnalyzed: number, errorCount: number): string {
  const summary = { filesAnalyzed, errorCount, warningCount: 0, informationCount: 0, timeInSec: 1 };
  return JSON.stringify({ version: "1", time: "1", generalDiagnostics: [], summary });
}

function mutants(status: string): string {
  const place = { start: { line: 1 }, end: { line: 1 } };
  return JSON.stringify({
    schemaVersion: "1",
    files: { a: { mutants: [{ id: "1", mutatorName: "m", status, location: place }] } },
  });
}

describe("formats that have no sample yet", () => {
  it("PIT's mutations are read with their lines", () => {
    const one = (status: string, line: string): string =>
      `<mutation detected="true" status="${status}"><sourceFile>Calc.java</sourceFile><mutatedClass>org.x.Calc</mutatedClass><lineNumber>${line}</lineNumber><mutator>org.pitest.MathMutator</mutator><description>replaced + with -</description></mutation>`;
    expect(
      readPit(bytes(`<?xml version="1.0"?><mutations>${one("KILLED", "3")}${one("SURVIVED", "4")}</mutations>`)).value,
    ).toMatchObject({
      mutants: [
        { path: "org/x/Calc.java", line: 3, mutator: "MathMutator", status: "killed" },
        { line: 4, status: "survived" },
      ],
    });
    for (const status of ["NOT_STARTED", "STARTED"])
      expect(codeOf(readPit(bytes(`<mutations>${one("KILLED", "3")}${one(status, "4")}</mutations>`)))).toBe(
        "EVIDENCE_UNREADABLE",
      );
    expect(codeOf(readPit(bytes(`<mutations>${one("KILLED", "-3")}</mutations>`)))).toBe("EVIDENCE_IMPLAUSIBLE");
  });

  it("OSV's vulnerabilities take the severity of their group, and count as high without one", () => {
    const report = {
      results: [
        {
          packages: [
            {
              package: { name: "a", version: "1" },
              vulnerabilities: [{ id: "X-1" }, { id: "X-2" }],
              groups: [{ ids: ["X-1"], max_severity: "5.1" }],
            },
          ],
        },
      ],
    };
    expect(readOsv(bytes(JSON.stringify(report))).value?.vulnerabilities.map(({ severity }) => severity)).toEqual([
      "medium",
      "high",
    ]);
  });
});

describe("a report file", () => {
  it("that is not there, that is a folder, or that is larger than the cap is refused unread", () => {
    const folder = mkdtempSync(join(tmpdir(), "baton-report-"));
    try {
      const huge = join(folder, "huge");
      writeFileSync(huge, "");
      truncateSync(huge, 3 * 2 ** 30);
      const before = process.memoryUsage().arrayBuffers;
      expect(reportBytes(huge).problem?.code).toBe("EVIDENCE_TOO_LARGE");
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(EVIDENCE_LIMIT_BYTES);
      expect(reportBytes(join(folder, "none")).problem?.code).toBe("EVIDENCE_MISSING");
      expect(reportBytes(folder).problem?.code).toBe("EVIDENCE_MISSING");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("that is a pipe, or a link to another file, is never opened", () => {
    const folder = mkdtempSync(join(tmpdir(), "baton-report-"));
    try {
      execFileSync("mkfifo", [join(folder, "pipe")]);
      writeFileSync(join(folder, "old"), "");
      symlinkSync(join(folder, "old"), join(folder, "link"));
      symlinkSync(join(folder, "pipe"), join(folder, "link-to-pipe"));
      for (const name of ["pipe", "link", "link-to-pipe"])
        expect(reportBytes(join(folder, name)).problem).toEqual({
          code: "EVIDENCE_MISSING",
          message: "the report is no file",
        });
      expect(sourceText(join(folder, "pipe"))).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("with a line over the cap is refused", () => {
    expect(codeOf(readLcov(bytes(`SF:${"a".repeat(2 ** 21)}\n`)))).toBe("EVIDENCE_TOO_LARGE");
  });
});

it("refuses names that no file has, and what is counted twice", () => {
  expect(codeOf(readLcov(bytes("SF:src/a\0.js\nDA:1,1\nend_of_record\n")))).toBe("EVIDENCE_UNREADABLE");
  const mutant = (id: string) => ({
    id,
    mutatorName: "BlockStatement",
    status: "Killed",
    location: { start: { line: 1 }, end: { line: 1 } },
  });
  const report = (...ids: string[]) =>
    bytes(JSON.stringify({ schemaVersion: "2.0", files: { "src/a.js": { mutants: ids.map(mutant) } } }));
  expect([report("1", "2"), report("1", "1")].map((one) => codeOf(readMutationReport(one)))).toEqual([
    "a pass",
    "EVIDENCE_UNREADABLE",
  ]);
});
