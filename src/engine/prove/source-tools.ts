import { extname, join } from "node:path";
import { findGo } from "../../checks/runners/go-test.ts";
import { findPython } from "../../checks/runners/python.ts";
import { createGoSource } from "../../checks/source/go.ts";
import { createJavaSource } from "../../checks/source/java/index.ts";
import { createJavaScriptSource } from "../../checks/source/javascript/index.ts";
import type { SourceTool } from "../../checks/source/port.ts";
import { createPythonSource } from "../../checks/source/python.ts";
import { createRustSource } from "../../checks/source/rust/index.ts";

/**
 * The languages whose source can be read here: JavaScript, Rust and Java always, others where their own programs are on PATH; only where
 * one of `paths` is theirs are these asked for, since a Python behind a shim takes half a second to say where it is.
 */
export async function openSourceTools(
  env: Record<string, string>,
  stateDirectory: string,
  paths: Iterable<string>,
): Promise<SourceTool[]> {
  const directory = join(stateDirectory, "tools");
  const endings = new Set(Array.from(paths, extname));
  const python = endings.has(".py") ? await findPython(env, "", "") : null;
  const go = endings.has(".go") ? findGo(env) : null;
  return [
    createJavaScriptSource(),
    createRustSource(),
    createJavaSource(),
    ...(python === null ? [] : [createPythonSource({ python, env, directory })]),
    ...(go === null ? [] : [createGoSource({ go, env, directory })]),
  ];
}
