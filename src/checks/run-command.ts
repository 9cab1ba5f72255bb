import { startTool, type ToolRequest } from "./run-tool.ts";
import { shell } from "../util/shell.ts";

/** How a command of a done-criterion ended. */
export interface CommandEnd {
  /** The exit code; null: it was ended by a limit. */
  readonly code: number | null;
  /** `exit 0`, or what ended it. */
  readonly end: string;
  readonly output: string;
}

export interface CommandRequest extends Omit<ToolRequest, "plan"> {
  readonly command: string;
  readonly timeoutMs: number;
}

/** Runs a shell command at the root of a tree that its slot is on, kept apart as every check is. Throws INTERRUPTED. */
export async function runCommand({ command, timeoutMs, ...request }: CommandRequest): Promise<CommandEnd> {
  const started = await startTool(request, { name: command, directory: "", timeoutMs }, () => ({
    argv: shell(command),
  }));
  const { end, code = null, stdout = "", stderr = "" } = started?.result ?? { end: "not started" };
  return { code, end: end === "exited" ? `exit ${code}` : end, output: `${stdout}${stderr}` };
}
