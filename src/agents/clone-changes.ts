import { lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BatonError } from "../errors.ts";
import type { RecordedChange } from "../schema/recording.ts";
import { createGitAt, type Git } from "../util/git/git.ts";
import { diffTrees, editIndex, listIndex, readBlobs, SUBMODULE } from "../util/git/trees.ts";
import type { Redact } from "../util/redact.ts";
import { makeTemporary } from "../util/temporary.ts";

const ARTIFACTS = "artifacts";

/**
 * Watches what changes in a folder, through a git directory of its own elsewhere: an agent may commit in its clone, or
 * change the clone's configuration, and neither may change what is seen.
 */
export function watchClone(directory: string): { changes(redact: Redact): RecordedChange[]; end(): void } {
  const own = makeTemporary("baton-record-");
  const git = createGitAt(join(own, "git"));
  git(["init", "--quiet", "--bare", join(own, "git")]);
  const before = snapshot(git, own, directory);
  return {
    changes(redact) {
      const changes = diffTrees(git, before, snapshot(git, own, directory));
      const blobs = readBlobs(
        git,
        changes.flatMap(({ head }) => (head === null || head.mode === SUBMODULE ? [] : [head.oid])),
      );
      return changes.flatMap(({ path, base, head }): RecordedChange[] => {
        if (head === null) return base?.mode === SUBMODULE ? [] : [{ path, content: null }];
        const bytes = blobs.get(head.oid);
        return bytes === undefined ? [] : [{ path, mode: fileMode(head.mode), ...encoded(bytes, redact) }];
      });
    },
    end: () => rmSync(own, { recursive: true, force: true }),
  };
}

/**
 * What the harness would take of the folder, and everything below `artifacts/`, ignored or not. Of a repository that an index has, git
 * asks the git in its folder, which an agent may have written: the index is new each time, and holds none when it is added to.
 */
function snapshot(git: Git, own: string, directory: string): string {
  const call = { index: join(own, "index"), workTree: directory };
  rmSync(call.index, { force: true });
  git(["add", "--all", "--", "."], call);
  const nested = listIndex(git, call).filter(({ mode }) => mode === SUBMODULE);
  for (const { path, oid } of nested) editIndex(git, call, [{ path, entry: null }], oid);
  if (lstatSync(join(directory, ARTIFACTS), { throwIfNoEntry: false }) !== undefined)
    git(["add", "--all", "--force", "--", ARTIFACTS], call);
  return git(["write-tree"], call);
}

function fileMode(mode: string): "100644" | "100755" | "120000" {
  return mode === "100755" || mode === "120000" ? mode : "100644";
}

/** Text stays readable, and is redacted; other bytes are kept as they are. */
function encoded(bytes: Buffer, redact: Redact): { encoding: "utf8" | "base64"; content: string } {
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes)
    ? { encoding: "utf8", content: redact(text) }
    : { encoding: "base64", content: bytes.toString("base64") };
}

/** Does the same to another clone. Never writes through a link, so nothing outside is reached. Throws REPLAY_INVALID. */
export function applyChanges(directory: string, changes: readonly RecordedChange[]): void {
  // Removed first, so that a folder can become a file, and the other way round.
  for (const { path, content } of changes) {
    if (content !== null) continue;
    refuseLinks(directory, path);
    rmSync(join(directory, path), { recursive: true, force: true });
  }
  for (const change of changes) {
    if (change.content === null) continue;
    refuseLinks(directory, change.path);
    const target = join(directory, change.path);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    const bytes = Buffer.from(change.content, change.encoding);
    if (change.mode === "120000") symlinkSync(bytes, target);
    else writeFileSync(target, bytes, { flag: "wx", mode: change.mode === "100755" ? 0o755 : 0o644 });
  }
}

function refuseLinks(directory: string, path: string): void {
  const parts = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join("/");
    if (lstatSync(join(directory, folder), { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new BatonError("REPLAY_INVALID", `${path} leads through the link ${folder}`);
  }
}
