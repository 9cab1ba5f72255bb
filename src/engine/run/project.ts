import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isFinished, type RunState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import { openBlobs, type BlobStore } from "../../store/blobs.ts";
import type { JournalStore } from "../../store/port.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { findRepository, type RepositoryPlaces } from "../../util/git/discover.ts";
import { openGit, type Git } from "../../util/git/git.ts";
import { workTreesOf } from "../../util/git/work-trees.ts";
import { readRef } from "../../util/git/trees.ts";
import { isRunId, isRunIdStart } from "../../schema/run-id.ts";
import { openJournal, type Clock, type RunJournal } from "./record/journal.ts";
import { takeLease, type Lease } from "./claims/lease.ts";
import { removeLeftovers } from "./start/leftovers.ts";
import { namesIn } from "../../util/list-folder.ts";
import { unlinkedBelow } from "../../util/unlinked.ts";

/** A repository with its journal: where things lie, and how they are changed. */
export interface Project {
  readonly root: string;
  readonly places: RepositoryPlaces;
  /** The truth: `<git common directory>/baton` (design.md §3). */
  readonly truth: string;
  /** Writes objects into the user's repository, under the harness's own configuration. */
  readonly git: Git;
  readonly store: JournalStore;
  readonly blobs: BlobStore;
  /** The right to drive its runs, while this process has it; else null. */
  lease: Lease | null;
  close(): void;
}

/**
 * Opens what `init` has made; only `init` itself makes it (`create`), so that a command that reads writes nothing. Throws
 * NOT_INITIALIZED, NOT_A_REPOSITORY; a bare repository counts as none, since work lands in a work tree.
 */
export function openProject(folder: string, create = false): Project {
  const places = findRepository(folder);
  if (places.root === null)
    throw new BatonError("NOT_A_REPOSITORY", `${folder} is a bare repository`, { hint: "Work in a clone of it." });
  const truth = join(places.commonDirectory, "baton");
  const database = join(truth, "journal.db");
  if (!create && !existsSync(database)) throw notInitialized(places.root);
  return projectOver({ ...places, root: places.root }, openSqliteStore(database));
}

/** Who works in the clone that `next` made easily hands in from there. */
const notInitialized = (root: string): BatonError =>
  isRunId(basename(dirname(root)))
    ? new BatonError("NOT_INITIALIZED", `${root} is the clone of one attempt, which knows no run`, {
        hint: "Go back to the repository it was made of, or name that with --repo DIR.",
      })
    : new BatonError("NOT_INITIALIZED", `${root} has no run`, hintOf(withoutDatabase(root)));

const hintOf = (hint: string | null): { readonly hint?: string } => (hint === null ? {} : { hint });

/** A run's directory holds its whole journal: without the database it is taken up again from there. Null: there is none. */
export function withoutDatabase(root: string): string | null {
  const runs = join(root, "runs");
  const names = namesIn(runs)
    .filter((name) => isRunId(name))
    .toSorted();
  const last = names.findLast((name) => existsSync(join(runs, name, "journal.jsonl")));
  return last === undefined
    ? null
    : `runs/${last} holds a run whose database is gone: \`baton adopt runs/${last}\` takes it up.`;
}

/** A project whose journals are kept in a store, with the fences of a lease that is lost. */
export function projectOver(places: RepositoryPlaces & { readonly root: string }, store: JournalStore): Project {
  const truth = join(places.commonDirectory, "baton");
  let git: Git | null = null;
  const project: Project = {
    root: places.root,
    places,
    truth,
    // Made ready when it is asked for: what only reads the journal never asks.
    get git() {
      return (git ??= fencedGit(openGit(places, join(truth, "git"), "shared"), () => project.lease?.check()));
    },
    store: {
      ...store,
      append(...entry) {
        project.lease?.check();
        return store.append(...entry);
      },
    },
    blobs: openBlobs(join(truth, "blobs")),
    lease: null,
    close: () => store.close(),
  };
  return project;
}

/** Whoever lost the lease moves no ref and writes no tree. */
function fencedGit(git: Git, check: () => void): Git {
  const fenced = <A extends readonly unknown[], R>(call: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => {
      check();
      return call(...args);
    };
  };
  return Object.assign(fenced(git), {
    directory: git.directory,
    ownObjects: git.ownObjects,
    modules: git.modules,
    isPartial: git.isPartial,
    lfs: git.lfs,
    raw: fenced((args, options) => git.raw(args, options)),
    attempt: fenced((args, options) => git.attempt(args, options)),
    once: fenced((key, make) => git.once(key, make)),
  } satisfies Pick<Git, "directory" | "ownObjects" | "modules" | "isPartial" | "lfs" | "raw" | "attempt" | "once">);
}

/** Opens a project for as long as `work` takes. */
export async function withProject<T>(
  folder: string,
  work: (project: Project) => T | Promise<T>,
  create = false,
): Promise<T> {
  const project = openProject(folder, create);
  try {
    return await work(project);
  } finally {
    project.close();
  }
}

export const archiveDirectory = (project: Project, runId: string): string => join(project.root, "archive", runId);

/** Where a run is published: below `archive/` once it was put away there. */
export function runDirectory(project: Project, runId: string): string {
  const archived = archiveDirectory(project, runId);
  return existsSync(archived) ? archived : join(project.root, "runs", runId);
}

/** Where a run is published, for whoever writes there. Throws STATE_UNWRITABLE where a symbolic link leads there. */
export function ownRunDirectory(project: Project, runId: string): string {
  const directory = runDirectory(project, runId);
  unlinkedBelow(project.root)(directory);
  return directory;
}

/** Another work tree of the repository in which a run is published, where it is not in this one; null: it is in none. */
export function workTreeOf(project: Project, runId: string): string | null {
  if (existsSync(runDirectory(project, runId))) return null;
  const isThere = (root: string): boolean => ["runs", "archive"].some((name) => existsSync(join(root, name, runId)));
  return workTreesOf(project.places).find(isThere) ?? null;
}

/** The project in the work tree in which a run is published, over the same store. */
export function atHome(project: Project, runId: string): Project {
  const root = workTreeOf(project, runId);
  return root === null ? project : projectOver({ ...findRepository(root), root }, project.store);
}

/**
 * The run that a command means: `wanted` or a unique beginning of it; else the only unfinished one, else the newest
 * (decisions.md, Places). Throws NOT_INITIALIZED, RUN_ID_INVALID, RUN_UNKNOWN, RUN_AMBIGUOUS.
 */
export function findRun(
  project: Project,
  wanted: string | null,
  actor: string,
  clock: Clock,
  {
    whole = false,
    isKnown = () => false,
  }: { readonly whole?: boolean; readonly isKnown?: (id: string) => boolean } = {},
): RunJournal {
  const ids = project.store.runs();
  if (ids.length === 0) throw notInitialized(project.root);
  const open = (id: string): RunJournal =>
    openJournal(project.store, id, actor, clock, { whole, isKnown: isKnown(id) });
  if (wanted !== null) {
    if (!isRunIdStart(wanted)) throw new BatonError("RUN_ID_INVALID", `${JSON.stringify(wanted)} is no run id`);
    const fitting = ids.filter((id) => id.startsWith(wanted));
    const [first] = fitting;
    if (first === undefined) throw new BatonError("RUN_UNKNOWN", `no run ${wanted} here`);
    if (fitting.length > 1) throw new BatonError("RUN_AMBIGUOUS", `${wanted} fits ${fitting.join(", ")}`);
    return open(first);
  }
  const runs = ids.map(open);
  const unfinished = runs.filter(({ state }) => !isFinished(state));
  if (unfinished.length > 1)
    throw new BatonError("RUN_AMBIGUOUS", `unfinished runs: ${unfinished.map(({ runId }) => runId).join(", ")}`);
  const chosen = unfinished[0] ?? runs.at(-1);
  if (chosen === undefined) throw notInitialized(project.root);
  return chosen;
}

/** One unfinished run at a time. Throws ALREADY_INITIALIZED. */
export function requireAllFinished({ store }: Pick<Project, "store">, clock: Clock): void {
  const open = store.runs().find((id) => !isFinished(openJournal(store, id, "baton", clock).state));
  if (open !== undefined) throw new BatonError("ALREADY_INITIALIZED", `run ${open} is not finished`);
}

/** The commit that the next one builds on: the run's own, or the user's branch where it already holds that one. */
export function tipOf({ git }: Pick<Project, "git">, { tip, run: { branch } }: RunState): string {
  const target = branchTip(git, branch);
  if (target === null)
    throw new BatonError("BRANCH_MISSING", `the branch ${branch}, on which this run lands, is gone`, {
      hint: `Bring it back: \`git branch ${branch} ${tip?.slice(0, 12) ?? "COMMIT"}\`; where it has another name now, \`git branch -m NAME ${branch}\`.`,
    });
  if (tip === null || isAncestor(git, tip, target)) return target;
  return tip;
}

export function branchTip(git: Git, branch: string): string | null {
  return readRef(git, `refs/heads/${branch}`);
}

export function isAncestor(git: Git, older: string, newer: string): boolean {
  // Most often nobody else has moved on: git need not be asked.
  return older === newer || git.attempt(["merge-base", "--is-ancestor", older, newer]) !== null;
}

export const aliveIn = ({ truth }: Pick<Project, "truth">): string => join(truth, "alive");

/** Runs something as the only harness process that drives runs here. Throws LOCK_CONFLICT, and ATTEMPT_FENCED when it is that no more. */
export async function exclusively<T>(project: Project, work: () => Promise<T>): Promise<T> {
  project.lease = takeLease(aliveIn(project));
  try {
    removeLeftovers(project);
    return await work();
  } finally {
    project.lease.release();
    project.lease = null;
  }
}
