import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { hasOddExit } from "./baseline.ts";
import { END_WORDS } from "./green.ts";
import { fileOf } from "./test-ids.ts";
import { commandSelects, type CommandSelection } from "./selection.ts";

/** A feature whose tests are run once more. */
export interface OnceMore {
  readonly id: string;
  readonly command: string | null;
  /** What its command selects; null: every test. */
  readonly selection: CommandSelection | null;
  /** Tests that proved it by name. */
  readonly proven: readonly string[];
}

/** What a run says of features that are proven, from a clean checkout: nothing here passes by not being there. */
export interface Again {
  /** Features whose tests do not pass, each with why. */
  readonly broken: readonly { readonly id: string; readonly reason: string }[];
  /** Tests that fail and that nothing excuses. */
  readonly failing: readonly string[];
  /** What keeps the run from saying that all is well, though no test of it fails: what does not load, end or fit its exit code. */
  readonly unsound: readonly string[];
}

/** Judges a run over a clean checkout (verification.md, R2 and Ground rules: exit code and report together, zero tests fail). */
export function judgeAgain(
  run: SuiteRun,
  features: readonly OnceMore[],
  excused: {
    readonly knownRed: ReadonlySet<string>;
    /** What features select that are not proven yet. */
    readonly pending: readonly CommandSelection[];
  },
): Again {
  const { tests } = run.report;
  const fails = ({ id, status }: TestResult): boolean => status === "failed" && !excused.knownRed.has(id);
  const isPending = (id: string): boolean => excused.pending.some((selection) => commandSelects(selection, id));
  return {
    broken: features.flatMap(({ id, ...feature }) => {
      const reason = whyBroken(run, feature, fails);
      return reason === null ? [] : [{ id, reason }];
    }),
    failing: tests.filter((test) => fails(test) && !isPending(test.id)).map(({ id }) => id),
    unsound: [
      ...run.report.fileErrors
        .filter(({ file }) => !isPending(`${file}::`))
        .map(({ file }) => `${file} cannot be loaded`),
      ...run.units
        .filter((unit) => !(isUnnamed(unit) && features.some(({ command }) => command === unit.command)))
        .flatMap((unit) => howUnsound(unit) ?? []),
    ],
  };
}

function whyBroken(
  { report: { tests, fileErrors }, units }: SuiteRun,
  { command, selection, proven }: Omit<OnceMore, "id">,
  fails: (test: TestResult) => boolean,
): string | null {
  const own = tests.filter(({ id }) => selection === null || commandSelects(selection, id));
  const failing = own.find(fails);
  if (failing !== undefined) return `fails from a clean checkout: ${failing.id}`;
  const unread = fileErrors.find(({ file }) => proven.some((id) => fileOf(id) === file));
  if (unread !== undefined) return `cannot be loaded in a clean checkout: ${unread.file}`;
  const skipped = tests.find(({ id, status }) => proven.includes(id) && SKIPPED.has(status));
  if (skipped !== undefined) return `is ${skipped.status} in a clean checkout: ${skipped.id}`;
  const unnamed = units.filter(isUnnamed);
  const failed = unnamed.find((unit) => hasFailed(unit) && (unit.command === command || own.length === 0));
  if (failed !== undefined) return `\`${failed.command}\` ${howItEnds(failed)} in a clean checkout`;
  if (own.some(({ status }) => status === "passed")) return null;
  if (own.length > 0) return `none of its tests passes in a clean checkout: ${own[0]?.id} is ${own[0]?.status}`;
  return unnamed.length > 0 ? null : "its tests are not there in a clean checkout";
}

const SKIPPED: ReadonlySet<TestResult["status"]> = new Set(["skipped", "todo", "xfail"]);

type RunUnit = SuiteRun["units"][number];

const howItEnds = ({ end, code }: RunUnit): string =>
  end === "exited" ? `exits with ${code}` : `is ended by ${END_WORDS[end]}`;

/** What tells no test by name. */
const isUnnamed = ({ level }: RunUnit): boolean => level === "P1";
const hasFailed = ({ end, code }: RunUnit): boolean => end !== "exited" || code !== 0;

function howUnsound(unit: RunUnit): string | null {
  if (isUnnamed(unit)) return hasFailed(unit) ? `\`${unit.command}\` ${howItEnds(unit)}` : null;
  const where = unit.directory === "" ? unit.runner : `${unit.runner} in ${unit.directory}`;
  if (unit.end !== "exited") return `${where} ${howItEnds(unit)}`;
  if (!unit.complete) return `${where} exits with ${unit.code} before its report is finished`;
  return hasOddExit(unit) ? `${where} exits with ${unit.code}, and its report says otherwise` : null;
}
