import type { RunReport, SuiteRun } from "../../../schema/report.ts";
import { fileOf } from "../test-ids.ts";

/** What a file may be built from, by its ending. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  js: /\.(?:[jt]sx?|mts|mjs)$/,
  mjs: /\.(?:mts|tsx?|mjs)$/,
  cjs: /\.(?:cts|tsx?|cjs)$/,
};

/** The files of a run that no commit holds: its project built them. `paths` are those of the commits. */
export function builtIn({ tests, fileErrors }: RunReport, paths: ReadonlySet<string>): string[] {
  return [...new Set([...tests, ...fileErrors].map(({ file }) => file))].filter((file) => !paths.has(file));
}

/**
 * For each built file the one that it is written in: `src/test/a.test.ts` for `dist/test/a.test.js`. Without those that may come of several,
 * and of which several came.
 */
export function writtenFor(built: Iterable<string>, paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const byStem = Map.groupBy(paths, stemOf);
  const found = [...built].flatMap((file): [string, string][] => {
    const ending = WRITTEN[file.slice(file.lastIndexOf(".") + 1)];
    const candidates = (byStem.get(stemOf(file)) ?? []).filter((path) => ending?.test(path));
    const most = Math.max(0, ...candidates.map((path) => sharedFolders(path, file)));
    const nearest = candidates.filter((path) => sharedFolders(path, file) === most);
    return nearest.length === 1 && nearest[0] !== undefined ? [[file, nearest[0]]] : [];
  });
  const taken = Map.groupBy(found, ([, path]) => path);
  return new Map(found.filter(([, path]) => taken.get(path)?.length === 1));
}

/** A run under the files that its tests are written in. */
export function underWritten(run: SuiteRun, written: ReadonlyMap<string, string>): SuiteRun {
  return written.size === 0 ? run : { ...run, report: renamed(run.report, (file) => written.get(file) ?? file) };
}

function renamed(report: RunReport, nameOf: (file: string) => string): RunReport {
  const idOf = (id: string): string => nameOf(fileOf(id)) + id.slice(fileOf(id).length);
  return {
    ...report,
    tests: report.tests.map((test) => ({ ...test, id: idOf(test.id), file: nameOf(test.file) })),
    fileErrors: report.fileErrors.map((error) => ({ ...error, file: nameOf(error.file) })),
  };
}

const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");

/** How many folders above them are called alike, from the innermost on. */
function sharedFolders(path: string, other: string): number {
  const [one, two] = [path, other].map((each) => each.split("/").slice(0, -1).toReversed());
  const differs = (one ?? []).findIndex((folder, at) => folder !== two?.[at]);
  return differs === -1 ? (one ?? []).length : differs;
}
