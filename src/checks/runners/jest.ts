import { injectPath } from "../../util/package-root.ts";
import {
  absoluteFiles,
  installedBin,
  isSince,
  nodeProgram,
  runnerEnvironment,
  unitDirectory,
  withOwnArguments,
} from "./environment.ts";
import { keptArgs } from "./flags.ts";
import { lcovIn } from "./lcov.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";

const DROPPED = [
  "--reporters",
  "--outputFile",
  "--json",
  "--watch*",
  "--coverage*",
  "--collectCoverage*",
  "--bail",
  "--updateSnapshot",
  "--passWithNoTests",
  "--notify*",
  "--silent",
  "--verbose",
  "--onlyChanged",
  "--onlyFailures",
  "--changedSince",
  "--lastCommit",
  "--findRelatedTests",
  "--cache",
  "--runTestsByPath",
  "--testResultsProcessor",
];
const FILE_FLAGS = ["--testPathPattern", "--testPathPatterns", "--testRegex", "--testMatch"];

/** jest prints its usage for a flag that it does not know; before this version a test has five seconds by itself. */
const TEST_TIMEOUT = [24, 9] as const;

/** jest by its own file, with the project's configuration; null when it is not installed in the tree. */
export function jestCommand(request: RunnerRequest): RunnerCommand | null {
  const bin = installedBin(request, "jest", "jest") ?? installedBin(request, "jest-cli", "jest");
  if (bin === null) return null;
  const timeout = request.testTimeoutMs;
  const dropped = [
    ...DROPPED,
    ...(timeout === null ? [] : ["--testTimeout", "--forceExit", "--detectOpenHandles"]),
    ...(request.files === null ? [] : FILE_FLAGS),
  ];
  const { flags, positionals } = keptArgs(request, dropped, ["--testNamePattern"]);
  const coverage = request.coverageDirectory;
  const env = withOwnArguments(runnerEnvironment(request), request);
  // A list flag takes everything up to the next flag: ours end with one that takes no list.
  const ours = [
    "--reporters=default",
    `--reporters=${injectPath("jest-reporter.cjs")}`,
    "--watchAll=false",
    ...(coverage === null ? ["--coverage=false"] : coverageFlags(coverage)),
    "--cache=false",
    "--passWithNoTests=false",
    // What a test that ran out of time left open would keep jest alive after its last test.
    ...(timeout === null ? [] : ["--forceExit"]),
    ...(timeout === null || !isSince(request, "jest", TEST_TIMEOUT) ? [] : [`--testTimeout=${timeout}`]),
    ...(request.nameFilter === null ? [] : [`--testNamePattern=${request.nameFilter}`]),
    "--ci",
    "--bail=0",
  ];
  const files = request.files === null ? [] : ["--runTestsByPath", ...absoluteFiles(request)];
  return {
    argv: [nodeProgram(env), bin, ...flags, ...ours, ...positionals, ...files],
    cwd: unitDirectory(request),
    env,
    coverage: coverage === null ? null : lcovIn(coverage),
  };
}

/** jest brings its own provider. The project's thresholds are not ours, and must not end the run. */
const coverageFlags = (directory: string): string[] => [
  "--coverage=true",
  "--coverageReporters=lcovonly",
  `--coverageDirectory=${directory}`,
  "--coverageThreshold={}",
];
