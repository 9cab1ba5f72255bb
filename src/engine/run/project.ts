import { join } from "node:path";
import { BatonError } from "../../errors.ts";
import { openLanding, type Landing } from "../../runs/landing.ts";
import { openProjectStore, parseProject, type ProjectState, type ProjectStore } from "../../runs/project-files.ts";
import type { RunRecord } from "../../schema/run-record.ts";
import { findRepository, type RepositoryPlaces } from "../../util/git/discover.ts";
import { openGit, type Git } from "../../util/git/git.ts";
import { acquireLifeLock } from "../../util/life-lock.ts";
import { openTree } from "../prove/tree-reader.ts";

/** A repository with its run: where things lie, and how they are changed. */
export interface Project {
  readonly root: string;
  readonly places: RepositoryPlaces;
  /** Writes objects into the user's repository, under the harness's own configuration. */
  readonly git: Git;
  readonly store: ProjectStore;
  readonly landing: Landing;
}

/** Throws NOT_A_REPOSITORY; a bare repository counts as none, since work lands in a work tree. */
export function openProject(folder: string): Project {
  const places = findRepository(folder);
  if (places.root === null)
    throw new BatonError("NOT_A_REPOSITORY", `${folder} is a bare repository`, { hint: "Work in a clone of it." });
  const git = openGit(places, join(places.commonDirectory, "baton", "git"), "shared");
  return {
    root: places.root,
    places,
    git,
    store: openProjectStore(places.root, places.commonDirectory),
    landing: openLanding(git, places),
  };
}

/** The newest run and its live state, falling back to what its branch has committed. Throws NOT_INITIALIZED. */
export function loadRun(project: Project): { record: RunRecord; state: ProjectState } {
  const runId = project.store.newestRun();
  if (runId === null) throw new BatonError("NOT_INITIALIZED", `${project.root} has no run`);
  const record = project.store.record(runId);
  const state = project.store.load(runId) ?? committedState(project, record);
  if (state === null) throw new BatonError("STATE_FILE_MISSING", "feature_list.json and agent_state.json are gone");
  return { record, state };
}

function committedState(project: Project, record: RunRecord): ProjectState | null {
  const committed = openTree(project.git, tipOf(project, record));
  return parseProject((name) => committed.read(name));
}

/** The commit that the next one builds on: the run's own branch when it is ahead, else the branch it lands on. */
export function tipOf({ git }: Project, { run_id, branch }: RunRecord): string {
  const own = git.attempt(["rev-parse", "--verify", "--quiet", `refs/heads/baton/${run_id}`]);
  const target = git.attempt(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
  if (target === null) throw new BatonError("BRANCH_MISSING", `the branch ${branch} of run ${run_id} is gone`);
  if (own === null || git.attempt(["merge-base", "--is-ancestor", own, target]) !== null) return target;
  return own;
}

/** Runs something as the only harness process of this repository. Throws LOCK_CONFLICT. */
export async function exclusively<T>(project: Project, work: () => Promise<T>): Promise<T> {
  const lock = acquireLifeLock(join(project.places.commonDirectory, "baton", "alive", "run.db"));
  if (lock === null) throw new BatonError("LOCK_CONFLICT", `another baton is at work in ${project.root}`);
  try {
    project.landing.recover();
    return await work();
  } finally {
    lock.release();
  }
}
