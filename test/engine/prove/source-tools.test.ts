import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSourceTools, withSourceTools } from "../../../src/engine/prove/source-tools.ts";

test("who changes no Python waits for no shim that looks for it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-tools-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [asked, shim] = [join(folder, "asked"), join(folder, "python3")];
  writeFileSync(shim, `#!/bin/sh\n: >${asked}\n`);
  chmodSync(shim, 0o755);
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const names = async (...paths: string[]) => (await openSourceTools(env, folder, paths)).map(({ name }) => name);
  expect(await names("src/a.ts", "README.md")).toEqual(["javascript", "rust", "java"]);
  expect(existsSync(asked)).toBe(false);
  await names("src/a.ts", "tools/a.py");
  expect(existsSync(asked)).toBe(true);
});

test("the same files are read once, others and other questions for themselves", async () => {
  const [tool] = await openSourceTools({}, tmpdir(), ["a.test.js"]);
  const files = [{ path: "a.test.js", text: 'test("a", () => expect(f()).toBe(1));' }];
  const tests = await tool?.tests(files);
  expect(tests).toHaveLength(1);
  expect(await tool?.tests([...files])).toBe(tests);
  expect(await tool?.tests([{ path: "a.test.js", text: 'test("b", () => expect(f()).toBe(1));' }])).not.toEqual(tests);
  expect(await tool?.flip(files)).toMatchObject([{ flipped: 1 }]);
  expect(await tool?.flip(files, "guarded")).not.toMatchObject([{ flipped: 1 }]);
});

test("what a language keeps running ends with the work, however that ends", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-tools-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = ["a.py"];
  const files = [{ path: "a.py", text: "def test_a():\n    assert f() == 1\n" }];
  const given = { env: { PATH: process.env["PATH"] ?? "" }, stateDirectory: folder, paths };
  const readers = (): string[] =>
    readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(join(folder, "tools")));
  const work = withSourceTools(given, async (tools) => {
    const python = tools.find(({ name }) => name === "python");
    expect(await python?.tests(files)).toHaveLength(1);
    expect(readers()).toHaveLength(1);
    throw new Error("the work failed");
  });
  await expect(work).rejects.toThrow("the work failed");
  expect(readers()).toEqual([]);
});

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
