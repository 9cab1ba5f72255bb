import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

export interface BenchRepository {
  readonly directory: string;
  /** Commits these files and answers the commit. */
  commit(message: string, files: Files): string;
  git(...args: string[]): string;
}

/** A real repository in a folder that is removed when the process ends. */
export function createRepository(): BenchRepository {
  const directory = temporary(tmpdir());
  const identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid", "-c", "commit.gpgsign=false"];
  const git = (...args: string[]): string =>
    execFileSync("git", [...identity, ...args], { cwd: directory, encoding: "utf8" }).trim();
  git("init", "--quiet", "--initial-branch=main");
  return {
    directory,
    git,
    commit(message, files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), text);
      }
      git("add", "--all");
      git("commit", "--quiet", "--message", message);
      return git("rev-parse", "HEAD");
    },
  };
}

/** A state folder of our own: outside the temporary folder, as for users, and empty, so that nothing is cited from before. */
export function createState(): string {
  const caches = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  mkdirSync(caches, { recursive: true });
  return temporary(caches);
}

export function temporary(parent: string): string {
  const directory = mkdtempSync(join(parent, "proofbaton-bench-"));
  if (MADE.length === 0) process.once("exit", removeAll);
  MADE.push(directory);
  return directory;
}

const MADE: string[] = [];

function removeAll(): void {
  for (const directory of MADE) rmSync(directory, { recursive: true, force: true });
}
