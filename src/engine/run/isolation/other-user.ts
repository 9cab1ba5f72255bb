import { spawnSync } from "node:child_process";
import { BatonError } from "../../../errors.ts";
import { asUser, bubblewrapProblem } from "../../../util/isolation.ts";
import { uncontained, type AgentContainment, type Where } from "./agent-containment.ts";
import { behindMounts } from "./behind-mounts.ts";
import { giveTo, lookUp, reachable, refuseClosed } from "./user-access.ts";

export const BUBBLEWRAP =
  "Install bubblewrap (Debian, Ubuntu, Fedora: the package bubblewrap) and allow user namespaces.";

/** I3: another user, behind mounts where there is bubblewrap, else only where that one reaches nothing of ours. */
export function otherUser(where: Where, name: string | null, path: string): AgentContainment {
  const user = name === null ? null : lookUp(name, path);
  if (user === null) {
    const needed = "isolation I3 needs another user that agents run as";
    throw new BatonError("ISOLATION_UNAVAILABLE", name === null ? needed : `${needed}, and there is no user ${name}`, {
      hint: `Create one (useradd --create-home ${name ?? "baton-agent"}), and give --agent-user ${name ?? "baton-agent"}.`,
    });
  }
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
