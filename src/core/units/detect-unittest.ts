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
  const [command] = commands;
  // Several that run different things: none of them is all.
  const whole = new Set(commands.map((one) => startedBy(unitOf(directory, one))));
  if (command !== undefined && whole.size === 1) return unitOf(directory, command);
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
  const found = text.match(
    /\b(?:python[\d.]*|coverage run)\b[^\n&|;"'#]*?(?:-m (?:unittest|django test)|\bmanage\.py test|\brun_?tests\.py)\b[^\n&|;"'#,\]]*/g,
  );
  return (found ?? [])
    .map((command) =>
      command
        .replaceAll(/\{posargs[^}]*\}/g, "")
        .replaceAll("{toxinidir}/", "")
        .trim(),
    )
    .filter((command) => {
      const { files, nameFilter } = resolveCommand(command, () => null, "");
      return !/[{}$%<>`\\]/.test(command) && files.length === 0 && nameFilter === null;
    });
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
