import { injectPath } from "../../util/package-root.ts";
import { absoluteFiles, installedBin, nodeProgram, runnerEnvironment, unitDirectory } from "./environment.ts";
import { keptArgs } from "./flags.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";

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
  const subcommand = /^(?:run|watch|dev)$/;
  const ours = [
    "--reporter=default",
    `--reporter=${injectPath("vitest-reporter.mjs")}`,
    "--watch=false",
    "--bail=0",
    "--coverage=false",
    "--passWithNoTests=false",
    ...(timeout === null
      ? []
      : [`--testTimeout=${timeout}`, `--hookTimeout=${Math.max(timeout, DEFAULT_HOOK_TIMEOUT_MS)}`]),
    ...(request.nameFilter === null ? [] : [`--testNamePattern=${request.nameFilter}`]),
  ];
  const filters = positionals[0] !== undefined && subcommand.test(positionals[0]) ? positionals.slice(1) : positionals;
  return {
    argv: [nodeProgram(env), bin, "run", ...flags, ...ours, ...filters, ...absoluteFiles(request)],
    cwd: unitDirectory(request),
    env,
  };
}
