import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFilesAtomic } from "../../src/util/atomic-file.ts";

let folder: string;
const path = (name: string): string => join(folder, name);
const filesHere = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-atomic-"));
  writeFileSync(path("old.txt"), "old");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("several files are written, in folders that were not there, and nothing is left beside them", () => {
  writeFilesAtomic([
    { path: path("old.txt"), content: "new" },
    { path: path("a/b/deep.txt"), content: ["in ", Buffer.from("parts")] },
  ]);
  expect([readFileSync(path("old.txt"), "utf8"), readFileSync(path("a/b/deep.txt"), "utf8")]).toEqual([
    "new",
    "in parts",
  ]);
  expect(filesHere()).toEqual(["deep.txt", "old.txt"]);
});

test("where one cannot be written, no file is half and none changed before all were safe", () => {
  const endless = function* (): Generator<string> {
    yield "begun";
    throw Object.assign(new Error("no space"), { code: "ENOSPC" });
  };
  const files = [
    { path: path("old.txt"), content: "new" },
    { path: path("second.txt"), content: endless() },
  ];
  expect(() => writeFilesAtomic(files)).toThrow(expect.objectContaining({ code: "DISK_FULL" }));
  expect([filesHere(), readFileSync(path("old.txt"), "utf8")]).toEqual([["old.txt"], "old"]);
});

test("a folder in a file's place is named, and what came before it stands", () => {
  mkdirSync(path("taken"));
  const files = ["old.txt", "taken"].map((name) => ({ path: path(name), content: "new" }));
  expect(() => writeFilesAtomic(files)).toThrow(expect.objectContaining({ code: "STATE_UNWRITABLE" }));
  expect([filesHere(), readFileSync(path("old.txt"), "utf8")]).toEqual([["old.txt"], "new"]);
});
