import type { RunState } from "../../core/run/state.ts";
import { Config } from "../../schema/config.ts";
import type { Git } from "../../util/git/git.ts";
import { treeOf } from "../../util/git/trees.ts";
import { readConfig } from "../prove/context.ts";
import { openTree, type TreeReader } from "../prove/tree-reader.ts";
import { tipOf, type Project } from "./project.ts";

/** The tree of a commit, readable by path. */
export const openCommit = (git: Git, commit: string): TreeReader => openTree(git, treeOf(git, commit));

/** The configuration that a commit has; null: there is no commit, so every value is its default. Throws CONFIG_INVALID. */
export const configAt = (git: Git, commit: string | null): Config =>
  commit === null ? Config.parse({}) : readConfig(openCommit(git, commit));

/** That of the commit which a run's next one builds on. Throws BRANCH_MISSING, CONFIG_INVALID. */
export const configOf = (project: Pick<Project, "git">, state: RunState): Config =>
  configAt(project.git, tipOf(project, state));
