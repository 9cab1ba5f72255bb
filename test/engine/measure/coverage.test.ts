import { expect, test } from "vitest";
import { measureFiles } from "../../support/measure.ts";

const PAGE = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "server.js": "export const start = () => 1;\n",
  "index.html": "<main></main>\n",
  "test/page.test.js": `import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
test("main", () => assert.match(readFileSync("index.html", "utf8"), /<main/));
`,
};
const IMPORTS = `import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "../server.js";
test("starts", () => assert.equal(start(), 1));
`;
const BUTTON = { "index.html": "<main><button>Add</button></main>\n" };

test("where tests only read a page, a change of the page has nothing to cover", async () => {
  const { status, result, findings } = await measureFiles("coverage", PAGE, BUTTON);
  expect([status, result, findings]).toEqual([
    "pass",
    {
      status: "not_applicable",
      reason: "nothing_to_cover",
      notes: "no file of a language whose lines are counted changed, and no test runs any",
    },
    [],
  ]);
});

test("code that changes where no test runs any line is not measured, nor is what base's tests still ran", async () => {
  const code = await measureFiles("coverage", PAGE, { "server.js": "export const start = () => 2;\n" });
  expect([code.status, code.result["reason"]]).toEqual(["not_measured", "EVIDENCE_EMPTY"]);
  const base = { ...PAGE, "test/start.test.js": IMPORTS };
  const gone = await measureFiles("coverage", base, { ...BUTTON, "test/start.test.js": null });
  expect([gone.status, gone.result["reason"]]).toEqual(["not_measured", "EVIDENCE_EMPTY"]);
});

const HALVES = (assertion: string): Record<string, string> => ({
  "half.js": "export const half = (n) => (n < 0 ? 0 : n / 2);\n",
  "test/half.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { half } from "../half.js";
test("halves", () => { assert.equal(half(4), 2); ${assertion} });
`,
});
const asking = (branches: number): Record<string, string> => ({
  "baton.config.json": JSON.stringify({ checks: { thresholds: { branches } } }),
});

test("H3A-16 branches of changed lines are named apart: a fall is a note, and with a threshold they are asked for", async () => {
  const base = { ...PAGE, "test/start.test.js": IMPORTS };
  const noted = await measureFiles("coverage", base, HALVES(""));
  expect(noted.result).toMatchObject({ status: "pass", changed_lines: "100.0%", changed_branches: "66.6%" });
  expect(noted.notes).toEqual(["branch coverage of the whole project falls from 100.0% to 80.0%"]);
  expect(noted.report?.content).toMatchObject({ branches_missed: [{ path: "half.js", lines: "1" }] });
  const asked = await measureFiles("coverage", { ...base, ...asking(90) }, HALVES(""));
  expect(asked.result).toMatchObject({ status: "fail", branches_threshold: "90%" });
  expect(asked.findings.map(({ code, message }) => [code, message])).toEqual([
    ["COVERAGE_LOW", "half.js: no test takes every branch of lines 1"],
    ["COVERAGE_FELL", "branch coverage of the whole project falls from 100.0% to 80.0%"],
  ]);
  const taken = await measureFiles("coverage", { ...base, ...asking(90) }, HALVES("assert.equal(half(-1), 0);"));
  expect([taken.status, taken.result["changed_branches"]]).toEqual(["pass", "100.0%"]);
});
