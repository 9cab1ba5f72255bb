import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { batonArguments } from "./invocation.ts";
import type { BatonResult, Scene } from "./scene.ts";

/** Calls that change what lies on the disk, or make it durable. */
const MUTATING =
  "write,pwrite64,writev,openat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync,ftruncate,link,linkat,symlink,symlinkat,chmod,fchmod";

/** Calls that take a new descriptor and touch no disk: there may be none left. */
const DESCRIPTORS = "pipe2,socketpair";
export const takesDescriptor = (syscall: string): boolean => DESCRIPTORS.split(",").includes(syscall);

/** One call of one process: the `ordinal`-th `syscall`, on `path` where that is a stable name. */
export interface Point {
  /** Below the scene's folder. */
  readonly path: string | null;
  /** Which call of git; null is the harness itself. */
  readonly gitCall: number | null;
  readonly syscall: string;
  readonly ordinal: number;
  /** Says where it is, the same for like places. */
  readonly label: string;
}

/** What strace does at a point: `signal=SIGKILL`, or `error=EIO`. */
export interface Injection {
  readonly point: Point;
  readonly effect: string;
  /** From this call on at all the like, as when a disk stays full; else at this one alone. */
  readonly sticky?: boolean;
  /** With a git that is killed its parent goes too, as in a power cut; else the harness must cope. */
  readonly parentToo: boolean;
}

export interface InjectedResult extends BatonResult {
  /** Whether the point was reached. */
  readonly hit: boolean;
  /** Whether what no disk can do was struck too: a write to a pipe or an event of Node's own. */
  readonly astray: boolean;
}

export const hasStrace = (): boolean => spawnSync("strace", ["--version"]).status === 0;

/**
 * Stands before git on PATH: counts the calls, and traces or strikes the one that is meant. Traced apart, since strace
 * counts for each process by itself, and checks and agents shall not be slowed.
 */
const WRAPPER = `#!/bin/sh
here=\${0%/*}
[ "$1" = -c ] && name=$3 || name=$1
echo "$name" >> "$here/git.calls"
number=$(wc -l < "$here/git.calls")
if [ -d "$here/traces" ]; then exec strace -y -qq -e trace=${MUTATING},${DESCRIPTORS} -o "$here/traces/$number" REAL "$@"; fi
read -r meant syscall rule parent < "$here/strike"
[ "$number" = "$meant" ] || exec REAL "$@"
strace -y -qq -o "$here/struck" -e "trace=$syscall" -e "inject=$rule" REAL "$@"
code=$?
[ "$parent" = too ] && kill -9 $PPID
[ "$code" -gt 128 ] && kill -9 $$
exit $code
`;

const toolsOf = ({ directory }: Scene): string => join(directory, "..", "tools");

function setUp(scene: Scene, traced: boolean): { tools: string; env: Record<string, string> } {
  const tools = toolsOf(scene);
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(traced ? join(tools, "traces") : tools, { recursive: true });
  const real = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
  writeFileSync(join(tools, "git"), WRAPPER.replaceAll("REAL", real));
  chmodSync(join(tools, "git"), 0o755);
  return { tools, env: { ...scene.environment, PATH: `${tools}${delimiter}${scene.environment["PATH"] ?? ""}` } };
}

/** Runs a command undisturbed and answers every point in it, in no particular order between harness and git. */
export function findPoints(scene: Scene, args: readonly string[]): { points: Point[]; result: BatonResult } {
  const { tools, env } = setUp(scene, true);
  const log = join(tools, "harness");
  const command = ["-y", "-qq", "-e", `trace=${MUTATING},${DESCRIPTORS}`, "-o", log, ...batonArguments(args)];
  const { status, stdout, stderr } = spawnSync("strace", command, { cwd: scene.repository, env, encoding: "utf8" });
  const names = readFileSync(join(tools, "git.calls"), "utf8").split("\n");
  const inGit = readdirSync(join(tools, "traces"))
    .map(Number)
    .toSorted((one, other) => one - other)
    .flatMap((number) => pointsIn(scene, join(tools, "traces", String(number)), number, names[number - 1] ?? ""));
  return { points: [...pointsIn(scene, log, null, "harness"), ...inGit], result: { code: status, stdout, stderr } };
}

/**
 * An error can also strike a write that Node makes to a pipe of its own, which then waits for ever: no disk does that, so
 * the process, with all it started, is taken for killed.
 */
const BOUNDED = ["timeout", "--signal=KILL", "120"];

/** Runs a command and strikes at one point. */
export function inject(scene: Scene, args: readonly string[], injection: Injection): InjectedResult {
  const { point, effect, parentToo, sticky = false } = injection;
  const { tools, env } = setUp(scene, false);
  const rule = `${point.syscall}:${effect}:when=${point.ordinal}${sticky ? "+" : ""}`;
  const struck = join(tools, "struck");
  const isGit = point.gitCall !== null;
  writeFileSync(join(tools, "strike"), `${point.gitCall ?? 0} ${point.syscall} ${rule} ${parentToo ? "too" : "not"}\n`);
  const only = point.path === null ? [] : ["-P", join(scene.directory, point.path)];
  const trace = ["strace", "-y", "-qq", "-o", struck, "-e", `trace=${point.syscall}`, "-e", `inject=${rule}`, ...only];
  const [program = "", ...rest] = [...BOUNDED, ...(isGit ? [] : trace), ...batonArguments(args)];
  const { status, stdout, stderr } = spawnSync(program, rest, { cwd: scene.repository, env, encoding: "utf8" });
  const log = existsSync(struck) ? readFileSync(struck, "utf8") : "";
  return {
    code: status,
    stdout,
    stderr,
    hit: /INJECTED|killed by SIGKILL/.test(log),
    astray: /^\w*write\w*\(\d+<(?!\/(?!dev\/)).*INJECTED/m.test(log),
  };
}

const CALL = /^(\w+)\((.*)\)\s+= (-?\d+)/;

function pointsIn(scene: Scene, log: string, gitCall: number | null, process: string): Point[] {
  const seen = new Map<string, number>();
  const count = (key: string): number => {
    const next = (seen.get(key) ?? 0) + 1;
    seen.set(key, next);
    return next;
  };
  /** Written and not yet synced. */
  const unsynced = new Set<string>();
  return readFileSync(log, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, syscall = "", args = "", answer] = CALL.exec(line) ?? [];
      if (syscall === "") return [];
      const all = count(syscall);
      const path = pathIn(args);
      const onPath = count(`${syscall} ${path}`);
      if (takesDescriptor(syscall))
        return [{ gitCall, syscall, path: null, ordinal: all, label: `${process} ${syscall}` }];
      if (answer === "-1" || !changes(scene, syscall, args, gitCall)) return [];
      // These happen elsewhere too, as often as it comes: counted by path where that has a name.
      const named = gitCall === null && /^(?:openat|write|fsync|fdatasync)$/.test(syscall) && isStable(path);
      if (/write/.test(syscall)) unsynced.add(path);
      // As SQLite does when it closes: nothing depends on it any more.
      const again = syscall.endsWith("sync") && path.endsWith(".db-wal") && !unsynced.delete(path) ? " again" : "";
      const label = `${process} ${syscall} ${general(scene, path)}${again}`;
      return [
        {
          gitCall,
          syscall,
          path: named ? relative(scene.directory, path) : null,
          ordinal: named ? onPath : all,
          label,
        },
      ];
    });
}

/** The path a call is about: the last one named. */
const pathIn = (args: string): string =>
  [...args.matchAll(/<(\/[^>]*)>|"(\/[^"]*)"/g)]
    .map(([, held, given]) => held ?? given ?? "")
    .at(syscallTakesData(args)) ?? "";

/** What is written comes after the file that it is written to. */
const syscallTakesData = (args: string): number => (/^\d+<\//.test(args) ? 0 : -1);

function changes({ directory }: Scene, syscall: string, args: string, gitCall: number | null): boolean {
  if (syscall === "openat" && !/O_CREAT|O_TRUNC/.test(args)) return false;
  if (/^\d+<(?!\/)|^\d+<\/dev\//.test(args)) return false;
  return gitCall !== null || args.includes(directory);
}

const RANDOM = /\/repositories\/|\/blobs\/|\/baton-probe-|\/objects\/|\/index-\w+|\/slots\/|\/results\/|\d{8}-\d{6}-/;
const isStable = (path: string): boolean => path !== "" && !RANDOM.test(path);

/** Without what differs from run to run and from file to like file. */
function general({ directory }: Scene, path: string): string {
  return path
    .replace(directory, "")
    .replaceAll(/\d{8}-\d{6}-[0-9a-f-]{36}/g, "RUN")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replace(/(blobs|objects|results)\/.*/, "$1/N")
    .replace(/(slots)\/[^/]+\/(?:tree\/.*)?/, "$1/")
    .replace(/clones\/[0-9a-f]{8}\/(RUN\/[^/]+)/, "clones/$1")
    .replace(/(clones\/RUN\/[^/]+)\/\.git\/.*/, "$1/.git")
    .replace(/index-\w+/, "index-N")
    .replace(/baton-probe-[\w-]+/, "baton-probe-N");
}
