import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Measured } from "../../../src/engine/measure/outcome.ts";
import { packageRoot } from "../../../src/util/package-root.ts";
import { measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";
import { createScanners } from "../../support/scanners.ts";
import { saidOf, toolsOf } from "../../support/said.ts";

const TEST = `import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("holds", () => assert.ok(true));\n`;

const INSTALL = `ln -sfn ${join(packageRoot(), "node_modules")} node_modules`;

/** A project whose installed packages are this repository's, or what `prepare` makes. */
const node = (files: Files, dependency: string, prepare = INSTALL): Files => ({
  "package.json": JSON.stringify({
    name: "app",
    type: "module",
    scripts: { test: "node --test" },
    devDependencies: { [dependency]: "*" },
  }),
  "baton.config.json": JSON.stringify({ environment: { prepare } }),
  ".gitignore": "node_modules\n",
  "test/a.test.js": TEST,
  ...files,
});

describe("oxlint", { timeout: 120_000 }, () => {
  const RULES = JSON.stringify({ rules: { "no-unused-vars": "error", "no-debugger": "warn", "no-eval": "warn" } });
  const base = node({ ".oxlintrc.json": RULES, "src/old.js": "const old = 1;\n" }, "oxlint");
  const measured = async (head: Files, before: Files = base): Promise<Measured> => measureFiles("lint", before, head);

  it("only what the change brings counts, and the report names its version", async () => {
    const calm = await measured({ "src/b.js": "export const b = 2;\n" });
    expect([calm.status, calm.result["errors"], saidOf(calm)]).toEqual(["pass", 1, []]);
    expect(toolsOf(calm)).toContainEqual({ name: "oxlint", version: expect.stringMatching(/^\d+\.\d+/) });
    const made = await measured({ "src/b.js": "const b = 2;\n" });
    expect(saidOf(made)).toEqual([
      expect.stringMatching(
        /^LINT_FOUND src\/b\.js:1 eslint\(no-unused-vars\): Variable 'b' .* \[oxlint \. --ignore-pattern=\S+ --format=json\]$/,
      ),
    ]);
  });

  it("a new warning fails as one of ESLint's does, unless it is for security to judge", async () => {
    expect(saidOf(await measured({ "src/b.js": "debugger;\n" }))).toEqual([
      expect.stringMatching(/^LINT_FOUND src\/b\.js:1 eslint\(no-debugger\)/),
    ]);
    const evaluated = { "src/b.js": "export const b = (text) => eval(text);\n" };
    expect((await measured(evaluated)).status).toBe("pass");
    expect(saidOf(await measureFiles("security", base, evaluated))).toContainEqual(
      expect.stringMatching(/^VULNERABILITY src\/b\.js:1 eslint\(no-eval\): .*CWE-95/),
    );
  });

  it.each(["// oxlint-disable-next-line", "/* eslint-disable no-unused-vars */"])(
    "%s hides no finding",
    async (comment) => {
      const said = saidOf(await measured({ "src/b.js": `${comment}\nconst b = 2;\n` }));
      expect(said).toEqual([
        expect.stringMatching(/^CHECK_SUPPRESSED switched off: src\/b\.js:2 eslint\(no-unused-vars\)/),
      ]);
      expect(said[0]).toMatch(RegExp(`; by line 1: ${RegExp.escape(comment)}$`));
    },
  );

  it("a file that .gitignore newly names is one that it no longer looks at", async () => {
    const made = await measured({ ".gitignore": "node_modules\nsrc/old.js\n", "src/b.js": "export const b = 2;\n" });
    expect(saidOf(made)).toEqual([expect.stringMatching(/^CHECK_NARROWED oxlint looked at src\/old\.js before/)]);
  });

  it.each([
    [{ ".oxlintrc.json": "{" }, "TOOL_FAILED|EVIDENCE_UNREADABLE"],
    [{ ".oxlintrc.json": '{ "ignorePatterns": ["**"] }' }, "EVIDENCE_EMPTY"],
  ])("what it does not look at is not measured: %j", async (config, reason) => {
    const made = await measured({ "src/b.js": "export const b = 2;\n" }, { ...base, ...config });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", expect.stringMatching(reason)]);
  });
});

test("a linter of Python's is named with the version that its package says", { timeout: 120_000 }, async () => {
  const ruff = String.raw`#!/bin/sh\nwhile [ "$1" != --output-file ]; do shift; done\necho "[]" > "$2"\n`;
  const prepare = `mkdir -p .venv/bin .venv/lib/python3.11/site-packages/ruff-0.16.9.dist-info && printf '${ruff}' > .venv/bin/ruff && chmod +x .venv/bin/ruff`;
  const base = node({ "ruff.toml": "", ".gitignore": ".venv\n" }, "none", prepare);
  const made = await measureFiles("lint", base, { "src/b.py": "b = 1\n" });
  expect(toolsOf(made)).toContainEqual({ name: "ruff", version: "0.16.9" });
});

/** Pyright, as it answers for the files of a test: an error of each line that returns a text, unless a comment is beside it. */
const PYRIGHT = `
const found = fs.readdirSync("src").flatMap((name) => read("src/" + name).split("\\n").flatMap((line, at) =>
  /return "/.test(line) && !line.includes("# pyright: ignore")
    ? [{ file: process.cwd() + "/src/" + name, severity: "error", message: "Type \\"str\\" is not assignable to return type \\"int\\"", range: { start: { line: at, character: 11 }, end: { line: at, character: 14 } }, rule: "reportReturnType" }]
    : []));
print({ version: "1.1.414", time: "1", generalDiagnostics: found, summary: { filesAnalyzed: fs.readdirSync("src").length, errorCount: found.length, warningCount: 0, informationCount: 0, timeInSec: 0.8 } });
end(has("src/lie.py") ? 0 : found.length > 0 ? 1 : 0);
`;

describe("pyright", { timeout: 120_000 }, () => {
  const scanners = createScanners();
  scanners.add("pyright", PYRIGHT);
  afterAll(() => scanners.remove());
  const wrong = (name: string, comment = ""): string => `def ${name}() -> int:\n    return "x"${comment}\n`;
  const measured = async (head: Files): Promise<Measured> => {
    const base = node({ "pyrightconfig.json": "{}", "src/old.py": wrong("old") }, "none", "true");
    return measureFiles("type_check", base, head, scanners.env);
  };

  it("only what the change brings counts", async () => {
    const calm = await measured({ "src/b.py": "def b() -> int:\n    return 1\n" });
    expect([calm.status, calm.result["errors"], saidOf(calm)]).toEqual(["pass", 1, []]);
    const made = await measured({ "src/b.py": wrong("b") });
    expect(saidOf(made)).toEqual([
      expect.stringMatching(/^TYPE_ERROR src\/b\.py:2 reportReturnType: .* \[pyright --outputjson\]$/),
    ]);
  });

  it("a comment hides nothing, and an exit code alone is no pass", async () => {
    const muted = await measured({ "src/b.py": wrong("b", "  # pyright: ignore[reportReturnType]") });
    expect(saidOf(muted)).toEqual([
      expect.stringMatching(/^CHECK_SUPPRESSED switched off: src\/b\.py:2 .*; by line 2: .*# pyright: ignore/),
    ]);
    const lied = await measured({ "src/lie.py": wrong("lie") });
    expect([lied.status, lied.result["reason"]]).toEqual(["not_measured", "TOOL_FAILED"]);
  });
});

/** Biome, as it answers for `debugger` in the files that a test writes. */
const BIOME = `
const { readdirSync, readFileSync, existsSync } = require("node:fs");
const ignored = readFileSync(".gitignore", "utf8").split("\\n");
const files = readdirSync("src").map((name) => "src/" + name).filter((path) => !ignored.includes(path));
if (process.argv.includes("--reporter=json")) {
  const diagnostics = files.flatMap((path) => readFileSync(path, "utf8").split("\\n").flatMap((line, at, all) =>
    line === "debugger;" && !(all[at - 1] ?? "").includes("biome-ignore")
      ? [{ severity: "error", message: "This is an unexpected use of the debugger statement.", category: "lint/suspicious/noDebugger", location: { path, start: { line: at + 1, column: 1 }, end: { line: at + 1, column: 10 } }, advices: [] }]
      : []));
  const summary = { changed: 0, unchanged: files.length, errors: diagnostics.length, warnings: 0, infos: 0, skipped: 0, suggestedFixesSkipped: 0, diagnosticsNotPrinted: 0 };
  console.log(JSON.stringify({ summary, diagnostics, command: "lint" }));
  process.exitCode = diagnostics.length > 0 && !existsSync("src/lie.js") ? 1 : 0;
} else console.log([" VERBOSE  ----", "", "  i Files processed:", "  ", ...files.map((path) => "  - " + path), "  ", "", " VERBOSE  ----"].join("\\n"));
`;

describe("Biome", { timeout: 120_000 }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "baton-biome-"));
    writeFileSync(
      join(folder, "package.json"),
      '{"name":"@biomejs/biome","version":"2.6.8","bin":{"biome":"biome.cjs"}}',
    );
    writeFileSync(join(folder, "biome.cjs"), BIOME);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const measured = async (head: Files): Promise<Measured> => {
    const prepare = `mkdir -p node_modules/@biomejs && ln -sfn ${folder} node_modules/@biomejs/biome`;
    return measureFiles(
      "lint",
      node({ "biome.json": "{}", "src/old.js": "debugger;\n" }, "@biomejs/biome", prepare),
      head,
    );
  };

  it("only what the change brings counts, and the report names its version", async () => {
    const calm = await measured({ "src/b.js": "export const b = 2;\n" });
    expect([calm.status, calm.result["errors"], saidOf(calm)]).toEqual(["pass", 1, []]);
    expect(toolsOf(calm)).toContainEqual({ name: "biome", version: "2.6.8" });
    const made = await measured({ "src/b.js": "debugger;\n" });
    expect(saidOf(made)).toEqual([
      expect.stringMatching(
        /^LINT_FOUND src\/b\.js:1 lint\/suspicious\/noDebugger: .* \[biome lint \. --reporter=json/,
      ),
    ]);
  });

  it("neither a comment nor a file that is newly ignored hides anything, and an exit code alone is no pass", async () => {
    const muted = await measured({ "src/b.js": "// biome-ignore lint/suspicious/noDebugger: no\ndebugger;\n" });
    expect(saidOf(muted)).toEqual([expect.stringMatching(/^CHECK_SUPPRESSED switched off: src\/b\.js:2 /)]);
    const narrowed = await measured({
      ".gitignore": "node_modules\nsrc/old.js\n",
      "src/b.js": "export const b = 3;\n",
    });
    expect(saidOf(narrowed)).toEqual([expect.stringMatching(/^CHECK_NARROWED biome looked at src\/old\.js before/)]);
    const lied = await measured({ "src/lie.js": "debugger;\n" });
    expect([lied.status, lied.result["reason"]]).toEqual(["not_measured", "TOOL_FAILED"]);
  });
});
