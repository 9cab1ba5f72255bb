import { isAbsolute, join } from "node:path";
import type { Coverage } from "../../schema/coverage.ts";
import type { SuiteCoverage } from "../../schema/report.ts";
import type { Unit } from "../../schema/unit.ts";
import { readCobertura } from "./cobertura.ts";
import { type Evidence, reportBytes } from "./evidence.ts";
import { readGoCover } from "./go-cover.ts";
import { readLcov } from "./lcov.ts";
import { createTreePaths } from "./paths.ts";

const READERS = { lcov: readLcov, cobertura: readCobertura, go: readGoCover } as const;

interface CoverageFile {
  readonly format: "lcov" | "cobertura" | "go";
  readonly path: string;
  readonly module?: string;
}

/** What one unit's run left as coverage, its paths relative to the tree. Files outside the tree are left out. */
export function readCoverage(
  output: CoverageFile | null | undefined,
  unit: Unit,
  treeDirectory: string,
): SuiteCoverage {
  const { directory, stack, runner } = unit;
  const none = (code: string, message: string): SuiteCoverage => ({ files: [], units: [], problem: { code, message } });
  if (output === null || output === undefined)
    return none("TOOL_MISSING", `${runner} cannot measure coverage with what is installed`);
  const evidence = readFile(output);
  if (evidence.problem !== null) return none(evidence.problem.code, evidence.problem.message);
  const relativeTo = createTreePaths(treeDirectory);
  const files = evidence.value.files.flatMap((file) => {
    const own = output.module === undefined ? file.path : belowModule(file.path, output.module);
    const path = own === null ? null : relativeTo(isAbsolute(own) ? own : join(treeDirectory, directory, own));
    return path === null || path.includes("node_modules/") ? [] : [{ ...file, path }];
  });
  return { files, units: [{ directory, stack }], problem: null };
}

const belowModule = (path: string, name: string): string | null =>
  path.startsWith(`${name}/`) ? path.slice(name.length + 1) : null;

function readFile({ format, path }: CoverageFile): Evidence<Coverage> {
  const bytes = reportBytes(path);
  if (bytes.problem !== null) return bytes;
  return READERS[format](bytes.value);
}

/** One unit that could not measure leaves the whole unmeasured. A file that several units run ran as often as all say. */
export function mergeCoverage(parts: readonly SuiteCoverage[]): SuiteCoverage {
  const files = new Map<string, SuiteCoverage["files"][number]>();
  for (const file of parts.flatMap((part) => part.files)) {
    const known = files.get(file.path);
    files.set(file.path, known === undefined ? file : merged(known, file));
  }
  return {
    files: [...files.values()],
    units: parts.flatMap(({ units }) => units),
    problem: parts.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

type File = SuiteCoverage["files"][number];

/** Branches without a name cannot be told apart: the report that took more of a line counts. */
function merged(a: File, b: File): File {
  const lines = new Map(a.lines);
  for (const [line, hits] of b.lines) lines.set(line, (lines.get(line) ?? 0) + hits);
  const branches = new Map(a.branches.map((branch) => [branch[0], branch]));
  const missing = new Map(a.missing);
  const missingToo = new Map(b.missing);
  for (const branch of b.branches) {
    const [line, total, taken] = branch;
    const known = branches.get(line);
    const [here, there] = [missing.get(line), missingToo.get(line)];
    missing.delete(line);
    if (known?.[1] === total && here !== undefined && there !== undefined) {
      const nowhere = here.filter((name) => there.includes(name));
      branches.set(line, [line, total, total - nowhere.length]);
      missing.set(line, nowhere);
    } else if (known === undefined || taken > known[2]) {
      branches.set(line, branch);
      if (known === undefined && there !== undefined) missing.set(line, there);
    }
  }
  const byLine = (x: readonly number[], y: readonly number[]): number => (x[0] ?? 0) - (y[0] ?? 0);
  return {
    path: a.path,
    lines: [...lines].toSorted(byLine),
    branches: [...branches.values()].toSorted(byLine),
    ...(missing.size === 0 ? {} : { missing: [...missing] }),
  };
}
