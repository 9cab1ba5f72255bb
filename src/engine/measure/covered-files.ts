import { executableLines } from "../../checks/source/executable-lines.ts";
import { testLines } from "../../checks/source/rust/lines.ts";
import { isData, languageOf } from "../../core/measure/code-files.ts";
import { FOREIGN } from "../../core/measure/find-scanners.ts";
import type { CoveredFile } from "../../core/measure/judge-coverage.ts";
import { createMatcher } from "../../core/pattern/matcher.ts";
import { isHandWritten } from "../../core/proof/paths.ts";
import { isBelow } from "../../core/text/places.ts";
import type { FileCoverage } from "../../schema/coverage.ts";
import type { SuiteCoverage } from "../../schema/report.ts";
import { changedLines } from "../../util/git/changed-lines.ts";
import { createRoles } from "../prove/context.ts";
import type { Subject } from "../prove/subject.ts";
import type { TreeReader } from "../prove/tree-reader.ts";

/** The harness's own list of what is to be covered: the same for both sides of a change, whatever each side's report names. */
export interface Denominator {
  /** `isNamed`: the side's report names it. */
  readonly counts: (path: string, isNamed: boolean) => boolean;
  /** The project's own code, of a language of which nothing here says what runs. */
  readonly escapes: (path: string) => boolean;
}

/** Code of every language of a unit, and of every language that a report of either side names, wherever it lies. */
export function createDenominator(subject: Subject, sides: readonly SuiteCoverage[]): Denominator {
  const isCovered = createCovered(subject);
  const units = sides.flatMap((side) => side.units);
  const named = sides.flatMap(({ files }) => files.map(({ path }) => path)).filter(isCovered);
  const counted = new Set<string>([
    ...units.map(({ stack }) => stack),
    ...named.flatMap((one) => languageOf(one) ?? []),
  ]);
  const isInUnit = (path: string, language: string): boolean =>
    units.some(({ directory, stack }) => stack === language && isBelow(directory, path));
  return {
    counts(path, isNamed) {
      const language = languageOf(path);
      if (language !== null && isInUnit(path, language)) return isCovered(path);
      if (language === null ? !isNamed || isData(path) : !isNamed && !counted.has(language)) return false;
      return isOwn(path) && isCovered(path);
    },
    escapes(path) {
      const language = languageOf(path);
      return language !== null && !counted.has(language) && isOwn(path) && isCovered(path);
    },
  };
}

/** Whether tests are meant to run a file: it is the project's implementation, and the configuration does not leave it out. */
export function createCovered({ config }: Subject): (path: string) => boolean {
  const roleOf = createRoles(config);
  const excluded = createMatcher(config.checks.coverage_exclude);
  return (path) => roleOf(path) === "implementation" && !excluded(path);
}

/** Not what was taken over or generated. */
const isOwn = (path: string): boolean => !FOREIGN.test(path) && isHandWritten(path, "implementation");

/** Every file of a tree that counts, with what ran of it. */
export async function coveredFiles(
  tree: TreeReader,
  { files }: Pick<SuiteCoverage, "files">,
  { counts }: Denominator,
): Promise<CoveredFile[]> {
  const measured = new Map(files.map((file) => [file.path, file]));
  const paths = [...tree.paths].filter((path) => counts(path, measured.has(path)));
  tree.preload(paths.filter((path) => !measured.has(path) || holdsTests(path)));
  return Promise.all(
    paths.map(async (path) => {
      const known = measured.get(path);
      const text = known === undefined || holdsTests(path) ? (tree.read(path) ?? "") : "";
      if (known === undefined) return { path, measured: null, executable: await executableLines(path, text) };
      return { path, measured: without(known, await testLines({ path, text })), executable: [] };
    }),
  );
}

/** Changed code of which nothing here could say whether it ran. Comments and declarations do not run. */
export async function escapedCode(
  { git, base, changes }: Subject,
  head: TreeReader,
  { escapes }: Denominator,
): Promise<string[]> {
  const paths = changes.flatMap(({ path, head: after }) => (after !== null && escapes(path) ? [path] : []));
  const changed = changedLines(git, base.tree, head.tree, paths);
  const found = await Promise.all(
    paths.map(async (path) => {
      const lines = new Set(await executableLines(path, head.read(path) ?? ""));
      return (changed.get(path) ?? []).some((line) => lines.has(line)) ? [path] : [];
    }),
  );
  return found.flat();
}

/** Languages whose tests may stand in the code that they test: their lines are nobody's to run. */
const holdsTests = (path: string): boolean => path.endsWith(".rs");

function without(file: FileCoverage, tests: readonly number[]): FileCoverage {
  const lines = new Set(tests);
  return { ...file, lines: file.lines.filter(([line]) => !lines.has(line)) };
}
