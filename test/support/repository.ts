import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Files by path; null removes one. */
export type Files = Readonly<Record<string, string | null>>;

export interface TestRepository {
  readonly directory: string;
  readonly git: (...args: string[]) => string;
  write(files: Files): void;
  /** Commits everything and answers the commit. */
  commit(message: string, files?: Files): string;
  remove(): void;
}

const IDENTITY = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"];

/** A real git repository in a temporary folder. */
export function createRepository(files: Files = {}): TestRepository {
  const directory = mkdtempSync(join(tmpdir(), "baton-test-"));
  const git = (...args: string[]): string =>
    execFileSync("git", [...IDENTITY, ...args], {
      cwd: directory,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const write = (changed: Files): void => {
    for (const [path, text] of Object.entries(changed)) {
      const target = join(directory, path);
      if (text === null) {
        rmSync(target, { recursive: true, force: true });
        continue;
      }
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text, { mode: path.endsWith(".sh") ? 0o755 : 0o644 });
    }
  };
  const commit = (message: string, changed: Files = {}): string => {
    write(changed);
    git("add", "--all", "--force");
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet", "--initial-branch=main");
  if (Object.keys(files).length > 0) commit("base", files);
  return { directory, git, write, commit, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
