import { variablesIn } from "../core/proof/looks/gates.ts";
import { textsOf, type TreeReader } from "../engine/prove/tree-reader.ts";
import { askGit } from "./ask-git.ts";

/** What is installed, built or kept for speed: a slot makes its own. */
const MADE_AGAIN =
  /(?:^|\/)(?:node_modules|\.venv|venv|\.tox|\.nox|\.yarn|target|vendor|dist|build|out|coverage|__pycache__|\.[\w.-]*cache|[^/]+\.egg-info|\.eggs|\.gradle|\.idea|\.vscode|\.DS_Store)\/?$|\.(?:pyc|log|tsbuildinfo)$/;
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|sh)$/;
const MOST_READ = 2000;

/**
 * What a user's own checkout has and a slot has not (verification.md, Where runs happen): files that are not committed, and variables that
 * the project asks for, which are set here and handed to no test.
 */
export function besideSlot(
  { root, tree }: { readonly root: string | null; readonly tree: TreeReader },
  { own, handed }: Readonly<Record<"own" | "handed", Readonly<Record<string, string | undefined>>>>,
): string[] {
  const status = root === null ? "" : (askGit(root, "status", "--porcelain", "-z", "--no-renames", "--ignored") ?? "");
  const entries = status.split("\0").map((entry) => ({ how: entry.slice(0, 2).trim(), path: entry.slice(3) }));
  const files = entries
    .filter(({ path }) => path !== "" && !MADE_AGAIN.test(path))
    .map(({ how, path }) => `${path} is ${HOW[how] ?? "not as committed"}: a slot has what is committed`);
  const code = [...tree.paths].filter((path) => CODE.test(path)).slice(0, MOST_READ);
  const asked = new Set(textsOf(tree, code).flatMap(({ text }) => variablesIn(text)));
  const variables = [...asked]
    .filter((name) => own[name] !== undefined && handed[name] === undefined)
    .map((name) => `${name} is set here and handed to no test: environment.env`);
  return [...files, ...variables];
}

const HOW: Readonly<Record<string, string>> = { "??": "untracked", "!!": "ignored", D: "deleted" };
