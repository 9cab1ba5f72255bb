import { join } from "node:path/posix";
import type { UnitSelection } from "../../checks/run-suite.ts";
import { TREE_FOLDER } from "../../checks/readers/placeless.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import type { CommandSelection } from "../../core/proof/selection.ts";
import { innermost, isBelow } from "../../core/text/places.ts";
import { detectUnits } from "../../core/units/detect-units.ts";
import { folderOfPackage, scriptsOf } from "../../core/units/manifest.ts";
import { hasPlaywright, playwrightFiles } from "../../core/units/own-files.ts";
import { placeCommand } from "../../core/units/place-command.ts";
import { resolveCommand, wholeArgs, type ResolvedCommand } from "../../core/units/resolve-command.ts";
import type { ScriptLookup } from "../../core/units/step.ts";
import { BatonError } from "../../errors.ts";
import type { Config } from "../../schema/config.ts";
import { isPythonRunner, type RunnerName, type Unit } from "../../schema/unit.ts";
import type { TreeReader } from "./tree-reader.ts";

/** Where tests run, on base and on head, and what `--test` picks of them. */
export interface UnitPlan {
  readonly base: readonly Unit[];
  readonly head: readonly Unit[];
  /** Head's, where a few files or changed texts are run: see `withInnerUnits`. Absent: not asked yet. */
  readonly narrow?: readonly Unit[];
  /** The unit that the named command runs in, and what it selects; null without a command. */
  readonly command: { readonly unit: Unit; readonly selection: CommandSelection } | null;
}

/**
 * Plans units from base's scripts and configuration (head's count only where base has none). Throws NO_TESTS.
 */
export function planUnits(base: TreeReader, head: TreeReader, config: Config, test: string | null): UnitPlan {
  const lookup = scriptsOf(base, head);
  const whole =
    config.test_command === undefined
      ? null
      : wholeOf(resolveCommand(config.test_command, lookup, ""), config.test_command);
  const detected = (tree: TreeReader): Unit[] => (whole === null ? detectUnits(tree) : [whole.unit]);
  const baseUnits = detected(base);
  const known = new Set(baseUnits.map(keyOf));
  const headUnits = [...baseUnits, ...detected(head).filter((unit) => !known.has(keyOf(unit)))];
  if (test === null) {
    if (headUnits.length === 0) throw new BatonError("NO_TESTS", "neither base nor head has tests that can be run");
    return { base: baseUnits, head: headUnits, command: null };
  }
  const named = namedBy(test, lookup, head, headUnits);
  if (named.unit.runner === "playwright") return endToEnd({ base, head, baseUnits, headUnits, named });
  const isSame = (unit: Unit): boolean => keyOf(unit) === keyOf(named.unit) && unit.runner !== "command";
  const same = headUnits.find(isSame);
  if (same === undefined) {
    const others = headUnits.filter(({ runner }) => runner !== "command" || named.unit.runner !== "command");
    return { base: baseUnits, head: [...others, named.unit], command: named };
  }
  const unit = asTyped(same, named.unit);
  const replaced = (units: readonly Unit[]): Unit[] => units.map((one) => (isSame(one) ? unit : one));
  return { base: replaced(baseUnits), head: replaced(headUnits), command: { unit, selection: named.selection } };
}

/** A unit with the variables that a command sets, and with what it says of where unittest is to look for tests. */
const asTyped = (unit: Unit, { env, args, runner }: Unit): Unit => ({
  ...unit,
  env: { ...unit.env, ...env },
  args: runner === "unittest" && args.includes("discover") ? args : unit.args,
});

/** Every unit of a tree: its own, and those that these commands name besides. Throws NO_TESTS. */
export function unitsFor(tree: TreeReader, config: Config, commands: readonly (string | null)[]): Unit[] {
  const plans = [...new Set([null, ...commands])].flatMap((command) => {
    try {
      return planUnits(tree, tree, config, command).head;
    } catch (error) {
      // Without tests of its own a project may still have those that a command names.
      if (command === null && commands.some((one) => one !== null)) return [];
      throw error;
    }
  });
  return [...new Map(plans.map((unit) => [keyOf(unit), unit])).values()];
}

interface Named {
  readonly unit: Unit;
  readonly selection: CommandSelection;
}

/**
 * A feature that is proven end to end: the project's other units as ever, and Playwright with all of its tests, on base too
 * where it stands already. Nobody else waits for browsers.
 */
function endToEnd(plan: {
  readonly base: TreeReader;
  readonly head: TreeReader;
  readonly baseUnits: readonly Unit[];
  readonly headUnits: readonly Unit[];
  readonly named: Named;
}): UnitPlan {
  const { base, head, baseUnits, headUnits, named } = plan;
  const own = [...new Set([...playwrightFiles(base), ...playwrightFiles(head)])].toSorted();
  const others = (units: readonly Unit[]): Unit[] => units.filter(({ runner }) => runner !== "playwright");
  const unit: Unit = { ...(headUnits.find(({ runner }) => runner === "playwright") ?? named.unit), own };
  return {
    base: hasPlaywright(base) ? [...others(baseUnits), unit] : others(baseUnits),
    head: [...others(headUnits), unit],
    command: { unit, selection: named.selection },
  };
}

/** What a command selects, without planning to run it. */
export function selectionOf(base: TreeReader, head: TreeReader, command: string): CommandSelection {
  return namedBy(command, scriptsOf(base, head), head, []).selection;
}

/** The unit that a command names: in the folder that it goes to, or of the package that holds all the files it names. */
function namedBy(command: string, lookup: ScriptLookup, tree: TreeReader, units: readonly Unit[]): Named {
  const placed = placeCommand(command, (name) => folderOfPackage(tree, name));
  const { directory, command: rest } = holdsFiles(tree, placed.directory) ? placed : { directory: "", command };
  const resolved = resolveCommand(rest, lookup, directory);
  // What no runner of ours starts runs as it is written, and goes to its folder by itself no second time.
  const named = unitOf(resolved, resolved.runner === "command" ? rest : command, directory);
  const holder = directory === "" ? holderOf(named, units) : undefined;
  return holder === undefined ? named : { ...named, unit: { ...named.unit, directory: holder } };
}

/** The folder of the one package with such a runner that holds all files of a command, where the root has none and the command says no more. */
function holderOf({ unit, selection }: Named, units: readonly Unit[]): string | undefined {
  const folders = units.filter(({ runner }) => runner === unit.runner).map((one) => one.directory);
  if (unit.args.length > 0 || unit.before.length > 0 || folders.includes("")) return undefined;
  const holders = new Set(selection.files.map((file) => innermost(folders, file)));
  return holders.size === 1 ? [...holders][0] : undefined;
}

const holdsFiles = ({ paths }: TreeReader, folder: string): boolean =>
  folder === "" || paths.values().some((path) => isBelow(folder, path));

const STACKS: Partial<Record<RunnerName, Unit["stack"]>> = {
  pytest: "python",
  unittest: "python",
  django: "python",
  "go-test": "go",
  "cargo-test": "rust",
  maven: "java",
  gradle: "java",
  command: "other",
};

const keyOf = (unit: Unit): string => `${unit.directory}\0${unit.runner}`;

function unitOf(resolved: ResolvedCommand, command: string, directory = ""): Named {
  const { files, nameFilter, runner, args, env, before, level } = resolved;
  const stack = STACKS[runner] ?? "node";
  return {
    unit: { directory, stack, command, runner, level, args, env, before },
    selection: files.some((file) => file.startsWith("../"))
      ? { directory: "", files: files.map((file) => join(directory, file)), nameFilter }
      : { directory, files, nameFilter },
  };
}

/** A unit that runs all that its command runs, the files it names included. */
function wholeOf(resolved: ResolvedCommand, command: string): { unit: Unit } {
  return { unit: { ...unitOf(resolved, command).unit, args: wholeArgs(resolved) } };
}

/** The units of head that a few files or changed texts are run in. */
export const narrowUnits = ({ narrow, head }: UnitPlan): readonly Unit[] => narrow ?? head;

/**
 * The units that hold these files, narrowed to them, and to the tests with these ids or words in their names where the
 * runner can; a unit that cannot be narrowed runs whole.
 */
export function narrowTo(units: readonly Unit[], files: readonly string[], tests?: TestNames): UnitSelection[] {
  return units.flatMap((unit): UnitSelection[] => {
    if (unit.runner === "command") return [wholeUnit(unit)];
    const own = files.filter((file) => runsFile(unit, file, units)).toSorted();
    const nameFilter = tests === undefined ? null : nameFilterFor(unit, tests, own);
    return own.length === 0 ? [] : [{ unit, files: own, nameFilter }];
  });
}

/** The units that hold these tests, narrowed to them. */
export const narrowToTests = (units: readonly Unit[], ids: readonly string[]): UnitSelection[] =>
  narrowTo(units, [...new Set(ids.map(fileOf))], { ids });

export interface TestNames {
  readonly ids: Iterable<string>;
  readonly words?: readonly string[];
}

const MOST_NAMES = 60;

/**
 * A filter that lets at least these tests run, in the runner's own language; more may run. Null where it could let too
 * few run: subtests of node:test exist only while their parent runs.
 */
function nameFilterFor({ runner }: Unit, { ids, words = [] }: TestNames, files: readonly string[]): string | null {
  const own = [...ids].filter((id) => files.includes(fileOf(id))).map((id) => id.slice(fileOf(id).length + 2));
  if (runner === "node-test" && own.some((name) => name.includes(" > "))) return null;
  // No program can be given one.
  if (own.some((name) => name.includes("\0"))) return null;
  if (runner === "go-test") return goFilter(own, words);
  if (runner === "cargo-test") return cargoFilter(own, words);
  if (runner === "maven" || runner === "gradle") return methodFilter(own, words);
  const titles = own.map((name) => (name.split(" > ").at(-1) ?? name).replace(/ #\d+$/, ""));
  if (titles.length > MOST_NAMES || titles.includes("")) return null;
  if (!isPythonRunner(runner)) return [...new Set([...titles, ...words])].map(titlePattern).join("|");
  const functions = titles.map((title) => /^\w+/.exec(title)?.[0] ?? null);
  return functions.includes(null)
    ? null
    : [...new Set([...functions, ...words.map((word) => word.replaceAll(" ", "_"))])].join(" or ");
}

/** Whole top-level tests: what a subtest needs stands in the test around it. */
function goFilter(own: readonly string[], words: readonly string[]): string | null {
  const names = [...new Set(own.map((name) => name.split(" > ")[0] ?? name))];
  if (names.length > MOST_NAMES || names.some((name) => !/^\w+$/u.test(name))) return null;
  return [...names.map((name) => `^${name}$`), ...words.map((word) => word.replaceAll(" ", "_"))].join("|");
}

/** Parts of names as libtest and rustdoc have them; an example in documentation is told by what it explains. */
function cargoFilter(own: readonly string[], words: readonly string[]): string | null {
  const names = own.map((name) => {
    const item = /^doc (.*?)(?: #\d+)?$/.exec(name)?.[1];
    return item === undefined
      ? name.replace(/ #\d+$/, "").replaceAll(" > ", "::")
      : ` - ${item === "(top)" ? "" : `${item} `}(line`;
  });
  const all = [...new Set([...names, ...words.map((word) => word.replaceAll(" ", "_"))])];
  return all.length > MOST_NAMES || all.some((name) => name.includes("|")) ? null : all.join("|");
}

/** Whole methods: their invocations are made by them. */
function methodFilter(own: readonly string[], words: readonly string[]): string | null {
  const names = [...new Set(own.map((name) => (name.split(" > ").at(-1) ?? name).replace(/[ [].*$/, "")))];
  if (names.length > MOST_NAMES || names.includes("")) return null;
  return [...names.map((name) => `^${escapeRegExp(name)}$`), ...words.map((word) => word.replaceAll(" ", "_"))].join(
    "|",
  );
}

const titlePattern = (title: string): string => escapeRegExp(title).replaceAll(TREE_FOLDER, ".*");

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

export const wholeUnit = (unit: Unit): UnitSelection => ({ unit, files: null, nameFilter: null });

const ENDINGS: Readonly<Record<string, Unit["stack"]>> = {
  py: "python",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "java",
  groovy: "java",
};
const stackOf = (file: string): Unit["stack"] => ENDINGS[file.slice(file.lastIndexOf(".") + 1)] ?? "node";

/** All that may run a file. */
export const runnersOf = (units: readonly Unit[], file: string): Unit[] =>
  units.filter((unit) => runsFile(unit, file, units));

/** What runs a file. */
export const runnerOf = (units: readonly Unit[], file: string): RunnerName | undefined =>
  runnersOf(units, file)[0]?.runner;

/** A file belongs to the deepest unit of its stack above it. */
function runsFile(unit: Unit, file: string, units: readonly Unit[]): boolean {
  if (unit.own !== undefined) return unit.own.includes(file);
  if (units.some(({ own }) => own?.includes(file) === true)) return false;
  const holds = ({ directory, stack }: Unit): boolean => stack === stackOf(file) && isBelow(directory, file);
  return holds(unit) && !units.some((other) => holds(other) && other.directory.length > unit.directory.length);
}
