import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { openResults } from "../../../src/checks/results.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit } from "../../../src/util/git/git.ts";
import { resolveCommit } from "../../../src/util/git/trees.ts";
import { createRepository } from "../../support/repository.ts";

/** What another process writes just now under the name that the file's half would have. */
function occupy(path: string): void {
  mkdirSync(`${path}.tmp`, { recursive: true });
  writeFileSync(join(`${path}.tmp`, "another's"), "");
}

test("two processes may open one repository for the first time", () => {
  const repository = createRepository({ "a.txt": "a" });
  const directory = join(repository.directory, ".git", "own");
  for (const name of ["config", "HEAD", join("info", "attributes"), join("objects", "info", "alternates")])
    occupy(join(directory, name));
  const git = openGit(findRepository(repository.directory), directory, "own");
  expect(resolveCommit(git, "HEAD")).toHaveLength(40);
  expect(readdirSync(directory).filter((name) => name.endsWith(".tmp"))).toEqual(["HEAD.tmp", "config.tmp"]);
  repository.remove();
});

test("two processes may keep one result", () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-results-"));
  occupy(join(folder, "ab", "abc.json"));
  const results = openResults(folder, z.number(), (text) => text);
  results.put("abc", 7);
  expect(results.get("abc")).toBe(7);
  rmSync(folder, { recursive: true });
});
