import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { BatonError, codedError, coding } from "../../errors.ts";
import type { Git } from "../../util/git/git.ts";
import { checkOutSubmodule, emptyUnfetched, placeOf, submodulesOf, type Submodule } from "../../util/git/submodules.ts";
import { acquireLifeLock, type LifeLock } from "../../util/life-lock.ts";
import type { Services } from "../../schema/config.ts";
import { runProcess } from "../../util/process.ts";
import { contentsIn, fillIn, lfsFilesOf, pointAt } from "../../util/git/lfs.ts";
import { editIndex, resetTo } from "../../util/git/trees.ts";
import { writeJsonAtomic } from "../../util/atomic-file.ts";
import { openScratch } from "./scratch.ts";
import { createServices, NO_SERVICES, stopLeftServices, type ServicesPlace, type SlotServices } from "./services.ts";
import { lookAtLayer, removeBuildInfos, removeCaches } from "./layer-watch.ts";
import { shell } from "../../util/shell.ts";

/** What a slot's dependency layer is made of. `key` names everything that decides its content. */
export interface Layer {
  readonly key: string;
  readonly prepare: string | null;
  readonly generate: readonly string[];
  /** Whether nobody said that `generate` is needed. */
  readonly isGuessed: boolean;
}

export interface SlotRequest {
  readonly slotsDirectory: string;
  readonly git: Git;
  readonly layer: Layer;
  /** The tree that the layer is prepared in, the first time. */
  readonly tree: string;
  readonly env: Readonly<Record<string, string>>;
  readonly prepareTimeoutMs: number;
  readonly signal?: AbortSignal;
  readonly onPrepare?: () => void;
  /** Started when the slot is first switched, stopped when it is released. */
  readonly services?: Services | undefined;
  /** Which of the slots that one proof holds at a time. */
  readonly shard?: number;
}

/**
 * A directory with a fixed absolute path in which trees are checked out over installed dependencies (verification.md,
 * Where runs happen). One process holds it at a time.
 */
export interface Slot {
  readonly tree: string;
  readonly layerKey: string;
  readonly prepareMs: number;
  /** What the script that prepared its layer could not install, and went on without. */
  readonly lacks: readonly string[];
  /** Runs the project's own script over a tree, and answers what it printed. Throws ENVIRONMENT_FAILED. */
  prepare(treeId: string, command: string): Promise<string>;
  /**
   * Makes the source exactly `treeId`: nothing else is left but the dependency layer. Then runs `generate`, and puts the services
   * back to their beginning. Throws ENVIRONMENT_FAILED.
   */
  switchTo(treeId: string): Promise<void>;
  readonly services: Pick<SlotServices, "variables" | "unreset">;
  /** A new empty folder outside the tree. */
  temporary(name: string): string;
  /** A new empty folder for what is run, its path short enough for a socket. */
  scratch(): string;
  /** The tree as it is now, without what is ignored or installed. */
  takeTree(): string;
  /** Tracked files that differ from the tree, and installed files that changed, since the last switch. */
  changes(): { readonly source: string[]; readonly layer: string[] };
  /** Throws ENVIRONMENT_FAILED where the services could not be stopped; the slot is free in any case. */
  release(): Promise<void>;
}

const SLOTS_A_LAYER = 8;
const POLL_MS = 200;

/** Takes a free slot for a layer, preparing it when it is new. Throws ENVIRONMENT_FAILED, DISK_FULL, STATE_UNWRITABLE. */
export async function openSlot(request: SlotRequest): Promise<Slot> {
  const { lock, directory } = await takeDirectory(request);
  try {
    await stopLeftServices(servicesPlace(request, directory));
    openScratch(directory).clear();
    const layer = await ensureLayer(request, directory);
    return createSlot(request, directory, lock, layer);
  } catch (error) {
    lock.release();
    throw codedError(error, directory);
  }
}

async function takeDirectory({
  slotsDirectory,
  layer,
  shard = 0,
  signal,
}: SlotRequest): Promise<{ lock: LifeLock; directory: string }> {
  for (;;) {
    // Each shard has a range of its own: of whoever holds one of the first, each finds one there.
    for (let number = shard * SLOTS_A_LAYER; number < (shard + 1) * SLOTS_A_LAYER; number += 1) {
      const directory = join(slotsDirectory, `${layer.key.slice(0, 16)}-${number}`);
      const lock = coding(directory, () => acquireLifeLock(join(directory, "slot.lock")));
      if (lock !== null) return { lock, directory };
    }
    if (signal?.aborted === true) throw new BatonError("INTERRUPTED", "stopped while waiting for a free slot");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const servicesPlace = ({ env, prepareTimeoutMs, signal }: SlotRequest, directory: string): ServicesPlace => ({
  directory,
  tree: join(directory, "tree"),
  env,
  timeoutMs: prepareTimeoutMs,
  ...(signal === undefined ? {} : { signal }),
});

interface LayerRecord {
  readonly key: string;
  readonly paths: readonly string[];
  readonly seenMs: number;
  readonly lacks?: readonly string[];
}

async function ensureLayer(request: SlotRequest, directory: string): Promise<Pick<Slot, "prepareMs" | "lacks">> {
  const tree = join(directory, "tree");
  const record = readRecord(directory);
  if (record?.key === request.layer.key && isIntact(tree, directory, record))
    return { prepareMs: 0, lacks: record.lacks ?? [] };
  const started = performance.now();
  for (const name of ["tree", "index", "layer.json"]) rmSync(join(directory, name), { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  checkOut(request.git, directory, request.tree, []);
  let lacks: string[] = [];
  if (request.layer.prepare !== null) {
    request.onPrepare?.();
    lacks = lackedIn(await runShell(request, directory, request.layer.prepare, "prepare"));
  }
  const paths = installedPaths(request.git, directory);
  writeRecord(directory, { key: request.layer.key, paths, seenMs: now(directory), lacks });
  return { prepareMs: Math.round(performance.now() - started), lacks };
}

/** As the generated script says it. */
const lackedIn = (output: string): string[] =>
  [...output.matchAll(/^init\.sh: (.+): going on without it$/gm)].map(([, what = ""]) => what);

/** Whoever was killed left behind what the end of a run would have removed. */
function isIntact(tree: string, directory: string, record: LayerRecord): boolean {
  const look = lookAtLayer(tree, record.paths, record.seenMs);
  if (look.changed.length > 0) return false;
  if (look.buildInfos.length === 0) return true;
  removeBuildInfos(tree, look);
  writeRecord(directory, { ...record, seenMs: now(directory) });
  return true;
}

/** Runs one of the project's own shell commands in the slot. Throws ENVIRONMENT_FAILED with the end of its output. */
async function runShell(request: SlotRequest, directory: string, command: string, what: string): Promise<string> {
  const result = await runProcess({
    // The name that a script sees as its own: the generated one goes to the folder it lies in.
    argv: shell(command, { name: "./init.sh" }),
    cwd: join(directory, "tree"),
    env: request.env,
    timeoutMs: request.prepareTimeoutMs,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  if (result.end === "aborted") throw new BatonError("INTERRUPTED", `stopped while running ${command}`);
  if (result.end === "exited" && result.code === 0) return `${result.stdout}${result.stderr}`;
  const how = result.end === "exited" ? `exited with ${result.code}` : `ended by ${result.end}`;
  const output = telling(`${result.stdout}\n${result.stderr}`);
  if (`${result.stdout}${result.stderr}`.includes("ENOSPC"))
    throw new BatonError("DISK_FULL", `environment.${what}: the disk is full`);
  throw new BatonError("ENVIRONMENT_FAILED", `environment.${what} (${firstLine(command)}) ${how}:\n${output}`, {
    details: { command, output },
  });
}

const SHOWN_LINES = 12;

/** The lines that say what went wrong, where some do: npm ends with its help. Else the last ones. */
function telling(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split("\n");
  const errors = lines.filter((line) => /^\s*(?:npm (?:err!|error)|\[?error\b|fatal:|\S*error:)/i.test(line));
  if (errors.length === 0) return lines.slice(-SHOWN_LINES).join("\n");
  // What a script says at its end, too: it knows what it was doing.
  return [...new Set([...errors.slice(0, SHOWN_LINES - 1), ...lines.slice(-1)])].join("\n");
}

/** A generated script is many lines; its output tells the rest. */
const firstLine = (command: string): string =>
  command.startsWith("#!") ? "the generated init.sh" : (command.split("\n")[0] ?? "");

function createSlot(
  request: SlotRequest,
  directory: string,
  lock: LifeLock,
  { prepareMs, lacks }: Pick<Slot, "prepareMs" | "lacks">,
): Slot {
  const { git, layer } = request;
  const tree = join(directory, "tree");
  let paths = readRecord(directory)?.paths ?? [];
  let switchedMs = 0;
  let submodules: readonly Submodule[] = [];
  let contents: ReadonlyMap<string, number> = new Map();
  let dirtyBefore: ReadonlySet<string> = new Set();
  const guess: Guess = { outcome: "untried" };
  const services =
    request.services === undefined ? NO_SERVICES : createServices(request.services, servicesPlace(request, directory));
  const temporaries: string[] = [];
  const scratch = openScratch(directory);
  const clearTemporaries = (): void => {
    for (const path of temporaries.splice(0)) rmSync(path, { recursive: true, force: true });
    scratch.clear();
  };
  return {
    tree,
    layerKey: layer.key,
    prepareMs,
    lacks,
    services,
    async prepare(treeId, command) {
      checkOut(git, directory, treeId, paths);
      const output = await runShell(request, directory, command, "prepare");
      paths = installedPaths(git, directory);
      return output;
    },
    async switchTo(treeId) {
      clearTemporaries();
      removeCaches(tree, paths);
      submodules = checkOut(git, directory, treeId, paths);
      contents = fill(git, treeId, tree);
      await generate(request, directory, guess);
      await services.renew();
      dirtyBefore = new Set(dirtyFiles(git, directory, submodules));
      switchedMs = now(directory);
    },
    temporary(name) {
      const path = mkdtempSync(join(directory, `${name}-`));
      temporaries.push(path);
      return path;
    },
    scratch: () => scratch.make(),
    takeTree: () => takeTree(git, directory, paths, contents),
    changes() {
      const look = lookAtLayer(tree, paths, switchedMs);
      removeBuildInfos(tree, look);
      const source = dirtyFiles(git, directory, submodules).filter((path) => !dirtyBefore.has(path));
      source.push(...[...contents].flatMap(([path, changedMs]) => (changeMs(tree, path) === changedMs ? [] : [path])));
      return { source, layer: look.changed };
    },
    async release() {
      try {
        await services.close();
      } finally {
        clearTemporaries();
        if (existsSync(tree)) writeRecord(directory, { key: layer.key, paths, seenMs: now(directory), lacks });
        lock.release();
      }
    },
  };
}

/** Contents of Git LFS, each with when it was put there: git knows their pointers only. */
function fill(git: Git, treeId: string, tree: string): Map<string, number> {
  return new Map(fillIn(git, lfsFilesOf(git, treeId), tree).map((path) => [path, changeMs(tree, path)]));
}

const changeMs = (tree: string, path: string): number =>
  lstatSync(join(tree, path), { throwIfNoEntry: false })?.ctimeMs ?? 0;

interface Guess {
  outcome: "untried" | "works" | "fails";
}

/**
 * What was only guessed may fail: the tests themselves tell whether they needed it, and mixed or stubbed trees need not
 * compile. Where it fails at once it is not tried again.
 */
async function generate(request: SlotRequest, directory: string, guess: Guess): Promise<void> {
  const { layer } = request;
  if (layer.generate.length === 0 || guess.outcome === "fails") return;
  try {
    for (const command of layer.generate) await runShell(request, directory, command, "generate");
    guess.outcome = "works";
  } catch (error) {
    if (!layer.isGuessed || !(error instanceof BatonError) || error.code !== "ENVIRONMENT_FAILED") throw error;
    if (guess.outcome === "untried") guess.outcome = "fails";
  }
}

function checkOut(git: Git, directory: string, treeId: string, keep: readonly string[]): Submodule[] {
  const call = places(directory);
  resetTo(git, treeId, call);
  git(["clean", "-ffdxq", ...keep.flatMap((path) => ["-e", `/${path}`])], call);
  const submodules = submodulesOf(git, treeId);
  for (const submodule of submodules)
    checkOutSubmodule(git, submodule, { workTree: call.workTree, indexes: directory });
  // Another clone of the same repository may have had one that this one lacks.
  if (existsSync(join(call.workTree, ".gitmodules"))) emptyUnfetched(git, treeId, submodules, call.workTree);
  return submodules;
}

/** What `prepare` left besides the source: the topmost folders of dependencies, as git sees them untracked. */
function installedPaths(git: Git, directory: string): string[] {
  const listing = git.raw(["ls-files", "-z", "--others", "--directory"], places(directory));
  const paths = listing
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
  return paths.map((path) => path.replace(/\/$/, "")).filter((path) => DEPENDENCIES.test(path));
}

const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|\.venv|venv|\.tox|\.nox|\.yarn|\.pnp[^/]*|target|vendor|[^/]+\.egg-info|\.eggs)$/;

function dirtyFiles(git: Git, directory: string, submodules: readonly Submodule[]): string[] {
  // What only looks changed, by its time, is looked into; mostly nothing does.
  if (unlikeIndex(git, directory, submodules).length === 0) return [];
  for (const { call } of checkoutsOf(directory, submodules))
    git.attempt(["update-index", "-q", "--really-refresh"], call);
  return unlikeIndex(git, directory, submodules);
}

/** By path, never by folder: git would ask the git of a folder that has one. */
function takeTree(
  git: Git,
  directory: string,
  installed: readonly string[],
  contents: ReadonlyMap<string, number>,
): string {
  const call = places(directory);
  const written = [...contents].filter(([path, changedMs]) => changeMs(call.workTree, path) !== changedMs);
  const held = contentsIn(
    written.map(([path]) => ({ path })),
    call.workTree,
  );
  // Pointers to what is as it was put there stay, those to what was written there are made anew.
  const pointed = new Set(contents.keys()).difference(new Set(written.map(([path]) => path)));
  for (const { path } of held) pointed.add(path);
  const list = (args: string[]): string[] => git.raw(args, call).toString("utf8").split("\0");
  const changed = list(["diff-files", "-z", "--name-only", "--ignore-submodules=all"]);
  const added = list(["ls-files", "-z", "--others", "--exclude-standard"]);
  const isOurs = (path: string): boolean =>
    path !== "" &&
    !path.endsWith("/") &&
    !pointed.has(path) &&
    !installed.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const paths = [...changed, ...added].filter(isOurs);
  git(["update-index", "-z", "--add", "--remove", "--stdin"], {
    ...call,
    input: paths.map((path) => `${path}\0`).join(""),
  });
  const pointers = pointAt(git, held, call.workTree);
  editIndex(git, call, pointers, pointers[0]?.entry?.oid ?? "");
  return git(["write-tree"], call);
}

/** Each submodule for itself: git would ask the git that lies in its folder, which a test may have written. */
function unlikeIndex(git: Git, directory: string, submodules: readonly Submodule[]): string[] {
  return checkoutsOf(directory, submodules).flatMap(({ folder, call }) =>
    git
      .raw(["diff-files", "-z", "--name-only", "--ignore-submodules=all"], call)
      .toString("utf8")
      .split("\0")
      .filter((path) => path !== "")
      .map((path) => join(folder, path)),
  );
}

/** The tree and each submodule in it, with the index that says what it holds. */
const checkoutsOf = (directory: string, submodules: readonly Submodule[]) => [
  { folder: "", call: places(directory) },
  ...submodules.map((submodule) => ({
    folder: submodule.path,
    call: placeOf(submodule, { workTree: places(directory).workTree, indexes: directory }),
  })),
];

const places = (directory: string) => ({ index: join(directory, "index"), workTree: join(directory, "tree") });

/** The file system's own clock: the kernel stamps files with it, and it may lag behind ours. */
function now(directory: string): number {
  const probe = join(directory, "clock");
  writeFileSync(probe, "");
  return statSync(probe).ctimeMs;
}

function readRecord(directory: string): LayerRecord | null {
  const path = join(directory, "layer.json");
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as LayerRecord;
  } catch {
    return null; // A torn record is a layer that was never finished: it is made anew.
  }
}

const writeRecord = (directory: string, record: LayerRecord): void =>
  writeJsonAtomic(join(directory, "layer.json"), record);
