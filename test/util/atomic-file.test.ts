import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceFile, writeFileAtomic, writeFilesAtomic } from "../../src/util/atomic-file.ts";

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
  writeFilesAtomic(folder, [
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
  expect(() => writeFilesAtomic(folder, files)).toThrow(expect.objectContaining({ code: "DISK_FULL" }));
  expect([filesHere(), readFileSync(path("old.txt"), "utf8")]).toEqual([["old.txt"], "old"]);
});

test("a folder in a file's place is named, and what came before it stands", () => {
  mkdirSync(path("taken"));
  const files = ["old.txt", "taken"].map((name) => ({ path: path(name), content: "new" }));
  expect(() => writeFilesAtomic(folder, files)).toThrow(expect.objectContaining({ code: "STATE_UNWRITABLE" }));
  expect([filesHere(), readFileSync(path("old.txt"), "utf8")]).toEqual([["old.txt"], "new"]);
});

test("what lies where the bytes are gathered is taken away, and never written through: a link, or half a file that a kill left", () => {
  writeFileSync(path("victim"), "mine");
  for (const put of [
    (place: string) => symlinkSync(path("victim"), place),
    (place: string) => symlinkSync(path("nowhere"), place),
    (place: string) => linkSync(path("victim"), place),
    (place: string) => writeFileSync(place, "half of what another writer had, and longer"),
  ])
    for (const write of [
      () => writeFileAtomic(path("old.txt"), "new"),
      () => writeFilesAtomic(folder, [{ path: path("old.txt"), content: "new" }]),
      () => replaceFile(path("old.txt"), "new"),
    ]) {
      put(path("old.txt.tmp"));
      write();
      expect([readFileSync(path("old.txt"), "utf8"), readFileSync(path("victim"), "utf8"), filesHere()]).toEqual([
        "new",
        "mine",
        ["old.txt", "victim"],
      ]);
    }
});

test("nothing is written into a folder that a link leads to, nor made there", () => {
  const outside = mkdtempSync(join(tmpdir(), "baton-outside-"));
  try {
    symlinkSync(outside, path("linked"));
    for (const name of ["linked/a.txt", "linked/b/a.txt"])
      expect(() => writeFilesAtomic(folder, [{ path: path(name), content: "new" }])).toThrow(
        expect.objectContaining({
          code: "STATE_UNWRITABLE",
          message: expect.stringContaining("linked is a symbolic link"),
          hint: expect.stringMatching(/^Make linked a folder of its own/),
        }),
      );
    expect(readdirSync(outside)).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});
