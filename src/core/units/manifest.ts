import { isObject, jsonOrNull, objectOf } from "../../schema/json.ts";
import { inside } from "../text/places.ts";
import type { TreeView } from "./detect-units.ts";
import type { ScriptLookup } from "./step.ts";
import { workspaceDirectories } from "./workspaces.ts";

/** What of a package.json matters here. */
export interface Manifest {
  readonly name: string | null;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
  readonly workspaces: readonly string[];
  readonly keys: ReadonlySet<string>;
  /** Its `.js` files are ES modules. */
  readonly isModule: boolean;
}

/** A broken manifest reads as none: npm could not start anything from it either. */
export function readManifest(tree: TreeView, directory: string): Manifest | null {
  const text = tree.read(inside(directory, "package.json"));
  const value = text === null ? null : jsonOrNull(text.replace(/^\uFEFF/, ""));
  if (!isObject(value)) return null;
  const { workspaces } = value;
  const globs = isObject(workspaces) ? workspaces["packages"] : workspaces;
  return {
    name: typeof value["name"] === "string" ? value["name"] : null,
    scripts: Object.fromEntries(
      Object.entries(objectOf(value["scripts"])).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    ),
    dependencies: new Set([
      ...Object.keys(objectOf(value["dependencies"])),
      ...Object.keys(objectOf(value["devDependencies"])),
    ]),
    workspaces: Array.isArray(globs) ? globs.filter((glob) => typeof glob === "string") : [],
    keys: new Set(Object.keys(value)),
    isModule: value["type"] === "module",
  };
}

/** The scripts of these trees, where the first that has one by its name decides. */
export function scriptsOf(...trees: readonly TreeView[]): ScriptLookup {
  const all = (directory: string): Readonly<Record<string, string>>[] =>
    trees.map((tree) => readManifest(tree, directory)?.scripts ?? {});
  const lookup = (directory: string, name: string): string | null =>
    all(directory).find((scripts) => Object.hasOwn(scripts, name))?.[name] ?? null;
  return Object.assign(lookup, { names: (directory: string) => [...new Set(all(directory).flatMap(Object.keys))] });
}

/** The folder of the workspace's package of this name; null when none has it. */
export function folderOfPackage(tree: TreeView, name: string): string | null {
  const folders = workspaceDirectories(tree, [...tree.paths], readManifest(tree, ""));
  return folders.find((folder) => readManifest(tree, folder)?.name === name) ?? null;
}
