import type { Unit } from "../../schema/unit.ts";
import type { TreeView } from "./detect-units.ts";

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
const PROJECT = /(?:^|\/)(?:pytest\.ini|\.pytest\.ini|pyproject\.toml|setup\.cfg|setup\.py|tox\.ini)$/;

/** pytest at the root when it is configured or has tests there, else in each outermost Python project that has. */
export function detectPythonUnits(tree: TreeView, paths: readonly string[]): Unit[] {
  const tests = paths.filter((path) => TEST_FILE.test(path));
  const configured = paths
    .filter((path) => PROJECT.test(path) && path.split("/").length <= 3 && configuresPytest(tree, path))
    .map(directoryOf);
  if (tests.length === 0 && configured.length === 0 && !paths.includes("conftest.py")) return [];
  const projects = [...new Set(paths.filter((path) => PROJECT.test(path)).map(directoryOf))];
  if (configured.includes("") || projects.includes("") || paths.includes("conftest.py")) return [pytestUnit("")];
  const holding = [
    ...new Set([...configured, ...projects.filter((directory) => hasTest(tests, directory))]),
  ].toSorted();
  const outermost = holding.filter((directory) => !holding.some((other) => directory.startsWith(`${other}/`)));
  // Tests outside every project belong to the root.
  const all = tests.every((path) => outermost.some((directory) => path.startsWith(`${directory}/`)));
  return all && outermost.length > 0 ? outermost.map(pytestUnit) : [pytestUnit("")];
}

const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const hasTest = (tests: readonly string[], directory: string): boolean =>
  tests.some((path) => path.startsWith(`${directory}/`));

function configuresPytest(tree: TreeView, path: string): boolean {
  if (path.endsWith("pytest.ini")) return true;
  const section = path.endsWith(".toml") ? /^\[tool\.pytest\b/m : /^\[(?:tool:)?pytest\]/m;
  return !path.endsWith(".py") && section.test(tree.read(path) ?? "");
}

const pytestUnit = (directory: string): Unit => ({
  directory,
  stack: "python",
  command: "python -m pytest",
  runner: "pytest",
  level: "P3",
  args: [],
  env: {},
  before: [],
});
