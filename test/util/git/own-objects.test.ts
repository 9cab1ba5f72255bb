import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit, type Git } from "../../../src/util/git/git.ts";
import { editTree, listTree, resolveCommit, treeOf, writeBlob, type TreeEdit } from "../../../src/util/git/trees.ts";
import { createRepository } from "../../support/repository.ts";

const FILES = {
  "README.md": "read me",
  "a.txt": "a",
  "a/b.txt": "b",
  "a/b/c.txt": "c",
  "a/b/d/e.txt": "e",
  "a-b/f.txt": "f",
  "lib/é.txt": "é",
  "lib.txt": "lib",
};

/** One repository by two git directories of ours: one writes objects by itself, in the other git does. */
function twoGits(files: Readonly<Record<string, string>>) {
  const repository = createRepository(files);
  const places = findRepository(repository.directory);
  const own = openGit(places, join(repository.directory, ".git", "own"), "own");
  const byGit: Git = Object.assign(openGit(places, join(repository.directory, ".git", "other"), "own"), {
    ownObjects: null,
  });
  return { repository, own, byGit, tree: treeOf(own, resolveCommit(own, "HEAD")) };
}

test("a tree edited without git is the one that git makes, whatever is added, changed, removed and takes another's place", () => {
  const { repository, own, byGit, tree } = twoGits(FILES);
  const names = fc.constantFrom("a", "b", "a.txt", "a-b", "lib", "é", "d", "z");
  const paths = fc.oneof(
    fc.constantFrom(...Object.keys(FILES)),
    fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
  );
  const texts = fc.option(fc.constantFrom("one", "two", ""), { nil: null });
  const edited = fc.array(fc.tuple(paths, texts, fc.constantFrom("100644", "100755")), { maxLength: 5 });
  fc.assert(
    fc.property(edited, (edits) => {
      const made = (git: Git): string =>
        editTree(
          git,
          tree,
          edits.map(([path, text, mode]): TreeEdit => ({
            path,
            entry: text === null ? null : { mode, oid: writeBlob(git, text) },
          })),
        );
      const result = made(own);
      expect(result).toBe(made(byGit));
      expect(listTree(own, result)).toEqual(listTree(byGit, result));
    }),
    { numRuns: 60 },
  );
  execFileSync("git", ["fsck", "--strict", "--no-dangling"], {
    env: { ...process.env, GIT_DIR: own.directory },
    stdio: "pipe",
  });
  repository.remove();
});

test("names that are no UTF-8 stay as they are beside what is edited", () => {
  const repository = createRepository({ "src/a.txt": "a" });
  const name = Buffer.concat([
    Buffer.from(join(repository.directory, "src", "b")),
    Buffer.from([0xff]),
    Buffer.from("c"),
  ]);
  mkdirSync(join(repository.directory, "src"), { recursive: true });
  writeFileSync(name, "odd");
  repository.commit("odd");
  const places = findRepository(repository.directory);
  const git = openGit(places, join(repository.directory, ".git", "own"), "own");
  const tree = treeOf(git, resolveCommit(git, "HEAD"));
  const edited = editTree(git, tree, [{ path: "src/a.txt", entry: { mode: "100644", oid: writeBlob(git, "b") } }]);
  expect(git.raw(["ls-tree", "-r", "-z", edited]).includes(Buffer.from([0x62, 0xff, 0x63]))).toBe(true);
  expect(editTree(git, edited, [{ path: "src/a.txt", entry: { mode: "100644", oid: writeBlob(git, "a") } }])).toBe(
    tree,
  );
  repository.remove();
});

test("a repository with longer names has trees of them", () => {
  const { repository, own, tree } = twoGits({ "a.txt": "a" });
  const folder = join(repository.directory, "long");
  const run = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  mkdirSync(folder);
  run("init", "-q", "--object-format=sha256");
  writeFileSync(join(folder, "a.txt"), "a");
  run("add", "a.txt");
  run("commit", "-qm", "first");
  const git = openGit(findRepository(folder), join(folder, ".git", "own"), "own");
  const long = treeOf(git, resolveCommit(git, "HEAD"));
  const edit = (by: Git, from: string): string =>
    editTree(by, from, [{ path: "b/c.txt", entry: { mode: "100644", oid: writeBlob(by, "c") } }]);
  expect([edit(git, long).length, edit(own, tree).length]).toEqual([64, 40]);
  expect(listTree(git, edit(git, long)).map(({ path }) => path)).toEqual(["a.txt", "b/c.txt"]);
  repository.remove();
});
