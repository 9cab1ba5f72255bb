import { checkEnvironment } from "../../checks/check-environment.ts";
import type { Layer } from "../../checks/slots/slot.ts";
import type { Config, Policy } from "../../schema/config.ts";
import { treeOf } from "../../util/git/trees.ts";
import { withoutHarnessFiles } from "./compose.ts";
import { isInitialized, layerOf, readConfig } from "./context.ts";
import { openRepository, type ProveOptions } from "./subject.ts";
import { openSuitesFor, withSuites, type Suites } from "./runs/suites.ts";
import { openTree, type TreeReader } from "./tree-reader.ts";

export interface RevisionOptions extends Pick<
  ProveOptions,
  "repository" | "stateDirectory" | "env" | "config" | "signal" | "onProgress"
> {
  readonly revision: string;
  readonly policy?: Policy;
  /** Whether it runs in a slot of its own, which no first run used (verification.md, Cost). */
  readonly again?: boolean;
}

/** One commit, ready to be run by itself. */
export interface Revision {
  /** Without the harness's own files. */
  readonly tree: TreeReader;
  readonly config: Config;
  readonly layer: Layer;
  readonly env: Readonly<Record<string, string>>;
  readonly suites: Suites;
}

/** Opens a commit for running and closes it after `work`. */
export async function withRevision<T>(options: RevisionOptions, work: (revision: Revision) => Promise<T>): Promise<T> {
  const { git, places, commit } = openRepository(options, options.revision);
  const raw = openTree(git, treeOf(git, commit));
  const initialized = isInitialized(raw);
  const tree = initialized ? openTree(git, withoutHarnessFiles(git, raw.tree)) : raw;
  const config = options.config ?? readConfig(raw);
  const env = checkEnvironment(options.env, config.environment.env);
  const suites = openSuitesFor({ git, places, config, policy: options.policy ?? config.policy }, env, options);
  return withSuites(suites, () => work({ tree, config, layer: layerOf(tree, config, initialized), env, suites }));
}
