import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { identifyWorkspace } from "../../src/store/workspace.ts";

let folder = "";
let common = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-workspace-"));
  common = join(folder, "common");
  mkdirSync(common);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a workspace keeps its id, also where its folder moves to", () => {
  const { id, copiedFrom } = identifyWorkspace(common);
  expect(copiedFrom).toBeNull();
  expect(identifyWorkspace(common)).toEqual({ id, copiedFrom: null });
  renameSync(common, join(folder, "moved"));
  expect(identifyWorkspace(join(folder, "moved"))).toEqual({ id, copiedFrom: null });
});

test("a copy gets an id of its own and says once where it came from", () => {
  const { id } = identifyWorkspace(common);
  const copy = join(folder, "copy");
  cpSync(common, copy, { recursive: true });
  const copied = identifyWorkspace(copy);
  expect(copied).toEqual({ id: expect.not.stringMatching(id) as string, copiedFrom: id });
  expect(identifyWorkspace(copy)).toEqual({ id: copied.id, copiedFrom: null });
  expect(identifyWorkspace(common)).toEqual({ id, copiedFrom: null });
});

test("a damaged file is named, not replaced", () => {
  mkdirSync(join(common, "baton"));
  writeFileSync(join(common, "baton", "workspace.json"), '{"id": "../x", "device": "1", "inode": "1"}');
  expect(() => identifyWorkspace(common)).toThrow(expect.objectContaining({ code: "STATE_FILE_CORRUPT" }));
});
