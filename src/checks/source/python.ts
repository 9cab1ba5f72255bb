import { join } from "node:path";
import { injectedProgram, injectPath } from "../../util/package-root.ts";
import type { SourceFile, SourceTool } from "../../schema/source.ts";
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
    together: { loaded: pythonLoaded },
  });
}

const IMPORT = /^[ \t]*(?:from[ \t]+\.*([\w.]*)[ \t]+import\b[ \t]*\(?([\w, \t]*)|import[ \t]+([\w.]+))/gm;
const lastName = (dotted: string): string => dotted.split(".").at(-1) ?? "";

/** Modules that files take names from, and what these may be themselves: `from shop import outbox`. */
function pythonLoaded(files: readonly SourceFile[], paths: readonly string[]): string[] {
  const found = files.flatMap(({ text }) => [...text.matchAll(IMPORT)]);
  const modules = new Set(
    found.flatMap(([, module = "", names = "", plain = ""]) => [
      lastName(module || plain),
      ...names.split(",").map((name) => name.trim().split(/\s/)[0]),
    ]),
  );
  return paths.filter((path) => modules.has(path.replace(/(?:\/__init__)?\.py$/, "").replace(/^.*\//, "")));
}
