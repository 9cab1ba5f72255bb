import type { Unit } from "../../schema/unit.ts";
import { folderOf, innermost } from "../text/places.ts";
import { plainUnit } from "./plain-unit.ts";

/** One unit a Go module that has tests; nested modules are units of their own, as `./...` leaves them out. */
export function detectGoUnits(paths: readonly string[]): Unit[] {
  const modules = paths.filter((path) => /(?:^|\/)go\.mod$/.test(path)).map(folderOf);
  const tests = paths.filter((path) => path.endsWith("_test.go"));
  const holding = new Set(tests.map((path) => innermost(modules, path)));
  return modules
    .filter((directory) => holding.has(directory))
    .toSorted()
    .map((directory) =>
      plainUnit({ directory, stack: "go", command: "go test ./...", runner: "go-test", level: "P3" }),
    );
}
