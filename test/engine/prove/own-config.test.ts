import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";

const FILE = "baton.config.json";
const BROKEN = '{"policy": {"min_proof_level": "P9"}, ';
const BASE = {
  "package.json": '{"name":"own","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "../src/one.js";\ntest("one", () => assert.equal(one(), 1));\n',
};

test("a configuration that nobody could read once it is merged is named, and not proven", async () => {
  const { verdict, findings } = await proveFiles({ ...BASE, [FILE]: "{}" }, { [FILE]: BROKEN });
  expect(verdict.status).toBe("not_proven");
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: "CONFIG_INVALID",
      severity: "error",
      path: FILE,
      message: expect.stringContaining(FILE) as string,
    }),
  );
});

test("what mends an unreadable configuration asks a person, like every other change of it", async () => {
  const { verdict, findings } = await proveFiles({ ...BASE, [FILE]: BROKEN }, { [FILE]: "{}" });
  expect(verdict.status).toBe("person_needed");
  expect(findings.map(({ code }) => code)).toContain("PROTECTED_PATH");
});

test("where base's cannot be read, and the change leaves it so, nothing is judged", async () => {
  await expect(proveFiles({ ...BASE, [FILE]: BROKEN }, { "README.md": "# Own\n" })).rejects.toThrow(
    expect.objectContaining({ code: "CONFIG_INVALID" }),
  );
});
