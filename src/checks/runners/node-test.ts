import { globSync } from "node:fs";
import { injectPath } from "../../util/package-root.ts";
import { absoluteFiles, nodeProgram, isAtLeast, nodeVersion, runnerEnvironment, unitDirectory } from "./environment.ts";
import { keptArgs } from "./flags.ts";
import { lcovIn } from "./lcov.ts";
import type { CoverageOutput, RunnerCommand, RunnerRequest } from "./port.ts";

const DROPPED = [
  "--test",
  "--test-reporter",
  "--test-reporter-destination",
  "--watch*",
  "--experimental-test-coverage",
  "--test-coverage-*",
  "--test-update-snapshots",
  "--test-rerun-failures",
  "--inspect*",
];

/** node:test with the project's own Node flags; for the whole suite its own patterns, or what Node finds by itself. */
export function nodeTestCommand(request: RunnerRequest): RunnerCommand | null {
  const env = runnerEnvironment(request);
  const node = nodeProgram(env);
  const version = nodeVersion(node);
  const [major] = version;
  // --test-timeout came with Node 20.11; an older one would refuse to start.
  const timeout = isAtLeast(version, [20, 11]) ? request.testTimeoutMs : null;
  const dropped = timeout === null ? DROPPED : [...DROPPED, "--test-timeout"];
  const { flags, positionals } = keptArgs(request, dropped, ["--test-name-pattern", "--test-skip-pattern"]);
  const cwd = unitDirectory(request);
  const coverage = major >= 22 ? coverageOf(request) : null;
  const ours = [
    "--test",
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    `--test-reporter=${injectPath("node-test-reporter.mjs")}`,
    "--test-reporter-destination=stderr",
    ...(coverage === null ? [] : coverageFlags(coverage.path)),
    ...(timeout === null ? [] : [`--test-timeout=${timeout}`]),
    // What a test that ran out of time left behind would keep its file's process alive.
    ...(timeout === null ? [] : ["--require", injectPath("node-test-end.cjs")]),
    ...(request.nameFilter === null ? [] : [`--test-name-pattern=${request.nameFilter}`]),
  ];
  // Node reads patterns from version 21 on; before, the project's shell did.
  const readsPatterns = major >= 21;
  const patterns = readsPatterns ? positionals : positionals.flatMap((pattern) => expanded(pattern, cwd));
  const files = readsPatterns ? absoluteFiles(request).map(asPattern) : absoluteFiles(request);
  const argv: RunnerCommand["argv"] = [node, ...flags, ...ours, ...patterns, ...files];
  return { argv, cwd, env, coverage };
}

const coverageOf = ({ coverageDirectory: directory }: RunnerRequest): CoverageOutput | null =>
  directory === null ? null : lcovIn(directory);

const coverageFlags = (path: string): string[] => [
  "--experimental-test-coverage",
  "--test-reporter=lcov",
  `--test-reporter-destination=${path}`,
];

/** A file such as `[id].test.js` as the pattern of its name alone; braces cannot be quoted in one. */
const asPattern = (file: string): string => file.replaceAll(/[[\]*?]/g, "[$&]").replaceAll(/[{}]/g, "?");

function expanded(pattern: string, cwd: string): string[] {
  if (!/[*?[{]/.test(pattern)) return [pattern];
  return globSync(pattern, { cwd, exclude: (name) => name === "node_modules" }).toSorted();
}
