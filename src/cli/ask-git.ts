import { spawnSync } from "node:child_process";
import { programPath } from "../util/program-path.ts";

/** What the user's own git says, as when they ask it; it writes nothing, and fetches nothing. Null: it refuses. */
export function askGit(repository: string, ...args: readonly string[]): string | null {
  const env = {
    ...process.env,
    PATH: programPath(process.env["PATH"]),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
  };
  const options = { cwd: repository, encoding: "utf8", env, maxBuffer: 2 ** 28 } as const;
  const { status, stdout } = spawnSync("git", ["-c", "core.fsmonitor=false", ...args], options);
  return status === 0 ? stdout : null;
}
