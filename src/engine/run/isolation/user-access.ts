import { spawnSync } from "node:child_process";
import { lchownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../../../errors.ts";
import { asUser, type OtherUser } from "../../../util/isolation.ts";
import type { Where } from "./agent-containment.ts";
import { realOf } from "./visible.ts";
import { shell } from "../../../util/shell.ts";

/** Throws ISOLATION_UNAVAILABLE for a program that the user may not start. */
export function refuseClosed(program: string, user: OtherUser, path: string): void {
  const [drop, ...args] = asUser(user);
  const look = [...args, ...shell('command -v "$1"', { args: [program] })];
  if (spawnSync(drop, look, { env: { PATH: path } }).status === 0) return;
  throw new BatonError("ISOLATION_UNAVAILABLE", `the user of --agent-user may not start ${program}`, {
    hint: "Install it where every user can, such as /usr/local/bin.",
  });
}

/** Who bears a name; null: nobody. */
export function lookUp(name: string, path: string): OtherUser | null {
  const { stdout, status } = spawnSync("getent", ["passwd", name], { env: { PATH: path }, encoding: "utf8" });
  const [, , uid, gid, , home] = status === 0 ? stdout.trim().split(":") : [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid), home: realOf(home ?? "/") };
}

/** What the other user could write of the repository and the harness's things, or read of the latter. */
export function reachable(
  { project: { root, places }, stateDirectory }: Where,
  user: OtherUser,
  path: string,
): string[] {
  const truth = join(places.commonDirectory, "baton");
  const script = `for f; do if [ -w "$f" ]; then echo "$f"; fi; done
for f in "$TRUTH" "$STATE"/results "$STATE"/marks; do if [ -r "$f" ]; then echo "$f"; fi; done
[ -x "$STATE" ] || echo "no clone, since $STATE is closed to it"`;
  const asked = [root, places.gitDirectory, places.commonDirectory, truth, stateDirectory];
  const [drop, ...args] = asUser(user);
  const env = { PATH: path, TRUTH: truth, STATE: stateDirectory };
  const { stdout } = spawnSync(drop, [...args, ...shell(script, { args: asked })], { env, encoding: "utf8" });
  return [...new Set(stdout.split("\n").filter((line) => line !== ""))];
}

/** Gives the clone away, and takes it back. */
export function giveTo(workspace: string, user: OtherUser | null): () => void {
  if (user === null) return () => {};
  own(workspace, user.uid, user.gid);
  return () => own(workspace, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
}

/** Of a folder and all in it; never through a link. */
function own(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
}
