import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { BatonError } from "../errors.ts";
import { syncFolder, syncPath } from "../util/atomic-file.ts";
import type { RepositoryPlaces } from "../util/git/discover.ts";
import type { Git } from "../util/git/git.ts";
import { diffTrees, type TreeChange } from "../util/git/trees.ts";

/** How a landing went. `left` commits stay on the run's own branch, and the reason says why (decisions.md, Landing). */
export type LandingResult = { readonly kind: "landed" } | { readonly kind: "left"; readonly reason: string };

/** What stands in the way, with the paths whose changes nobody committed. */
export interface Obstacle {
  readonly reason: string;
  readonly paths: readonly string[];
}

export interface Landing {
  /** Why a branch cannot be moved now, looked at without changing anything; null when it can. */
  obstacle(branch: string, from: string | null, to: string): Obstacle | null;
  /** Fast-forwards a branch by compare-and-swap and, when it is checked out, its index and work tree. Never forces. */
  move(branch: string, from: string | null, to: string): LandingResult;
  /** Goes on with a move that a crash cut in half. */
  finish(branch: string, from: string | null, to: string): LandingResult;
}

const DURABLE_INDEX = ["-c", "core.fsync=added"];
const DIRTY = "files that would change have uncommitted changes";
/** A lock this old that nobody let go was left by a git that was killed. */
const STALE_LOCK_MS = 3000;
const POLL_MS = 50;
const LEFT = (reason: string): LandingResult => ({ kind: "left", reason });

export function openLanding(git: Git, places: RepositoryPlaces): Landing {
  const { root } = places;
  const index = join(places.gitDirectory, "index");
  const ref = (branch: string): string => `refs/heads/${branch}`;
  const tip = (branch: string): string | null => git.attempt(["rev-parse", "--verify", "--quiet", ref(branch)]);
  const isCheckedOut = (branch: string): boolean =>
    root !== null && readFileSync(join(places.gitDirectory, "HEAD"), "utf8").trim() === `ref: ${ref(branch)}`;
  /** Null where it went well, else what git said. */
  const readTree = (from: string | null, to: string, call: { index: string }, ...options: string[]): string | null => {
    const inTree = { ...call, workTree: root ?? "" };
    git.attempt(["update-index", "-q", "--refresh"], inTree);
    const trees = from === null ? [to] : [from, to];
    const command = [...DURABLE_INDEX, "read-tree", "-m", "-u", ...options, ...trees];
    return failureOf(() => git(command, inTree), "GIT_FAILED", "DISK_FULL");
  };
  /** On a copy of the index: even a dry run locks it, and a lock that a crash leaves would stop the user's own git. */
  const fits = (from: string | null, to: string): boolean => {
    const folder = mkdtempSync(join(git.directory, "index-"));
    const copy = join(folder, "index");
    try {
      if (existsSync(index)) copyFileSync(index, copy);
      return readTree(from, to, { index: copy }, "-n") === null;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const dirt = (from: string | null, to: string): Obstacle =>
    dirtOf(root === null ? [] : dirtyPaths(git, { root, index, from, to }));
  /** Once more where nobody's changes stand in the way: then only git has failed. */
  const readTreeAgain = (from: string | null, to: string): string | null => {
    const { paths, reason } = dirt(from, to);
    if (root === null || paths.length > 0) return reason;
    const failure = readTree(from, to, { index });
    return failure === null ? null : `the work tree could not be written: ${failure}`;
  };
  /** A branch ahead of its work tree would read as the user's own undoing of the commit. */
  const takenBack = (branch: string, old: string, to: string, reason: string): LandingResult => {
    git(["update-ref", "-m", "baton: land, taken back", ref(branch), old, to]);
    return LEFT(reason);
  };
  const landing: Landing = {
    obstacle: (branch, from, to) => (isCheckedOut(branch) && !fits(from, to) ? dirt(from, to) : null),
    move(branch, from, to) {
      const old = from ?? "0".repeat(to.length);
      const swap = ["update-ref", "-m", "baton: land", ref(branch), to, old];
      const now = git.attempt(swap) === null ? tip(branch) : to;
      // Where the log of HEAD cannot be written, git has failed and the branch has moved all the same.
      if (now !== to && now !== from) return LEFT(`${branch} has moved`);
      const failure = now === to ? null : failureOf(() => git(swap), "GIT_FAILED");
      if (failure !== null) return LEFT(`${branch} could not be moved: ${failure}`);
      if (!isCheckedOut(branch)) return { kind: "landed" };
      if (root === null) return takenBack(branch, old, to, DIRTY);
      let left = readTree(from, to, { index });
      // Git began and broke off, as on a full disk: what it left is the landing's own, and would bar every later one.
      if (left !== null && isHalfway(git, { root, index, from, to }))
        return followWorkTree(git, { root, index, from, to });
      left = left === null ? null : readTreeAgain(from, to);
      if (left !== null) return takenBack(branch, old, to, left);
      syncWorkTree(root, diffTrees(git, from ?? emptyTree(git), to));
      return { kind: "landed" };
    },
    finish(branch, from, to) {
      for (const locked of [index, join(places.commonDirectory, ref(branch))]) outliveLock(`${locked}.lock`);
      const now = tip(branch);
      if (now === from)
        return landing.obstacle(branch, from, to) === null
          ? landing.move(branch, from, to)
          : LEFT(dirt(from, to).reason);
      if (now !== to)
        return git.attempt(["merge-base", "--is-ancestor", to, now ?? to]) === null
          ? LEFT(`${branch} has moved`)
          : { kind: "landed" };
      if (!isCheckedOut(branch) || root === null) return { kind: "landed" };
      return followWorkTree(git, { root, index, from, to });
    },
  };
  return landing;
}

const NAMED = 8;

function dirtOf(paths: readonly string[]): Obstacle {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return { paths, reason: paths.length === 0 ? DIRTY : `${DIRTY}: ${paths.slice(0, NAMED).join(", ")}${more}` };
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

/** What git says where it fails in one of these ways; null: it went well. */
function failureOf(call: () => void, ...ways: readonly BatonError["code"][]): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof BatonError && ways.includes(error.code)) return error.message;
    throw error;
  }
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
function followWorkTree(git: Git, { root, index, from, to }: Halfway): LandingResult {
  const changes = diffTrees(git, from ?? emptyTree(git), to);
  const foreign = changes.filter((change) => whoseIs(git, root, change) === "foreign");
  if (foreign.length > 0) return LEFT(`changed while landing: ${foreign.map(({ path }) => path).join(", ")}`);
  const call = { index, workTree: root };
  const blank = "0".repeat(to.length);
  const lines = changes.map(({ path, head }) => `${head?.mode ?? "0"} ${head?.oid ?? blank}\t${path}\0`);
  git([...DURABLE_INDEX, "update-index", "-z", "--index-info"], { index, input: lines.join("") });
  const written = changes.filter(({ head }) => head !== null).map(({ path }) => `${path}\0`);
  if (written.length > 0) git(["checkout-index", "-f", "-z", "--stdin"], { ...call, input: written.join("") });
  for (const { path } of changes.filter(({ head }) => head === null)) rmSync(join(root, path), { force: true });
  git.attempt([...DURABLE_INDEX, "update-index", "-q", "--refresh"], call);
  syncWorkTree(root, changes);
  return { kind: "landed" };
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

/**
 * Waits for another git to let go. What nobody lets go is removed: a landing was cut in half here, so it was left by our
 * own git that died with it.
 */
function outliveLock(path: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const lock = statSync(path, { throwIfNoEntry: false });
    if (lock === undefined) return;
    if (Date.now() - lock.mtimeMs > STALE_LOCK_MS) return rmSync(path, { force: true });
    Atomics.wait(pause, 0, 0, POLL_MS);
  }
}
