import type { Unit } from "../../schema/unit.ts";
import { folderOf, isBelow } from "../text/places.ts";
import { detectGoUnits } from "./detect-go.ts";
import { detectJavaUnits } from "./detect-java.ts";
import { detectNodeUnits } from "./detect-node.ts";
import { detectPythonUnits } from "./detect-python.ts";
import { detectRustUnits } from "./detect-rust.ts";

/** A tree as the detection sees it. */
export interface TreeView {
  readonly paths: Iterable<string>;
  read(path: string): string | null;
  /** Fetches many files at once where single reads are dear. */
  preload?(paths: Iterable<string>): void;
}

/** Folders whose packages and tests are never the project's own. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|vendored|third[_-]?party|testdata|\.venv|venv|site-packages|dist|\.git|\.yarn)\//;
/** Folders of material, as a rule. */
const MATERIAL = /(?:^|\/)(?:fixtures?|__fixtures__|examples?|templates?|samples?)\//;
/** Below a root of sources a folder is a package, whatever it is called: `src/test/java/com/example`. */
const BELOW_SOURCES = /(?:^|\/)(?:src|tests?)\/.*\.(?:java|kt|kts|groovy|scala|rs)$/;

/** Finds where tests run, the root first, several stacks at once; empty when nothing is found. */
export function detectUnits(tree: TreeView): Unit[] {
  const paths = [...tree.paths].filter((path) => !FOREIGN.test(path));
  const modules = paths.filter((path) => /(?:^|\/)go\.mod$/.test(path) && MATERIAL.test(path)).map(folderOf);
  // `go test ./...` goes into every folder of a module.
  const isRunByGo = (path: string): boolean =>
    path.endsWith("_test.go") && !modules.some((folder) => isBelow(folder, path));
  const own = paths.filter((path) => isRunByGo(path) || !MATERIAL.test(path.replace(BELOW_SOURCES, "/")));
  const found = unitsIn(tree, own);
  return found.length > 0 ? found : unitsIn(tree, paths);
}

function unitsIn(tree: TreeView, paths: readonly string[]): Unit[] {
  const node = detectNodeUnits(tree, paths);
  const same = (unit: Unit): boolean =>
    node.some(({ directory, runner }) => directory === unit.directory && runner === unit.runner);
  const python = detectPythonUnits(tree, paths).filter((unit) => !same(unit));
  return [
    ...node,
    ...python,
    ...detectGoUnits(paths),
    ...detectRustUnits(tree, paths),
    ...detectJavaUnits(tree, paths),
  ];
}
