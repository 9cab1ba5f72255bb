import type { TreeView } from "../units/detect-units.ts";
import { readManifest } from "../units/manifest.ts";

/** Stryker in one folder of a tree, as the project configures it. */
export interface StrykerPlace {
  readonly directory: string;
  /** Its configuration, relative to that folder. */
  readonly config: string;
}

const CONFIG = /^((?:.*\/)?)(\.?stryker\.con(?:f|fig)\.(?:json|[cm]?js))$/;
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|fixtures?|__fixtures__|testdata|examples?|templates?|dist)\//;

/** Folders with a configuration of Stryker's and its package among the dependencies, the deepest first. */
export function findStryker(tree: TreeView): StrykerPlace[] {
  const found = new Map<string, string>();
  for (const path of [...tree.paths].toSorted()) {
    const [, folder = "", config] = FOREIGN.test(path) ? [] : (CONFIG.exec(path) ?? []);
    const directory = folder.replace(/\/$/, "");
    if (config !== undefined && !found.has(directory) && declares(tree, directory)) found.set(directory, config);
  }
  return [...found].map(([directory, config]) => ({ directory, config })).toSorted(deeperFirst);
}

const deeperFirst = (a: StrykerPlace, b: StrykerPlace): number => b.directory.length - a.directory.length;

const declares = (tree: TreeView, directory: string): boolean =>
  ["", directory].some((folder) => readManifest(tree, folder)?.dependencies.has("@stryker-mutator/core") === true);
