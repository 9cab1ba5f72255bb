import { injectPath } from "../../util/package-root.ts";
import {
  absoluteFiles,
  installedBin,
  installedPackage,
  isSince,
  nodeProgram,
  runnerEnvironment,
  unitDirectory,
} from "./environment.ts";
import { keptArgs } from "./flags.ts";
import { lcovIn } from "./lcov.ts";
import type { CoverageOutput, RunnerCommand, RunnerRequest } from "./port.ts";

const DROPPED = [
  "--reporter",
  "--outputFile*",
  "--watch",
  "--run",
  "--coverage*",
  "--bail",
  "--update",
  "--ui",
  "--open",
  "--passWithNoTests",
  "--standalone",
  "--inspect*",
  "--changed",
];

/** vitest refuses a flag that it does not know, and came to know these late. */
const SINCE = { "--testTimeout": [0, 29], "--bail": [0, 31], "--hookTimeout": [1, 3] } as const;

/** What vitest gives a hook by itself: set-up may honestly take longer than the tests after it. */
const DEFAULT_HOOK_TIMEOUT_MS = 10_000;

/** vitest by its own file, with the project's configuration; null when it is not installed in the tree. */
export function vitestCommand(request: RunnerRequest): RunnerCommand | null {
  const bin = installedBin(request, "vitest", "vitest");
  if (bin === null) return null;
  const timeout = request.testTimeoutMs;
  const dropped = timeout === null ? DROPPED : [...DROPPED, "--testTimeout", "--hookTimeout"];
  const { flags, positionals } = keptArgs(request, dropped, ["--testNamePattern"]);
  const env = runnerEnvironment(request);
  const coverage = coverageOf(request);
  const subcommand = /^(?:run|watch|dev)$/;
  const known = (flag: keyof typeof SINCE, value: number): string[] =>
    isSince(request, "vitest", SINCE[flag]) ? [`${flag}=${value}`] : [];
  const ours = [
    "--reporter=default",
    `--reporter=${injectPath("vitest-reporter.mjs")}`,
    "--watch=false",
    ...known("--bail", 0),
    ...(coverage?.flags ?? ["--coverage=false"]),
    "--passWithNoTests=false",
    ...(timeout === null
      ? []
      : [...known("--testTimeout", timeout), ...known("--hookTimeout", Math.max(timeout, DEFAULT_HOOK_TIMEOUT_MS))]),
    ...(request.nameFilter === null ? [] : [`--testNamePattern=${request.nameFilter}`]),
  ];
  const filters = positionals[0] !== undefined && subcommand.test(positionals[0]) ? positionals.slice(1) : positionals;
  return {
    argv: [nodeProgram(env), bin, "run", ...flags, ...ours, ...filters, ...absoluteFiles(request)],
    cwd: unitDirectory(request),
    env,
    coverage: coverage?.output ?? null,
  };
}

/** With the provider that is installed; the project's thresholds are not ours, and must not end the run. */
function coverageOf(request: RunnerRequest): { flags: string[]; output: CoverageOutput } | null {
  const { coverageDirectory: directory } = request;
  if (directory === null) return null;
  const v8 = installedPackage(request, "@vitest/coverage-v8");
  if (!v8 && !installedPackage(request, "@vitest/coverage-istanbul")) return null;
  const flags = [
    "--coverage.enabled=true",
    ...(v8 ? [] : ["--coverage.provider=istanbul"]),
    "--coverage.reporter=lcovonly",
    `--coverage.reportsDirectory=${directory}`,
    "--coverage.reportOnFailure=true",
    "--coverage.thresholds.100=false",
    ...["lines", "functions", "branches", "statements"].map((kind) => `--coverage.thresholds.${kind}=0`),
  ];
  return { flags, output: lcovIn(directory) };
}
