import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorkspace } from "../../../src/agents/workspace.ts";
import { openSlot } from "../../../src/checks/slots/slot.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit, type Git } from "../../../src/util/git/git.ts";
import { lfsFilesOf, unfetchedIn } from "../../../src/util/git/lfs.ts";
import { treeOf } from "../../../src/util/git/trees.ts";
import { baton } from "../../support/cli.ts";
import { createRepository, type TestRepository } from "../../support/repository.ts";

const MODEL = "x".repeat(3000);
let repository: TestRepository;
let state: string;

beforeEach(() => {
  repository = createRepository();
  state = mkdtempSync(join(tmpdir(), "baton-lfs-"));
});
afterEach(() => {
  repository.remove();
  rmSync(state, { recursive: true });
});

const oidOf = (content: string): string => createHash("sha256").update(content).digest("hex");
const objectOf = (oid: string): string =>
  join(repository.directory, ".git", "lfs", "objects", oid.slice(0, 2), oid.slice(2, 4), oid);
const pointerTo = (content: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(content)}\nsize ${content.length}\n`;

/** As `git lfs` leaves it after a fetch. */
function fetched(content: string): void {
  const object = objectOf(oidOf(content));
  mkdirSync(dirname(object), { recursive: true });
  writeFileSync(object, content);
}

function commitModel(): { readonly git: Git; readonly commit: string } {
  const commit = repository.commit("first", {
    "data/model.bin": pointerTo(MODEL),
    "data/absent.bin": pointerTo("never fetched"),
    "docs/pointers.md": `A pointer reads:\n\n    ${pointerTo("n").split("\n").join("\n    ")}\n`,
    "src/a.js": "1\n",
  });
  return { git: openGit(findRepository(repository.directory), join(state, "git"), "shared"), commit };
}

test("a slot has the contents that the repository has, and sees when a test writes into one", async () => {
  fetched(MODEL);
  const { git, commit } = commitModel();
  const tree = treeOf(git, commit);
  expect(lfsFilesOf(git, tree).map(({ path }) => path)).toEqual(["data/absent.bin", "data/model.bin"]);
  expect(unfetchedIn(git, lfsFilesOf(git, tree)).map(({ path }) => path)).toEqual(["data/absent.bin"]);
  const slot = await openSlot({
    slotsDirectory: join(state, "slots"),
    git,
    layer: { key: "k", prepare: null, generate: [], isGuessed: false },
    tree,
    env: {},
    prepareTimeoutMs: 60_000,
  });
  const other = "y".repeat(2000);
  for (const written of [false, true]) {
    await slot.switchTo(tree);
    const place = join(slot.tree, "data/model.bin");
    expect(readFileSync(place, "utf8")).toBe(MODEL);
    expect(readFileSync(join(slot.tree, "data/absent.bin"), "utf8")).toBe(pointerTo("never fetched"));
    if (written) writeFileSync(place, other);
    expect(slot.changes().source).toEqual(written ? ["data/model.bin"] : []);
    const taken = slot.takeTree();
    expect(git(["cat-file", "blob", `${taken}:data/model.bin`])).toBe(pointerTo(written ? other : MODEL).trimEnd());
    expect(taken === tree).toBe(!written);
  }
  await slot.release();
  expect(readFileSync(objectOf(oidOf(MODEL)), "utf8")).toBe(MODEL);
});

test("the doctor names what was not fetched", async () => {
  fetched(MODEL);
  commitModel();
  const lines = async () => {
    const { json } = await baton(["doctor", "--json"], { cwd: repository.directory });
    return (json.data["checks"] as { name: string; ok: boolean; detail: string }[]).filter(
      ({ name }) => name === "lfs",
    );
  };
  expect(await lines()).toEqual([
    { name: "lfs", ok: false, detail: "1 of 2 are not here, first data/absent.bin: git lfs fetch" },
  ]);
  fetched("never fetched");
  expect(await lines()).toEqual([{ name: "lfs", ok: true, detail: "2 files of Git LFS, all here" }]);
});

test("an agent works on contents and leaves pointers", () => {
  fetched(MODEL);
  const { git, commit } = commitModel();
  const workspace = createWorkspace(git, join(state, "clone"), commit);
  const place = join(workspace.directory, "data/model.bin");
  expect(readFileSync(place, "utf8")).toBe(MODEL);
  expect(workspace.takeTree()).toEqual({ tree: treeOf(git, commit), nestedRepositories: [] });

  const blobOf = (content: string): string => git(["hash-object", "--stdin"], { input: content });
  expect(git.attempt(["cat-file", "-e", blobOf(MODEL)])).toBeNull();
  const other = "z".repeat(4000);
  writeFileSync(place, other);
  const { tree } = workspace.takeTree();
  expect(git(["cat-file", "blob", `${tree}:data/model.bin`])).toBe(pointerTo(other).trimEnd());
  expect(readFileSync(objectOf(oidOf(other)), "utf8")).toBe(other);
  expect(git.attempt(["cat-file", "-e", blobOf(other)])).toBeNull();

  rmSync(place);
  writeFileSync(join(workspace.directory, "data/absent.bin"), pointerTo("another"));
  const later = workspace.takeTree().tree;
  expect(git.attempt(["cat-file", "-e", `${later}:data/model.bin`])).toBeNull();
  expect(git(["cat-file", "blob", `${later}:data/absent.bin`])).toBe(pointerTo("another").trimEnd());
});

test("a repository that never fetched any has none, and is searched for none", () => {
  const { git, commit } = commitModel();
  expect([git.lfs, lfsFilesOf(git, commit)]).toEqual([null, []]);
  const workspace = createWorkspace(git, join(state, "clone"), commit);
  expect(statSync(join(workspace.directory, "data/model.bin")).size).toBe(pointerTo(MODEL).length);
  expect(existsSync(join(repository.directory, ".git", "lfs"))).toBe(false);
});
