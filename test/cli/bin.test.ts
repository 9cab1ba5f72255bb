import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/util/package-root.ts";

const version = (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string }).version;

it.each(["--version", "-V"])("the installed program answers %s by itself, and prepares nothing for it", (flag) => {
  const bin = join(packageRoot(), "bin", "baton.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, flag], {
    encoding: "utf8",
    env: { BATON_STATE: "/nonexistent" },
  });
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, ""]);
});

const lost = (output: string): { status: number | null; stderr: string } => {
  const command = `"${process.execPath}" "${join(packageRoot(), "src", "cli", "main.ts")}" schema envelope --json ${output}`;
  const { status, stderr } = spawnSync("bash", ["-c", `set -o pipefail; ${command}`], { encoding: "utf8" });
  return { status, stderr };
};

it.skipIf(!existsSync("/dev/full"))("an answer that finds no room is an error with a code, and no stack", () => {
  expect(lost("> /dev/full")).toEqual({
    status: 1,
    stderr: "✗ DISK_FULL: standard output: the disk is full\n  Next: Free some space; nothing was half-written.\n",
  });
});

it("an answer whose reader has gone keeps the command's own exit code, and no stack", () => {
  expect(lost("| true")).toEqual({ status: 0, stderr: "" });
});
