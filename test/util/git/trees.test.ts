import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BatonError } from "../../../src/errors.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit } from "../../../src/util/git/git.ts";
import {
  editTree,
  listTree,
  readBlobs,
  readRef,
  resolveCommit,
  treeOf,
  writeBlob,
} from "../../../src/util/git/trees.ts";
import { createRepository } from "../../support/repository.ts";

test("a tree that was edited so before is made again only where it no longer lies there", () => {
  const repository = createRepository({ "a.txt": "a", "b.txt": "b" });
  const directory = join(repository.directory, ".git", "own");
  const git = openGit(findRepository(repository.directory), directory, "own");
  const tree = treeOf(git, resolveCommit(git, "HEAD"));
  const edits = [{ path: "a.txt", entry: { mode: "100644", oid: writeBlob(git, "another") } }];
  const edited = editTree(git, tree, edits);
  const object = join(directory, "objects", edited.slice(0, 2), edited.slice(2));
  rmSync(object);
  expect(editTree(git, tree, edits)).toBe(edited);
  expect(listTree(git, edited).map(({ path, oid }) => [path, oid === edits[0]?.entry.oid])).toEqual([
    ["a.txt", true],
    ["b.txt", false],
  ]);
  expect(editTree(git, tree, [{ path: "a.txt", entry: null }])).not.toBe(edited);
  repository.remove();
});

test("a shallow clone says how what it lacks is fetched, a first commit that it is one, any other which commits there are", () => {
  const repository = createRepository({ "a.txt": "a" });
  repository.commit("head", { "a.txt": "b" });
  const folder = mkdtempSync(join(tmpdir(), "baton-shallow-"));
  execFileSync("git", ["clone", "-q", "--depth", "1", `file://${repository.directory}`, folder]);
  const hintIn = (directory: string, revision: string): string | undefined => {
    const git = openGit(findRepository(directory), join(directory, ".git", "own"), "own");
    try {
      return resolveCommit(git, revision);
    } catch (error) {
      return (error as BatonError).hint;
    }
  };
  expect(hintIn(folder, "HEAD~1")).toMatch(/--unshallow/);
  expect(hintIn(repository.directory, "HEAD~3")).toMatch(/git log/);
  for (const before of ["HEAD~1^", "HEAD^~1", "HEAD~1~"])
    expect(hintIn(repository.directory, before)).toMatch(/on top of it/);
  rmSync(folder, { recursive: true });
  repository.remove();
});

test("a ref is read as a file of its own, among packed ones, where it names another, and not where it is gone", () => {
  const repository = createRepository({ "a.txt": "a" });
  const { directory } = repository;
  const git = openGit(findRepository(directory), join(directory, ".git", "own"), "own");
  const head = repository.git("rev-parse", "HEAD");
  expect(readRef(git, "refs/heads/main")).toBe(head);
  repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
  expect(readRef(git, "refs/heads/alias")).toBe(head);
  repository.git("pack-refs", "--all");
  expect([readRef(git, "refs/heads/main"), readRef(git, "refs/heads/gone")]).toEqual([head, null]);
  const next = repository.commit("next");
  expect(readRef(git, "refs/heads/main")).toBe(next);
  repository.remove();
});

test("a clone without older files says how they are fetched", () => {
  const repository = createRepository({ "a.txt": "a" });
  repository.commit("head", { "a.txt": "b" });
  repository.git("config", "uploadpack.allowFilter", "true");
  const folder = mkdtempSync(join(tmpdir(), "baton-partial-"));
  execFileSync("git", ["clone", "-q", "--filter=blob:none", `file://${repository.directory}`, folder]);
  const git = openGit(findRepository(folder), join(folder, ".git", "own"), "own");
  const oids = listTree(git, treeOf(git, resolveCommit(git, "HEAD~1"))).map(({ oid }) => oid);
  const refusal = expect.objectContaining({ code: "GIT_FAILED", hint: expect.stringContaining("--refetch") });
  expect(() => readBlobs(git, oids)).toThrow(refusal);
  expect(() => git(["read-tree", "-u", "--reset", "HEAD~1"], { index: join(folder, "i"), workTree: folder })).toThrow(
    refusal,
  );
  execFileSync("git", ["fetch", "-q", "--refetch", "--no-filter"], { cwd: folder });
  expect(
    readBlobs(git, oids)
      .get(oids[0] ?? "")
      ?.toString(),
  ).toBe("a");
  for (const path of [repository.directory, folder]) rmSync(path, { recursive: true });
});
