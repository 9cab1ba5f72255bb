import { programsOf } from "../../../core/units/shell-words.ts";
import { goesWithTests } from "../../../core/proof/paths.ts";
import { BatonError, type Code } from "../../../errors.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import { runBaseline } from "./baseline-runs.ts";
import { createRoles } from "../context.ts";
import { ranIn } from "./keep-runs.ts";
import type { Proof } from "../proving.ts";
import type { Subject } from "../subject.ts";
import { withTestFiles } from "../test-files.ts";
import { wholeUnit } from "../units.ts";

/** R0 and R2, and the change as they show it. */
export async function runWhole(given: Proof) {
  const { subject, plan, tools, runner, options } = given;
  const { base, head, policy, config } = subject;
  const { coverage = false } = options;
  const { baseline, record: r0 } = await runBaseline(runner, base, plan.base, {
    times: policy.baseline_runs,
    roleOf: createRoles(config),
    coverage,
  });
  runner.learnDuration(baseline.durationMs);
  runner.startChecks();
  const checksStarted = performance.now();
  const r2 = await runner
    .run("R2", head.tree, plan.head.map(wholeUnit), { layer: "head", reuse: true, coverage })
    .catch(blaming(r0 === null ? [] : subject.changes));
  refuseMissing(r2.run);
  runner.learnDuration(Math.max(baseline.durationMs, r2.run.durationMs));
  const ran = new Set([...ranIn(baseline), ...r2.run.report.tests.map(({ id }) => id)]);
  const proof: Proof = { ...given, subject: await withTestFiles(subject, tools, ran) };
  // What never ends proves nothing, and each further run would wait for it again.
  const isEndless = r2.run.units.some(({ end }) => end === "timeout");
  return { baseline, r0, r2, isEndless, checksStarted, proof };
}

/** What base could run and head cannot may be the change's own doing. */
const blaming =
  (changes: Subject["changes"]) =>
  (error: unknown): never => {
    const causes = changes.filter(({ role }) => role !== "test" && goesWithTests(role)).map(({ path }) => path);
    if (!(error instanceof BatonError) || causes.length === 0 || !OF_SURROUNDINGS.has(error.code)) throw error;
    const { code, details } = error;
    const said = `${error.message}; base's tests could be run, and this change edits ${causes.slice(0, SHOWN).join(", ")}`;
    throw new BatonError(code, said, {
      details,
      cause: error,
      hint: `Take the edit of ${causes[0]} back, or have it name all that the tests need.`,
    });
  };

const OF_SURROUNDINGS: ReadonlySet<Code> = new Set(["RUNNER_MISSING", "ENVIRONMENT_FAILED"]);
const SHOWN = 8;

/** How a shell ends where what it is to start is not there. */
const NOT_FOUND = 127;

/** A command whose own program this machine has not tells nothing of the change. What a script of it misses is a failure of that. */
function refuseMissing({ units }: SuiteRun): void {
  for (const { runner, command, code, collected, output } of units) {
    const [program = ""] = programsOf(command);
    const isMissing = new RegExp(`\\b${RegExp.escape(program)}: (?:command )?not found`).test(output);
    if (runner === "command" && code === NOT_FOUND && collected === 0 && isMissing)
      throw new BatonError("RUNNER_MISSING", `\`${command}\` starts a program that is not there: ${program}`);
  }
}
