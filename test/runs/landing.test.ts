import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLanding, type Landing } from "../../src/runs/landing.ts";
import { findRepository } from "../../src/util/git/discover.ts";
import { openGit } from "../../src/util/git/git.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";

let repository: TestRepository;
let ours: string;
let landing: Landing;
let from: string;
let to: string;
const path = (name: string): string => join(repository.directory, name);

beforeEach(() => {
  repository = createRepository({ "a.txt": "old\n", "gone.txt": "x\n" });
  from = repository.git("rev-parse", "HEAD");
  to = repository.commit("next", { "a.txt": "new words\n", "b.txt": "more words\n", "gone.txt": null });
  repository.git("reset", "--quiet", "--hard", from);
  ours = mkdtempSync(join(tmpdir(), "baton-landing-"));
  const places = findRepository(repository.directory);
  landing = openLanding(openGit(places, ours, "shared"), places);
});
afterEach(() => {
  repository.remove();
  rmSync(ours, { recursive: true, force: true });
});

const landed = { kind: "landed" };
const expectLanded = (): void => {
  expect(repository.git("rev-parse", "HEAD")).toBe(to);
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(readFileSync(path("a.txt"), "utf8")).toBe("new words\n");
};
/** As a git that died in the middle leaves it: the branch has moved, the rest has not. */
const moveBranchOnly = (): string => repository.git("update-ref", "refs/heads/main", to, from);

test("asking whether a branch could move takes no lock in the user's repository", () => {
  writeFileSync(path(".git/index.lock"), "");
  expect(landing.obstacle("main", from, to)).toBeNull();
  writeFileSync(path("a.txt"), "mine\n");
  expect(landing.obstacle("main", from, to)).toMatchObject({
    code: "TREE_DIRTY",
    reason: expect.stringContaining("uncommitted") as unknown,
    paths: [expect.any(String)],
  });
});

test("a branch that is being rebased is left to its rebase, which sets it from where it began", () => {
  repository.git("checkout", "--quiet", "-b", "other");
  repository.git("checkout", "--quiet", "main");
  expect(() => repository.git("-c", "sequence.editor=sed -i s/^pick/edit/", "rebase", "-i", "--root")).not.toThrow();
  const left = {
    code: "TREE_DIRTY",
    reason: "a rebase of main is under way: end it with git rebase --continue or --abort",
  };
  expect(landing.obstacle("main", from, to)).toEqual({ ...left, paths: [] });
  expect(landing.move("main", from, to)).toEqual({ kind: "left", ...left });
  expect(landing.obstacle("other", from, to)).toBeNull();
  repository.git("rebase", "--abort");
  expect(landing.move("main", from, to)).toEqual(landed);
});

test("a half landing is finished over a file that git had begun to write", () => {
  moveBranchOnly();
  writeFileSync(path("a.txt"), "new w");
  writeFileSync(path("b.txt"), "");
  expect(landing.finish("main", from, to)).toEqual(landed);
  expectLanded();
});

test("a half landing is finished over a file whose pages a power cut left as zeros", () => {
  moveBranchOnly();
  writeFileSync(path("a.txt"), "new\0\0\0");
  expect(landing.finish("main", from, to)).toEqual(landed);
  expectLanded();
});

test.each(["new words, and mine", "\0\0\0\0mine"])("a half landing is left when %j stands in a file", (words) => {
  moveBranchOnly();
  writeFileSync(path("a.txt"), words);
  expect(landing.finish("main", from, to)).toEqual({
    kind: "left",
    code: "TREE_DIRTY",
    reason: "changed while landing: a.txt",
  });
  expect(readFileSync(path("a.txt"), "utf8")).toBe(words);
});

test("a half landing is left when a file holds somebody's own words", () => {
  moveBranchOnly();
  writeFileSync(path("a.txt"), "mine\n");
  expect(landing.finish("main", from, to)).toEqual({
    kind: "left",
    code: "TREE_DIRTY",
    reason: "changed while landing: a.txt",
  });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("mine\n");
});

test.each(["index.lock", "refs/heads/main.lock"])("a half landing outlives a stale %s", (name) => {
  const lock = path(`.git/${name}`);
  writeFileSync(lock, "");
  const before = new Date(Date.now() - 60_000);
  utimesSync(lock, before, before);
  expect(landing.finish("main", from, to)).toEqual(landed);
  expect(existsSync(lock)).toBe(false);
  expectLanded();
});

test("a branch whose work tree cannot follow is given back", () => {
  writeFileSync(path(".git/index.lock"), "");
  expect(landing.move("main", from, to).kind).toBe("left");
  rmSync(path(".git/index.lock"));
  expect(repository.git("rev-parse", "HEAD")).toBe(from);
  expect(repository.git("status", "--porcelain")).toBe("");
});

/** Git as it is, but for what a script in front of it does. */
function withBroken(script: string, work: () => void): void {
  const shim = mkdtempSync(join(tmpdir(), "baton-shim-"));
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const text = `#!/bin/sh\n${script.replaceAll("REAL", real)}\nexec ${real} "$@"\n`;
  writeFileSync(join(shim, "git"), text, { mode: 0o755 });
  vi.stubEnv("PATH", `${shim}:${process.env["PATH"]}`);
  try {
    work();
  } finally {
    vi.unstubAllEnvs();
    rmSync(shim, { recursive: true });
  }
}

test("a landing that git broke off in the middle goes on over what git left", () => {
  // Git's own rename of the new index fails: by then the work tree is written.
  const half = `cd "$GIT_WORK_TREE" && printf 'new w' > a.txt && rm gone.txt; exit 128`;
  withBroken(`case "$* " in *" -n "*) ;; *read-tree*) ${half};; esac`, () =>
    expect(landing.move("main", from, to)).toEqual(landed),
  );
  expectLanded();
});

test("a landing goes on when git moved the branch and failed at the log of HEAD", () => {
  withBroken(`case "$*" in *update-ref*) REAL "$@"; exit 128;; esac`, () =>
    expect(landing.move("main", from, to)).toEqual(landed),
  );
  expectLanded();
});

test("a landing tries once more when git failed before the branch moved", () => {
  const once = `rm "${path("first")}"; exit 128`;
  writeFileSync(path("first"), "");
  withBroken(`case "$*" in *update-ref*) [ -e "${path("first")}" ] && { ${once}; };; esac`, () =>
    expect(landing.move("main", from, to)).toEqual(landed),
  );
  expectLanded();
});

test("a landing tries once more when git failed before it wrote the work tree", () => {
  const once = `rm "${path("first")}"; exit 128`;
  writeFileSync(path("first"), "");
  withBroken(`case "$* " in *" -n "*) ;; *read-tree*) [ -e "${path("first")}" ] && { ${once}; };; esac`, () =>
    expect(landing.move("main", from, to)).toEqual(landed),
  );
  expectLanded();
});

test("a work tree that git cannot write is left as it is, with what git said of it", () => {
  const left = {
    kind: "left",
    code: "GIT_FAILED",
    reason: expect.stringMatching(/work tree could not be written.*Too many open files/),
  };
  withBroken(
    `case "$* " in *" -n "*) ;; *read-tree*) echo "fatal: Unable to create index.lock: Too many open files" >&2; exit 128;; esac`,
    () => expect(landing.move("main", from, to)).toEqual(left),
  );
  expect(repository.git("rev-parse", "HEAD")).toBe(from);
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("a branch that git cannot lock is left, with what git said of it; one that moved is said to have moved", () => {
  writeFileSync(path(".git/refs/heads/main.lock"), "");
  expect(landing.move("main", from, to)).toEqual({
    kind: "left",
    code: "GIT_FAILED",
    reason: expect.stringMatching(/main\.lock.*exists/),
  });
  rmSync(path(".git/refs/heads/main.lock"));
  repository.commit("theirs", { "c.txt": "theirs\n" });
  expect(landing.move("main", from, to)).toEqual({ kind: "left", code: "BRANCH_MOVED", reason: "main has moved" });
});
