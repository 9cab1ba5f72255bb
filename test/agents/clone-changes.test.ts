import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchClone } from "../../src/agents/clone-changes.ts";

/** A repository that runs a program when its git is asked anything. */
function plant(folder: string, program: string): void {
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.invalid", ...args], { cwd: folder });
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message", "c");
  git("config", "core.fsmonitor", program);
}

test("a git of an agent's own, left in an earlier turn or made in this one, is never asked", () => {
  const outside = mkdtempSync(join(tmpdir(), "baton-watched-"));
  const clone = join(outside, "clone");
  const ran = join(outside, "ran");
  plant(join(clone, "earlier"), `touch ${ran}; false`);
  plant(join(clone, "artifacts", "earlier"), `touch ${ran}; false`);
  const watched = watchClone(clone);
  plant(join(clone, "artifacts", "now"), `touch ${ran}; false`);
  for (const name of ["earlier", "artifacts/earlier", "artifacts/now"])
    writeFileSync(join(clone, name, "untracked.txt"), "");
  writeFileSync(join(clone, "a.txt"), "a\n");
  writeFileSync(join(clone, "artifacts", "answer.md"), "answer\n");
  const changes = watched.changes((text) => text);
  watched.end();
  expect(existsSync(ran)).toBe(false);
  expect(changes.map(({ path }) => path).filter((path) => !path.includes("now"))).toEqual([
    "a.txt",
    "artifacts/answer.md",
  ]);
  rmSync(outside, { recursive: true });
});
