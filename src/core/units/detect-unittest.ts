import { splitRunnerArgs } from "../../schema/runner-flags.ts";
import type { Unit } from "../../schema/unit.ts";
import { folderOf } from "../text/places.ts";
import type { TreeView } from "./detect-units.ts";
import { resolveCommand } from "./resolve-command.ts";

export const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
/** What unittest looks for by itself; Django's tests stand in files of such names, too. */
const UNITTEST_FILE = /(?:^|\/)test[^/]*\.py$/;
/** Where a project says what its tests are run with. */
const SAYS =
  /(?:^|\/)(?:pyproject\.toml|setup\.cfg|setup\.py|tox\.ini|Pipfile|noxfile\.py|Makefile|[\w-]*requirements[\w.-]*\.(?:txt|in))$|(?:^|\/)requirements\/[^/]+$|^\.github\/workflows\/|^\.(?:travis|gitlab-ci)\.yml$/;
const READ_LIMIT = 300;

/** The unit of a folder whose tests are all written for unittest, in a project that never speaks of pytest; else null. */
export function unittestUnit(tree: TreeView, paths: readonly string[], directory: string): Unit | null {
  const prefix = directory === "" ? "" : `${directory}/`;
  const own = paths.filter((path) => path.startsWith(prefix) && path.endsWith(".py"));
  const tests = own.filter((path) => UNITTEST_FILE.test(path) || TEST_FILE.test(path));
  const folders = new Set(tests.map(folderOf));
  // A base class of the project's own may be all that names unittest.
  const beside = own.filter((path) => folders.has(folderOf(path)));
  const saying = paths.filter((path) => SAYS.test(path));
  if (tests.length === 0 || beside.length > READ_LIMIT || own.some((path) => /(?:^|\/)conftest\.py$/.test(path)))
    return null;
  tree.preload?.([...beside, ...saying]);
  const text = (path: string): string => tree.read(path) ?? "";
  if (saying.some((path) => /\bpy\.?test\b/.test(text(path)))) return null;
  if (
    !beside.some((path) => /TestCase\b|\bunittest\b/.test(text(path))) ||
    tests.some((path) => isForPytest(text(path)))
  )
    return null;
  const said = saying.filter((path) => path.startsWith(prefix)).flatMap((path) => saidCommands(text(path)));
  const script = [`${prefix}runtests.py`, `${prefix}tests/runtests.py`].find((path) => own.includes(path));
  const commands = [
    ...said,
    ...(own.includes(`${prefix}manage.py`) ? ["python manage.py test"] : []),
    ...(script === undefined ? [] : [`python ${script.slice(prefix.length)}`]),
  ];
  const covered = (command: string): number => tests.filter(isAskedBy(labelsOf(command), prefix)).length;
  const [command] = commands.toSorted((one, other) => covered(other) - covered(one));
  // Several that run different things: none of them is all.
  const whole = commands.filter((one) => covered(one) === tests.length);
  if (command !== undefined && new Set(whole.map((one) => startedBy(unitOf(directory, one)))).size === 1)
    return unitOf(directory, command);
  const isDjango = tests.some((path) => /^(?:from|import) django\b/m.test(text(path)));
  if (isDjango || !tests.every((path) => UNITTEST_FILE.test(path)))
    return command === undefined ? null : unitOf(directory, command);
  const starts = new Set(
    tests.filter((path) => /^class \w+\(/m.test(text(path))).map((path) => startOf(path, own, directory)),
  );
  const [start] = starts;
  if (start === undefined || starts.size > 1) return null;
  return unitOf(
    directory,
    start === directory ? "python -m unittest" : `python -m unittest discover -s ${start.slice(prefix.length)}`,
  );
}

/** `coverage run -m unittest discover {toxinidir}/tests`, `python manage.py test`: what runs all tests, where a file of a project says it. */
function saidCommands(text: string): string[] {
  const found = plain(text).match(
    /\b(?:python[\d.]*|coverage run)\b[^\n&|;"'#]*?(?:-m (?:unittest|django test)|\bmanage\.py test|\brun_?tests\.py)\b[^\n&|;"'#,\]]*/g,
  );
  return (found ?? [])
    .map((command) => withSettings(command.trim(), text))
    .filter((command) => {
      const { files, nameFilter } = resolveCommand(command, () => null, "");
      return !/[{}$%<>`\\]/.test(command) && !files.some((file) => file.endsWith(".py")) && nameFilter === null;
    });
}

/** What whoever starts it may give besides is left out, or what stands in its place. */
const plain = (text: string): string =>
  text
    .replaceAll(
      /\{posargs(?::([^{}\n]*))?\}|\$?\$\{\w+:-([^{}\n]*)\}/g,
      (_, own?: string, other?: string) => own ?? other ?? "",
    )
    .replaceAll("{toxinidir}/", "");

/** `django test` finds its settings by a variable, which may stand elsewhere in the file. */
function withSettings(command: string, text: string): string {
  if (!/-m django test\b/.test(command) || /--settings\b/.test(command)) return command;
  const named = new Set(
    [...text.matchAll(/\bDJANGO_SETTINGS_MODULE\s*[=:]\s*["']?([\w.]+)/g)].map(([, name = ""]) => name),
  );
  const [settings] = named;
  return settings === undefined || named.size > 1 ? command : `DJANGO_SETTINGS_MODULE=${settings} ${command}`;
}

/** The folders and packages that a command is told to look for tests in; none: everywhere. */
function labelsOf(command: string): readonly string[] {
  const [, runner = "", rest = ""] =
    /(-m unittest|django test|manage\.py test|run_?tests\.py)\b(.*)$/.exec(command) ?? [];
  const words = rest.split(/\s+/).filter((word) => word !== "" && word !== "discover");
  return splitRunnerArgs(runner === "-m unittest" ? "unittest" : "django", words).positionals;
}

function isAskedBy(labels: readonly string[], prefix: string): (path: string) => boolean {
  const folders = labels.map((label) => `${prefix}${label.replace(/^\.\/?|\/$/g, "").replaceAll(".", "/")}`);
  return (path) => folders.length === 0 || folders.some((folder) => folder === prefix || path.startsWith(`${folder}/`));
}

function unitOf(directory: string, command: string): Unit {
  const { runner, args, env, level } = resolveCommand(command, () => null, directory);
  return { directory, stack: "python", command, runner, level, args, env, before: [] };
}

/** What a unit runs, whatever else it is told. */
const startedBy = ({ runner, command, args }: Unit): string =>
  runner === "command" ? command : [runner, ...splitRunnerArgs(runner, args).positionals].join(" ");

/** Functions that only pytest would run, or its own names. */
const isForPytest = (text: string): boolean => /^\s*(?:import|from)\s+pytest\b|^(?:async )?def test_/m.test(text);

/** The folder that unittest has to start from: above it there are no packages on the way to the file. */
function startOf(path: string, paths: readonly string[], top: string): string {
  let folder = folderOf(path);
  while (folder !== top && paths.includes(`${folder}/__init__.py`)) folder = folderOf(folder);
  return folder;
}
