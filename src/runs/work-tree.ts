import { copyFileSync, existsSync, lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LeftCode } from "../schema/landing-event.ts";
import { syncFolder, syncPath } from "../util/atomic-file.ts";
import { type Git, refusalOf } from "../util/git/git.ts";
import { diffTrees, type TreeChange } from "../util/git/trees.ts";

/** What stands in the way, with the paths whose changes nobody committed. */
export interface Obstacle {
  readonly code: Extract<LeftCode, "TREE_DIRTY" | "GIT_FAILED">;
  readonly reason: string;
  readonly paths: readonly string[];
}

/** The user's index and work tree, as a landing from one commit to another brings them on. `from` is null before the first commit. */
export interface WorkTree {
  /** Whether it could be brought on, looked at without changing anything. */
  fits(from: string | null, to: string): boolean;
  /** Whose changes stand in the way: none where only git has failed. */
  dirt(from: string | null, to: string): Obstacle;
  /** Brings it on, and overwrites nobody's work. Answers why not, or null. */
  bring(from: string | null, to: string): Obstacle | null;
  /** Goes on with what a crash cut in half: over all that is the landing's own. Answers whose work is in the way, or null. */
  follow(from: string | null, to: string): Obstacle | null;
}

const DURABLE_INDEX = ["-c", "core.fsync=added"];
const DIRTY = "files that would change have uncommitted changes";

export function openWorkTree(git: Git, root: string, index: string): WorkTree {
  /** Null where it went well, else what git said. */
  const readTree = (from: string | null, to: string, its: string, ...options: string[]): string | null => {
    const call = { index: its, workTree: root };
    git.attempt(["update-index", "-q", "--refresh"], call);
    const trees = from === null ? [to] : [from, to];
    const command = [...DURABLE_INDEX, "read-tree", "-m", "-u", ...options, ...trees];
    return refusalOf(() => git(command, call), "GIT_FAILED", "DISK_FULL");
  };
  const tree: WorkTree = {
    /** On a copy of the index: even a dry run locks it, and a lock that a crash leaves would stop the user's own git. */
    fits(from, to) {
      const folder = mkdtempSync(join(git.directory, "index-"));
      const copy = join(folder, "index");
      try {
        if (existsSync(index)) copyFileSync(index, copy);
        return readTree(from, to, copy, "-n") === null;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    dirt: (from, to) => dirtOf(dirtyPaths(git, { root, index, from, to })),
    bring(from, to) {
      if (readTree(from, to, index) !== null) {
        // Git began and broke off, as on a full disk: what it left is the landing's own, and would bar every later one.
        if (isHalfway(git, { root, index, from, to })) return tree.follow(from, to);
        const dirt = tree.dirt(from, to);
        if (dirt.paths.length > 0) return dirt;
        const again = readTree(from, to, index);
        if (again !== null)
          return { code: "GIT_FAILED", reason: `the work tree could not be written: ${again}`, paths: [] };
      }
      syncWorkTree(root, diffTrees(git, from ?? emptyTree(git), to));
      return null;
    },
    follow: (from, to) => followWorkTree(git, { root, index, from, to }),
  };
  return tree;
}

const NAMED = 8;

function dirtOf(paths: readonly string[]): Obstacle {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return {
    code: "TREE_DIRTY",
    paths,
    reason: paths.length === 0 ? DIRTY : `${DIRTY}: ${paths.slice(0, NAMED).join(", ")}${more}`,
  };
}

/** Of what a landing changes, whatever is not as the commit before has it, in the work tree or in the index. */
function dirtyPaths(git: Git, { root, index, from, to }: Halfway): string[] {
  const before = from ?? emptyTree(git);
  const staged = git.attempt(["diff-index", "--cached", "--name-only", "-z", before], { index, workTree: root });
  const names = new Set(staged?.split("\0"));
  return diffTrees(git, before, to)
    .filter((change) => names.has(change.path) || whoseIs(git, root, change) !== "from")
    .map(({ path }) => path);
}

interface Halfway {
  readonly root: string;
  readonly index: string;
  readonly from: string | null;
  readonly to: string;
}

/**
 * The ref has moved; index and work tree follow, unless a path is neither from's nor to's, nor a part of to's: then it is
 * somebody's work.
 */
function followWorkTree(git: Git, { root, index, from, to }: Halfway): Obstacle | null {
  const changes = diffTrees(git, from ?? emptyTree(git), to);
  const foreign = changes.filter((change) => whoseIs(git, root, change) === "foreign");
  const paths = foreign.map(({ path }) => path);
  if (paths.length > 0) return { code: "TREE_DIRTY", reason: `changed while landing: ${paths.join(", ")}`, paths };
  const call = { index, workTree: root };
  const blank = "0".repeat(to.length);
  const lines = changes.map(({ path, head }) => `${head?.mode ?? "0"} ${head?.oid ?? blank}\t${path}\0`);
  git([...DURABLE_INDEX, "update-index", "-z", "--index-info"], { index, input: lines.join("") });
  const written = changes.filter(({ head }) => head !== null).map(({ path }) => `${path}\0`);
  if (written.length > 0) git(["checkout-index", "-f", "-z", "--stdin"], { ...call, input: written.join("") });
  for (const { path } of changes.filter(({ head }) => head === null)) rmSync(join(root, path), { force: true });
  git.attempt([...DURABLE_INDEX, "update-index", "-q", "--refresh"], call);
  syncWorkTree(root, changes);
  return null;
}

const emptyTree = (git: Git): string => git(["mktree"], { input: "" });

/** `landed` is said when the files are on the disk: git itself leaves them, and its index, to the page cache (J4). */
function syncWorkTree(root: string, changes: readonly TreeChange[]): void {
  const folders = new Set<string>();
  for (const { path } of changes) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    if (lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true) syncPath(join(root, path));
  }
  for (const folder of folders) if (existsSync(join(root, folder))) syncFolder(join(root, folder));
}

/** Whether a landing has begun to write the work tree, and nobody else has, there or in the index. */
function isHalfway(git: Git, { root, index, from, to }: Halfway): boolean {
  const before = from ?? emptyTree(git);
  const changes = diffTrees(git, before, to);
  const found = new Set(changes.map((change) => whoseIs(git, root, change)));
  if (!found.has("to") || found.has("foreign")) return false;
  const staged = git.attempt(["diff-index", "--cached", "--name-only", "-z", before], { index, workTree: root });
  const names = new Set(staged?.split("\0"));
  return staged !== null && changes.every(({ path }) => !names.has(path));
}

/** Whose bytes lie in the work tree at a path: those before the landing, those it brings or a part of them, or others. */
function whoseIs(git: Git, root: string, { path, base, head }: TreeChange): "from" | "to" | "foreign" {
  const absolute = join(root, path);
  const file = lstatSync(absolute, { throwIfNoEntry: false });
  if (file === undefined) return base === null ? "from" : "to";
  if (!file.isFile() && !file.isSymbolicLink()) return "foreign";
  const bytes = file.isSymbolicLink() ? Buffer.from(readlinkSync(absolute)) : readFileSync(absolute);
  const oid = git(["hash-object", "--stdin", "--no-filters"], { input: bytes });
  if (oid === base?.oid) return "from";
  if (oid === head?.oid) return "to";
  if (head === null || !file.isFile()) return "foreign";
  return isPartOf(bytes, git.raw(["cat-file", "blob", head.oid])) ? "to" : "foreign";
}

/** Git was killed while it wrote the file, or the power went: its beginning is there, and zeros where a page never came. */
const isPartOf = (bytes: Buffer, whole: Buffer): boolean =>
  bytes.length <= whole.length && bytes.every((byte, at) => byte === 0 || byte === whole[at]);
