import type { Unit } from "../../schema/unit.ts";

/** One unit a Go module that has tests; nested modules are units of their own, as `./...` leaves them out. */
export function detectGoUnits(paths: readonly string[]): Unit[] {
  const modules = paths.flatMap((path) => /^(?:(.*)\/)?go\.mod$/.exec(path)?.slice(1, 2) ?? []).map((at) => at ?? "");
  const tests = paths.filter((path) => path.endsWith("_test.go"));
  const moduleOf = (path: string): string | undefined =>
    modules
      .filter((directory) => directory === "" || path.startsWith(`${directory}/`))
      .toSorted((a, b) => b.length - a.length)[0];
  const holding = new Set(tests.map(moduleOf));
  return modules
    .filter((directory) => holding.has(directory))
    .toSorted()
    .map(goUnit);
}

const goUnit = (directory: string): Unit => ({
  directory,
  stack: "go",
  command: "go test ./...",
  runner: "go-test",
  level: "P3",
  args: [],
  env: {},
  before: [],
});
