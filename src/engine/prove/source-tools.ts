import { hash } from "node:crypto";
import { extname, join } from "node:path";
import { findGo } from "../../checks/runners/go-test.ts";
import { findPython } from "../../checks/runners/python.ts";
import { createGoSource } from "../../checks/source/go.ts";
import { createJavaSource } from "../../checks/source/java/index.ts";
import { createJavaScriptSource } from "../../checks/source/javascript/index.ts";
import type { SourceTool } from "../../checks/source/port.ts";
import { createPythonSource } from "../../checks/source/python.ts";
import { createRustSource } from "../../checks/source/rust/index.ts";

/** Works with the languages of these paths, and ends what they kept running. */
export async function withSourceTools<T>(
  { env, stateDirectory, paths }: { env: Record<string, string>; stateDirectory: string; paths: Iterable<string> },
  work: (tools: readonly SourceTool[]) => Promise<T>,
): Promise<T> {
  const tools = await openSourceTools(env, stateDirectory, paths);
  try {
    return await work(tools);
  } finally {
    await Promise.all(tools.map(async (tool) => tool.close?.()));
  }
}

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
  const all = [
    createJavaScriptSource(),
    createRustSource(),
    createJavaSource(),
    ...(python === null ? [] : [createPythonSource({ python, env, directory })]),
    ...(go === null ? [] : [createGoSource({ go, env, directory })]),
  ];
  return all.map((tool) => ({
    ...tool,
    tests: remembered((files) => tool.tests(files)),
    flip: remembered((files, which) => tool.flip(files, which)),
  }));
}

/** Reads the same files once: many looks ask for the tests of one large file. */
function remembered<Q extends readonly unknown[], A>(ask: (...asked: Q) => Promise<A>): (...asked: Q) => Promise<A> {
  const known = new Map<string, Promise<A>>();
  return async (...asked) => {
    const key = hash("sha256", JSON.stringify(asked));
    const answer = known.get(key) ?? ask(...asked);
    known.set(key, answer);
    return answer;
  };
}
