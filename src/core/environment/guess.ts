import { jsonOrNull, objectOf, type JsonObject } from "../../schema/json.ts";
import { createPathRoles } from "../proof/paths.ts";
import { packageManager } from "../units/package-manager.ts";

/** A tree to guess from. */
export interface TreeView {
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
  /** Reads many files at once, where that is cheaper. */
  preload?(paths: Iterable<string>): void;
}

/** Paths whose content decides what `prepare` installs: a change of one makes another dependency layer. */
export function layerInputs(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => LAYER_INPUT.test(path) && !ELSEWHERE.test(path)).toSorted();
}

const LAYER_INPUT =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lock|\.npmrc|\.yarnrc\.yml|[\w-]*requirements[^/]*\.txt|requirements\/[\w-]+\.txt|pyproject\.toml|tox\.ini|tox\.toml|Pipfile|Pipfile\.lock|setup\.py|setup\.cfg|uv\.lock|poetry\.lock|init\.sh|go\.mod|go\.sum|Cargo\.toml|Cargo\.lock|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.lockfile|gradle\.properties|gradle-wrapper\.properties|libs\.versions\.toml|rust-toolchain(?:\.toml)?)$|^patches\//;
const ELSEWHERE = /(?:^|\/)(?:node_modules|fixtures?|__fixtures__|testdata|examples?|vendor)\//;

/** Tests that load built files which nobody commits need the build before them, where their command does not bring it. */
export function guessGenerate(tree: TreeView): string[] {
  const manifest = manifestOf(tree.read("package.json"));
  const scripts = objectOf(manifest["scripts"]);
  const script = ["build", "prepare"].find((name) => typeof scripts[name] === "string");
  if (script === undefined) return [];
  const needsBuild = (script === "build" && hasUnbuiltMember(tree)) || testsLoadBuilt(tree, manifest, scripts);
  // Another manager may keep the programs that a script starts where npm does not look.
  return needsBuild ? [`${packageManager(tree.paths)} run ${script}`] : [];
}

/** Packages of a workspace load each other by what their manifests name. */
function hasUnbuiltMember(tree: TreeView): boolean {
  const packages = [...tree.paths].filter(
    (path) => /^[^/]+\/[^/]+\/package\.json$/.test(path) && !ELSEWHERE.test(path),
  );
  return packages.some((path) => {
    const main = manifestOf(tree.read(path))["main"];
    if (typeof main !== "string" || !/(?:^|\/)(?:dist|lib|build)\//.test(main)) return false;
    return !tree.paths.has(path.replace(/package\.json$/, main.replace(/^\.\//, "")));
  });
}

/** Tests of the package at the root load, or are, files that its manifest has built and that their command does not build. */
function testsLoadBuilt(tree: TreeView, manifest: JsonObject, scripts: JsonObject): boolean {
  const named = ["main", "module", "exports", "bin"].flatMap((field) => textsIn(manifest[field]));
  const files = named.map((path) => path.replace(/^\.\//, "")).filter((path) => path.includes("/"));
  const isSource = (folder: string): boolean => [...tree.paths].some((path) => path.startsWith(`${folder}/`));
  const folders = [...new Set(files.map((path) => path.slice(0, path.indexOf("/"))))];
  const built = folders.filter((folder) => !isSource(folder)).map(escaped);
  if (built.length === 0) return false;
  const command = [scripts["pretest"], scripts["test"]].join(" ");
  const rest = command.replaceAll(new RegExp(`(?<![\\w-])(?:${built.join("|")})(?:/\\S*|(?!\\S))`, "g"), "");
  if (BUILDS.test(rest)) return false;
  if (rest !== command) return true;
  const { name } = manifest;
  // What a configuration maps the name to, or the manifest under a condition, may be the source.
  const isByName = typeof name === "string" && built.length === folders.length && !isMapped(tree, name);
  const loaded = [...built.map((folder) => `(?:\\.\\.?/)+${folder}`), ...(isByName ? [escaped(name)] : [])];
  const loads = new RegExp(`(?:from|import|require)[\\s(]*["'](?:${loaded.join("|")})["'/]`);
  const tests = [...tree.paths].filter((path) => /\.[cm]?[jt]sx?$/.test(path) && roleOf(path) === "test");
  tree.preload?.(tests);
  return tests.some((path) => loads.test(tree.read(path) ?? ""));
}

const isMapped = (tree: TreeView, name: string): boolean =>
  [...tree.paths].some((path) => MAPS.test(path) && (tree.read(path) ?? "").includes(name));

const MAPS = /^(?:[^/]*\.config\.[cm]?[jt]s|[jt]sconfig[^/]*\.json)$/;
const BUILDS = /\b(?:build|compile|prepare|prepack|tsc|tsup|rollup|esbuild|unbuild|webpack|tshy|babel\s+\w)/;
const roleOf = createPathRoles([]);
const escaped = (text: string): string => text.replaceAll(/[^\w/@-]/g, "\\$&");

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const manifestOf = (text: string | null): JsonObject => objectOf(jsonOrNull(text ?? ""));
