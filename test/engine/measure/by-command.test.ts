import { describe, expect, it } from "vitest";
import type { Measured } from "../../../src/engine/measure/outcome.ts";
import { measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";

const TEST = `import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("holds", () => assert.ok(true));\n`;

interface Asked {
  readonly check: "coverage" | "mutation" | "security" | "accessibility";
  readonly format: string;
  /** What the command reports over head; over base it says nothing was missed. */
  readonly report: string;
  readonly clean?: string;
  readonly code?: number;
  readonly path?: string;
}

/** Measures a change of one file of five lines with a command that reports what it is told to. */
async function measured({
  check,
  format,
  report,
  clean = report,
  code = 0,
  path = "src/b.js",
}: Asked): Promise<Measured> {
  const files: Files = {
    "package.json": JSON.stringify({ name: "app", type: "module", scripts: { test: "node --test" } }),
    "baton.config.json": JSON.stringify({
      environment: { prepare: null },
      checks: {
        need: { [check]: "always" },
        commands: [
          {
            check,
            format,
            name: "own",
            command: `if [ -f ${path} ]; then cat tools/head > {report}; exit ${code}; fi; cat tools/base > {report}`,
          },
        ],
      },
    }),
    "src/a.js": "export const a = 1;\n",
    "tools/head": report,
    "tools/base": clean,
    "test/a.test.js": TEST,
  };
  return measureFiles(check, files, { [path]: `// ${Date.now()}\none();\ntwo();\nthree();\nfour();\n` });
}

const lcov = (hits: readonly number[]): string =>
  `SF:src/a.js\nDA:1,1\nend_of_record\nSF:src/b.js\n${hits.map((one, at) => `DA:${at + 2},${one}\n`).join("")}end_of_record\n`;
const jacoco = (hits: readonly number[]): string =>
  `<report name="app"><package name="src"><sourcefile name="a.js"><line nr="1" mi="0" ci="1" mb="0" cb="0"/></sourcefile><sourcefile name="b.js">${hits
    .map((one, at) => `<line nr="${at + 2}" mi="${one === 0 ? 1 : 0}" ci="${one}" mb="0" cb="0"/>`)
    .join("")}</sourcefile></package></report>`;
const istanbul = (hits: readonly number[]): string => {
  const places = hits.map((_, at) => [String(at), { start: { line: at + 2 }, end: { line: at + 2 } }] as const);
  return JSON.stringify({
    "src/b.js": {
      path: "src/b.js",
      statementMap: Object.fromEntries(places),
      s: Object.fromEntries(hits.map((one, at) => [String(at), one])),
      branchMap: {},
      b: {},
    },
  });
};

describe("coverage by a command of the configuration", { timeout: 120_000 }, () => {
  it.each([
    ["lcov", lcov],
    ["jacoco", jacoco],
    ["istanbul", istanbul],
  ] as const)("changed lines that its report says nothing ran fail (%s)", async (format, report) => {
    const low = await measured({
      check: "coverage",
      format,
      report: report([1, 0, 0, 1]),
      clean: report([1, 1, 1, 1]),
    });
    expect([low.status, low.result["changed_lines"]]).toEqual(["fail", "50.0%"]);
    expect(low.findings[0]?.message).toBe("src/b.js: no test runs lines 3-4");
    const full = await measured({
      check: "coverage",
      format,
      report: report([1, 1, 1, 1]),
      clean: report([1, 1, 1, 1]),
    });
    expect([full.status, full.result["changed_lines"]]).toEqual(["pass", "100.0%"]);
  });

  it("what its report leaves out ran not at all, and a failing exit code beside a perfect report measures nothing", async () => {
    const silent = await measured({
      check: "coverage",
      format: "lcov",
      report: "SF:src/a.js\nDA:1,1\nend_of_record\n",
    });
    expect([silent.status, silent.result["changed_lines"]]).toEqual(["fail", "0.0%"]);
    const report = lcov([1, 1, 1, 1]);
    const odd = await measured({ check: "coverage", format: "lcov", report, code: 1 });
    expect([odd.status, odd.result["reason"]]).toEqual(["not_measured", "TOOL_FAILED"]);
    const torn = await measured({ check: "coverage", format: "jacoco", report: "<report>", clean: jacoco([1]) });
    expect([torn.status, torn.result["reason"]]).toEqual(["not_measured", "EVIDENCE_UNREADABLE"]);
  });
});

const stryker = (statuses: readonly string[], old: object = { status: "Survived" }): string =>
  JSON.stringify({
    schemaVersion: "1",
    files: {
      "src/b.js": {
        mutants: statuses.map((status, at) => ({
          id: String(at),
          mutatorName: "BlockStatement",
          replacement: "{}",
          status,
          ...(status === "Ignored" ? { statusReason: "left out" } : {}),
          location: { start: { line: at + 2 }, end: { line: at + 2 } },
        })),
      },
      "src/a.js": {
        mutants: [
          { id: "a", mutatorName: "BlockStatement", ...old, location: { start: { line: 1 }, end: { line: 1 } } },
          { id: "b", mutatorName: "X", status: "Killed", location: { start: { line: 1 }, end: { line: 1 } } },
        ],
      },
    },
  });
const PIT: Readonly<Record<string, string>> = { Killed: "KILLED", Survived: "SURVIVED" };
const pit = (statuses: readonly string[]): string =>
  `<mutations>${statuses
    .map(
      (status, at) =>
        `<mutation status="${PIT[status]}"><sourceFile>B.java</sourceFile><mutatedClass>com.acme.B</mutatedClass><lineNumber>${at + 2}</lineNumber><mutator>x.VoidMethodCall</mutator><description>removed</description></mutation>`,
    )
    .join("")}</mutations>`;
const CARGO: Readonly<Record<string, string>> = { Killed: "CaughtMutant", Survived: "MissedMutant" };
const cargo = (statuses: readonly string[]): string =>
  JSON.stringify({
    outcomes: [
      { scenario: "Baseline", summary: "Success" },
      ...statuses.map((status, at) => ({
        scenario: {
          Mutant: {
            file: "src/b.rs",
            span: { start: { line: at + 2 }, end: { line: at + 2 } },
            genre: "FnValue",
            replacement: "()",
          },
        },
        summary: CARGO[status],
      })),
    ],
  });

describe("mutants by a command of the configuration", { timeout: 120_000 }, () => {
  it.each([
    ["mutation-testing", stryker, "src/b.js"],
    ["pit", pit, "src/main/java/com/acme/B.java"],
    ["cargo-mutants", cargo, "src/b.rs"],
  ] as const)("those of changed lines that no test notices fail (%s)", async (format, report, path) => {
    const low = await measured({ check: "mutation", format, path, report: report(["Killed", "Survived"]), code: 1 });
    expect([low.status, low.result["score"], low.result["kind"]]).toEqual(["fail", "50.0%", "command"]);
    expect(low.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(new RegExp(`^${path.replaceAll(".", "\\.")}:3 .* and no test notices$`)),
    ]);
    const full = await measured({ check: "mutation", format, path, report: report(["Killed", "Killed"]) });
    expect([full.status, full.result["mutants"]]).toEqual(["pass", 2]);
  });

  it("those that nobody has tried yet are no result, however many others were noticed", async () => {
    const report = stryker(["Killed", "Pending"]);
    const made = await measured({ check: "mutation", format: "mutation-testing", report });
    expect([made.status, made.result["reason"], made.result["notes"]]).toEqual([
      "not_measured",
      "EVIDENCE_UNREADABLE",
      expect.stringContaining("the run did not end: a mutant of src/b.js:3 is Pending"),
    ]);
  });

  it("those that the change has ignored fail, unless base ignores the kind for the same reason", async () => {
    const asked = { check: "mutation", format: "mutation-testing", report: stryker(["Killed", "Ignored"]) } as const;
    const cheat = await measured({ ...asked, clean: stryker([]) });
    expect([cheat.status, cheat.findings.map(({ code, message }) => [code, message])]).toEqual([
      "fail",
      [
        [
          "CHECK_SUPPRESSED",
          "switched off: src/b.js:3 BlockStatement is ignored, as before the change none is (left out)",
        ],
      ],
    ]);
    const agreed = stryker([], { status: "Ignored", statusReason: "left out" });
    const honest = await measured({ ...asked, clean: agreed });
    expect([honest.status, honest.result["score"]]).toEqual(["pass", "100.0%"]);
    const torn = await measured({ ...asked, clean: "{" });
    expect([torn.status, torn.result["reason"]]).toEqual(["not_measured", "EVIDENCE_UNREADABLE"]);
  });

  it("code that its tool does not break is broken as ever", async () => {
    const report = cargo(["Killed"]);
    const made = await measured({ check: "mutation", format: "cargo-mutants", report });
    expect(made.result["kind"]).not.toBe("command");
    expect(made.result["not_measured"]).toEqual([
      'own: no code of the change is what its format cargo-mutants tells of; where it is, name another "format" in checks.commands of baton.config.json',
    ]);
  });

  it("a report of no file of the tree measured nothing, and one of no changed line says so", async () => {
    const report = stryker([], { status: "Killed" });
    const asked = { check: "mutation", format: "mutation-testing" } as const;
    const foreign = await measured({ ...asked, report: report.replace('"src/a.js"', '"lib/c.js"') });
    expect([foreign.status, foreign.result["reason"]]).toEqual(["not_measured", "EVIDENCE_EMPTY"]);
    expect(foreign.findings[0]?.message).toContain("own: its report names lib/c.js, which is no file of the tree");
    const older = await measured({ ...asked, report });
    expect([older.status, older.result["reason"], older.result["not_measured"]]).toEqual([
      "pass",
      "nothing_to_mutate",
      [expect.stringContaining("own: its report holds mutants of older lines alone")],
    ]);
  });
});

const bill = (vulnerabilities: readonly object[] | undefined): string =>
  JSON.stringify({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    components: [{ name: "flask", version: "0.5", "bom-ref": "f" }],
    vulnerabilities,
  });
const osv = (ids: readonly string[]): string =>
  JSON.stringify({
    results: [
      {
        packages: [
          { package: { name: "flask", version: "0.5" }, vulnerabilities: ids.map((id) => ({ id })), groups: [] },
        ],
      },
    ],
  });

describe("dependencies by a command of the configuration", { timeout: 120_000 }, () => {
  it.each([
    ["cyclonedx", bill([{ id: "CVE-1", ratings: [{ severity: "high" }], affects: [{ ref: "f" }] }]), bill([])],
    ["osv", osv(["CVE-1"]), osv([])],
  ] as const)("a vulnerability that the change brings fails (%s)", async (format, report, clean) => {
    const made = await measured({ check: "security", format, report, clean, code: 1 });
    expect([made.status, made.findings.length]).toEqual(["fail", 1]);
    expect(made.findings[0]?.message).toMatch(/^the project CVE-1: flask 0\.5: .*A06:2021.*CWE-1395/);
  });

  it("a bill of materials that was compared with nothing is no audit", async () => {
    const report = bill(undefined);
    const made = await measured({ check: "security", format: "cyclonedx", report });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "EVIDENCE_EMPTY"]);
  });
});

/** A page as axe tells of it; the port is another each time. */
const axe = (targets: readonly string[], off: readonly string[] = []): string =>
  JSON.stringify([
    {
      testEngine: { name: "axe-core", version: "4.12.1" },
      url: `http://127.0.0.1:${4000 + targets.length}/cart`,
      toolOptions: { rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])) },
      violations: [
        {
          id: "label",
          impact: "critical",
          tags: ["wcag2a"],
          help: "Form elements must have labels",
          nodes: targets.map((target) => ({ target: [target] })),
        },
      ].filter(({ nodes }) => nodes.length > 0),
      passes: [{ id: "html-has-lang", impact: null, tags: [], help: "", nodes: [{ target: ["html"] }] }],
      incomplete: [],
    },
  ]);

/** One that says which rules were asked: `label` holds, finds nothing, or is not asked at all. */
const asking = (label: "passes" | "inapplicable" | null, only: readonly string[] | null = null): string => {
  const rule = (id: string): object => ({ id, impact: null, tags: [], help: "", nodes: [{ target: ["html"] }] });
  const [report] = JSON.parse(axe([])) as [object];
  return JSON.stringify({
    ...report,
    toolOptions: only === null ? {} : { runOnly: { type: "rule", values: only } },
    passes: [rule("html-has-lang"), ...(label === "passes" ? [rule("label")] : [])],
    inapplicable: label === "inapplicable" ? [{ ...rule("label"), nodes: [] }] : [],
  });
};

describe("accessibility by a command of the configuration", { timeout: 120_000 }, () => {
  it("only what the change brings fails, and no rule is switched off for it", async () => {
    const asked = { check: "accessibility", format: "axe", path: "web/index.html", clean: axe(["#old"]) } as const;
    const worse = await measured({ ...asked, report: axe(["#old", "#new"]), code: 1 });
    expect(worse.findings.map(({ message }) => message)).toEqual([
      "/cart: label (critical): Form elements must have labels: #new",
    ]);
    const same = await measured({ ...asked, report: axe(["#old"]) });
    expect([same.status, same.result["violations"]]).toEqual(["pass", 1]);
    const off = await measured({ ...asked, report: axe([], ["label"]) });
    expect(off.findings.map(({ message }) => message)).toEqual(["/cart: the rule label is switched off"]);
  });

  it("a rule that base asked is asked of head, also where it finds nothing any more", async () => {
    const asked = { check: "accessibility", format: "axe", path: "web/index.html", clean: asking("passes") } as const;
    const gone = await measured({ ...asked, report: asking("inapplicable") });
    expect([gone.status, gone.findings]).toEqual(["pass", []]);
    const off = await measured({ ...asked, report: asking(null, ["html-has-lang"]) });
    expect(off.findings.map(({ message }) => message)).toEqual(["/cart: the rule label is switched off"]);
    const silent = await measured({ ...asked, report: axe([]) });
    expect(silent.findings.map(({ message }) => message)).toEqual([
      "/cart: the report no longer says which rules were asked",
    ]);
    const only = JSON.parse(axe([])) as object[];
    const narrow = JSON.stringify(only.map((page) => ({ ...page, toolOptions: { runOnly: ["html-has-lang"] } })));
    const narrower = await measured({ ...asked, clean: axe([]), report: narrow });
    expect(narrower.findings.map(({ message }) => message)).toEqual(["/cart: only html-has-lang are asked"]);
  });

  it("an audit without a page, or none at all, measured nothing", async () => {
    const made = await measured({ check: "accessibility", format: "axe", path: "web/index.html", report: "[]" });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "EVIDENCE_EMPTY"]);
  });
});
