import type { Unit } from "../../schema/unit.ts";
import { folderOf, isBelow } from "../text/places.ts";
import type { TreeView } from "./detect-units.ts";
import { TEST_FILE, unittestUnit } from "./detect-unittest.ts";
import { plainUnit } from "./plain-unit.ts";

const PROJECT = /(?:^|\/)(?:\.?pytest\.(?:ini|toml)|pyproject\.toml|setup\.cfg|setup\.py|tox\.ini)$/;

/**
 * The tests of each outermost Python project, or of the root where it has any. pytest runs them, which runs those of unittest, too;
 * unittest or Django itself where nothing in the project speaks of pytest.
 */
export function detectPythonUnits(tree: TreeView, paths: readonly string[]): Unit[] {
  const tests = paths.filter((path) => TEST_FILE.test(path));
  const configured = paths
    .filter((path) => PROJECT.test(path) && path.split("/").length <= 3 && configuresPytest(tree, path))
    .map(folderOf);
  const unit = (directory: string): Unit =>
    (configured.includes(directory) ? null : unittestUnit(tree, paths, directory)) ?? pytestUnit(directory);
  const django = paths.filter((path) => /(?:^|\/)manage\.py$/.test(path) && path.split("/").length <= 2);
  if (tests.length === 0 && configured.length === 0 && !paths.includes("conftest.py")) {
    // pytest looks for no file that is called test.py or tests.py alone, unittest does.
    const named = paths.some((path) => /(?:^|\/)tests?\.py$/.test(path));
    const folders = django.length > 0 ? django.map(folderOf) : named ? [""] : [];
    return folders.flatMap((folder) => unittestUnit(tree, paths, folder) ?? []);
  }
  const projects = [...new Set([...paths.filter((path) => PROJECT.test(path)), ...django].map(folderOf))];
  if (configured.includes("") || projects.includes("") || paths.includes("conftest.py")) return [unit("")];
  const holding = [
    ...new Set([...configured, ...projects.filter((directory) => tests.some((path) => isBelow(directory, path)))]),
  ].toSorted();
  const outermost = holding.filter((directory) => !holding.some((other) => isBelow(other, directory)));
  // Tests outside every project belong to the root.
  const all = tests.every((path) => outermost.some((directory) => isBelow(directory, path)));
  return all && outermost.length > 0 ? outermost.map(unit) : [unit("")];
}

function configuresPytest(tree: TreeView, path: string): boolean {
  if (/pytest\.(?:ini|toml)$/.test(path)) return true;
  const section = path.endsWith(".toml") ? /^\[tool\.pytest\b/m : /^\[(?:tool:)?pytest\]/m;
  return !path.endsWith(".py") && section.test(tree.read(path) ?? "");
}

const pytestUnit = (directory: string): Unit =>
  plainUnit({ directory, stack: "python", command: "python -m pytest", runner: "pytest", level: "P3" });
