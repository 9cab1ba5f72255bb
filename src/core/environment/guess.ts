import { jsonOrNull, objectOf, type JsonObject } from "../../schema/json.ts";

/** A tree to guess from. */
export interface TreeView {
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
}

/** Paths whose content decides what `prepare` installs: a change of one makes another dependency layer. */
export function layerInputs(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => LAYER_INPUT.test(path) && !ELSEWHERE.test(path)).toSorted();
}

const LAYER_INPUT =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lock|\.npmrc|\.yarnrc\.yml|[\w-]*requirements[^/]*\.txt|pyproject\.toml|setup\.py|setup\.cfg|uv\.lock|poetry\.lock|init\.sh|go\.mod|go\.sum|Cargo\.toml|Cargo\.lock|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.lockfile|gradle\.properties|gradle-wrapper\.properties|libs\.versions\.toml|rust-toolchain(?:\.toml)?)$|^patches\//;
const ELSEWHERE = /(?:^|\/)(?:node_modules|fixtures?|__fixtures__|testdata|examples?|vendor)\//;

/** Packages of a workspace that point at built files which nobody commits need the build before their tests. */
export function guessGenerate(tree: TreeView): string[] {
  const scripts = manifestOf(tree.read("package.json"))["scripts"];
  if (typeof scripts !== "object" || scripts === null || !("build" in scripts)) return [];
  const packages = [...tree.paths].filter(
    (path) => /^[^/]+\/[^/]+\/package\.json$/.test(path) && !ELSEWHERE.test(path),
  );
  const needsBuild = packages.some((path) => {
    const main = manifestOf(tree.read(path))["main"];
    if (typeof main !== "string" || !/(?:^|\/)(?:dist|lib|build)\//.test(main)) return false;
    return !tree.paths.has(path.replace(/package\.json$/, main.replace(/^\.\//, "")));
  });
  return needsBuild ? ["npm run build"] : [];
}

const manifestOf = (text: string | null): JsonObject => objectOf(jsonOrNull(text ?? ""));
