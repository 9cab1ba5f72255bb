import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { installCommand } from "../../../src/checks/ui/browser.ts";

const folder = mkdtempSync(join(tmpdir(), "baton-browser-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what is missing is to be installed where Proofbaton is, not where one happens to stand", () => {
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project", "package.json"), "{}");
  const at = (...path: string[]): string => installCommand(join(folder, ...path), ["playwright-core", "axe-core"]);
  const packages = "playwright-core axe-core";
  expect(at("project", "node_modules", "proofbaton")).toBe(
    `npm install --prefix ${join(folder, "project")} --save-dev ${packages}`,
  );
  expect(at("lib", "node_modules", "proofbaton")).toBe(`npm install --global ${packages}`);
  expect(at("project")).toBe(`npm install --save-dev ${packages}`);
});
