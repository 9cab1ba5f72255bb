import { languageOf } from "../../core/measure/code-files.ts";
import {
  changedCoverage,
  deltaText,
  hasFallen,
  percent,
  percentText,
  rangesOf,
  sumCoverage,
  type LinesOf,
  type Sums,
  type CoveredFile,
} from "../../core/measure/judge-coverage.ts";
import type { Finding } from "../../errors.ts";
import type { SuiteCoverage, SuiteRun, ToolVersion } from "../../schema/report.ts";
import { changedLines } from "../../util/git/changed-lines.ts";
import { wholeUnit } from "../prove/units.ts";
import { coverageByCommands } from "./by-command.ts";
import { coveredFiles, createCovered, createDenominator, escapedCode } from "./covered-files.ts";
import type { Measuring } from "./open.ts";
import { notMeasured, type Measured } from "./outcome.ts";

/** A run without changed code in it has nothing to cover; the project's own coverage still must not fall. */
export async function measureCoverage(measuring: Measuring): Promise<Measured> {
  const { subject, plan, unmuted: head } = measuring;
  const { base } = subject;
  const after: Told | undefined = (await coverageByCommands(measuring, "head")) ?? (await headCoverage(measuring));
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
  const denominator = createDenominator(subject, before === null ? [after] : [after, before]);
  const files = await coveredFiles(head, after, denominator);
  const baseFiles = before === null ? [] : await coveredFiles(base, before, denominator);
  const made = withTools(judged(measuring, baseFiles, files), after.tools);
  const [escaped] = made.status === "fail" ? [] : await escapedCode(subject, head, denominator);
  return escaped === undefined ? made : notMeasured("coverage", "TOOL_MISSING", nobodyCounts(escaped));
}

const NOTHING_RAN = "EVIDENCE_EMPTY";

const NOTHING_TO_COVER = "nothing_to_cover";

const nobodyCounts = (path: string): string =>
  `nothing here counts which lines of ${path} run; name what does among checks.commands, or leave it out by checks.coverage_exclude`;

/** Tests that only read files, of a page perhaps, run no line on base either, and the change has none to run. */
function nothingToCover(): Measured {
  const notes = "no file of a language whose lines are counted changed, and no test runs any";
  const result = { status: "not_applicable", reason: NOTHING_TO_COVER, notes } as const;
  return { check: "coverage", status: "pass", result, findings: [], notes: [], report: null };
}

/** Whether a file of the code changed, or went, whose lines could have been counted. */
function changesCode({ subject }: Measuring): boolean {
  const isCovered = createCovered(subject);
  return subject.changes.some(({ path }) => languageOf(path) !== null && isCovered(path));
}

/** Who ran the tests that were counted. */
const withTools = (made: Measured, tools: readonly ToolVersion[] | undefined): Measured =>
  made.report === null || tools === undefined ? made : { ...made, report: { ...made.report, tools } };

type Told = SuiteCoverage & { readonly tools?: readonly ToolVersion[] };

async function headCoverage({ plan, runner, unmuted: head }: Measuring): Promise<Told | undefined> {
  const { run }: { run: SuiteRun } = await runner.run("R2", head.tree, plan.head.map(wholeUnit), {
    layer: "head",
    reuse: true,
    coverage: true,
  });
  const { coverage, report } = run;
  return coverage === undefined
    ? undefined
    : { ...coverage, ...(report.tools === undefined ? {} : { tools: report.tools }) };
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

function judged(
  { subject, unmuted: head }: Measuring,
  baseFiles: readonly CoveredFile[],
  files: readonly CoveredFile[],
): Measured {
  const { git, base, config } = subject;
  const { coverage: threshold, branches: ofBranches } = config.checks.thresholds;
  const [before, after] = [sumCoverage(baseFiles), sumCoverage(files)];
  const paths = files.map(({ path }) => path);
  const changed = changedCoverage(files, changedLines(git, base.tree, head.tree, paths));
  // Comments, types and what is no code have nothing that could run.
  const share = shareOf(changed.lines);
  const taken = shareOf(changed.branches);
  const low = share !== null && share < threshold;
  const untaken = ofBranches !== undefined && taken !== null && taken < ofBranches;
  // A base without any code or test has nothing to fall from.
  const [fell, fewer] = (["lines", "branches"] as const).map((of) => before[of][1] > 0 && hasFallen(before, after, of));
  const fewerBranches = fewer === true ? [fallen("branch", before.branches, after.branches)] : [];
  const findings = [
    ...(low ? changed.missed.map(missedIn) : []),
    ...(untaken ? changed.untaken.map(untakenIn) : []),
    ...(fell === true ? [fallen("line", before.lines, after.lines)] : []),
    ...(ofBranches === undefined ? [] : fewerBranches),
  ];
  const isIdle = share === null && findings.length === 0;
  const status = findings.length > 0 ? ("fail" as const) : ("pass" as const);
  const result = {
    ...(isIdle ? ({ status: "not_applicable", reason: NOTHING_TO_COVER } as const) : { status }),
    absolute: percentText(percent(after.lines)),
    delta: deltaText(before.lines[1] === 0 ? 0 : percent(before.lines), percent(after.lines)),
    ...branchesOf(before, after),
    ...(share === null ? {} : { changed_lines: percentText(share) }),
    changed_covered: changed.lines[0],
    changed_total: changed.lines[1],
    ...(taken === null ? {} : { changed_branches: percentText(taken) }),
    threshold: `${threshold}%`,
    ...(ofBranches === undefined ? {} : { branches_threshold: `${ofBranches}%` }),
    notes: `${share === null ? "no changed line can run" : "the threshold is asked of changed lines"}; the project's coverage must not fall${
      after.branches[1] === 0 ? "; no branches were measured" : ""
    }`,
  } as const;
  const told = (places: readonly LinesOf[]) => places.map(({ path, lines }) => ({ path, lines: rangesOf(lines) }));
  const unmeasured = files.filter(({ measured }) => measured === null).map(({ path }) => path);
  const content = {
    ...result,
    missed: told(changed.missed),
    branches_missed: told(changed.untaken),
    files_no_report_names: unmeasured,
  };
  return {
    check: "coverage",
    status,
    result,
    findings,
    notes: branchNotes(ofBranches, after, fewerBranches),
    report: { name: "coverage_delta.json", content },
  };
}

/** A fall that nobody asked about, and branches that are asked for where nothing has any, or counts them. */
function branchNotes(asked: number | undefined, { branches }: Sums, fewer: readonly Finding[]): string[] {
  if (asked === undefined) return fewer.map(({ message }) => message);
  return branches[1] > 0 ? [] : [`${asked}% of the branches are asked for, and none was counted`];
}

const shareOf = (sums: Sums[keyof Sums]): number | null => (sums[1] === 0 ? null : percent(sums));

/** Nothing where the tool counts none: a Go profile names lines alone. */
const branchesOf = (before: Sums, after: Sums): { branches_absolute?: string; branches_delta?: string } =>
  after.branches[1] === 0
    ? {}
    : {
        branches_absolute: percentText(percent(after.branches)),
        branches_delta: deltaText(before.branches[1] === 0 ? 0 : percent(before.branches), percent(after.branches)),
      };

const missedIn = ({ path, lines }: LinesOf): Finding => ({
  code: "COVERAGE_LOW",
  severity: "error",
  path,
  message: `${path}: no test runs lines ${rangesOf(lines)}`,
});

const untakenIn = ({ path, lines }: LinesOf): Finding => ({
  code: "COVERAGE_LOW",
  severity: "error",
  path,
  message: `${path}: no test takes every branch of lines ${rangesOf(lines)}`,
});

const fallen = (what: "line" | "branch", before: Sums[keyof Sums], after: Sums[keyof Sums]): Finding => ({
  code: "COVERAGE_FELL",
  severity: "error",
  message: `${what} coverage of the whole project falls from ${percentText(percent(before))} to ${percentText(percent(after))}`,
});
