import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
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
import { createWorkspace } from "../../../src/agents/workspace.ts";
import { openSlot, type Slot } from "../../../src/checks/slots/slot.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit, type Git } from "../../../src/util/git/git.ts";
import { listTree, resolveCommit, treeOf } from "../../../src/util/git/trees.ts";
import { createRepository, type TestRepository } from "../../support/repository.ts";

const LIBRARY = "vendor/lib";
const INNER = `${LIBRARY}/deep/inner`;
const repositories: TestRepository[] = [];
let main: TestRepository;
let outside: string;
let commit: string;
const here = (...path: string[]): string => join(outside, ...path);

/** A repository that holds others as submodules. */
function repositoryOf(files: Record<string, string>, submodules: Record<string, TestRepository> = {}): TestRepository {
  const repository = createRepository(files);
  repositories.push(repository);
  for (const [path, { directory }] of Object.entries(submodules))
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", directory, path);
  repository.commit("all");
  return repository;
}

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), "baton-submodules-"));
  const inner = repositoryOf({ "data.txt": "inner\n" });
  const library = repositoryOf({ "x.txt": "library\n" }, { "deep/inner": inner });
  main = repositoryOf({ "a.txt": "a\n" }, { [LIBRARY]: library });
  commit = main.git("rev-parse", "HEAD");
});
afterEach(() => {
  for (const repository of repositories.splice(0)) repository.remove();
  rmSync(outside, { recursive: true });
});

const fetchAll = (): string =>
  main.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive");
const open = (objects: "own" | "shared"): Git =>
  openGit(findRepository(main.directory), here(`git-${objects}`), objects);
const slotOf = async (git: Git, tree: string): Promise<Slot> =>
  openSlot({
    slotsDirectory: here("slots"),
    git,
    layer: { key: "k", prepare: null, generate: [], isGuessed: false },
    tree,
    env: {},
    prepareTimeoutMs: 60_000,
  });
/** The main repository's tree, laid out. */
async function layOut(): Promise<{ slot: Slot; tree: string }> {
  fetchAll();
  const git = open("own");
  const tree = treeOf(git, resolveCommit(git, commit));
  const slot = await slotOf(git, tree);
  await slot.switchTo(tree);
  return { slot, tree };
}
const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8");

/** The submodule's git in a folder itself, which runs a program when it is asked anything. */
function plantGit(folder: string): void {
  const git = join(folder, ".git");
  mkdirSync(folder, { recursive: true });
  cpSync(join(main.directory, ".git", "modules", LIBRARY), git, { recursive: true });
  const config = (...args: string[]): Buffer => execFileSync("git", ["config", "--file", join(git, "config"), ...args]);
  config("core.fsmonitor", `touch ${here("ran")}; false`);
  config("--unset", "core.worktree");
}

test("a slot has the files of submodules and of theirs, exactly as their commits hold them, each time", async () => {
  const { slot, tree } = await layOut();
  expect([read(slot.tree, `${LIBRARY}/x.txt`), read(slot.tree, `${INNER}/data.txt`)]).toEqual(["library\n", "inner\n"]);
  expect(slot.changes().source).toEqual([]);
  writeFileSync(join(slot.tree, INNER, "data.txt"), "other\n");
  writeFileSync(join(slot.tree, LIBRARY, "new.txt"), "new\n");
  expect(slot.changes().source).toEqual([`${INNER}/data.txt`]);
  await slot.switchTo(tree);
  expect([read(slot.tree, `${INNER}/data.txt`), readdirSync(join(slot.tree, LIBRARY)).toSorted()]).toEqual([
    "inner\n",
    [".gitmodules", "deep", "x.txt"],
  ]);
  await slot.release();
});

test("what a test leaves in a submodule's place is neither asked, nor followed elsewhere", async () => {
  const { slot, tree } = await layOut();
  plantGit(join(slot.tree, LIBRARY));
  slot.changes();
  await slot.switchTo(tree);
  expect([existsSync(here("ran")), existsSync(join(slot.tree, LIBRARY, ".git"))]).toEqual([false, false]);
  mkdirSync(here("elsewhere", "lib"), { recursive: true });
  writeFileSync(here("elsewhere", "lib", "kept.txt"), "");
  rmSync(join(slot.tree, "vendor"), { recursive: true });
  symlinkSync(here("elsewhere"), join(slot.tree, "vendor"));
  await slot.switchTo(tree);
  expect([readdirSync(here("elsewhere", "lib")), read(slot.tree, `${LIBRARY}/x.txt`)]).toEqual([
    ["kept.txt"],
    "library\n",
  ]);
  await slot.release();
});

test("an agent's clone has them too; what it does in their folders, or in a git of its own, is neither taken nor run", () => {
  fetchAll();
  const git = open("shared");
  const workspace = createWorkspace(git, here("clone"), commit);
  expect(read(workspace.directory, `${INNER}/data.txt`)).toBe("inner\n");
  expect(workspace.takeTree()).toEqual({ tree: treeOf(git, commit), nestedRepositories: [] });
  writeFileSync(join(workspace.directory, LIBRARY, "x.txt"), "changed\n");
  writeFileSync(join(workspace.directory, "b.txt"), "b\n");
  plantGit(join(workspace.directory, LIBRARY));
  plantGit(join(workspace.directory, "nested"));
  writeFileSync(join(workspace.directory, "nested", "untracked.txt"), "");
  const { tree, nestedRepositories } = workspace.takeTree();
  expect([nestedRepositories, existsSync(here("ran"))]).toEqual([["nested"], false]);
  const before = listTree(git, commit);
  const after = listTree(git, tree);
  expect(after.filter(({ path }) => path !== "b.txt")).toEqual(before);
  expect(main.git("fsck", "--full", "--strict")).not.toMatch(/missing|broken/);
});

test("a submodule is left as it is where the project ignores its folder, or says that it does not", () => {
  fetchAll();
  for (const ignored of ["vendor/\n", "vendor/*\n!vendor/lib\n!vendor/lib/**\n"]) {
    const head = main.commit("ignored", { ".gitignore": ignored });
    const git = open("shared");
    const workspace = createWorkspace(git, here("clone"), head);
    writeFileSync(join(workspace.directory, LIBRARY, "x.txt"), "changed\n");
    expect(workspace.takeTree()).toEqual({ tree: treeOf(git, head), nestedRepositories: [] });
  }
});

test("a submodule that was never fetched stays the empty folder that it is in the user's own tree", async () => {
  const bare = repositoryOf({ "a.txt": "a\n" });
  const [, library] = repositories;
  bare.write({ ".gitmodules": `[submodule "lib"]\n\tpath = lib\n\turl = ${library?.directory}\n` });
  bare.git("add", ".gitmodules");
  bare.git("update-index", "--add", "--cacheinfo", `160000,${library?.git("rev-parse", "HEAD")},lib`);
  bare.git("commit", "--quiet", "--message", "a link alone");
  const git = openGit(findRepository(bare.directory), here("git-bare"), "own");
  const tree = treeOf(git, resolveCommit(git, "HEAD"));
  const slot = await slotOf(git, tree);
  await slot.switchTo(tree);
  expect([readdirSync(join(slot.tree, "lib")), slot.changes().source]).toEqual([[], []]);
  // What another clone of the same repository had there is not this one's.
  writeFileSync(join(slot.tree, "lib", "left.txt"), "theirs\n");
  await slot.switchTo(tree);
  expect(readdirSync(join(slot.tree, "lib"))).toEqual([]);
  await slot.release();
});
