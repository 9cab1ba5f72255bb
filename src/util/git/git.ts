import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../../errors.ts";
import { apart, makeFolder, writeFileAtomic } from "../atomic-file.ts";
import { factsOf, type RepositoryFacts, type RepositoryPlaces } from "./discover.ts";
import { programPath } from "../program-path.ts";
import type { OwnObjects } from "./own-objects.ts";
import { createGitMemory, remembered, rememberMade, type GitMemory } from "./remembered.ts";

/** Runs git plumbing in the harness's own git directory. Synchronous: the calls are short and their order matters. */
export interface Git extends RepositoryFacts {
  (args: readonly string[], options?: GitCall): string;
  readonly directory: string;
  /** Null: git itself writes what is new, into the user's repository or a clone. */
  readonly ownObjects: OwnObjects | null;
  raw(args: readonly string[], options?: GitCall): Buffer;
  /** Like a call, but answers null instead of throwing when git refuses. A git that was killed has refused nothing. */
  attempt(args: readonly string[], options?: GitCall): string | null;
  /** The object that was made for this key before, while it lies there as it was written; else it is made. */
  once(key: string, make: () => string): string;
}

export interface GitCall {
  readonly input?: string | Buffer;
  readonly index?: string;
  readonly workTree?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** For `attempt`: an exit code besides 0 with which git has answered and not refused. */
  readonly also?: number;
}

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = false
	autocrlf = false
	symlinks = true
	fsmonitor = false
	hooksPath = /dev/null
	logAllRefUpdates = false
	quotePath = false
[gc]
	auto = 0
[uploadpack]
	allowAnySHA1InWant = true
`;
/** Git by itself leaves new objects to the page cache; an event that names one must not outlive it (design.md §3). */
const DURABLE = `[core]
	fsync = committed
`;
/** No shell reads a script whose lines end as on Windows, whatever the project's attributes say of all its files. */
const ATTRIBUTES = "/init.sh text=auto eol=lf\n";
const OUTPUT_LIMIT_BYTES = 2 ** 30;

/**
 * Opens a git directory of ours over a user's repository: our own configuration, the user's refs (linked) and objects.
 * `objects: "own"` writes new objects beside, so that the user's repository is not touched; `"shared"` writes into it.
 * The user's configuration, hooks and attributes are never read.
 */
export function openGit(places: RepositoryPlaces, directory: string, objects: "own" | "shared"): Git {
  for (const name of [join("objects", "pack"), "info"]) makeFolder(join(directory, name));
  const algorithm = isSha256(places) ? "sha256" : "sha1";
  const format = algorithm === "sha256" ? "\n[extensions]\n\tobjectFormat = sha256\n" : "";
  const config = format === "" ? CONFIG : CONFIG.replace("version = 0", "version = 1") + format;
  keepWritten(join(directory, "config"), objects === "shared" ? config + DURABLE : config);
  keepAttributes(directory);
  keepWritten(join(directory, "HEAD"), readFileSync(join(places.gitDirectory, "HEAD"), "utf8"));
  for (const name of ["refs", "packed-refs", "logs", "shallow"])
    link(join(places.commonDirectory, name), join(directory, name));
  const users = join(places.commonDirectory, "objects");
  keepWritten(join(directory, "objects", "info", "alternates"), `${users}\n`);
  return objects === "own"
    ? createGit(directory, {}, memoryOf(directory), factsOf(places), {
        directory: join(directory, "objects"),
        algorithm,
      })
    : createGit(directory, { GIT_OBJECT_DIRECTORY: users }, createGitMemory(), factsOf(places));
}

/** A process that proves opens the same repository for each proof. */
const memories = new Map<string, GitMemory>();
function memoryOf(directory: string): GitMemory {
  const memory = memories.get(directory) ?? createGitMemory();
  memories.set(directory, memory);
  return memory;
}

/** Runs git in a git directory of its own making, a disposable clone's, with nobody's configuration but that one's. */
export function createGitAt(directory: string): Git {
  return createGit(directory, {}, createGitMemory());
}

function createGit(
  directory: string,
  places: Record<string, string>,
  memory: GitMemory,
  facts: RepositoryFacts = { modules: [], isPartial: false, lfs: null },
  ownObjects: OwnObjects | null = null,
): Git {
  const call = (
    args: readonly string[],
    options: GitCall = {},
  ): { status: number | null; stdout: Buffer; stderr: string } => {
    // Asked for when it is needed: commands that only read start without it.
    const child = process.getBuiltinModule("node:child_process").spawnSync("git", args, {
      env: {
        PATH: programPath(process.env["PATH"]),
        HOME: "/nonexistent",
        XDG_CONFIG_HOME: "/nonexistent",
        LC_ALL: "C",
        GIT_DIR: directory,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_ATTR_NOSYSTEM: "1",
        GIT_NO_REPLACE_OBJECTS: "1",
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_LAZY_FETCH: "1",
        ...places,
        ...(options.index === undefined ? {} : { GIT_INDEX_FILE: options.index }),
        ...(options.workTree === undefined ? {} : { GIT_WORK_TREE: options.workTree }),
        ...options.env,
      },
      ...(options.workTree === undefined ? {} : { cwd: options.workTree }),
      ...(options.input === undefined ? {} : { input: options.input }),
      maxBuffer: OUTPUT_LIMIT_BYTES,
    });
    if (child.error !== undefined) throw startError(child.error, options.workTree);
    const { signal } = child;
    if (signal !== null)
      throw new BatonError("GIT_FAILED", `git ${args[0]} was ended by ${signal}`, { details: { signal } });
    return { status: child.status, stdout: child.stdout, stderr: child.stderr.toString("utf8").trim() };
  };
  const raw = remembered((args, options) => {
    const { status, stdout, stderr } = call(args, options);
    if (status === 0) return stdout;
    if (stderr.includes("No space left on device"))
      throw new BatonError("DISK_FULL", `git ${args[0]}: the disk is full`);
    const lacks = facts.isPartial && /unable to read|missing|could not fetch|not our ref/.test(stderr);
    const message = `git ${args.slice(0, 3).join(" ")} failed: ${stderr.slice(0, 500)}`;
    throw new BatonError("GIT_FAILED", message, lacks ? PARTIAL : {});
  }, memory);
  const git = (args: readonly string[], options?: GitCall): string => raw(args, options).toString("utf8").trimEnd();
  const attempt = (args: readonly string[], options?: GitCall): string | null => {
    const { status, stdout } = call(args, options);
    return status === 0 || status === options?.also ? stdout.toString("utf8").trimEnd() : null;
  };
  const objects = places["GIT_OBJECT_DIRECTORY"] ?? join(directory, "objects");
  const once = (key: string, make: () => string): string => {
    const known = memory.made.get(key);
    if (known !== undefined && existsSync(join(objects, known.slice(0, 2), known.slice(2)))) return known;
    return rememberMade(memory, key, make());
  };
  return Object.assign(git, { directory, ownObjects, ...facts, raw, attempt, once });
}

/** What to type where a clone lacks an object. */
export const PARTIAL = {
  hint: "This clone is partial (`--filter`): `git fetch --refetch --no-filter` brings the rest.",
};

/** What git says where it fails in one of these ways; null: it went well. */
export function refusalOf(call: () => void, ...ways: readonly BatonError["code"][]): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof BatonError && ways.includes(error.code)) return error.message;
    throw error;
  }
}

function startError(error: NodeJS.ErrnoException, workTree: string | undefined): BatonError {
  // The system says the same of a folder to begin in that is gone.
  if (workTree !== undefined && !existsSync(workTree))
    return new BatonError("GIT_FAILED", `git could not be run: ${workTree} is gone`, { cause: error });
  if (error.code === "ENOENT") return new BatonError("GIT_MISSING", "git was not found on PATH", { cause: error });
  return new BatonError("GIT_FAILED", `git could not be run: ${error.message}`, { cause: error });
}

/** Each write waits for the disk twice: what says the same already is left alone. Others may prove here for the first time, too. */
function keepWritten(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileAtomic(path, text, { temporary: apart(path) });
}

/** What is checked out from a git directory of ours can be run here. */
export function keepAttributes(directory: string): void {
  keepWritten(join(directory, "info", "attributes"), ATTRIBUTES);
}

/** Also to what is not there yet: a user's `git gc` makes `packed-refs` in the middle of a run. */
function link(target: string, path: string): void {
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (present?.isSymbolicLink() === true && readlinkSync(path) === target) return;
  if (present !== undefined) rmSync(path, { recursive: true, force: true });
  try {
    symlinkSync(target, path);
  } catch (error) {
    // Another process that opens it for the first time was faster.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true || readlinkSync(path) !== target)
      throw error;
  }
}

function isSha256(places: RepositoryPlaces): boolean {
  const packed = join(places.commonDirectory, "packed-refs");
  const sample = existsSync(packed) ? readFileSync(packed, "utf8") : "";
  if (/^[0-9a-f]{64} /m.test(sample)) return true;
  const head = readFileSync(join(places.gitDirectory, "HEAD"), "utf8").trim();
  const loose = join(places.commonDirectory, head.replace(/^ref: /, ""));
  return head.startsWith("ref: ")
    ? existsSync(loose) && readFileSync(loose, "utf8").trim().length === 64
    : head.length === 64;
}
