import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";

const ADD = "def add(a, b):\n    return a + b\n";
const SUB = "\n\ndef sub(a, b):\n    return a - b\n";
const testOf = (name: string, asserted: string): string =>
  `from shop import ${name}\n\n\ndef test_${name}():\n    assert ${asserted}\n`;

test("tests that load another copy of the project's code are named with it, its own copy is none", async () => {
  const site = mkdtempSync(join(tmpdir(), "baton-site-"));
  mkdirSync(join(site, "shop"));
  writeFileSync(join(site, "shop", "__init__.py"), `${ADD}${SUB}`);
  const environment = { prepare: null, env: ["PYTHONPATH"] };
  const prove = (path: string) =>
    proveFiles(
      {
        "baton.config.json": JSON.stringify({ environment, test_command: "python3 -m pytest" }),
        "src/shop/__init__.py": ADD,
        "tests/test_add.py": testOf("add", "add(1, 2) == 3"),
      },
      { "src/shop/__init__.py": `${ADD}${SUB}`, "tests/test_sub.py": testOf("sub", "sub(3, 2) == 1") },
      { env: { ...process.env, PYTHONPATH: path } },
    );
  try {
    const elsewhere = await prove(site);
    expect(elsewhere.findings.map(({ code, severity }) => [code, severity])).toEqual([
      ["CODE_ELSEWHERE", "warning"],
      ["RED_MISSING", "error"],
    ]);
    expect(elsewhere.findings[0]?.message).toContain(`tests load shop from ${join(site, "shop", "__init__.py")}`);
    const own = await prove("src");
    expect([own.verdict.status, own.findings]).toEqual(["proven", []]);
  } finally {
    rmSync(site, { recursive: true });
  }
});
