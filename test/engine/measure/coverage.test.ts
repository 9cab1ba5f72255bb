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
