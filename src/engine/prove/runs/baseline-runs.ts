import { baselineOf, setsOf, withFlaky, type Baseline } from "../../../core/proof/baseline.ts";
import { END_WORDS } from "../../../core/proof/green.ts";
import { lastLines } from "../../../core/proof/last-words.ts";
import { passedWhole } from "../../../core/proof/outcomes.ts";
import { holdsTests, type PathRole } from "../../../core/proof/paths.ts";
import { counted } from "../../../core/text/counted.ts";
import { BatonError } from "../../../errors.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { Unit } from "../../../schema/unit.ts";
import type { RunRecord } from "../assemble.ts";
import type { TreeReader } from "../tree-reader.ts";
import type { Runner } from "./runner.ts";
import { wholeUnit } from "../units.ts";

/**
 * R0: what base's suite does, several times, to tell green from known-red from flaky. A known result of the same tree
 * that passed whole (a former R2) counts for all of them; what any proof saw fail now and then stays flaky. Throws BASELINE_FAILED when base's tests cannot be collected.
 */
export async function runBaseline(
  runner: Runner,
  base: TreeReader,
  units: readonly Unit[],
  options: { readonly times: number; readonly roleOf: (path: string) => PathRole; readonly coverage: boolean },
): Promise<{ baseline: Baseline; record: RunRecord | null }> {
  const { times, roleOf, coverage } = options;
  const none = { baseline: baselineOf([]), record: null };
  const hasTests = [...base.paths].some((path) => holdsTests(path) && roleOf(path) === "test");
  // Tests may stand in the code, or where only their runner looks; a command of another kind cannot say that there are none.
  if (units.length === 0 || (!hasTests && units.every(({ runner: name }) => name === "command"))) return none;
  const records: RunRecord[] = [];
  for (let repeat = 0; repeat < times; repeat += 1) {
    const detail = `${repeat + 1} of ${times}`;
    const run = runner.run("R0", base.tree, units.map(wholeUnit), {
      layer: "base",
      repeat,
      reuse: true,
      coverage: coverage && repeat === 0,
      detail,
    });
    const record = await run.catch(hasTests ? naming(runner) : unlessMissing);
    if (record === null || (!hasTests && record.run.report.tests.length === 0)) return none;
    records.push(record);
    if (repeat === 0) refuseUncollected(record.run, runner.lacks());
    if (repeat === 0 && record.reusedFrom !== null && passedWhole(record.run)) break;
    // Of a command that tells no test by name none can be flaky.
    if (record.run.units.every(({ level }) => level === "P1")) break;
  }
  const seen = baselineOf(records.map(({ run }) => run));
  // Of these runs a later baseline cites the first alone.
  runner.noteUnsteady(base.tree, units.map(wholeUnit), "base", [...seen.flaky]);
  const baseline = withFlaky(seen, runner.unsteady(base.tree, units.map(wholeUnit), "base"));
  const [first] = records;
  const durationMs = records.reduce((sum, { run, reusedFrom }) => sum + (reusedFrom === null ? run.durationMs : 0), 0);
  const sets = setsOf(baseline);
  return {
    baseline,
    record: first === undefined ? null : { ...first, run: { ...first.run, durationMs }, sets, times: records.length },
  };
}

/** Whoever has no tests yet may have no runner either. */
function unlessMissing(error: unknown): null {
  if (error instanceof BatonError && error.code === "RUNNER_MISSING") return null;
  throw error;
}

/** What is missing may be what its environment could not have. */
const naming =
  (runner: Runner) =>
  (error: unknown): never => {
    const lacks = withoutThis(runner.lacks());
    if (!(error instanceof BatonError) || error.code !== "RUNNER_MISSING" || lacks.length === 0) throw error;
    const { hint, details } = error;
    throw new BatonError(error.code, [error.message, ...lacks].join("\n"), { hint, details, cause: error });
  };

const withoutThis = (lacks: readonly string[]): string[] =>
  lacks.length === 0 ? [] : [`init.sh went on without this: ${lacks.join("; ")}`];

function refuseUncollected(run: SuiteRun, lacks: readonly string[]): void {
  const dead = run.units.find(({ end, complete }) => end !== "exited" || !complete);
  const { tests, fileErrors } = run.report;
  if (dead === undefined && (tests.length > 0 || fileErrors.length === 0)) return;
  const unit = dead ?? run.units[0];
  const output = unit?.output ?? "";
  const first = fileErrors[0];
  const last = lastLines(output, 12);
  const reason =
    first === undefined
      ? [...(dead === undefined ? [] : [howItEnded(dead)]), last].join("\n")
      : `${first.file}: ${first.name}: ${first.message.slice(0, 400)}`;
  const command = unit?.command ?? "";
  const said = [reason, ...withoutThis(lacks)];
  const missing = NOT_INSTALLED.exec(reason)
    ?.slice(1)
    .find((name) => name !== undefined);
  throw new BatonError("BASELINE_FAILED", `base's tests could not be collected (${command}):\n${said.join("\n")}`, {
    details: { command, output },
    ...(missing === undefined ? {} : { hint: installHint(missing) }),
  });
}

/** How Python and Node name what they cannot import; what begins with a point is the project's own. */
const NOT_INSTALLED = /No module named '([\w.]+)'|Cannot find (?:module|package) '([^'./][^']*)'/;
const installHint = (name: string): string =>
  `Have environment.prepare in baton.config.json install ${name}, where it is a package that tests need; \`baton doctor --checks\` shows the suite's output.`;

/** Of a command that only looks as if all were well the output says nothing. */
function howItEnded({ end, code, collected }: SuiteRun["units"][number]): string {
  const told = `the report names ${counted(collected, "test")} and has no end`;
  return end === "exited" ? `it exited with ${code}, and ${told}` : `it was ended by ${END_WORDS[end]}`;
}
