import { spawnSync } from "node:child_process";
import { existsSync, lchownSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { AgentProfile, Containment } from "../../agents/port.ts";
import { BatonError } from "../../errors.ts";
import type { IsolationLevel } from "../../schema/proof.ts";
import { asUser, bubblewrap, bubblewrapProblem, type OtherUser } from "../../util/isolation.ts";
import { findVisible, isBelow } from "./visible.ts";
import type { Project } from "./project.ts";

/** How a run keeps its agents apart, and what has to be done around each of their turns. */
export interface AgentContainment extends Containment {
  /** Whether an agent could write to what judges it, so that it has to be compared. */
  readonly reachesControl: boolean;
  /** Refuses an agent that could not be started behind this. Throws AGENT_HIDDEN. */
  admit(agent: AgentProfile): void;
  /** Gives the clone to whoever the agent runs as; answers how it is taken back. */
  handOver(workspace: string): () => void;
}

export interface ContainmentRequest {
  /** What a person asked for; null: what suits the agent. */
  readonly level: IsolationLevel | "auto" | null;
  /** The name of a user that agents run as. */
  readonly user: string | null;
  /** The policy's. */
  readonly least: IsolationLevel;
}

interface Where {
  readonly project: Pick<Project, "root" | "places">;
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * What isolation agents get here (design.md §8): what was asked for, at least the policy's. Throws ISOLATION_UNAVAILABLE
 * when that cannot be had, or is less than the policy requires.
 */
export function openContainment(where: Where, { level, user, least }: ContainmentRequest): AgentContainment {
  const path = where.env["PATH"] ?? "";
  if (user !== null || level === "I3" || (least === "I3" && (level === null || level === "auto")))
    return otherUser(where, user, path);
  if (level !== null && level !== "auto" && level < least)
    throw new BatonError("ISOLATION_UNAVAILABLE", `the policy requires isolation ${least}, not ${level}`, {
      hint: `Leave out --isolation, or change policy.require_isolation in the project's configuration.`,
    });
  const wanted = level ?? (least < "I1" ? "I1" : least);
  if (wanted === "I0" || wanted === "I1") return uncontained(wanted);
  const problem = bubblewrapProblem(path, null);
  if (problem === null) return behindMounts(where, null);
  if (wanted === "auto" && least < "I2") return uncontained("I1");
  throw new BatonError("ISOLATION_UNAVAILABLE", `isolation I2 cannot be had here: ${problem}`, { hint: BUBBLEWRAP });
}

const BUBBLEWRAP = "Install bubblewrap (Debian, Ubuntu, Fedora: the package bubblewrap) and allow user namespaces.";

const uncontained = (level: "I0" | "I1"): AgentContainment => ({
  level,
  reachesControl: true,
  wrap: ([program, ...args]) => [program, ...args],
  admit: () => {},
  handOver: () => () => {},
});

/** Below /run lie sockets of daemons that do anything for whoever asks; name resolution and NixOS's programs stay. */
const RUN_SHOWN = ["/run/systemd/resolve", "/run/current-system", "/run/wrappers"];
/** Keys that no build needs. */
const KEYS = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".git-credentials"]);

/** I2, and with another user I3: the agent sees its clone, and neither the repository nor anything of the harness. */
function behindMounts(where: Where, user: OtherUser | null): AgentContainment {
  const { env } = where;
  const path = env["PATH"] ?? "";
  const hidden = hiddenPlaces(where);
  const ownHome = realOf(env["HOME"] ?? "/");
  const home = user?.home ?? ownHome;
  return {
    level: user === null ? "I2" : "I3",
    reachesControl: false,
    admit({ program }) {
      if (program === undefined) return;
      const { program: found } = findVisible(program, hidden, path);
      if (user !== null) refuseClosed(found, user, path);
    },
    wrap(argv, { workspace, writable }) {
      const [program, ...args] = argv;
      const found = findVisible(program, hidden, path);
      const homes = home === "/" || !existsSync(home) ? [] : [home];
      // What a profile needs lies in the home folder of whoever runs it.
      const own = writable.map((each) => (isBelow(each, ownHome) ? join(home, each.slice(ownHome.length)) : each));
      return bubblewrap(
        ["env", "npm_config_cache=/tmp/npm-cache", found.program, ...args],
        {
          cwd: workspace,
          emptied: [...(existsSync("/run") ? ["/run"] : []), ...homes],
          shown: [
            ...RUN_SHOWN,
            ...homes.flatMap(entriesOf),
            ...[...found.files, ...path.split(delimiter).map((each) => join(each, "."))].flatMap(inTemporary),
          ],
          hidden,
          writable: [workspace, ...own.filter((each) => existsSync(each)).map(realOf)],
        },
        user,
      );
    },
    handOver: (workspace) => giveTo(workspace, user),
  };
}

/** Programs below /tmp, which is emptied, with what lies beside them. */
function inTemporary(file: string): string[] {
  const modules = file.indexOf("/node_modules/");
  const folder = modules === -1 ? dirname(file) : file.slice(0, modules + "/node_modules".length);
  return isBelow(file, "/tmp") ? [folder === "/tmp" ? file : folder] : [];
}

const entriesOf = (home: string): string[] =>
  readdirSync(home)
    .filter((name) => !KEYS.has(name))
    .map((name) => join(home, name));

/** The repository with all its work trees, and everything that the harness keeps. */
function hiddenPlaces({ project: { root, places }, stateDirectory }: Where): string[] {
  const { gitDirectory, commonDirectory } = places;
  const main = commonDirectory.endsWith("/.git") ? [dirname(commonDirectory)] : [];
  const list = join(commonDirectory, "worktrees");
  const linked = (existsSync(list) ? readdirSync(list) : []).flatMap((name) => {
    const pointer = join(list, name, "gitdir");
    return existsSync(pointer) ? [dirname(readFileSync(pointer, "utf8").trim())] : [];
  });
  const all = [root, gitDirectory, commonDirectory, ...main, ...linked, stateDirectory];
  const real = [...new Set(all.filter((path) => existsSync(path)).map(realOf))];
  return real.filter((path) => !real.some((other) => other !== path && isBelow(path, other)));
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** I3: another user, behind mounts where there is bubblewrap, else only where that one reaches nothing of ours. */
function otherUser(where: Where, name: string | null, path: string): AgentContainment {
  const user = name === null ? null : lookUp(name, path);
  if (user === null)
    throw new BatonError("ISOLATION_UNAVAILABLE", "isolation I3 needs another user that agents run as", {
      hint: "Create one (useradd --create-home baton-agent), and give --agent-user baton-agent.",
    });
  if (user.uid === process.getuid?.() || user.uid === 0)
    throw new BatonError("ISOLATION_UNAVAILABLE", `${name} is no other user than the harness, or root`);
  const [drop, ...args] = asUser(user);
  if (spawnSync(drop, [...args, "true"], { env: { PATH: path } }).status !== 0)
    throw new BatonError("ISOLATION_UNAVAILABLE", `nothing can be started as ${name} from here`, {
      hint: "Only root can: start baton as root (in a container), and have setpriv (util-linux) on PATH.",
    });
  if (bubblewrapProblem(path, user) === null) return behindMounts(where, user);
  const open = reachable(where, user, path);
  if (open.length > 0)
    throw new BatonError("ISOLATION_UNAVAILABLE", `${name} can reach ${open.join(", ")}`, {
      hint: `${BUBBLEWRAP} Or take other users' rights there away: chmod -R go-rwx.`,
    });
  return {
    ...uncontained("I1"),
    level: "I3",
    reachesControl: false,
    admit({ program }) {
      if (program !== undefined) refuseClosed(program, user, path);
    },
    wrap: (argv) => [...asUser(user), ...argv],
    handOver: (workspace) => giveTo(workspace, user),
  };
}

function refuseClosed(program: string, user: OtherUser, path: string): void {
  const [drop, ...args] = asUser(user);
  const look = [...args, "/bin/sh", "-c", 'command -v "$0"', program];
  if (spawnSync(drop, look, { env: { PATH: path } }).status === 0) return;
  throw new BatonError("ISOLATION_UNAVAILABLE", `the user of --agent-user may not start ${program}`, {
    hint: "Install it where every user can, such as /usr/local/bin.",
  });
}

function lookUp(name: string, path: string): OtherUser | null {
  const { stdout, status } = spawnSync("getent", ["passwd", name], { env: { PATH: path }, encoding: "utf8" });
  const [, , uid, gid, , home] = status === 0 ? stdout.trim().split(":") : [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid), home: realOf(home ?? "/") };
}

/** What the other user could write of the repository and the harness's things, or read of the latter. */
function reachable({ project: { root, places }, stateDirectory }: Where, user: OtherUser, path: string): string[] {
  const truth = join(places.commonDirectory, "baton");
  const script = `for f; do if [ -w "$f" ]; then echo "$f"; fi; done
for f in "$TRUTH" "$STATE"/results "$STATE"/marks; do if [ -r "$f" ]; then echo "$f"; fi; done
[ -x "$STATE" ] || echo "no clone, since $STATE is closed to it"`;
  const asked = [root, places.gitDirectory, places.commonDirectory, truth, stateDirectory];
  const [drop, ...args] = asUser(user);
  const env = { PATH: path, TRUTH: truth, STATE: stateDirectory };
  const { stdout } = spawnSync(drop, [...args, "/bin/sh", "-c", script, "sh", ...asked], { env, encoding: "utf8" });
  return [...new Set(stdout.split("\n").filter((line) => line !== ""))];
}

function giveTo(workspace: string, user: OtherUser | null): () => void {
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
