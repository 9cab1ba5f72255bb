import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Measured } from "../../../src/engine/measure/outcome.ts";
import type { ToolCommand } from "../../../src/schema/check-settings.ts";
import { measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";

const sample = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../fixtures/evidence-samples", name), "utf8");

const TEST = `import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("holds", () => assert.ok(true));\n`;
const sarif = (results: readonly object[], name = "x"): string =>
  JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name } }, results }] });
const hit = (level: string, ruleId = "R"): object => ({
  ruleId,
  level,
  message: { text: "bad" },
  locations: [{ physicalLocation: { artifactLocation: { uri: "src/b.js" }, region: { startLine: 1 } } }],
});
const lintOf = (...errors: readonly object[]): string =>
  JSON.stringify([{ filePath: "src/b.js", messages: errors, errorCount: errors.length, warningCount: 0 }]);

type Asked = Pick<ToolCommand, "check" | "format"> & {
  /** What it reports over head, and how it exits there; over base it finds nothing. */
  readonly report: string;
  readonly clean: string;
  readonly code?: number;
  /** What it does over head in place of that. */
  readonly instead?: string;
};

/** Measures a change of one file with one configured command. */
async function measured({ check, format, report, clean, code = 0, instead }: Asked): Promise<Measured> {
  const files: Files = {
    "package.json": JSON.stringify({ name: "app", type: "module", scripts: { test: "node --test" } }),
    "baton.config.json": JSON.stringify({
      environment: { prepare: null },
      checks: {
        commands: [
          {
            check,
            format,
            name: "own",
            command: `if [ -f src/b.js ]; then ${instead ?? "cat tools/head > {report}"}; exit ${code}; fi; cat tools/base > {report}`,
          },
        ],
      },
    }),
    "tools/head": report,
    "tools/base": clean,
    "test/a.test.js": TEST,
  };
  // New each time: what a tool said of an equal tree is cited.
  return measureFiles(check, files, { "src/b.js": `export const b = ${Date.now()};\n` });
}

describe("a command that the configuration names", { timeout: 120_000 }, () => {
  it.each([
    ["sarif", "lint", sarif([])],
    ["tsc", "type_check", ""],
    ["eslint", "lint", lintOf()],
    ["secretlint", "security", JSON.stringify([{ filePath: "src/b.js", messages: [] }])],
  ] as const)("that exits 1 beside an empty report measured nothing (%s)", async (format, check, clean) => {
    const made = await measured({ check, format, report: clean, clean, code: 1 });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "TOOL_FAILED"]);
    expect(made.findings[0]?.message).toMatch(/exit code 1 and its report of 0 findings do not agree/);
  });

  it("that leaves a pipe in place of its report measured nothing, and nobody waits for it", async () => {
    const clean = sarif([]);
    const instead = "mkfifo {report}";
    const made = await measured({ check: "lint", format: "sarif", report: clean, clean, instead });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "EVIDENCE_MISSING"]);
    expect(made.findings[0]?.message).toContain("the report is no file");
  });

  it.each([0, 1])("is believed with what it found when it exits with %i", async (code) => {
    const found = await measured({
      check: "lint",
      format: "sarif",
      report: sarif([hit("error")]),
      clean: sarif([]),
      code,
    });
    expect([found.status, found.findings.length]).toEqual(["fail", 1]);
  });
});

describe("a secret, in whatever format a scanner writes", { timeout: 120_000 }, () => {
  const atHead = (report: string): string => report.replaceAll(/"[^"]*\/secret\.env"/g, '"src/b.js"');
  it.each([
    [
      "checkstyle",
      atHead(sample("secretlint-checkstyle.xml")),
      `<checkstyle version="4.3"><file name="a.js"/></checkstyle>`,
    ],
    ["sarif", sarif([hit("note", "@secretlint/secretlint-rule-aws"), hit("note")], "secretlint"), sarif([])],
    ["sarif", sarif([hit("note", "generic.secrets.security.detected-aws"), hit("note", "aws.gitleaks")]), sarif([])],
    [
      "eslint",
      lintOf(
        { ruleId: "no-secrets/no-secrets", severity: 2, message: 'entropy of "xyzzy"', line: 1 },
        { ruleId: "no-secrets/no-pattern-match", severity: 2, message: 'Found "xyzzy"', line: 2 },
      ),
      lintOf(),
    ],
    [
      "secretlint",
      JSON.stringify([
        {
          filePath: "src/b.js",
          messages: [1, 2].map((line) => ({
            ruleId: "own",
            severity: "info",
            loc: { start: { line, column: 1 } },
          })),
        },
      ]),
      JSON.stringify([{ filePath: "src/b.js", messages: [] }]),
    ],
  ] as const)(
    "fails the security check, with its weakness and without its text (%s)",
    async (format, report, clean) => {
      const made = await measured({ check: "security", format, report, clean, code: 1 });
      expect([made.status, made.findings.length]).toEqual(["fail", 2]);
      for (const { message } of made.findings) expect(message).toMatch(/holds a secret \(\S+\) \(.*CWE-798\)/);
      expect(JSON.stringify(made)).not.toMatch(/\*{5}|xyzzy/);
    },
  );
});
