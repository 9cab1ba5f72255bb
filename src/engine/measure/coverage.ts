import { createMatcher } from "../../core/pattern/matcher.ts";
import { executableLines } from "../../checks/source/executable-lines.ts";
import { testLines } from "../../checks/source/rust/lines.ts";
import {
  changedCoverage,
  deltaText,
  hasFallen,
  percent,
  percentText,
  rangesOf,
  sumCoverage,
  type Sums,
  type CoveredFile,
} from "../../core/measure/judge-coverage.ts";
import { isBelow } from "../../core/text/places.ts";
import type { Finding } from "../../errors.ts";
import type { FileCoverage } from "../../schema/coverage.ts";
import type { SuiteCoverage, SuiteRun } from "../../schema/report.ts";
import { changedLines } from "../../util/git/changed-lines.ts";
import { createRoles } from "../prove/context.ts";
import type { TreeReader } from "../prove/tree-reader.ts";
import { wholeUnit } from "../prove/units.ts";
import { coverageByCommands } from "./by-command.ts";
import type { Measuring } from "./open.ts";
import { notMeasured, type Measured } from "./outcome.ts";

/** A run without changed code in it has nothing to cover; the project's own coverage still must not fall. */
export async function measureCoverage(measuring: Measuring): Promise<Measured> {
  const { subject, plan, unmuted: head } = measuring;
  const { base } = subject;
  const after = (await coverageByCommands(measuring, "head")) ?? (await headCoverage(measuring));
  if (after === undefined) return notMeasured("coverage", "EVIDENCE_MISSING", "the run measured nothing");
  if (after.problem !== null && (after.problem.code !== NOTHING_RAN || changesCode(measuring)))
    return notMeasured("coverage", after.problem.code, after.problem.message);
  const before =
    plan.base.length === 0 ? null : ((await coverageByCommands(measuring, "base")) ?? (await baseCoverage(measuring)));
  if (after.problem !== null)
    return before === null || before.problem?.code === NOTHING_RAN
      ? nothingToCover()
      : notMeasured("coverage", after.problem.code, after.problem.message);
  if (before !== null && before.problem !== null)
    return notMeasured("coverage", before.problem.code, `on base: ${before.problem.message}`);
  const files = await coveredFiles(measuring, head, after);
  const baseFiles = before === null ? [] : await coveredFiles(measuring, base, before);
  return judged(measuring, baseFiles, files);
}

const NOTHING_RAN = "EVIDENCE_EMPTY";

/** Tests that only read files, of a page perhaps, run no line on base either, and the change has none to run. */
function nothingToCover(): Measured {
  const notes = "no file of a language whose lines are counted changed, and no test runs any";
  const result = { status: "not_applicable", reason: "nothing_to_cover", notes } as const;
  return { check: "coverage", status: "pass", result, findings: [], notes: [], report: null };
}

/** Whether a file of the code changed, or went, whose lines could have been counted. */
function changesCode({ subject }: Measuring): boolean {
  const roleOf = createRoles(subject.config);
  const isCode = (path: string): boolean => Object.values(LANGUAGES).some((language) => language.test(path));
  return subject.changes.some(({ path }) => roleOf(path) === "implementation" && isCode(path));
}

async function headCoverage({ plan, runner, unmuted: head }: Measuring): Promise<SuiteCoverage | undefined> {
  const { run }: { run: SuiteRun } = await runner.run("R2", head.tree, plan.head.map(wholeUnit), {
    layer: "head",
    reuse: true,
    coverage: true,
  });
  return run.coverage;
}

/** R0 measured it already, or R2 of the task before. Where base has no test, nothing of it ran. */
async function baseCoverage({ subject, plan, runner }: Measuring): Promise<SuiteCoverage | null> {
  const { run }: { run: SuiteRun } = await runner.run("R0", subject.base.tree, plan.base.map(wholeUnit), {
    layer: "base",
    repeat: 0,
    reuse: true,
    coverage: true,
  });
  if (run.report.tests.length === 0) return null;
  return run.coverage ?? null;
}

const LANGUAGES: Readonly<Record<string, RegExp>> = {
  node: /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx)$/,
  python: /\.py$/,
  go: /\.go$/,
  // No test runs what Cargo keeps for building, for showing and for measuring.
  rust: /^(?!(?:.*\/)?(?:build\.rs$|examples\/|benches\/)).*\.rs$/,
  java: /\.java$/,
};

/** Every source file of the units' languages: the denominator is the harness's own list, not the tool's. */
async function coveredFiles(
  { subject }: Measuring,
  tree: TreeReader,
  { files, units }: SuiteCoverage,
): Promise<CoveredFile[]> {
  const roleOf = createRoles(subject.config);
  const excluded = createMatcher(subject.config.checks.coverage_exclude);
  const own = (path: string): boolean =>
    units.some(({ directory, stack }) => isBelow(directory, path) && LANGUAGES[stack]?.test(path) === true);
  const paths = [...tree.paths].filter((path) => roleOf(path) === "implementation" && own(path) && !excluded(path));
  const measured = new Map(files.map((file) => [file.path, file]));
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

/** Languages whose tests may stand in the code that they test: their lines are nobody's to run. */
const holdsTests = (path: string): boolean => path.endsWith(".rs");

function without(file: FileCoverage, tests: readonly number[]): FileCoverage {
  const lines = new Set(tests);
  return { ...file, lines: file.lines.filter(([line]) => !lines.has(line)) };
}

function judged(
  { subject, unmuted: head, command }: Measuring,
  baseFiles: readonly CoveredFile[],
  files: readonly CoveredFile[],
): Measured {
  const { git, base, config } = subject;
  const { coverage: threshold } = config.checks.thresholds;
  const [before, after] = [sumCoverage(baseFiles), sumCoverage(files)];
  const changed = changedCoverage(
    files,
    changedLines(
      git,
      base.tree,
      head.tree,
      files.map(({ path }) => path),
    ),
  );
  const share = percent([changed.covered, changed.total]);
  const low = share < threshold;
  // A base without any code or test has nothing to fall from.
  const fell = before.lines[1] > 0 && hasFallen(before, after);
  const findings = [
    ...(low ? changed.missed.map(missedIn) : []),
    ...(fell ? [fallen(percent(before.lines), percent(after.lines))] : []),
  ];
  const status = low || fell ? "fail" : "pass";
  const result = {
    status,
    absolute: percentText(percent(after.lines)),
    delta: deltaText(before.lines[1] === 0 ? 0 : percent(before.lines), percent(after.lines)),
    ...branchesOf(before, after),
    changed_lines: percentText(share),
    changed_covered: changed.covered,
    changed_total: changed.total,
    threshold: `${threshold}%`,
    notes: `the threshold is asked of changed lines; the project's coverage must not fall${
      after.branches[1] === 0 ? "; no branches were measured" : ""
    }`,
  } as const;
  const missed = changed.missed.map(({ path, lines }) => ({ path, lines: rangesOf(lines) }));
  const unmeasured = files.filter(({ measured }) => measured === null).map(({ path }) => path);
  const content = {
    base: base.tree,
    head: subject.head.tree,
    command,
    ...result,
    missed,
    files_no_report_names: unmeasured,
  };
  return { check: "coverage", status, result, findings, notes: [], report: { name: "coverage_delta.json", content } };
}

/** Nothing where the tool counts none: a Go profile names lines alone. */
const branchesOf = (before: Sums, after: Sums): { branches_absolute?: string; branches_delta?: string } =>
  after.branches[1] === 0
    ? {}
    : {
        branches_absolute: percentText(percent(after.branches)),
        branches_delta: deltaText(before.branches[1] === 0 ? 0 : percent(before.branches), percent(after.branches)),
      };

const missedIn = ({ path, lines }: { path: string; lines: readonly number[] }): Finding => ({
  code: "COVERAGE_LOW",
  severity: "error",
  path,
  message: `${path}: no test runs lines ${rangesOf(lines)}`,
});

const fallen = (before: number, after: number): Finding => ({
  code: "COVERAGE_FELL",
  severity: "error",
  message: `line coverage of the whole project falls from ${percentText(before)} to ${percentText(after)}`,
});
