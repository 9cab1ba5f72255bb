import { isObject, jsonOrNull, objectOf } from "../../schema/json.ts";
import { parseTable, tableOf } from "../proof/manifests/toml.ts";
import { folderOf, isBelow } from "../text/places.ts";
import type { TreeView } from "../units/detect-units.ts";
import { FOREIGN } from "./find-scanners.ts";

interface Ecosystem {
  readonly manifest: RegExp;
  /** What says which versions are installed, beside the manifest or in a folder above it. */
  readonly locks: RegExp;
  readonly declares: (text: string, name: string) => boolean;
}

const hasOne = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;

/** Folders of the project itself are nobody else's code. */
const OWN = /^(?:file|link|portal|workspace):/;
const GROUPS = ["dependencies", "devDependencies", "optionalDependencies"];

function inPackage(text: string): boolean {
  const manifest = objectOf(jsonOrNull(text.replace(/^\uFEFF/, "")));
  return GROUPS.some((group) =>
    Object.values(objectOf(manifest[group])).some((range) => typeof range !== "string" || !OWN.test(range)),
  );
}

function inPython(text: string, name: string): boolean {
  if (name === "setup.py" || name === "setup.cfg") return /\binstall_requires\s*=\s*(?!\[\s*\])\S/.test(text);
  const table = parseTable(text) ?? {};
  if (name === "Pipfile") return [table["packages"], table["dev-packages"]].some(hasOne);
  const { project, tool } = table;
  const groups = [table["dependency-groups"], tableOf(project)["optional-dependencies"]].map(tableOf);
  const poetry = tableOf(tableOf(tool)["poetry"]);
  return (
    hasOne(tableOf(project)["dependencies"]) ||
    groups.some((group) => Object.values(group).some(hasOne)) ||
    Object.keys(tableOf(poetry["dependencies"])).some((one) => one !== "python") ||
    [poetry["dev-dependencies"], poetry["group"]].some(hasOne)
  );
}

const CARGO_TABLES = ["dependencies", "dev-dependencies", "build-dependencies"];

/** Crates of the workspace are known by their paths. */
function inCargo(text: string): boolean {
  const table = parseTable(text) ?? {};
  const targets = Object.values(tableOf(table["target"])).map(tableOf);
  return [table, tableOf(table["workspace"]), ...targets].some((part) =>
    CARGO_TABLES.some((name) => Object.values(tableOf(part[name])).some((one) => tableOf(one)["path"] === undefined)),
  );
}

const GRADLE =
  /^\s*(?:classpath|\w*(?:[aA]pi|[cC]ompile|[cC]ompileOnly|[iI]mplementation|[rR]untime|[rR]untimeOnly))\b[\s(]+(?:\w+\(\s*)?(?:["'][\w.-]+:|libs\.)/m;

const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    manifest: /^package\.json$/,
    locks: /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
    declares: inPackage,
  },
  {
    manifest: /^(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile)$/,
    locks: /^(?:requirements[^/]*\.txt|poetry\.lock|uv\.lock|Pipfile\.lock|pdm\.lock)$/,
    declares: inPython,
  },
  { manifest: /^Cargo\.toml$/, locks: /^Cargo\.lock$/, declares: inCargo },
  { manifest: /^go\.mod$/, locks: /^go\.sum$/, declares: (text) => /^\s*require\b/m.test(text) },
  {
    manifest: /^build\.gradle(?:\.kts)?$/,
    locks: /^gradle\.lockfile$/,
    declares: (text) => GRADLE.test(text),
  },
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Manifests that declare dependencies while no file says which versions are installed: nothing can be audited for them. */
export function unlockedManifests(tree: TreeView): string[] {
  const paths = [...tree.paths].filter((path) => !FOREIGN.test(path));
  return ECOSYSTEMS.flatMap(({ manifest, locks, declares }) => {
    const locked = paths.filter((path) => locks.test(nameOf(path))).map(folderOf);
    return paths.filter(
      (path) =>
        manifest.test(nameOf(path)) &&
        !locked.some((folder) => isBelow(folder, path)) &&
        declares(tree.read(path) ?? "", nameOf(path)),
    );
  }).toSorted();
}
