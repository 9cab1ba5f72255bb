import { join } from "node:path";
import { findGo } from "../../checks/runners/go-test.ts";
import { findPython } from "../../checks/runners/python.ts";
import { createGoSource } from "../../checks/source/go.ts";
import { createJavaSource } from "../../checks/source/java/index.ts";
import { createJavaScriptSource } from "../../checks/source/javascript/index.ts";
import type { SourceTool } from "../../checks/source/port.ts";
import { createPythonSource } from "../../checks/source/python.ts";
import { createRustSource } from "../../checks/source/rust/index.ts";

/** The languages whose source can be read here: JavaScript, Rust and Java always, others where their own programs are on PATH. */
export async function openSourceTools(env: Record<string, string>, stateDirectory: string): Promise<SourceTool[]> {
  const tools: SourceTool[] = [createJavaScriptSource(), createRustSource(), createJavaSource()];
  const python = await findPython(env, "", "");
  if (python !== null) tools.push(createPythonSource({ python, env }));
  const go = findGo(env);
  if (go !== null) tools.push(createGoSource({ go, env, directory: join(stateDirectory, "tools") }));
  return tools;
}
