import { resolveGovernorConfig, type ConfigSources, type ResolvedConfig } from "../../core/governor/config.ts";
import { BatonError } from "../../errors.ts";
import { treeOf } from "../../util/git/trees.ts";
import { configNameIn, parseConfig, parseData } from "../prove/context.ts";
import { openRepository } from "../prove/subject.ts";
import { openTree, type TreeReader } from "../prove/tree-reader.ts";
import { ProjectConfig } from "../prove/project-config.ts";

/** Where a governor is configured: the committed file, as every configuration that judges (security.md, Control files). */
export type SettingsPlace = Omit<ConfigSources, "file"> & {
  readonly repository: string;
  readonly stateDirectory: string;
};

/** What the governor works by here; without a repository or a commit, defaults, BATON_* and flags. Throws CONFIG_INVALID. */
export function governorSettings({ env, flags, ...place }: SettingsPlace): ResolvedConfig {
  return settingsOfTree(committedTree(place), { env, flags });
}

/** The same of a given tree: a run's is what its next commit builds on. */
export const settingsOfTree = (tree: TreeReader | null, given: Omit<ConfigSources, "file">): ResolvedConfig =>
  resolveGovernorConfig({ file: fileOf(tree), ...given });

function committedTree(place: Pick<SettingsPlace, "repository" | "stateDirectory">): TreeReader | null {
  try {
    const { git, commit } = openRepository(place, "HEAD");
    return openTree(git, treeOf(git, commit));
  } catch (error) {
    const isNone = error instanceof BatonError && NOWHERE.has(error.code);
    if (isNone) return null;
    throw error;
  }
}

const NOWHERE: ReadonlySet<string> = new Set(["NOT_A_REPOSITORY", "NO_COMMITS", "REVISION_UNKNOWN"]);

function fileOf(tree: TreeReader | null): ConfigSources["file"] {
  const name = tree === null ? null : configNameIn(tree);
  if (tree === null || name === null) return null;
  const text = tree.read(name) ?? "";
  parseConfig(ProjectConfig, text, name);
  const { governor = {} } = parseData(text, name) as { governor?: Record<string, unknown> };
  return { name, values: governor };
}
