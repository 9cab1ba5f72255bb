import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createWorkspace } from "../../src/agents/workspace.ts";
import { findRepository } from "../../src/util/git/discover.ts";
import { openGit } from "../../src/util/git/git.ts";
import { treeOf } from "../../src/util/git/trees.ts";
import { createRepository } from "../support/repository.ts";

test.each(["sha1", "sha256"])("an agent's clone of a repository with %s names is taken as a tree", (format) => {
  const repository = createRepository();
  const outside = mkdtempSync(join(tmpdir(), "baton-clone-"));
  try {
    rmSync(join(repository.directory, ".git"), { recursive: true });
    repository.git("init", "--quiet", `--object-format=${format}`);
    const commit = repository.commit("first", { "a.txt": "a\n" });
    const git = openGit(findRepository(repository.directory), join(outside, "git"), "own");
    const workspace = createWorkspace(git, join(outside, "clone"), commit);
    writeFileSync(join(workspace.directory, "b.txt"), "b\n");
    const { tree } = workspace.takeTree();
    expect(git(["ls-tree", "--name-only", tree]).trim().split("\n")).toEqual(["a.txt", "b.txt"]);
  } finally {
    repository.remove();
    rmSync(outside, { recursive: true });
  }
});

test.each(["sha1", "sha256"])("artifacts are left as the commit has them, ignored or not, with %s names", (format) => {
  const outside = mkdtempSync(join(tmpdir(), "baton-clone-"));
  for (const ignored of ["artifacts/\n", "!artifacts/\n", ""]) {
    const repository = createRepository();
    rmSync(join(repository.directory, ".git"), { recursive: true });
    repository.git("init", "--quiet", `--object-format=${format}`);
    const commit = repository.commit("first", {
      ".gitignore": ignored,
      "artifacts/kept.txt": "kept\n",
      "a.txt": "a\n",
    });
    const git = openGit(findRepository(repository.directory), join(outside, `git-${ignored.length}`), "own");
    const workspace = createWorkspace(git, join(outside, "clone"), commit);
    mkdirSync(join(workspace.directory, "artifacts"), { recursive: true });
    writeFileSync(join(workspace.directory, "artifacts", "kept.txt"), "changed\n");
    writeFileSync(join(workspace.directory, "artifacts", "answer.md"), "answer\n");
    writeFileSync(join(workspace.directory, "b.txt"), "b\n");
    const { tree } = workspace.takeTree();
    expect(git(["diff-tree", "-r", "--name-status", commit, tree])).toBe("A\tb.txt");
    repository.remove();
  }
  rmSync(outside, { recursive: true });
});

test("what Python leaves behind is nobody's work, but for what a commit has of it", () => {
  const repository = createRepository({ "a.py": "a = 1\n", "old/__pycache__/b.pyc": "b\n" });
  const outside = mkdtempSync(join(tmpdir(), "baton-clone-"));
  const git = openGit(findRepository(repository.directory), join(outside, "git"), "own");
  const commit = repository.git("rev-parse", "HEAD");
  const workspace = createWorkspace(git, join(outside, "clone"), commit);
  for (const folder of ["__pycache__", "tests/.pytest_cache", ".mypy_cache"]) {
    mkdirSync(join(workspace.directory, folder), { recursive: true });
    writeFileSync(join(workspace.directory, folder, "a.pyc"), "a\n");
  }
  writeFileSync(join(workspace.directory, "old/__pycache__/b.pyc"), "c\n");
  writeFileSync(join(workspace.directory, "c.py"), "c = 1\n");
  const { tree } = workspace.takeTree();
  expect(git(["diff-tree", "-r", "--name-status", commit, tree])).toBe("A\tc.py\nM\told/__pycache__/b.pyc");
  repository.remove();
  rmSync(outside, { recursive: true });
});

test("a clone of a clone that lacks older files has the newest alone", () => {
  const repository = createRepository({ "a.txt": "a\n" });
  const commit = repository.commit("head", { "a.txt": "b\n" });
  repository.git("config", "uploadpack.allowFilter", "true");
  const outside = mkdtempSync(join(tmpdir(), "baton-clone-"));
  const partial = join(outside, "partial");
  execFileSync("git", ["clone", "-q", "--filter=blob:none", `file://${repository.directory}`, partial]);
  const git = openGit(findRepository(partial), join(outside, "git"), "shared");
  const workspace = createWorkspace(git, join(outside, "clone"), commit);
  expect(workspace.takeTree().tree).toBe(treeOf(git, commit));
  for (const path of [repository.directory, outside]) rmSync(path, { recursive: true });
});

test("an init.sh of the project's own with lines that end as on Windows is no work of the agent's", () => {
  const repository = createRepository({ "init.sh": "echo\r\n" });
  const outside = mkdtempSync(join(tmpdir(), "baton-clone-"));
  const commit = repository.git("rev-parse", "HEAD");
  const git = openGit(findRepository(repository.directory), join(outside, "git"), "own");
  expect(createWorkspace(git, join(outside, "clone"), commit).takeTree().tree).toBe(treeOf(git, commit));
  for (const path of [repository.directory, outside]) rmSync(path, { recursive: true });
});
