import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { probeDisk } from "../../src/runs/probe-disk.ts";

test("a probe leaves nothing, takes away what a killed one left, and touches none that is under way", () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-test-"));
  const { pid: dead } = spawnSync("true");
  const left = [`baton-probe-${dead}-a/target`, `baton-probe-${process.pid}-a`, "baton-probe-c"];
  for (const name of [...left, `baton-probe-${process.ppid}-b`]) mkdirSync(join(folder, name), { recursive: true });
  expect(probeDisk(folder).atomicRename).toBe(true);
  expect(readdirSync(folder)).toEqual([`baton-probe-${process.ppid}-b`]);
  rmSync(folder, { recursive: true });
});
