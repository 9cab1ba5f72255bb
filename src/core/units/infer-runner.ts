import { inside } from "../text/places.ts";
import type { TreeView } from "./detect-units.ts";
import type { Manifest } from "./manifest.ts";

const CONFIGS = [
  { command: "npx vitest run", name: "vitest", file: /^vitest\.(?:config|workspace|projects)\.[cm]?[jt]s(?:on)?$/ },
  { command: "npx jest", name: "jest", file: /^jest\.config\.(?:[cm]?[jt]s|json)$/ },
  { command: "npx mocha", name: "mocha", file: /^\.mocharc\.(?:[cm]?js|json|jsonc|ya?ml)$/ },
] as const;

/** What Node finds by itself (`node --test`). */
const NODE_TEST = /(?:^|\/)(?:[^/]+[.\-_]test|test-[^/]+|test)\.[cm]?[jt]s$|(?:^|\/)test\/(?:.*\/)?[^/]+\.[cm]?[jt]s$/;
const READ_LIMIT = 20;

/** A command, and what speaks for it: `configuration` is certain, `dependency` and `files` are guesses that yield to others. */
export interface InferredCommand {
  readonly command: string;
  readonly by: "configuration" | "dependency" | "files";
}

/** The command of a package without a test script. */
export function inferRunner(
  tree: TreeView,
  paths: readonly string[],
  directory: string,
  manifest: Manifest | null,
): InferredCommand | null {
  const prefix = directory === "" ? "" : `${directory}/`;
  const own = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const top = own.filter((path) => !path.includes("/"));
  const configured = CONFIGS.find(
    ({ name, file }) => top.some((path) => file.test(path)) || (name !== "vitest" && manifest?.keys.has(name) === true),
  );
  const depended = CONFIGS.find(({ name }) => manifest?.dependencies.has(name) === true);
  if (configured !== undefined) return { command: configured.command, by: "configuration" };
  if (depended !== undefined) return { command: depended.command, by: "dependency" };
  const candidates = own.filter((path) => NODE_TEST.test(path)).slice(0, READ_LIMIT);
  const full = candidates.map((path) => inside(directory, path));
  tree.preload?.(full);
  return full.some((path) => /["']node:test["']/.test(tree.read(path) ?? ""))
    ? { command: "node --test", by: "files" }
    : null;
}
