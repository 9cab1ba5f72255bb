import { join } from "node:path";
import { injectPath } from "../../util/package-root.ts";
import { absoluteFiles, unitDirectory } from "./environment.ts";
import { keptArgs } from "./flags.ts";
import { shardVariable, type RunnerCommand, type RunnerRequest } from "./port.ts";
import {
  coverageFile,
  coverageOf,
  coverageVariables,
  findPython,
  MEASURING,
  probe,
  pythonEnvironment,
} from "./python.ts";

/** What would hide, cut short or reorder tests, or answer from an earlier run. */
const DROPPED = [
  "-x",
  "--exitfirst",
  "--maxfail",
  "--lf",
  "--last-failed",
  "--ff",
  "--failed-first",
  "--nf",
  "--new-first",
  "--sw",
  "--stepwise*",
  "--pdb",
  "--trace",
  "--co",
  "--collect-only",
  "--cov*",
  "--color",
  "--junitxml",
  "--junit-xml",
];

/** pytest through our own start program, with the project's configuration; null where no Python has pytest. */
export async function pytestCommand(request: RunnerRequest): Promise<RunnerCommand | null> {
  const limit = request.testTimeoutMs === null ? null : request.testTimeoutMs / 1000;
  const env = pythonEnvironment(request);
  const python = await findPython(env, request.treeDirectory, request.unit.directory);
  if (python === null) return null;
  const installed = await probe(python, env);
  const hasPlugin = limit !== null && installed?.timeout === true;
  const dropped = hasPlugin ? [...DROPPED, "--timeout"] : DROPPED;
  const { flags, positionals } = keptArgs(request, dropped, ["-k"]);
  const cache = join(request.env["TMPDIR"] ?? request.reportDirectory, "pytest-cache");
  const directory = request.coverageDirectory;
  const report = coverageFile(directory);
  const plugin =
    report === null ? null : ["--cov=.", "--cov-branch", `--cov-report=xml:${report}`, "--cov-fail-under=0"];
  const alone = report !== null && installed?.cov === false && installed.coverage;
  const ours = [
    "-q",
    "--color=no",
    "--continue-on-collection-errors",
    "--maxfail=0",
    "-p",
    "no:randomly",
    // Not `-p no:cacheprovider`: a project whose own options speak of the cache would no longer start.
    "-o",
    `cache_dir=${cache}`,
    ...(installed?.benchmark === true ? [`--benchmark-storage=file://${cache}`] : []),
    ...(installed?.cov === true ? (plugin ?? ["--no-cov"]) : []),
    ...(hasPlugin ? [`--timeout=${Math.max(1, Math.ceil(limit))}`] : []),
    ...(request.nameFilter === null ? [] : ["-k", request.nameFilter]),
  ];
  const output = report === null || !(alone || installed?.cov === true) ? null : report;
  return {
    argv: [
      python,
      ...(alone ? MEASURING : []),
      injectPath("baton_pytest.py"),
      ...flags,
      ...ours,
      ...positionals,
      ...absoluteFiles(request),
    ],
    cwd: unitDirectory(request),
    env: {
      ...env,
      ...(limit === null || hasPlugin ? {} : { BATON_TEST_SECONDS: String(limit) }),
      ...shardVariable(request.shard),
      ...coverageVariables(directory),
    },
    coverage: output === null ? null : coverageOf(python, output, alone),
  };
}
