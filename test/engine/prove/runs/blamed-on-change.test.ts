import { expect, test } from "vitest";
import { Config } from "../../../../src/schema/config.ts";
import { proveFiles } from "../../../support/prove.ts";

const manifest = (test: string): string => JSON.stringify({ type: "module", scripts: { test } });
const BASE = {
  "package.json": manifest("node --test"),
  "test/one.test.js": 'import { test } from "node:test";\ntest("one", () => {});\n',
};
const config = Config.parse({ environment: { prepare: "grep -q 'node --test' package.json" } });

test("what base could run and head cannot names the change's own manifests, and nothing is blamed on this machine", async () => {
  const head = { "package.json": manifest("true"), "src/add.js": "export const add = (a, b) => a + b;\n" };
  await expect(proveFiles(BASE, head, { config })).rejects.toMatchObject({
    code: "ENVIRONMENT_FAILED",
    message: expect.stringContaining("base's tests could be run, and this change edits package.json") as string,
    hint: expect.stringContaining("package.json") as string,
  });
});
