import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { newMatches } from "../new-matches.ts";

/** What counts the lines that run lies in the process of what it counts: by these names code gets hold of it, or of what it writes. */
const TOUCHES: readonly (readonly [files: RegExp, pattern: RegExp])[] = [
  [
    /\.py$/,
    /^[ \t]*(?:import[ \t]+(?:[\w.]+(?:[ \t]+as[ \t]+\w+)?,[ \t]*)*|from[ \t]+)(?:coverage|pytest_cov|slipcover)\b|(?:import_module|__import__|find_spec|get_?plugin|has_?plugin|modules(?:\.get|\.pop)?)[ \t]*[([][ \t]*["'](?:coverage|pytest_cov|_cov)\b|\bCoverageData\b|\.add_arcs\b|\bsys\.(?:gettrace|monitoring)\b|["'](?:COVERAGE_(?:FILE|RUN|PROCESS_\w+)|COV_CORE_\w+)["']/gm,
  ],
  [
    /\.(?:[cm]?[jt]s|[jt]sx)$/,
    /__coverage__|__VITEST_COVERAGE__|\bNODE_V8_COVERAGE\b|\bProfiler\.\w*Coverage\b|\b(?:take|stop)Coverage\b|["']istanbul-lib-(?:coverage|instrument)["']/g,
  ],
  [/\.go$/, /"runtime\/coverage"|"testing\/internal\/\w+"|\bGOCOVERDIR\b|\btest\.coverprofile\b|\bRegisterCover\b/g],
  [/\.(?:java|kt|groovy)$/, /\borg\.jacoco\b|\bjacoco(?:Init|Data|agent)\b/g],
  [/\.rs$/, /\b__llvm_(?:profile|prf)\w*|\bLLVM_PROFILE_FILE\b/g],
];

/** A module of the project's own that is called as Python's coverage is: of insurances, say. */
const NAMESAKE = /(?:^|\/)coverage(?:\.py|\/__init__\.py)$/;

/**
 * Code or tests that newly take hold of what measures coverage. Whatever runs beside the counter can write into it, and no later
 * run tells lines that were written from lines that ran: a person looks.
 */
export function judgeCoverageTool(
  files: readonly ChangedSource[],
  basePaths: Iterable<string>,
  approvalOf: (words: string) => string,
): Finding[] {
  const hasNamesake = [...basePaths].some((path) => NAMESAKE.test(path));
  return files.flatMap((file) => {
    const { path } = file;
    const isRead = path.endsWith(".py") ? !hasNamesake : true;
    const patterns = TOUCHES.flatMap(([ending, pattern]) => (isRead && ending.test(path) ? [pattern] : []));
    const placesIn = (text: string) =>
      patterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
          index: index + found.length - found.trimStart().length,
          key: found.trim(),
        })),
      );
    return newMatches(file, placesIn).map(({ line, excerpt }): Finding => {
      const message = `${path}:${line} takes hold of what measures coverage: ${excerpt}; leave that to the runner, or say to a person why not`;
      const approval = approvalOf(`coverage ${path} ${excerpt}`);
      return { code: "CODE_SUSPICIOUS", severity: "person", path, message, approval };
    });
  });
}
