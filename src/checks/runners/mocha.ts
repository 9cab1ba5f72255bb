import { injectPath } from "../../util/package-root.ts";
import {
  absoluteFiles,
  installedBin,
  nodeOptionPath,
  nodeProgram,
  runnerEnvironment,
  unitDirectory,
  withNodeOptions,
  withOwnArguments,
} from "./environment.ts";
import { keptArgs } from "./flags.ts";
import { wrappedCoverage } from "./coverage-wrapper.ts";
import { shardVariable, type RunnerCommand, type RunnerRequest } from "./port.ts";

const DROPPED = [
  "--reporter",
  "--reporter-option",
  "--reporter-options",
  "--watch*",
  "--bail",
  "--dry-run",
  "--inspect*",
  "--pass-on-failing-test-suite",
];

/**
 * mocha by its own file, with the project's configuration; null when it is not installed in the tree. Files on its command
 * line only add to the configuration's own `spec`, so the wanted ones also go to our hooks, which restrict it.
 */
export function mochaCommand(request: RunnerRequest): RunnerCommand | null {
  const bin = installedBin(request, "mocha", "mocha");
  if (bin === null) return null;
  const timeout = request.testTimeoutMs;
  const dropped = [
    ...DROPPED,
    ...(timeout === null ? [] : ["--timeout", "--timeouts", "--exit"]),
    ...(request.files === null ? [] : ["--spec"]),
  ];
  const { flags, positionals } = keptArgs(request, dropped, ["--grep", "--fgrep", "--invert"]);
  const ours = [
    `--reporter=${injectPath("mocha-reporter.cjs")}`,
    "--no-bail",
    // As `--no-watch` mocha takes it for a flag of node, and starts a second node for it.
    "--watch=false",
    // What a test that ran out of time left open (a server, a timer) would keep mocha alive after its last test.
    ...(timeout === null ? [] : [`--timeout=${timeout}`, "--exit"]),
    ...(request.nameFilter === null ? [] : [`--grep=${request.nameFilter}`]),
  ];
  const files = absoluteFiles(request);
  const hooks = `--require ${nodeOptionPath(injectPath("mocha-hooks.cjs"))}`;
  const env = {
    ...withNodeOptions(withOwnArguments(runnerEnvironment(request), request), hooks),
    ...(request.files === null ? {} : { BATON_FILES: JSON.stringify(files) }),
    ...shardVariable(request.shard),
  };
  const node = nodeProgram(env);
  const argv: RunnerCommand["argv"] = [node, bin, ...flags, ...ours, ...positionals, ...files];
  const cwd = unitDirectory(request);
  const measured = wrappedCoverage(request);
  if (measured === null) return { argv, cwd, env };
  return { argv: [node, ...measured.argv, ...argv], cwd, env, coverage: measured.output };
}
