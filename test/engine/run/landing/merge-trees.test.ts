import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { meetingIn } from "../../../../src/engine/run/landing/merge-target.ts";
import { mergeTrees } from "../../../../src/engine/run/landing/merge-trees.ts";
import { HARNESS_FILES } from "../../../../src/core/own-files.ts";
import { detectUnits } from "../../../../src/core/units/detect-units.ts";
import { openCommit } from "../../../../src/engine/run/open-commit.ts";
import { initScript } from "../../../../src/runs/init-script.ts";
import { findRepository } from "../../../../src/util/git/discover.ts";
import { openGit } from "../../../../src/util/git/git.ts";
import { createRepository, type Files } from "../../../support/repository.ts";

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

test("what only the harness writes meets nowhere: the first one's copy stays; of the rest only what git cannot merge is named", () => {
  const own = (text: string): Files => Object.fromEntries(HARNESS_FILES.map((path) => [path, `${text}\n`]));
  const lines = (first: string, last: string): string => `${first}\n1\n2\n3\n4\n5\n${last}\n`;
  const script = (text: string): string => (text === "" ? "#!/bin/sh\n" : `#!/bin/sh\necho ${text}\n`);
  const repository = createRepository({ "apart.txt": lines("a", "z"), "mine.txt": "base\n" });
  const ours = mkdtempSync(join(tmpdir(), "baton-merge-"));
  try {
    const base = repository.git("rev-parse", "HEAD");
    const same = { "same.txt": "same\n", "init.sh": script("") };
    const one = repository.commit("the run's", { ...own("run"), ...same, "apart.txt": lines("b", "z") });
    repository.git("checkout", "--quiet", "-b", "squashed", base);
    const squashed = repository.commit("squashed", { ...own("older"), ...same, "apart.txt": lines("a", "y") });
    const git = openGit(findRepository(repository.directory), ours, "shared");
    const merged = mergeTrees(git, one, squashed);
    expect(merged).toMatchObject({ own: [...HARNESS_FILES].toSorted() });
    const read = (path: string): string =>
      repository.git("cat-file", "blob", `${"tree" in merged ? merged.tree : ""}:${path}`);
    expect(HARNESS_FILES.map(read)).toEqual(HARNESS_FILES.map(() => "run"));
    expect(read("apart.txt")).toBe(lines("b", "y").trim());
    const further = repository.commit("further", {
      "same.txt": "other\n",
      "init.sh": script("mine"),
      "mine.txt": "mine\n",
    });
    expect(mergeTrees(git, one, further)).toEqual({ paths: ["init.sh", "same.txt"] });
  } finally {
    repository.remove();
    rmSync(ours, { recursive: true, force: true });
  }
});

test("an init.sh as init writes it for either is rendered anew, and meets nowhere", () => {
  const repository = createRepository({ "a.txt": "one\n" });
  const ours = mkdtempSync(join(tmpdir(), "baton-merge-"));
  try {
    const git = openGit(findRepository(repository.directory), ours, "shared");
    const asInit = (commit: string): string => {
      const tree = openCommit(git, commit);
      return initScript(tree, detectUnits(tree));
    };
    const first = repository.commit("node", { "package.json": '{ "dependencies": { "a": "1" } }\n' });
    const one = repository.commit("script", { "init.sh": asInit(first) });
    repository.git("checkout", "--quiet", "-b", "squashed", `${first}~1`);
    const other = repository.commit("python", { "requirements.txt": "a\n" });
    const squashed = repository.commit("script", { "init.sh": asInit(other) });
    expect(mergeTrees(git, one, squashed)).toMatchObject({ own: ["init.sh"] });
  } finally {
    repository.remove();
    rmSync(ours, { recursive: true, force: true });
  }
});
