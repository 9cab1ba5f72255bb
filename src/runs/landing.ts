import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeJsonAtomic } from "../util/atomic-file.ts";
import type { RepositoryPlaces } from "../util/git/discover.ts";
import type { Git } from "../util/git/git.ts";

/** How a landing went. `left` commits stay on the run's own branch, and the reason says why (decisions.md, Landing). */
export type LandingResult = { readonly kind: "landed" } | { readonly kind: "left"; readonly reason: string };

export interface Landing {
  /** Fast-forwards a branch and, when it is checked out, its index and work tree. Never forces. */
  land(branch: string, from: string, to: string): LandingResult;
  /** Finishes a landing that a crash cut in half; does nothing when there is none. */
  recover(): void;
}

/**
 * Order: note, dry run, ref by compare-and-swap, index and work tree, note removed. A crash after the ref has moved leaves
 * the note, and `recover` brings index and work tree after it.
 */
export function openLanding(git: Git, places: RepositoryPlaces): Landing {
  const note = join(places.commonDirectory, "baton", "landing.json");
  const index = join(places.gitDirectory, "index");
  const isCheckedOut = (branch: string): boolean =>
    places.root !== null &&
    readFileSync(join(places.gitDirectory, "HEAD"), "utf8").trim() === `ref: refs/heads/${branch}`;
  const moveFiles = (from: string, to: string, dryRun: boolean): boolean => {
    if (places.root === null) return true;
    const call = { index, workTree: places.root };
    git.attempt(["update-index", "-q", "--refresh"], call);
    return git.attempt(["read-tree", "-m", "-u", ...(dryRun ? ["-n"] : []), from, to], call) !== null;
  };
  return {
    land(branch, from, to) {
      const checkedOut = isCheckedOut(branch);
      if (checkedOut && !moveFiles(from, to, true)) {
        return { kind: "left", reason: "files that would change have uncommitted changes" };
      }
      writeJsonAtomic(note, { branch, from, to });
      const moved = git.attempt(["update-ref", "-m", "baton: land", `refs/heads/${branch}`, to, from]) !== null;
      if (moved && checkedOut) moveFiles(from, to, false);
      rmSync(note, { force: true });
      return moved ? { kind: "landed" } : { kind: "left", reason: `${branch} has moved` };
    },
    recover() {
      if (!existsSync(note)) return;
      const { branch, from, to } = JSON.parse(readFileSync(note, "utf8")) as {
        branch: string;
        from: string;
        to: string;
      };
      const now = git.attempt(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
      if (now === to && isCheckedOut(branch)) moveFiles(from, to, false);
      rmSync(note, { force: true });
    },
  };
}
