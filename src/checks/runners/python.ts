import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { jsonOrNull } from "../../schema/json.ts";
import { isProgram, programsOn } from "../../util/find-program.ts";
import { injectPath } from "../../util/package-root.ts";
import { runProcess } from "../../util/process.ts";
import { foldersUp, runnerEnvironment } from "./environment.ts";
import type { CoverageOutput, RunnerRequest } from "./port.ts";

const PROBE = `import importlib.util as u, json, sys
has = lambda name: u.find_spec(name) is not None
print(json.dumps({"version": sys.version_info[:2], "pytest": has("pytest"), "cov": has("pytest_cov"), "coverage": has("coverage"), "timeout": has("pytest_timeout"), "benchmark": has("pytest_benchmark"), "django": has("django")}))`;
const PROBE_TIMEOUT_MS = 30_000;

const Probe = z.object({
  version: z.tuple([z.number(), z.number()]),
  pytest: z.boolean(),
  cov: z.boolean(),
  coverage: z.boolean(),
  timeout: z.boolean(),
  benchmark: z.boolean(),
  django: z.boolean(),
});
export type Probe = z.infer<typeof Probe>;

/** What every run of Python is given: no bytecode in the tree, one order of sets. */
export const pythonEnvironment = (request: RunnerRequest): Record<string, string> => ({
  ...runnerEnvironment(request),
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONHASHSEED: "0",
});

/** The words that put coverage.py before a program, and what makes its report. */
export const MEASURING = ["-m", "coverage", "run", "--branch", "--source=."] as const;

export const coverageFile = (directory: string | null): string | null =>
  directory === null ? null : join(directory, "coverage.xml");

/** Where coverage.py keeps what it measures. */
export const coverageVariables = (directory: string | null): Record<string, string> =>
  directory === null ? {} : { COVERAGE_FILE: join(directory, "data") };

export const coverageOf = (python: string, path: string, alone: boolean): CoverageOutput => ({
  format: "cobertura",
  path,
  ...(alone ? { after: () => [python, "-m", "coverage", "xml", "--fail-under=0", "-o", path] } : {}),
});

/**
 * The interpreter of the tree: `.venv` in the unit's folder or above it, else the first on PATH that has what tests need, pytest
 * where nothing else is said; null when there is none. Without a tree (an empty `treeDirectory`) any Python from 3.8 will do: it
 * only reads source.
 */
export async function findPython(
  env: Readonly<Record<string, string>>,
  treeDirectory: string,
  directory: string,
  suits: (found: Probe) => boolean = ({ pytest }) => pytest,
): Promise<string | null> {
  const local = treeDirectory === "" ? [] : virtualEnvironments(treeDirectory, directory);
  const folder = treeDirectory === "" ? "/" : resolve(treeDirectory, directory);
  for (const candidate of [...local, ...pythonsOnPath(env)]) {
    const isShim = !local.includes(candidate) && isScript(candidate);
    const python = (isShim ? await startedBy(candidate, folder, env) : null) ?? candidate;
    const found = await probe(python, env);
    if (found === null) continue;
    const [major, minor] = found.version;
    if (treeDirectory === "" ? major === 3 && minor >= 8 : suits(found)) return python;
  }
  return null;
}

/** A shim chooses an interpreter by the folder it is called in, and takes longer than Python itself to do so. */
function isScript(path: string): boolean {
  const [file, start] = [openSync(path, "r"), Buffer.alloc(2)];
  try {
    return readSync(file, start) === 2 && start.toString() === "#!";
  } finally {
    closeSync(file);
  }
}

const started = new Map<string, Promise<string | null>>();

/** The interpreter that a shim starts in a folder, asked once; nothing of the folder is loaded. Null where it does not say. */
function startedBy(shim: string, folder: string, env: Readonly<Record<string, string>>): Promise<string | null> {
  const key = [shim, folder, env["PYENV_VERSION"] ?? ""].join("\0");
  const known = started.get(key) ?? askShim(shim, folder, env);
  started.set(key, known);
  return known;
}

async function askShim(shim: string, folder: string, env: Readonly<Record<string, string>>): Promise<string | null> {
  const argv = [shim, "-I", "-c", "import sys; print(sys.executable)"] as const;
  const { end, code, stdout } = await runProcess({ argv, cwd: folder, env, timeoutMs: PROBE_TIMEOUT_MS });
  const path = stdout.trim();
  return end === "exited" && code === 0 && isAbsolute(path) ? path : null;
}

const virtualEnvironments = (treeDirectory: string, directory: string): string[] =>
  foldersUp({ treeDirectory, unit: { directory } })
    .flatMap((folder) => [".venv", "venv"].map((name) => join(folder, name, "bin", "python")))
    .filter((python) => existsSync(python));

function pythonsOnPath({ PATH }: Readonly<Record<string, string>>): string[] {
  const named = ["python3", "python"].flatMap((name) => programsOn(PATH, name));
  return [...new Set([...named, ...["/usr/bin/python3"].filter(isProgram)])];
}

const probes = new Map<string, Promise<Probe | null>>();

/** What an interpreter has installed, asked once; null when it does not answer. */
export function probe(python: string, env: Readonly<Record<string, string>>): Promise<Probe | null> {
  const key = [python, env["PYTHONPATH"] ?? "", env["PYTHONHOME"] ?? "", env["HOME"] ?? ""].join("\0");
  const known = probes.get(key) ?? ask(python, env);
  probes.set(key, known);
  return known;
}

async function ask(python: string, env: Readonly<Record<string, string>>): Promise<Probe | null> {
  const { BATON_REPORT_DIR: _, ...rest } = env;
  const result = await runProcess({
    argv: [python, "-c", PROBE],
    cwd: dirname(injectPath("baton_pytest.py")),
    env: { ...rest, PYTHONDONTWRITEBYTECODE: "1" },
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  if (result.end !== "exited" || result.code !== 0) return null;
  // An interpreter that prints anything else than the answer counts as none.
  return Probe.safeParse(jsonOrNull(result.stdout.trim())).data ?? null;
}
