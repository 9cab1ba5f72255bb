import type { Unit } from "../../schema/unit.ts";
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

/** Folders whose packages and tests are not the project's own. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|vendored|third[_-]?party|fixtures?|__fixtures__|testdata|examples?|templates?|samples?|\.venv|venv|site-packages|dist|\.git|\.yarn)\//;

/** Finds where tests run, the root first, several stacks at once; empty when nothing is found. */
export function detectUnits(tree: TreeView): Unit[] {
  const paths = [...tree.paths].filter((path) => !FOREIGN.test(path));
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
