import { join } from "node:path";
import type { SourceTool } from "../../schema/source.ts";
import { injectedProgram, injectPath } from "../../util/package-root.ts";
import { createProgramSource } from "./program-source.ts";

/**
 * Python source, read and written by `inject/python_source.py` in the given interpreter (3.8 or later). Isolated and
 * without site packages: neither the project nor `.pth` files can bring code into that process. What it is compiled to is kept in
 * `directory`: reading it anew takes as long as all the rest.
 */
export function createPythonSource({
  python,
  env,
  directory,
}: {
  python: string;
  env: Record<string, string>;
  directory: string;
}): SourceTool {
  const compiled = join(directory, `python-source-${injectedProgram("baton_source", ".py").digest}`);
  const argv = [python, "-I", "-S", "-X", `pycache_prefix=${compiled}`, injectPath("python_source.py")] as const;
  return createProgramSource({
    name: "python",
    extension: ".py",
    language: "Python",
    argv: () => Promise.resolve(argv),
    env,
    failure: `${python} could not read Python source`,
    hint: "Put a Python 3.8 or newer on PATH.",
    // Its null object (`null`) is what a full and a false proxy are elsewhere.
    stubs: (value) => !/^full|^false/.test(value),
    flips: (which) => which !== "early",
    hasKeep: true,
    hasEcho: true,
    isCompiled: false,
    hasTogether: true,
  });
}
