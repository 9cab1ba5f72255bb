import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { meetingIn } from "../../../src/engine/run/merge-target.ts";
import { mergeTrees } from "../../../src/engine/run/merge-trees.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit } from "../../../src/util/git/git.ts";
import { createRepository } from "../../support/repository.ts";

test("histories that have no commit in common meet nowhere, and that is said", () => {
  const repository = createRepository({ "a.txt": "one\n" });
  const ours = mkdtempSync(join(tmpdir(), "baton-merge-"));
  try {
    const one = repository.git("rev-parse", "HEAD");
    repository.git("checkout", "--quiet", "--orphan", "anew");
    const other = repository.commit("anew", { "a.txt": "two\n" });
    const git = openGit(findRepository(repository.directory), ours, "shared");
    expect(mergeTrees(git, one, other)).toEqual({ paths: [] });
    expect(meetingIn("main", [])).toBe("main has a history of its own now, and no commit in common with the run");
    expect(meetingIn("main", ["a.txt"])).toBe("main has moved on its own, and both changed a.txt");
  } finally {
    repository.remove();
    rmSync(ours, { recursive: true, force: true });
  }
});
