import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { OwnFolder } from "../../../agents/port.ts";
import { bubblewrap, type OtherUser } from "../../../util/isolation.ts";
import type { AgentContainment, Where } from "./agent-containment.ts";
import { homeMounts } from "./home-mounts.ts";
import { giveTo, refuseClosed } from "./user-access.ts";
import { findVisible, isBelow, realOf } from "./visible.ts";
import { workTreesOf } from "../../../util/git/work-trees.ts";

/** Below /run lie sockets of daemons that do anything for whoever asks; name resolution and NixOS's programs stay. */
const RUN_SHOWN = ["/run/systemd/resolve", "/run/current-system", "/run/wrappers"];

/** I2, and with another user I3: the agent sees its clone, and neither the repository nor anything of the harness. */
export function behindMounts(where: Where, user: OtherUser | null): AgentContainment {
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
    wrap(argv, { workspace, home: folders }) {
      const [program, ...args] = argv;
      const found = findVisible(program, hidden, path);
      const own = user === null ? folders : folders.map((each) => moved(each, ownHome, home));
      const programs = [...found.files, ...path.split(delimiter).map((each) => join(each, "."))].flatMap(inTemporary);
      const mounts = homeMounts(home, own, [workspace, ...hidden, ...programs]);
      return bubblewrap(
        ["env", ...ownCaches(home), found.program, ...args],
        {
          cwd: workspace,
          emptied: [...(existsSync("/run") ? ["/run"] : []), ...mounts.emptied],
          shown: [...RUN_SHOWN, ...mounts.shown, ...programs],
          linked: mounts.linked,
          hidden,
          copied: mounts.copied,
          writable: [workspace, ...mounts.writable],
        },
        user,
      );
    },
    handOver: (workspace) => giveTo(workspace, user),
  };
}

/** Where package managers write that cannot do without: Gradle reads what the user downloaded besides. */
function ownCaches(home: string): string[] {
  const read = join(home, ".gradle", "caches");
  const reads = existsSync(join(read, "modules-2")) ? [`GRADLE_RO_DEP_CACHE=${read}`] : [];
  return ["npm_config_cache=/tmp/npm-cache", "GRADLE_USER_HOME=/tmp/gradle-home", ...reads];
}

/** What an agent needs lies in the home folder of whoever runs it. */
function moved({ path, config, login }: OwnFolder, from: string, to: string): OwnFolder {
  const move = (each: string): string => (isBelow(from, each) ? join(to, each.slice(from.length)) : each);
  return { path: move(path), config: config.map(move), login: login.map(move) };
}

/** Programs below /tmp, which is emptied, with what lies beside them. */
function inTemporary(file: string): string[] {
  const modules = file.indexOf("/node_modules/");
  const folder = modules === -1 ? dirname(file) : file.slice(0, modules + "/node_modules".length);
  return isBelow("/tmp", file) ? [folder === "/tmp" ? file : folder] : [];
}

/** The repository with all its work trees, and everything that the harness keeps. */
function hiddenPlaces({ project: { root, places }, stateDirectory }: Where): string[] {
  const { gitDirectory, commonDirectory } = places;
  const all = [root, gitDirectory, commonDirectory, ...workTreesOf(places), stateDirectory];
  const real = [...new Set(all.filter((path) => existsSync(path)).map(realOf))];
  return real.filter((path) => !real.some((other) => other !== path && isBelow(other, path)));
}
