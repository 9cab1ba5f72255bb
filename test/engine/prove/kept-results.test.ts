import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";

const SECRET = "s3cr3t-value-of-nobody";

test("what is kept of a run holds no secret of this environment, in no form", async () => {
  const stateDirectory = mkdtempSync(join(tmpdir(), "baton-state-"));
  const forms = [SECRET, Buffer.from(SECRET).toString("base64"), Buffer.from(SECRET).toString("hex")];
  try {
    const { verdict } = await proveFiles(
      { "package.json": '{"type":"module","scripts":{"test":"node --test"}}' },
      {
        "one.js": "export const one = () => 1;\n",
        "one.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "./one.js";\ntest("one", () => {\n  console.log("seen", ${JSON.stringify(forms.join(" "))});\n  assert.equal(one(), 1, ${JSON.stringify(forms.join(" "))});\n});\n`,
      },
      { stateDirectory, env: { ...process.env, SHOP_API_TOKEN: SECRET } },
    );
    expect(verdict.status).toBe("proven");
    const kept = readdirSync(join(stateDirectory, "results"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".json"))
      .map((path) => readFileSync(join(stateDirectory, "results", path), "utf8"))
      .join("\n");
    expect(kept).toContain("[redacted]");
    expect(forms.filter((form) => kept.includes(form))).toEqual([]);
  } finally {
    rmSync(stateDirectory, { recursive: true, force: true });
  }
});
