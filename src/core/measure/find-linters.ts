import type { MeasuringTool, ToolPlan } from "../../schema/tool-plan.ts";
import { jsoncOrNull, objectOf } from "../../schema/json.ts";
import { ancestors, folderOf, innermost, inside, isBelow } from "../text/places.ts";
import type { TreeView } from "../units/detect-units.ts";
import { readManifest } from "../units/manifest.ts";
import { findCheckstyle } from "./find-checkstyle.ts";
import { SPOKEN, wordsIn, type Spoken } from "./script-words.ts";

const PYRIGHTS = ["pyright", "basedpyright"] as const;

/** Programs that decide by being there whether a linter or type checker is asked. */
export const LINTERS_ON_PATH = ["go", "cargo-clippy", "checkstyle", ...PYRIGHTS] as const;

/** Linters and type checkers that the project configures, or that its toolchain comes with. `paths`: its own files. */
export const findLinters = (tree: TreeView, paths: readonly string[], programs: ReadonlySet<string>): ToolPlan[] => [
  ...nodeTools(tree, paths),
  ...pythonTools(tree, paths),
  ...pyrights(tree, paths, programs),
  ...(programs.has("cargo-clippy")
    ? topmost(paths, /^Cargo\.toml$/).map((directory) => plan("clippy", "lint", directory))
    : []),
  ...(programs.has("go") ? goModules(paths).map((directory) => plan("go-vet", "lint", directory)) : []),
  ...(programs.has("checkstyle") ? findCheckstyle(tree) : []),
];

const plan = (
  tool: MeasuringTool,
  check: ToolPlan["check"],
  directory: string,
  args: readonly string[] = [],
): ToolPlan => ({
  tool,
  check,
  directory,
  args: [...args],
});

const TSCONFIG = /^tsconfig\.json$/;

/** A linter of JavaScript: what configures it, and the package that it is. */
interface NodeLinter {
  readonly tool: MeasuringTool;
  readonly files: RegExp;
  readonly packageName: string;
  readonly spoken: Spoken;
  /** Whether a configuration says that nothing is linted. */
  readonly isOff?: (config: string) => boolean;
}

const NODE: readonly NodeLinter[] = [
  {
    tool: "eslint",
    files: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.(?:json|ya?ml|c?js))?)$/,
    packageName: "eslint",
    spoken: SPOKEN.eslint,
  },
  {
    tool: "biome",
    files: /^\.?biome\.jsonc?$/,
    packageName: "@biomejs/biome",
    spoken: SPOKEN.biome,
    // Some have it format alone.
    isOff: (config) => objectOf(objectOf(jsoncOrNull(config))["linter"])["enabled"] === false,
  },
  {
    tool: "oxlint",
    files: /^(?:\.oxlintrc\.jsonc?|oxlint\.config\.[cm]?[jt]s)$/,
    packageName: "oxlint",
    spoken: SPOKEN.oxlint,
  },
];

function nodeTools(tree: TreeView, paths: readonly string[]): ToolPlan[] {
  const has = (directory: string, name: string): boolean =>
    ancestors(directory).some((folder) => readManifest(tree, folder)?.dependencies.has(name) === true);
  const linters = NODE.flatMap(({ tool, files, packageName, spoken, isOff = () => false }) =>
    topmost(
      paths.filter((path) => files.test(nameOf(path)) && !isOff(tree.read(path) ?? "")),
      files,
    )
      .filter((directory) => looksAtCode(tree, paths, directory))
      .filter((directory) => has(directory, packageName))
      .map((directory) => {
        const script = readManifest(tree, directory)?.scripts["lint"] ?? "";
        return plan(tool, "lint", directory, wordsIn(script, spoken));
      }),
  );
  const compilers = topmost(paths, TSCONFIG)
    .filter((directory) => has(directory, "typescript"))
    .map((directory) =>
      plan("tsc", "type_check", directory, tscArgs(tree.read(inside(directory, "tsconfig.json")) ?? "")),
    );
  return [...linters, ...compilers];
}

/** Some keep configurations in a folder of their own, where a linter would look at nothing. */
const looksAtCode = (tree: TreeView, paths: readonly string[], folder: string): boolean =>
  readManifest(tree, folder) !== null ||
  paths.some(
    (path) =>
      isBelow(folder, path) && /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path) && !/\.config\.[^./]+$/.test(path),
  );

/** A configuration that only names others checks nothing by itself: its references are built. */
const tscArgs = (text: string): string[] =>
  /"references"\s*:/.test(text) && /"files"\s*:\s*\[\s*\]/.test(text) ? ["--build"] : ["--project"];

const PYTHON: readonly {
  readonly tool: MeasuringTool;
  readonly check: ToolPlan["check"];
  readonly files: RegExp;
  readonly section: RegExp;
}[] = [
  { tool: "ruff", check: "lint", files: /^\.?ruff\.toml$/, section: /^\[tool\.ruff/m },
  { tool: "flake8", check: "lint", files: /^\.flake8$/, section: /^\[flake8\]/m },
  { tool: "mypy", check: "type_check", files: /^\.?mypy\.ini$/, section: /^\[(?:tool\.)?mypy\]/m },
];
const SHARED = ["pyproject.toml", "setup.cfg", "tox.ini"];

/** Linters and type checkers of each project that configures them, at the root or in a folder of its own. */
function pythonTools(tree: TreeView, paths: readonly string[]): ToolPlan[] {
  const shared = paths.filter((path) => SHARED.includes(nameOf(path))).map((path) => ({ path, text: tree.read(path) }));
  return PYTHON.flatMap(({ tool, check, files, section }) => {
    const named = shared.filter(({ text }) => section.test(text ?? "")).map(({ path }) => folderOf(path));
    return withoutInner([...foldersOf(paths, files), ...named]).map((directory) => plan(tool, check, directory));
  });
}

const PYTHON_NEEDS =
  /^(?:[\w.-]*(?:requirements|constraints)[\w.-]*\.(?:txt|in)|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|Pipfile)$/;

/**
 * Pyright and its kin. Many configure it for their editor alone, so that it counts only where something says that it is there: a
 * dependency, or PATH.
 */
function pyrights(tree: TreeView, paths: readonly string[], programs: ReadonlySet<string>): ToolPlan[] {
  const has = (name: string, directory: string): boolean => {
    const above = ancestors(directory);
    // As a section of a configuration it is no dependency.
    const named = new RegExp(String.raw`(?<![\w.-])${name}(?![\w-])`);
    return (
      programs.has(name) ||
      above.some((folder) => readManifest(tree, folder)?.dependencies.has(name) === true) ||
      paths.some(
        (path) =>
          PYTHON_NEEDS.test(nameOf(path)) && above.includes(folderOf(path)) && named.test(tree.read(path) ?? ""),
      )
    );
  };
  const projects = paths.filter((path) => nameOf(path) === "pyproject.toml");
  const configured = (section: RegExp): string[] =>
    projects.filter((path) => section.test(tree.read(path) ?? "")).map(folderOf);
  const folders = withoutInner([
    ...foldersOf(paths, /^pyrightconfig\.json$/),
    ...configured(/^\[tool\.(?:based)?pyright\b/m),
  ]);
  return folders.flatMap((directory) => {
    const isBased = configured(/^\[tool\.basedpyright\b/m).includes(directory) || !has("pyright", directory);
    const tool = isBased ? "basedpyright" : "pyright";
    return has(tool, directory) ? [plan(tool, "type_check", directory)] : [];
  });
}

/** A module inside of another is one of its own. Without tests it is a tool, or an example, for which nothing may be installed. */
function goModules(paths: readonly string[]): string[] {
  const manifest = /^go\.mod$/;
  const all = foldersOf(paths, manifest);
  const holds = (module: string, files: RegExp): boolean =>
    paths.some((path) => files.test(path) && innermost(all, path) === module);
  const outer = topmost(paths, manifest);
  return all.filter((module) => holds(module, outer.includes(module) ? /\.go$/ : /_test\.go$/)).toSorted();
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const foldersOf = (paths: readonly string[], files: RegExp): string[] =>
  paths.filter((path) => files.test(nameOf(path))).map(folderOf);

const topmost = (paths: readonly string[], files: RegExp): string[] => withoutInner(foldersOf(paths, files));

/** Folders that lie in none of the others. */
const withoutInner = (folders: readonly string[]): string[] =>
  [...new Set(folders)]
    .filter(
      (folder) =>
        !ancestors(folder)
          .slice(1)
          .some((above) => folders.includes(above)),
    )
    .toSorted();
