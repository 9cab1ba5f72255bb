import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";

const SHOWN = 3;

/**
 * What a work tree has beside its last commit, as a warning; null: nothing, or nobody can say. The user's own git answers, as it does when
 * they ask it: what they ignore counts for nothing. It writes nothing.
 */
export function uncommitted(repository: string): string | null {
  const args = ["-c", "core.fsmonitor=false", "status", "--porcelain", "-z", "--no-renames"];
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0" };
  const { status, stdout } = spawnSync("git", args, { cwd: repository, encoding: "utf8", env });
  const paths = status === 0 ? stdout.split("\0").flatMap((entry) => entry.slice(3) || []) : [];
  if (paths.length === 0) return null;
  const names = paths.slice(0, SHOWN).map((path) => (path.length > 60 ? basename(path) : path));
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
  return `only the commit was judged, not what is changed beside it: ${names.join(", ")}${more}`;
}

/** Submodules that this clone has not fetched, as a warning: tests that need them fail here. Null: none. */
export function unfetched(repository: string): string | null {
  if (!existsSync(join(repository, ".gitmodules"))) return null;
  const { status, stdout } = spawnSync("git", ["submodule", "status"], { cwd: repository, encoding: "utf8" });
  const paths = status === 0 ? stdout.split("\n").flatMap((line) => /^-[0-9a-f]+ (.+)$/.exec(line)?.[1] ?? []) : [];
  if (paths.length === 0) return null;
  return `not fetched here, and empty for the tests: ${paths.join(", ")}; git submodule update --init --recursive`;
}
