import { folderOf, inside } from "../text/places.ts";
import { findScanners, FOREIGN } from "./find-scanners.ts";
import { findStryker } from "./find-stryker.ts";
import { findsThings, type CheckSettings, type ToolCheck } from "../../schema/check-settings.ts";
import type { MeasuringTool, ToolPlan } from "../../schema/tool-plan.ts";
import { isPythonRunner, type RunnerName, type Unit } from "../../schema/unit.ts";
import type { TreeView } from "../units/detect-units.ts";
import { readManifest } from "../units/manifest.ts";
import { wordsOf } from "../units/shell-words.ts";

const ESLINT = /^(.*?)(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.(?:json|ya?ml|c?js))?)$/;
const TSCONFIG = /^(.*?)tsconfig\.json$/;

/** The tools that measure a tree besides its test runners: its own linters and compilers, configured commands, scanners. */
export function findTools(tree: TreeView, settings: CheckSettings, programs: ReadonlySet<string>): ToolPlan[] {
  const paths = [...tree.paths].filter((path) => !FOREIGN.test(path));
  const configured = settings.commands.filter(findsThings).map((command): ToolPlan => ({
    tool: "command",
    check: command.check,
    directory: command.directory,
    args: [],
    command,
  }));
  const replaced = new Set(configured.map(({ check }) => check));
  const found = [...nodeTools(tree, paths), ...pythonTools(tree, paths), ...findScanners(tree, settings, programs)];
  // A command of the project's own stands for the linter or compiler that would have been guessed; scanners add up.
  return [...configured, ...found.filter(({ check }) => check === "security" || !replaced.has(check))];
}

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

function nodeTools(tree: TreeView, paths: readonly string[]): ToolPlan[] {
  const has = (directory: string, name: string): boolean =>
    ancestors(directory).some((folder) => readManifest(tree, folder)?.dependencies.has(name) === true);
  return [
    ...topmost(paths, ESLINT)
      .filter((directory) => has(directory, "eslint"))
      .map((directory) => plan("eslint", "lint", directory, lintArgs(tree, directory))),
    ...topmost(paths, TSCONFIG)
      .filter((directory) => has(directory, "typescript"))
      .map((directory) =>
        plan("tsc", "type_check", directory, tscArgs(tree.read(inside(directory, "tsconfig.json")) ?? "")),
      ),
  ];
}

/** What the project's own lint script names, without what changes files or the report; else everything. */
function lintArgs(tree: TreeView, directory: string): string[] {
  const script = readManifest(tree, directory)?.scripts["lint"] ?? "";
  const [program, ...words] = /[|;&<>$`]/.test(script) ? [] : wordsOf(script, false).map(({ text }) => text);
  if (program !== "eslint") return ["."];
  const taken = words.filter(
    (word) => !/^--(?:fix|cache|quiet|max-warnings|color|no-color|no-inline-config)/.test(word),
  );
  const known = taken.every(
    (word, at) => !word.startsWith("-") || word === "--ext" || taken[at - 1] === "--ext" || word.startsWith("--ext="),
  );
  const named = taken.some((word, at) => !word.startsWith("-") && taken[at - 1] !== "--ext");
  return known && named ? taken : ["."];
}

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
    const own = paths.filter((path) => files.test(nameOf(path)));
    const named = shared.filter(({ text }) => section.test(text ?? "")).map(({ path }) => path);
    return withoutInner([...own, ...named].map(folderOf)).map((directory) => plan(tool, check, directory));
  });
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const topmost = (paths: readonly string[], pattern: RegExp): string[] =>
  withoutInner(paths.flatMap((path) => pattern.exec(path)?.[1]?.replace(/\/$/, "") ?? []));

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

/** The folder itself, then those above it up to the root, which is empty. */
function ancestors(folder: string): string[] {
  return folder === "" ? [""] : [folder, ...ancestors(folderOf(folder))];
}

/** Packages that measure what a runner ran; nyc sees nothing of ES modules. */
const COVERAGE_TOOLS: Readonly<Partial<Record<RunnerName, (isModule: boolean) => RegExp>>> = {
  vitest: () => /^@vitest\/coverage-(?:v8|istanbul)$/,
  mocha: (isModule) => (isModule ? /^c8$/ : /^(?:c8|nyc)$/),
};

const PYTHON_FILES = /^(?:requirements[^/]*\.txt|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini)$/;

/** Whether the units' runners can say what ran, by what the project declares or its toolchain comes with. */
function coverageFound(tree: TreeView, units: readonly Unit[], counting: readonly Unit[]): boolean {
  const names = (word: RegExp, files: RegExp): boolean =>
    [...tree.paths].some((path) => files.test(path) && word.test(tree.read(path) ?? ""));
  return (
    units.length > 0 &&
    units.every((unit) => {
      const { runner, directory } = unit;
      if (runner === "node-test" || runner === "jest" || runner === "go-test") return true;
      if (runner === "cargo-test") return counting.includes(unit);
      if (runner === "pytest") return names(/\b(?:pytest-cov|coverage)\b/, PYTHON_FILES);
      if (isPythonRunner(runner)) return names(/\bcoverage\b/, PYTHON_FILES);
      if (runner === "maven") return names(/\bjacoco\b/, /(?:^|\/)pom\.xml$/);
      if (runner === "gradle") return names(/\bjacoco\b/, /(?:^|\/)[\w.-]*\.gradle(?:\.kts)?$/);
      const declared = ancestors(directory).flatMap((folder) => [...(readManifest(tree, folder)?.dependencies ?? [])]);
      const tool = COVERAGE_TOOLS[runner]?.(readManifest(tree, directory)?.isModule === true);
      return tool !== undefined && declared.some((name) => tool.test(name));
    })
  );
}

/** What is there to measure with. */
export interface Found {
  readonly units: readonly Unit[];
  /** Those of the units whose toolchain counts what runs, where not every one of its kind does. */
  readonly counting: readonly Unit[];
  readonly programs: ReadonlySet<string>;
}

/**
 * Which checks that need a tool a run is gated by (decisions.md, Gates and criteria): those whose tool is found, unless the
 * configuration says otherwise. Secrets are always looked for: that tool is our own.
 */
export function neededChecks(
  tree: TreeView,
  settings: CheckSettings,
  { units, counting, programs }: Found,
): ToolCheck[] {
  const found = new Set<ToolCheck>(["security", ...findTools(tree, settings, programs).map(({ check }) => check)]);
  for (const { check } of settings.commands) found.add(check);
  if (coverageFound(tree, units, counting)) found.add("coverage");
  if (findStryker(tree).length > 0) found.add("mutation");
  const all: readonly ToolCheck[] = ["coverage", "mutation", "security", "lint", "type_check", "accessibility"];
  return all.filter((check) => {
    const need = settings.need[check] ?? "auto";
    return need === "always" || (need === "auto" && found.has(check));
  });
}
