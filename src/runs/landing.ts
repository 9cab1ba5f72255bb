import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RepositoryPlaces } from "../util/git/discover.ts";
import { type Git, refusalOf } from "../util/git/git.ts";
import { readRef } from "../util/git/trees.ts";
import type { LeftCode } from "../schema/landing-event.ts";
import { type Obstacle, openWorkTree } from "./work-tree.ts";

/** How a landing went. `left` commits stay on the run's own branch, and the reason says why (decisions.md, Landing). */
export type LandingResult =
  { readonly kind: "landed" } | { readonly kind: "left"; readonly code: LeftCode; readonly reason: string };

export interface Landing {
  /** Why a branch cannot be moved now, looked at without changing anything; null when it can. */
  obstacle(branch: string, from: string | null, to: string): Obstacle | null;
  /** Fast-forwards a branch by compare-and-swap and, when it is checked out, its index and work tree. Never forces. */
  move(branch: string, from: string | null, to: string): LandingResult;
  /** Goes on with a move that a crash cut in half. */
  finish(branch: string, from: string | null, to: string): LandingResult;
}

/** A lock this old that nobody let go was left by a git that was killed. */
const STALE_LOCK_MS = 3000;
const POLL_MS = 50;
const LANDED: LandingResult = { kind: "landed" };
const REBASED = (branch: string): Obstacle => ({
  code: "TREE_DIRTY",
  reason: `a rebase of ${branch} is under way: end it with git rebase --continue or --abort`,
  paths: [],
});
const LEFT = ({ code, reason }: Pick<Obstacle, "code" | "reason">): LandingResult => ({ kind: "left", code, reason });
const MOVED = (branch: string): LandingResult => ({
  kind: "left",
  code: "BRANCH_MOVED",
  reason: `${branch} has moved`,
});

export function openLanding(git: Git, places: RepositoryPlaces): Landing {
  const index = join(places.gitDirectory, "index");
  const workTree = places.root === null ? null : openWorkTree(git, places.root, index);
  const ref = (branch: string): string => `refs/heads/${branch}`;
  const tip = (branch: string): string | null => readRef(git, ref(branch));
  /** Null where it is checked out nowhere. */
  const treeOf = (branch: string) =>
    workTree !== null && readFileSync(join(places.gitDirectory, "HEAD"), "utf8").trim() === `ref: ${ref(branch)}`
      ? workTree
      : null;
  /** A rebase sets the branch itself at its end, and from where it began. */
  const isRebased = (branch: string): boolean =>
    ["rebase-merge", "rebase-apply"].some((folder) => {
      const head = join(places.gitDirectory, folder, "head-name");
      return existsSync(head) && readFileSync(head, "utf8").trim() === ref(branch);
    });
  const landing: Landing = {
    obstacle(branch, from, to) {
      if (isRebased(branch)) return REBASED(branch);
      const tree = treeOf(branch);
      return tree === null || tree.fits(from, to) ? null : tree.dirt(from, to);
    },
    move(branch, from, to) {
      if (isRebased(branch)) return LEFT(REBASED(branch));
      const old = from ?? "0".repeat(to.length);
      const swap = ["update-ref", "-m", "baton: land", ref(branch), to, old];
      const now = git.attempt(swap) === null ? tip(branch) : to;
      // Where the log of HEAD cannot be written, git has failed and the branch has moved all the same.
      if (now !== to && now !== from) return MOVED(branch);
      const failure = now === to ? null : refusalOf(() => git(swap), "GIT_FAILED");
      if (failure !== null) return LEFT({ code: "GIT_FAILED", reason: `${branch} could not be moved: ${failure}` });
      const left = treeOf(branch)?.bring(from, to) ?? null;
      if (left === null) return LANDED;
      // A branch ahead of its work tree would read as the user's own undoing of the commit.
      git(["update-ref", "-m", "baton: land, taken back", ref(branch), old, to]);
      return LEFT(left);
    },
    finish(branch, from, to) {
      for (const locked of [index, join(places.commonDirectory, ref(branch))]) outliveLock(`${locked}.lock`);
      const now = tip(branch);
      if (now === from) {
        const obstacle = landing.obstacle(branch, from, to);
        return obstacle === null ? landing.move(branch, from, to) : LEFT(obstacle);
      }
      if (now !== to) {
        const isBehind = git.attempt(["merge-base", "--is-ancestor", to, now ?? to]) !== null;
        return isBehind ? LANDED : MOVED(branch);
      }
      const left = treeOf(branch)?.follow(from, to) ?? null;
      return left === null ? LANDED : LEFT(left);
    },
  };
  return landing;
}

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
