import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";

const testOf = (name: string, title: string, result: number): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\ntest(${title}, () => assert.equal(${name}(8, 2), ${result}));\n`;
const manifest = (more: object): string =>
  JSON.stringify({ type: "module", scripts: { test: "node --test" }, ...more });

test("a test that names the folder it runs in is the same test in an environment of other dependencies", async () => {
  const title = "`adds in ${process.cwd()}`";
  const { runs, findings } = await proveFiles(
    {
      "package.json": manifest({}),
      "src/add.js": "export const add = (a, b) => a + b;\n",
      "test/add.test.js": testOf("add", title, 10),
    },
    {
      "package.json": manifest({ dependencies: { local: "file:./local" } }),
      "local/package.json": '{"name":"local","version":"1.0.0","type":"module"}',
      "src/mul.js": "export const mul = (a, b) => a * b;\n",
      "test/mul.test.js": testOf("mul", '"multiplies"', 16),
      "test/add.test.js": `${testOf("add", title, 10)}// a word more\n`,
    },
  );
  expect(runs.R0?.sets?.["green"]).toEqual(["test/add.test.js::adds in <tree>"]);
  // A person looks at a dependency that comes from no registry, and at nothing else.
  expect(findings.filter(({ severity }) => severity !== "info").map(({ code }) => code)).toEqual(["PROTECTED_PATH"]);
});
