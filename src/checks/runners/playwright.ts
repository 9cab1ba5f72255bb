import { freePort, webServerPort } from "../ports.ts";
import { injectPath } from "../../util/package-root.ts";
import {
  absoluteFiles,
  installedBin,
  nodeProgram,
  runnerEnvironment,
  unitDirectory,
  withOwnArguments,
} from "./environment.ts";
import { keptArgs } from "./flags.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";

const DROPPED = [
  "--reporter",
  "--retries",
  "--max-failures",
  "--update-snapshots",
  "--pass-with-no-tests",
  "--ui*",
  "--debug",
  "--headed",
  "--only-changed",
  "--last-failed",
  "--list",
  "--quiet",
];

/**
 * Playwright Test by its own file, with the project's configuration, its web server included; null when it is not installed in
 * the tree. It reads files as patterns, so the wanted ones are written as patterns of exactly themselves.
 */
export async function playwrightCommand(request: RunnerRequest): Promise<RunnerCommand | null> {
  const bin =
    installedBin(request, "@playwright/test", "playwright") ?? installedBin(request, "playwright", "playwright");
  if (bin === null) return null;
  const timeout = request.testTimeoutMs;
  const dropped = timeout === null ? DROPPED : [...DROPPED, "--timeout"];
  const { flags, positionals } = keptArgs(request, dropped, ["--grep"]);
  const directory = unitDirectory(request);
  const given = withOwnArguments(runnerEnvironment(request), request);
  const port = webServerPort(directory, request.unit.args);
  // Its own in each slot, where the project's configuration asks for one and its command gives none.
  const isOwn = port === "given" && given["PORT"] === undefined;
  const env = isOwn ? { ...given, PORT: String(await freePort()) } : given;
  const ours = [
    `--reporter=${injectPath("playwright-reporter.cjs")}`,
    "--retries=0",
    "--max-failures=0",
    "--update-snapshots=none",
    ...(timeout === null ? [] : [`--timeout=${timeout}`]),
    ...(request.nameFilter === null ? [] : [`--grep=${request.nameFilter}`]),
  ];
  const files = absoluteFiles(request).map((file) => `${file.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  return {
    argv: [nodeProgram(env), bin, "test", ...flags, ...ours, ...positionals, ...files],
    cwd: directory,
    env,
    ...(port === null || isOwn ? {} : { isAlone: true }),
  };
}
