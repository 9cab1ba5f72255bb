import { spawnSync } from "node:child_process";
import { lstatSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { BatonError } from "../errors.ts";
import type { IsolationLevel } from "../schema/proof.ts";
import { packageRoot } from "./package-root.ts";
import { shell } from "./shell.ts";

/** Wraps a command so that it can write only where it is told to. */
export interface Isolation {
  readonly level: IsolationLevel;
  wrap(argv: readonly [string, ...string[]], places: IsolatedPlaces): [string, ...string[]];
}

/** Absolute paths, in the order they are laid: each kind can hold what the one before it took away. */
export interface IsolatedPlaces {
  readonly cwd: string;
  /** Empty, writable and gone afterwards; `/tmp` always is. */
  readonly emptied?: readonly string[];
  /** Read-only, inside what was emptied. */
  readonly shown?: readonly string[];
  /** Emptied folders with too many entries to mount each: links into the folder, which is mounted read-only beside. */
  readonly linked?: readonly LinkedFolder[];
  /** Not to be seen at all: the repository, the state folder. */
  readonly hidden: readonly string[];
  readonly writable: readonly string[];
  /** Files that are there as copies, which can be written and replaced without a change of the real ones. */
  readonly copied?: readonly string[];
  /** Below a writable folder, yet read-only: the dependency layer. */
  readonly readOnly?: readonly string[];
}

export interface LinkedFolder {
  readonly folder: string;
  /** Entries of it that are not to be seen that way: mounted, hidden, or emptied themselves. */
  readonly left: readonly string[];
  /** Names that get no link. */
  readonly never: readonly string[];
}

/** Another user, by number, and where that one is at home. */
export interface OtherUser {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** What runs inside the project's tests, where it is installed in the folder that is emptied for them. */
const OWN = (): string[] => [packageRoot(), process.execPath].filter((path) => path.startsWith("/tmp/"));

/**
 * I1: own folder and process group. I2, when the policy asks for it: bubblewrap mounts, read-only root and layer, own
 * process ids. I2 is not taken silently, since a suite that writes into the home folder would fail under it. Without `network`
 * nothing but a loopback of their own can be reached. Throws ENVIRONMENT_FAILED when what is asked for cannot be had here.
 */
export function isolateChecks(
  required: IsolationLevel,
  path: string,
  { network = true }: { readonly network?: boolean } = {},
): Isolation {
  if (required >= "I2") {
    requireBubblewrap(
      bubblewrapProblem(path, null),
      "the policy requires isolation I2",
      "policy.require_isolation to I1",
    );
    const alone = network ? [] : OFFLINE;
    const wrap: Isolation["wrap"] = (argv, places) => bubblewrap(argv, { shown: OWN(), ...places }, null, alone);
    return { level: "I2", wrap };
  }
  if (network) return { level: "I1", wrap: ([program, ...args]) => [program, ...args] };
  const wrap = ([program, ...args]: readonly [string, ...string[]]): [string, ...string[]] => [
    ...(["bwrap", "--dev-bind", "/", "/"] as const),
    ...OFFLINE,
    "--die-with-parent",
    "--",
    program,
    ...args,
  ];
  requireBubblewrap(problemOf(wrap(["true"]), path), "environment.network is false", "environment.network to true");
  return { level: "I1", wrap };
}

const OFFLINE = ["--unshare-net"];

function requireBubblewrap(problem: string | null, asked: string, instead: string): void {
  if (problem === null) return;
  throw new BatonError("ENVIRONMENT_FAILED", `${asked}, which cannot be had: ${problem}`, {
    hint: `Install bubblewrap, or set ${instead}.`,
  });
}

const PROBE: IsolatedPlaces = { cwd: "/", hidden: [], writable: [] };

/** Why bubblewrap cannot be had here, tried for real; null when it can. */
export function bubblewrapProblem(path: string, user: OtherUser | null): string | null {
  return problemOf(bubblewrap(["true"], PROBE, user), path);
}

function problemOf([program, ...args]: readonly [string, ...string[]], path: string): string | null {
  const probe = spawnSync(program, args, { env: { PATH: path } });
  if (probe.status === 0) return null;
  if (probe.error !== undefined) return "bwrap was not found on PATH";
  return probe.stderr.toString().trim() || "bwrap failed";
}

/**
 * A command line behind bubblewrap. Capabilities go, or root would unmount what hides a folder; the kernel's settings in
 * /proc, which root may write without any, are read-only.
 */
export function bubblewrap(
  argv: readonly [string, ...string[]],
  places: IsolatedPlaces,
  user: OtherUser | null,
  further: readonly string[] = [],
): [string, ...string[]] {
  const { emptied = [], shown = [], linked = [], hidden, writable, copied = [], readOnly = [] } = places;
  const whole = linked.map((each, at) => ({ ...each, place: `/tmp/.linked/${at}` }));
  const originals = copied.map((path, at): [string, string] => [`/tmp/.copied/${at}`, path]);
  const same = (flag: string, paths: readonly string[]) => paths.flatMap((path) => [flag, path, path]);
  return [
    "bwrap",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    ...same("--ro-bind-try", ["/proc/sys", "/proc/sysrq-trigger"]),
    ...["/tmp", ...emptied].flatMap((path) => ["--perms", "1777", "--tmpfs", path]),
    ...shown.flatMap(show),
    ...whole.flatMap(besideOf),
    ...hidden.flatMap((path) => ["--tmpfs", path]),
    ...same("--bind", writable),
    ...originals.flatMap(([original, path]) => ["--ro-bind", path, original]),
    ...same("--ro-bind-try", readOnly),
    ...hidden.flatMap((path) => ["--remount-ro", path]),
    "--unshare-pid",
    "--unshare-ipc",
    ...further,
    "--new-session",
    "--die-with-parent",
    "--cap-drop",
    "ALL",
    ...(user === null ? [] : ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]),
    "--chdir",
    places.cwd,
    "--",
    ...(user === null ? [] : asUser(user)),
    ...(originals.length === 0 ? [] : shell(COPY, { args: [...originals.flat(), "--"] })),
    ...(whole.length === 0
      ? []
      : shell(LINK, {
          args: [...whole.flatMap(({ place, folder, never }) => [place, folder, never.join(" ")]), "--"],
        })),
    ...argv,
  ];
}

/** A file that was mounted could not be replaced by another of its name, as programs do that save at once or not at all. */
const COPY = 'while [ "$1" != -- ]; do cp "$1" "$2" || exit; shift 2; done; shift; exec "$@"';

/** Names that are mounted or copied already keep what they are: no link replaces them. */
const LINK =
  'while [ "$1" != -- ]; do find "$1" -mindepth 1 -maxdepth 1 -exec ln -s -t "$2" {} + 2>/dev/null; ' +
  'for each in $3; do [ ! -L "$2/$each" ] || rm -f "$2/$each"; done; shift 3; done; shift; exec "$@"';

/** A folder once more at another place, without what must not be seen. */
const besideOf = ({ folder, left, place }: LinkedFolder & { readonly place: string }): string[] => [
  "--ro-bind",
  folder,
  place,
  ...left.flatMap((path) => {
    const twin = join(place, relative(folder, path));
    return lstatSync(path).isDirectory() ? ["--tmpfs", twin, "--remount-ro", twin] : ["--ro-bind", "/dev/null", twin];
  }),
];

function show(path: string): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  // A link stays one: what it names may be writable.
  return entry?.isSymbolicLink() === true ? ["--symlink", readlinkSync(path), path] : ["--ro-bind-try", path, path];
}

/** Drops to another user; only root can. */
export const asUser = ({ uid, gid, home }: OtherUser): [string, ...string[]] => [
  "setpriv",
  "--reuid",
  String(uid),
  "--regid",
  String(gid),
  "--clear-groups",
  "--no-new-privs",
  "--",
  "env",
  `HOME=${home}`,
];
