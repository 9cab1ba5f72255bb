import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createWorkspace } from "../../src/agents/workspace.ts";
import { findRepository } from "../../src/util/git/discover.ts";
import { openGit } from "../../src/util/git/git.ts";
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
