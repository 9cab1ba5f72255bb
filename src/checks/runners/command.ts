import { delimiter } from "node:path";
import { injectPath } from "../../util/package-root.ts";
import { nodeOptionPath, runnerEnvironment, unitDirectory, withNodeOptions } from "./environment.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";
import { shell } from "../../util/shell.ts";

const SPEC = "--test-reporter=spec --test-reporter-destination=stdout";

/** Caches of task runners answer without running anything, and some hide our variables from what they start. */
const TASK_RUNNERS = { TURBO_FORCE: "true", TURBO_ENV_MODE: "loose", NX_SKIP_NX_CACHE: "true", WIREIT_CACHE: "none" };

/**
 * The user's command as it is (P2, P1): whatever it starts, every test runner below it meets our reporters through the
 * environment. `files` and `nameFilter` cannot narrow it.
 */
export function commandCommand(request: RunnerRequest): RunnerCommand {
  const { command } = request.unit;
  const env = withNodeOptions({ ...runnerEnvironment(request), ...TASK_RUNNERS }, nodeOptions(command));
  const python = {
    PYTHONDONTWRITEBYTECODE: "1",
    PYTEST_ADDOPTS: [env["PYTEST_ADDOPTS"], "-p baton_pytest"].filter(Boolean).join(" "),
    PYTHONPATH: [injectPath("python_start"), injectPath("."), env["PYTHONPATH"]].filter(Boolean).join(delimiter),
  };
  return {
    argv: shell(command),
    cwd: unitDirectory(request),
    env: { ...env, ...python, ...toxVariables(env) },
  };
}

/** With a reporter of its own in the command, `spec` would be one too many: its destination is left for that reporter. */
function nodeOptions(command: string): string {
  const preload = `--require ${nodeOptionPath(injectPath("preload.cjs"))}`;
  const reporter = `--test-reporter=${nodeOptionPath(injectPath("node-test-reporter.mjs"))}`;
  const own = /--test-reporter(?:=|\s)/.test(command) && !command.includes("--test-reporter-destination");
  const rest = own ? "--test-reporter-destination=stdout" : SPEC;
  return `${preload} ${reporter} --test-reporter-destination=stdout ${rest}`;
}

/** tox empties the environment: version 3 reads the first variable, version 4 the second. */
function toxVariables(env: Readonly<Record<string, string>>): Record<string, string> {
  const passed = ["BATON_REPORT_DIR", "BATON_NODE_OPTIONS", "PYTEST_ADDOPTS", "PYTHONPATH", "NODE_OPTIONS"];
  const override = `testenv.pass_env+=${passed.join(",")}`;
  return {
    TOX_TESTENV_PASSENV: [env["TOX_TESTENV_PASSENV"], ...passed].filter(Boolean).join(" "),
    TOX_OVERRIDE: [env["TOX_OVERRIDE"], override].filter(Boolean).join(";"),
  };
}
