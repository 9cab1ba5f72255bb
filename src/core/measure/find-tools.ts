import { ancestors } from "../text/places.ts";
import { findLinters } from "./find-linters.ts";
import { findScanners, FOREIGN } from "./find-scanners.ts";
import { findStryker } from "./find-stryker.ts";
import { findsThings, type CheckSettings, type ToolCheck } from "../../schema/check-settings.ts";
import type { ToolPlan } from "../../schema/tool-plan.ts";
import { isPythonRunner, type RunnerName, type Unit } from "../../schema/unit.ts";
import type { TreeView } from "../units/detect-units.ts";
import { readManifest } from "../units/manifest.ts";

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
  const found = [...findLinters(tree, paths, programs), ...findScanners(tree, settings, programs)];
  // A command of the project's own stands for the linter or compiler that would have been guessed; scanners add up.
  return [...configured, ...found.filter(({ check }) => check === "security" || !replaced.has(check))];
}

/** Packages that measure what a runner ran; nyc sees nothing of ES modules. */
const COVERAGE_TOOLS: Readonly<Partial<Record<RunnerName, (isModule: boolean) => RegExp>>> = {
  vitest: () => /^@vitest\/coverage-(?:v8|istanbul)$/,
  mocha: (isModule) => (isModule ? /^c8$/ : /^(?:c8|nyc)$/),
};

const PYTHON_FILES = /(?:^|\/)(?:requirements[^/]*\.txt|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini)$/;

/** The units whose runners can say what ran, by what the project declares or its toolchain comes with. */
function countedUnits(tree: TreeView, { units, counting }: Found): Unit[] {
  const names = (word: RegExp, files: RegExp): boolean =>
    [...tree.paths].some((path) => files.test(path) && word.test(tree.read(path) ?? ""));
  return units.filter((unit) => {
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
  });
}

/** Why coverage gates nothing though some of the tests could be counted: all of them have to be. Null: it does, or none could. */
export function coverageGap(tree: TreeView, settings: CheckSettings, found: Found): string | null {
  const counted = new Set(countedUnits(tree, found));
  const missing = found.units.filter((unit) => !counted.has(unit));
  const isNamed = settings.commands.some(({ check }) => check === "coverage");
  if (counted.size === 0 || missing.length === 0 || isNamed || (settings.need.coverage ?? "auto") !== "auto")
    return null;
  const where = missing.map(({ runner, directory }) => (directory === "" ? runner : `${runner} in ${directory}`));
  return `coverage gates nothing: ${where.join(", ")} cannot count what runs; declare its tool there (docs/checks.md), or say "coverage": "never" under checks.need`;
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
export function neededChecks(tree: TreeView, settings: CheckSettings, measured: Found): ToolCheck[] {
  const { units, programs } = measured;
  const found = new Set<ToolCheck>(["security", ...findTools(tree, settings, programs).map(({ check }) => check)]);
  for (const { check } of settings.commands) found.add(check);
  if (units.length > 0 && countedUnits(tree, measured).length === units.length) found.add("coverage");
  if (findStryker(tree).length > 0) found.add("mutation");
  const all: readonly ToolCheck[] = ["coverage", "mutation", "security", "lint", "type_check", "accessibility"];
  return all.filter((check) => {
    const need = settings.need[check] ?? "auto";
    return need === "always" || (need === "auto" && found.has(check));
  });
}
