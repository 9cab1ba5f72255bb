import { join } from "node:path";
import { HARNESS_FILES } from "../../core/own-files.ts";
import type { ChangeKind } from "../../core/proof/feature-text.ts";
import type { PathRole } from "../../core/proof/paths.ts";
import { runnerFiles } from "./runner-files.ts";
import { BatonError, coding } from "../../errors.ts";
import type { Config, Policy } from "../../schema/config.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { SourceFile } from "../../schema/source.ts";
import { makeFolder } from "../../util/atomic-file.ts";
import { findRepository, type RepositoryPlaces } from "../../util/git/discover.ts";
import { openGit, type Git } from "../../util/git/git.ts";
import { diffTrees, resolveCommit, treeOf } from "../../util/git/trees.ts";
import { withoutHarnessFiles, type RoledChange } from "./compose.ts";
import { createRoles, digest, isInitialized } from "./context.ts";
import { configBetween } from "./own-config.ts";
import { openTree, type TreeReader } from "./tree-reader.ts";

export interface ProveOptions {
  /** A folder inside the repository. */
  readonly repository: string;
  /** Revisions: base's tests are the yardstick, head is judged. */
  readonly base: string;
  readonly head: string;
  /** The feature's words; bullets that name tests in backticks are criteria, `Changes:` names tests whose behaviour may change. */
  readonly feature?: string;
  /** What has to be shown; else the feature's words say it. */
  readonly kind?: ChangeKind;
  /** The command that selects the change's tests. */
  readonly test?: string;
  /** Replaces the configuration that base has. */
  readonly config?: Config;
  /** Replaces the policy of the project's configuration. */
  readonly policy?: Policy;
  /** Approvals given by a person for findings that carry this id. */
  readonly approvals?: readonly string[];
  /** A person verifies it by hand: no test has to prove it, and an approval of exactly this tree is asked for. */
  readonly manual?: boolean;
  /** An attempt at a task, which asked for more than words: documentation alone is none. */
  readonly isAttempt?: boolean;
  /** Test commands of other features that are not proven yet: what they select may fail, unless base had it green. */
  readonly pendingCommands?: readonly string[];
  /** Class every new test, though fewer runs would settle the verdict. */
  readonly thorough?: boolean;
  /**
   * R5: flip what every RED test expects, and ask that it fails by assertion. Where nothing can be flipped, `true` refuses the change as
   * not measured; `where_possible` asks nothing.
   */
  readonly flip?: boolean | "where_possible";
  /** R6: take away the bodies of changed functions, one at a time; the lowest score in percent that passes. */
  readonly mutation?: { readonly threshold: number };
  /**
   * R7: tests that whoever made the change never saw, as a folder laid out like the repository, or as files: of those no
   * finding says more than how many fail.
   */
  readonly heldOut?: string | readonly SourceFile[];
  /** Measure what of the code ran, in R0 and R2 themselves; the first costs nothing more, and both can be cited. */
  readonly coverage?: boolean;
  /** Where slots and results are kept; nothing is written anywhere else. */
  readonly stateDirectory: string;
  /** The user's environment; checks get an allow-listed part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ProveProgress) => void;
  /** Every run of the proof as it was made, with its output. */
  readonly onRun?: (step: ProveProgress["step"], detail: string, run: SuiteRun) => void;
}

/** One step of a proof, when it starts (`result` absent) and when it ends. */
export interface ProveProgress {
  readonly step: "prepare" | "normalise" | "tool" | "R0" | "R1" | "R2" | "R3" | "R4" | "R5" | "R6" | "R7";
  readonly detail: string;
  /** Of a run that begins: how many others go on beside it. */
  readonly beside?: number;
  readonly result?: {
    readonly passed: number;
    readonly failed: number;
    /** Files of tests that could not be loaded. */
    readonly unloaded: number;
    readonly durationMs: number;
    readonly reused: boolean;
  };
}

/** What is judged: two trees and how they differ. */
export interface Subject {
  readonly git: Git;
  readonly places: RepositoryPlaces;
  readonly baseCommit: string;
  readonly headCommit: string;
  readonly base: TreeReader;
  readonly head: TreeReader;
  /** Whether base has the files that only the harness writes; both readers are then without them. */
  readonly initialized: boolean;
  /** Whether the range was made by `baton run` itself, whose commits carry those files and say so in a trailer. */
  readonly madeByRun: boolean;
  readonly changes: readonly RoledChange[];
  readonly config: Config;
  readonly policy: Policy;
}

/**
 * Opens a range of a repository without touching it. Throws NOT_A_REPOSITORY, REVISION_UNKNOWN, RANGE_EMPTY,
 * CONFIG_INVALID, STATE_UNWRITABLE.
 */
export function openSubject(options: ProveOptions): Subject {
  const { git, places, commit: baseCommit } = openRepository(options, options.base);
  const headCommit = resolveCommit(git, options.head);
  const rawBase = openTree(git, treeOf(git, baseCommit));
  const rawHead = treeOf(git, headCommit);
  if (rawHead === rawBase.tree) {
    throw new BatonError("RANGE_EMPTY", `${options.base} and ${options.head} are the same tree`);
  }
  const config = options.config ?? configBetween(rawBase, () => openTree(git, rawHead));
  const roleOf = rolesWithRunnerFiles(rawBase, createRoles(config));
  const changes = diffTrees(git, rawBase.tree, rawHead).map((change): RoledChange => ({
    ...change,
    role: roleOf(change.path),
  }));
  const initialized = isInitialized(rawBase);
  const asChecked = (tree: string): string => (initialized ? withoutHarnessFiles(git, tree) : tree);
  const base = openTree(git, asChecked(rawBase.tree));
  const head = openTree(git, asChecked(rawHead));
  const paths = changes.map(({ path }) => path);
  base.preload(paths);
  head.preload(paths);
  return {
    git,
    places,
    baseCommit,
    headCommit,
    base,
    head,
    initialized,
    madeByRun: isMadeByRun(git, baseCommit, headCommit),
    changes,
    config,
    policy: options.policy ?? config.policy,
  };
}

/** A path's role, with what base's runners are told to load: that is no implementation wherever it lies. */
function rolesWithRunnerFiles(base: TreeReader, roleOf: (path: string) => PathRole): (path: string) => PathRole {
  const named = runnerFiles(base, roleOf);
  return (path) => {
    const role = roleOf(path);
    return role === "implementation" ? (named.get(path) ?? role) : role;
  };
}

/**
 * True when every commit of the range that writes our files has the trailer of a run. It spares nobody a proof: those
 * files are left out of every checked tree either way.
 */
function isMadeByRun(git: Git, base: string, head: string): boolean {
  const format = "--format=%(trailers:key=Baton-Run,valueonly,separator=%x2C)";
  const runs = git(["log", format, `${base}..${head}`, "--", ...HARNESS_FILES]);
  return runs !== "" && runs.split("\n").every((run) => run !== "");
}

/** Opens a repository for reading, with our own objects beside it, and resolves one revision. */
export function openRepository(
  options: Pick<ProveOptions, "repository" | "stateDirectory">,
  revision: string,
): { readonly git: Git; readonly places: RepositoryPlaces; readonly commit: string } {
  const places = findRepository(options.repository);
  const git = openOwnGit(places, options.stateDirectory);
  return { git, places, commit: resolveCommit(git, revision) };
}

function openOwnGit(places: RepositoryPlaces, stateDirectory: string): Git {
  const directory = join(stateDirectory, "repositories", digest(places.commonDirectory).slice(0, 16));
  return coding(directory, () => {
    makeFolder(directory);
    return openGit(places, directory, "own");
  });
}
