import { splitRunnerArgs } from "../../schema/runner-flags.ts";
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
  type Probe,
  probe,
  pythonEnvironment,
} from "./python.ts";

/** What would cut a run short, hand its tests to other processes, or reorder them. */
const DROPPED = ["--failfast", "--parallel", "--pdb", "--shuffle", "--reverse"];

/** `python -m unittest` with our reporter in it; null where there is no Python. */
export async function unittestCommand(request: RunnerRequest): Promise<RunnerCommand | null> {
  const { flags, positionals } = argsOf(request);
  const [first, ...rest] = positionals;
  // Only where it comes first is it understood.
  const words = first === "discover" ? [first, ...flags, ...rest] : [...flags, ...positionals];
  return started(request, ["-m", "unittest", ...words], ({ version: [major] }) => major === 3);
}

/** `python manage.py test`, or `python -m django test`, with the same reporter; null where no Python has Django. */
export async function djangoCommand(request: RunnerRequest): Promise<RunnerCommand | null> {
  const { flags, positionals } = argsOf(request);
  const [program = "manage.py", ...labels] = positionals;
  const start = program === "django" ? ["-m", "django"] : [program];
  const command = await started(request, [...start, "test", "--noinput", ...flags, ...labels], ({ django }) => django);
  // Its test database has one name for all slots.
  return command === null ? null : { ...command, isAlone: true };
}

/** Files narrow what is loaded, so that modules are found and named as they always are. */
function argsOf(request: RunnerRequest): {
  readonly flags: readonly string[];
  readonly positionals: readonly string[];
} {
  const names = request.nameFilter?.split(" or ") ?? [];
  return {
    flags: [...keptArgs(request, DROPPED, ["-k"]).flags, ...names.map((name) => `-k${name}`)],
    positionals: splitRunnerArgs(request.unit.runner, request.unit.args).positionals,
  };
}

async function started(
  request: RunnerRequest,
  words: readonly string[],
  suits: (found: Probe) => boolean,
): Promise<RunnerCommand | null> {
  const env = pythonEnvironment(request);
  const python = await findPython(env, request.treeDirectory, request.unit.directory, suits);
  if (python === null) return null;
  const report = coverageFile(request.coverageDirectory);
  const measures = report !== null && (await probe(python, env))?.coverage === true;
  const limit = request.testTimeoutMs === null ? null : request.testTimeoutMs / 1000;
  return {
    argv: [python, ...(measures ? MEASURING : []), injectPath("baton_unittest.py"), ...words],
    cwd: unitDirectory(request),
    env: {
      ...env,
      ...(limit === null ? {} : { BATON_TEST_SECONDS: String(limit) }),
      ...(request.files === null ? {} : { BATON_TEST_FILES: JSON.stringify(absoluteFiles(request)) }),
      ...shardVariable(request.shard),
      ...coverageVariables(request.coverageDirectory),
    },
    coverage: measures ? coverageOf(python, report, true) : null,
  };
}
