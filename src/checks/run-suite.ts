import { delimiter, join } from "node:path";
import { BatonError } from "../errors.ts";
import type { Limits } from "../schema/config.ts";
import type { RunReport, SuiteCoverage, SuiteRun } from "../schema/report.ts";
import type { ProofLevel, RunnerName, Unit } from "../schema/unit.ts";
import { runProcess, type ProcessResult } from "../util/process.ts";
import type { Isolation } from "../util/isolation.ts";
import { whileAlone } from "./ports.ts";
import { mergeCoverage, readCoverage } from "./readers/suite-coverage.ts";
import { readReports } from "./readers/ndjson.ts";
import { withoutPlace } from "./readers/placeless.ts";
import { cargoTestCommand } from "./runners/cargo-test.ts";
import { commandCommand } from "./runners/command.ts";
import { goTestCommand } from "./runners/go-test.ts";
import { gradleCommand } from "./runners/gradle.ts";
import { jestCommand } from "./runners/jest.ts";
import { mavenCommand } from "./runners/maven.ts";
import { mochaCommand } from "./runners/mocha.ts";
import { nodeTestCommand } from "./runners/node-test.ts";
import type { RunnerCommand, RunnerRequest, Shard } from "./runners/port.ts";
import { programVersion } from "./runners/program-version.ts";
import { playwrightCommand } from "./runners/playwright.ts";
import { pytestCommand } from "./runners/pytest.ts";
import { djangoCommand, unittestCommand } from "./runners/unittest.ts";
import { vitestCommand } from "./runners/vitest.ts";
import type { Slot } from "./slots/slot.ts";
import { shell } from "../util/shell.ts";

/** A unit and what of it is run: these files, or everything. */
export interface UnitSelection {
  readonly unit: Unit;
  readonly files: readonly string[] | null;
  readonly nameFilter: string | null;
  /** The part of a whole unit that is run. */
  readonly shard?: Shard;
}

export interface SuiteRequest {
  readonly slot: Slot;
  readonly tree: string;
  readonly selections: readonly UnitSelection[];
  readonly env: Readonly<Record<string, string>>;
  readonly isolation: Isolation;
  readonly hidden: readonly string[];
  readonly limits: Limits;
  readonly timeoutMs: number;
  /** Bounds a single test where the runner can; for stub runs, whose tests may wait for ever. */
  readonly testTimeoutMs: number | null;
  readonly testsTimeoutMs: number | null;
  /** Whether nothing in the environment tells of a check. */
  readonly disguised?: boolean;
  /** Whether the run also measures what of the code ran. */
  readonly coverage: boolean;
  readonly signal?: AbortSignal;
}

const COMMANDS: Readonly<
  Record<RunnerName, (request: RunnerRequest) => RunnerCommand | null | Promise<RunnerCommand | null>>
> = {
  vitest: vitestCommand,
  jest: jestCommand,
  "node-test": nodeTestCommand,
  mocha: mochaCommand,
  playwright: playwrightCommand,
  pytest: pytestCommand,
  unittest: unittestCommand,
  django: djangoCommand,
  "go-test": goTestCommand,
  "cargo-test": cargoTestCommand,
  maven: mavenCommand,
  gradle: gradleCommand,
  command: commandCommand,
};

const OUTPUT_KEPT = 4000;
const MEBIBYTE = 2 ** 20;

/**
 * Runs tests over a tree in a slot and says what happened, unit by unit, from the harness's own reports.
 * Throws RUNNER_MISSING, ENVIRONMENT_FAILED, INTERRUPTED; a failing or dying suite is a result, not an error.
 */
export async function runSuite(request: SuiteRequest): Promise<SuiteRun> {
  await request.slot.switchTo(request.tree);
  const started = performance.now();
  const outcomes: MeasuredOutcome[] = [];
  for (const selection of request.selections) outcomes.push(await runUnit(request, selection));
  const { source, layer } = request.slot.changes();
  return {
    tree: request.tree,
    report: mergeReports(outcomes.map(({ report }) => report)),
    units: outcomes.map(({ unit }) => unit),
    touchedSource: source,
    touchedLayer: layer,
    ...(request.coverage ? { coverage: mergeCoverage(outcomes.map(({ coverage }) => coverage)) } : {}),
    durationMs: Math.round(performance.now() - started),
  };
}

interface UnitOutcome {
  readonly report: RunReport;
  readonly unit: SuiteRun["units"][number];
}

interface MeasuredOutcome extends UnitOutcome {
  readonly coverage: SuiteCoverage;
}

async function runUnit(request: SuiteRequest, selection: UnitSelection): Promise<MeasuredOutcome> {
  const { unit, files, nameFilter, shard } = selection;
  const { slot, isolation, limits } = request;
  const reportDirectory = slot.temporary("report");
  const scratch = slot.scratch();
  const coverageDirectory = request.coverage ? slot.temporary("coverage") : null;
  const env = {
    ...request.env,
    ...slot.services.variables,
    PATH: projectPath(slot.tree, unit.directory, request.env["PATH"] ?? ""),
    TMPDIR: scratch,
  };
  const command = await COMMANDS[unit.runner]({
    unit,
    treeDirectory: slot.tree,
    files,
    nameFilter,
    ...(shard === undefined ? {} : { shard }),
    reportDirectory,
    testTimeoutMs: request.testTimeoutMs,
    testsTimeoutMs: request.testsTimeoutMs,
    coverageDirectory,
    disguised: request.disguised === true,
    env,
  });
  if (command === null) {
    const where = unit.directory === "" ? "the repository" : unit.directory;
    throw new BatonError("RUNNER_MISSING", `${unit.runner} is not installed in the environment of ${where}`);
  }
  const run = (
    argv: readonly [string, ...string[]],
    variables: Readonly<Record<string, string>>,
  ): Promise<ProcessResult> =>
    runProcess({
      argv: isolation.wrap(argv, {
        cwd: command.cwd,
        writable: [
          slot.tree,
          reportDirectory,
          scratch,
          ...(command.writable ?? []),
          ...(coverageDirectory === null ? [] : [coverageDirectory]),
        ],
        readOnly: [join(slot.tree, "node_modules"), join(slot.tree, ".venv")],
        hidden: request.hidden,
      }),
      cwd: command.cwd,
      env: { ...variables },
      timeoutMs: request.timeoutMs,
      memoryLimitBytes: limits.memory_mb * MEBIBYTE,
      outputLimitBytes: limits.output_mb * MEBIBYTE,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
  let result = slot.services.unreset;
  for (const step of result === null ? unit.before : []) {
    result = await run(shell(step), { ...env, ...unit.env });
    if (result.end !== "exited" || result.code !== 0) break;
    result = null;
  }
  const start = async (): Promise<ProcessResult> => run(command.argv, command.env);
  result ??= await (command.isAlone === true ? whileAlone(slot.tree, request.signal, start) : start());
  if (result.end === "aborted") throw new BatonError("INTERRUPTED", "stopped while the tests ran");
  const report = withoutPlace(command.read?.(result) ?? readReports(reportDirectory, slot.tree), slot.tree);
  const outcome = outcomeOf(unit, result, report);
  const after = result.end === "exited" ? command.coverage?.after?.(result) : null;
  if (after) await run(after, command.env);
  const told = { ...outcome.unit, ...toolsOf(unit, report, request.env) };
  return { report: outcome.report, unit: told, coverage: readCoverage(command.coverage, unit, slot.tree) };
}

function toolsOf({ runner }: Unit, { tools }: RunReport, env: SuiteRequest["env"]): Pick<RunReport, "tools"> {
  const asked = programVersion(runner, env);
  if (asked !== null) return { tools: [asked] };
  return tools === undefined ? {} : { tools };
}

/** What `npm run` and an activated environment put on PATH: the project's own programs first, the nearest foremost. */
export function projectPath(tree: string, directory: string, path: string): string {
  const folders = [...new Set([join(tree, directory), tree])];
  return [
    ...folders.flatMap((folder) => [join(folder, "node_modules", ".bin"), join(folder, ".venv", "bin")]),
    path,
  ].join(delimiter);
}

function outcomeOf(unit: Unit, result: ProcessResult, report: RunReport): UnitOutcome {
  const reported = report.complete || report.tests.length + report.fileErrors.length > 0;
  const level: ProofLevel = unit.runner !== "command" ? unit.level : reported ? "P2" : "P1";
  if (level === "P1") return judgedByExitCode(unit, result);
  const failures =
    report.tests.some(({ status }) => status === "failed") || report.fileErrors.length + report.runErrors.length > 0;
  return {
    report,
    unit: {
      directory: unit.directory,
      runner: unit.runner,
      command: unit.command,
      end: result.end,
      code: result.code,
      complete: report.complete,
      failures,
      collected: report.tests.length,
      level,
      output: `${result.stdout}\n${result.stderr}`.trim().slice(-OUTPUT_KEPT),
    },
  };
}

/** A command that started no runner we know: its exit code is all there is to judge. */
function judgedByExitCode(
  { directory, runner, command }: Unit,
  { end, code, stdout, stderr }: ProcessResult,
): UnitOutcome {
  return {
    report: { complete: true, tests: [], fileErrors: [], runErrors: [] },
    unit: {
      directory,
      runner,
      command,
      end,
      code,
      complete: true,
      failures: code !== 0,
      collected: 0,
      level: "P1",
      output: `${stdout}\n${stderr}`.trim().slice(-OUTPUT_KEPT),
    },
  };
}

/** Units may report the same id (a file that two of them run): the worse result counts. Shards tell alike of what none can load. */
export function mergeReports(reports: readonly RunReport[]): RunReport {
  const tests = new Map<string, RunReport["tests"][number]>();
  for (const test of reports.flatMap((report) => report.tests)) {
    if (tests.get(test.id)?.status !== "failed") tests.set(test.id, test);
  }
  const copies = new Map(reports.flatMap((report) => report.copies ?? []).map((copy) => [copy.name, copy]));
  return {
    complete: reports.every(({ complete }) => complete),
    tests: [...tests.values()],
    fileErrors: [
      ...new Map(reports.flatMap(({ fileErrors }) => fileErrors).map((one) => [JSON.stringify(one), one])).values(),
    ],
    runErrors: reports.flatMap(({ runErrors }) => runErrors),
    ...(copies.size === 0 ? {} : { copies: [...copies.values()] }),
  };
}
