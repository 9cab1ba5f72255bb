import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Measured } from "../../src/engine/measure/outcome.ts";
import { packageRoot } from "../../src/util/package-root.ts";
import { hasTool } from "../support/go.ts";
import { measureFiles } from "../support/measure.ts";
import type { Files } from "../support/repository.ts";

const TIMEOUT_MS = 600_000;

const codes = ({ findings }: Measured): string[] => findings.map(({ code }) => code);

const PREPARE = { environment: { prepare: `ln -sfn ${join(packageRoot(), "node_modules")} node_modules` } };

function project(runner: "node-test" | "jest" | "vitest", files: Files = {}): Files {
  const scripts = { "node-test": "node --test", jest: "jest", vitest: "vitest run" };
  const script =
    runner === "jest"
      ? `const { add } = require("../src/add.js");\ntest("adds", () => expect(add(1, 2)).toBe(3));\n`
      : runner === "vitest"
        ? `import { expect, test } from "vitest";\nimport { add } from "../src/add.js";\ntest("adds", () => expect(add(1, 2)).toBe(3));\n`
        : `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 2), 3));\n`;
  return {
    "package.json": JSON.stringify({
      name: "calc",
      ...(runner === "jest" ? {} : { type: "module" }),
      scripts: { test: scripts[runner] },
      devDependencies: { jest: "*", vitest: "*", "@vitest/coverage-v8": "*", typescript: "*", eslint: "*" },
    }),
    "baton.config.json": JSON.stringify(PREPARE),
    ".gitignore": "node_modules\n",
    "src/add.js": runner === "jest" ? "exports.add = (a, b) => a + b;\n" : "export const add = (a, b) => a + b;\n",
    "test/add.test.js": script,
    ...files,
  };
}

/** Code of the change that no test runs, with something before it and after it. */
const untested = (runner: string, before: string, after = ""): string =>
  `${before}\n${runner === "jest" ? "exports.later = (n) => {" : "export const later = (n) => {"}\n  if (n) {\n    return 1;\n  }\n  return 2;\n};\n${after}\n`;

describe("suppressions in changed lines buy no pass", { timeout: TIMEOUT_MS }, () => {
  it.each([
    ["node-test", "/* node:coverage disable */", "/* node:coverage enable */"],
    ["node-test", "/* node:coverage ignore next 6 */", ""],
    ["jest", "/* istanbul ignore file */", ""],
    ["jest", "/* istanbul ignore next */", ""],
    ["vitest", "/* v8 ignore start */", "/* v8 ignore stop */"],
  ] as const)("%s: lines below %s count as what no test runs", async (runner, before, after) => {
    const base = project(runner);
    // In a file that the tests load: else no report would name it.
    const head = { "src/add.js": `${base["src/add.js"]}${untested(runner, before, after)}` };
    const made = await measureFiles("coverage", base, head);
    expect(made.status).toBe("fail");
    expect(made.findings[0]?.message).toMatch(/^src\/add\.js: no test runs lines [34]/);
  });

  const TYPES = {
    "tsconfig.json": JSON.stringify({
      compilerOptions: { checkJs: true, allowJs: true, module: "nodenext", target: "es2022", types: [] },
      include: ["src"],
    }),
  };
  it.each(["// @ts-ignore", "// @ts-expect-error", "/* @ts-ignore */"])("%s hides no type error", async (comment) => {
    const wrong = `${comment}\n/** @type {number} */ export const n = "x";\n`;
    const made = await measureFiles("type_check", project("node-test", TYPES), { "src/n.js": wrong });
    expect([made.status, codes(made)]).toEqual(["fail", ["CHECK_SUPPRESSED"]]);
    expect(made.findings[0]?.message).toMatch(/switched off: src\/n\.js:2 TS2322/);
  });

  it("@ts-nocheck at the top of a new file hides no type error", async () => {
    const made = await measureFiles("type_check", project("node-test", TYPES), {
      "src/n.js": `// @ts-nocheck\n/** @type {number} */\nexport const n = "x";\n`,
    });
    expect(codes(made)).toEqual(["CHECK_SUPPRESSED"]);
  });

  const LINT = { "eslint.config.js": `export default [{ rules: { "no-unused-vars": "error" } }];\n` };
  it.each(["// eslint-disable-next-line", "/* eslint-disable */", "/* eslint no-unused-vars: 0 */"])(
    "%s hides no lint finding",
    async (comment) => {
      const made = await measureFiles("lint", project("node-test", LINT), {
        "src/n.js": `${comment}\nconst unused = 1;\n`,
      });
      expect([made.status, codes(made)]).toEqual(["fail", ["CHECK_SUPPRESSED"]]);
    },
  );

  it.skipIf(!hasTool("bandit", "--version"))("# nosec hides no security finding", async () => {
    const base = {
      "app.py": "def one():\n    return 1\n",
      "test_app.py": "from app import one\n\ndef test_one():\n    assert one() == 1\n",
    };
    const made = await measureFiles("security", base, {
      "run.py": "import subprocess\n\ndef run(text):\n    return subprocess.call(text, shell=True)  # nosec\n",
    });
    expect(codes(made)).toContain("CHECK_SUPPRESSED");
  });
});

describe("honest suppressions", { timeout: TIMEOUT_MS }, () => {
  it("those that base had stay, whatever else of the file changes, also where it is renamed", async () => {
    const older = untested("node-test", "/* node:coverage disable */", "/* node:coverage enable */");
    const add = `export const add = (a, b) => a + b;\n${older}`;
    const base = project("node-test", { "src/add.js": add });
    const changed = await measureFiles("coverage", base, { "src/add.js": add.replace("a + b", "b + a") });
    expect([changed.status, changed.result["changed_lines"]]).toEqual(["pass", "100.0%"]);
    const renamed = await measureFiles("coverage", base, {
      "src/add.js": null,
      "src/sum.js": add,
      "test/add.test.js": base["test/add.test.js"]?.replace("add.js", "sum.js") ?? null,
    });
    expect(renamed.status).toBe("pass");
  });

  it("one that hides nothing costs nothing: covered code stays covered, typed code typed", async () => {
    const made = await measureFiles("coverage", project("node-test"), {
      "src/add.js": "/* node:coverage ignore next */\nexport const add = (a, b) => b + a;\n",
    });
    expect([made.status, made.result["changed_lines"]]).toEqual(["pass", "100.0%"]);
  });
});
