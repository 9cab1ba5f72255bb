import { describe, expect, it } from "vitest";
import { measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";

const TEST = `import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("holds", () => assert.ok(true));\n`;
/** A record of LCOV: how often each line ran. */
const record = (path: string, hits: readonly number[]): string =>
  `SF:${path}\n${hits.map((one, at) => `DA:${at + 1},${one}\n`).join("")}end_of_record\n`;

/** A project whose coverage command says what `tools/base` or, once `tools/head` is there, that says. */
function project(lcov: string, more: Files = {}, checks: object = {}): Files {
  return {
    "package.json": JSON.stringify({ name: "app", type: "module", scripts: { test: "node --test" } }),
    "baton.config.json": JSON.stringify({
      environment: { prepare: null },
      checks: {
        commands: [
          {
            check: "coverage",
            format: "lcov",
            name: "own",
            command: "cat tools/head > {report} || cat tools/base > {report}",
          },
        ],
        ...checks,
      },
    }),
    "src/a.js": "export const a = 1;\n",
    "tools/base": lcov,
    "test/a.test.js": TEST,
    ...more,
  };
}

const A = record("src/a.js", [1]);
const coverage = async (base: Files, head: Files): Promise<readonly unknown[]> => {
  const { status, result, findings } = await measureFiles("coverage", base, head);
  return [status, result["status"], result["changed_lines"] ?? result["reason"], findings[0]?.message];
};

describe("what counts for coverage", { timeout: 120_000 }, () => {
  it("is whatever language a report names, and of that language what it does not name", async () => {
    const vue =
      "<template>\n  <p>{{ sum(1, 2) }}</p>\n</template>\n<script setup>\nconst sum = (a, b) => a + b;\n</script>\n";
    const lcov = A + record("src/App.vue", [0, 0, 0]);
    expect(await coverage(project(A), { "src/App.vue": vue, "tools/head": lcov })).toEqual([
      "fail",
      "fail",
      "0.0%",
      "src/App.vue: no test runs lines 1-3",
    ]);
    expect(await coverage(project(A), { "src/App.vue": vue })).toEqual([
      "fail",
      "fail",
      "0.0%",
      "src/App.vue: no test runs lines 5",
    ]);
    const ruby = { "lib/a.rb": "def a\n  1\nend\n", "lib/b.rb": "# b\ndef b\n  2\nend\n" };
    const named = A + record("lib/a.rb", [1, 0]);
    expect(await coverage(project(A), { ...ruby, "tools/head": named })).toEqual([
      "fail",
      "fail",
      "25.0%",
      "lib/a.rb: no test runs lines 2",
    ]);
  });

  it("is code of a unit's language also where no unit is", async () => {
    const base = project(A, {
      "package.json": JSON.stringify({ private: true, workspaces: ["packages/*"] }),
      "packages/a/package.json": JSON.stringify({ name: "a", type: "module", scripts: { test: "node --test" } }),
      "packages/a/test/a.test.js": TEST,
    });
    expect(await coverage(base, { "packages/b/src/x.js": "export const x = () => {\n  return 1;\n};\n" })).toEqual([
      "fail",
      "fail",
      "0.0%",
      "packages/b/src/x.js: no test runs lines 1-2",
    ]);
  });

  it("code of a language that nothing here counts is not measured, unless the configuration leaves it out", async () => {
    const ruby = { "bin/release.rb": "puts 1\n" };
    expect(await coverage(project(A), ruby)).toEqual([
      "not_measured",
      "not_measured",
      "TOOL_MISSING",
      "coverage could not be measured: nothing here counts which lines of bin/release.rb run; name what does among checks.commands, or leave it out by checks.coverage_exclude",
    ]);
    const nothing = ["pass", "not_applicable", "nothing_to_cover", undefined];
    expect(await coverage(project(A, {}, { coverage_exclude: ["bin/**"] }), ruby)).toEqual(nothing);
    expect(await coverage(project(A, ruby), { "bin/release.rb": "# says it\nputs 1\n" })).toEqual(nothing);
  });

  it("data, markup, comments, types, and what others wrote or a tool made, are nothing to cover", async () => {
    const lcov = "SF:src/a.js\nDA:2,1\nend_of_record\n" + record("data/a.json", [0]) + record("vendor/x.php", [0]);
    const made = coverage(project(A), {
      "tools/head": lcov,
      "data/a.json": "{}\n",
      "web/index.html": "<p>\n",
      "web/main.css": "p {}\n",
      "src/a.js": "// One.\nexport const a = 1;\n",
      "src/types.ts": "export interface A {\n  a: number;\n}\n",
      "vendor/x.php": "<?php echo 1;\n",
      "api/x.generated.cs": "class X { int F() { return 1; } }\n",
      "include/x.h": "struct x { int y; };\nint f(int);\n",
    });
    expect(await made).toEqual(["pass", "not_applicable", "nothing_to_cover", undefined]);
  });
});
