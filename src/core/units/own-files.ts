import type { TreeView } from "./detect-units.ts";

const TEST_FILE = /\.(?:spec|test|e2e)\.[cm]?[jt]sx?$/;
const CONFIG = /(?:^|\/)playwright\.config\.[cm]?[jt]s$/;
const IMPORTS = /(?:from|require\()\s*["']@playwright\/test["']/;
const TEST_DIR = /\btestDir:\s*["'`](?:\.\/)?([^"'`$]+?)\/?["'`]/;

/** Whether a tree is set up for Playwright Test. */
export const hasPlaywright = (tree: TreeView): boolean => [...tree.paths].some((path) => CONFIG.test(path));

/**
 * Test files that Playwright Test runs and no other runner of the same folder can: those that import it, and those below the
 * `testDir` of its configuration, where a project's own fixtures may stand between.
 */
export function playwrightFiles(tree: TreeView): string[] {
  const paths = [...tree.paths];
  const candidates = paths.filter((path) => TEST_FILE.test(path));
  const configs = paths.filter((path) => CONFIG.test(path));
  tree.preload?.([...candidates, ...configs]);
  const folders = configs.flatMap((path) => {
    const named = TEST_DIR.exec(tree.read(path) ?? "")?.[1];
    const root = path.slice(0, path.lastIndexOf("/") + 1);
    return named === undefined || named === "." ? [] : [`${root}${named}/`];
  });
  return candidates.filter(
    (path) => folders.some((folder) => path.startsWith(folder)) || IMPORTS.test(tree.read(path) ?? ""),
  );
}
