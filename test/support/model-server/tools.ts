import { isAbsolute, join } from "node:path";
import { isObject, parameters, text } from "./dialect.ts";
import { textFor, type Asked, type Conversation, type Step, type ToolOffer } from "./script.ts";

/** What the model answers with: words, or one call of a tool that the agent offers. */
export type Reply =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly tool: ToolOffer; readonly args: Readonly<Record<string, unknown>> | string };

type ToolStep = Extract<Step, { tool: string }>;

const SHELL = ["Bash", "bash", "run_shell_command", "exec_command", "shell_command", "shell", "local_shell"];
const WRITE = ["Write", "write", "write_file"];
const READ = ["Read", "read", "read_file"];

/** The call by which this agent does what the script says; a shell does what it has no tool for. */
export function callOf(step: ToolStep, conversation: Conversation, asked: Asked): Reply {
  const code = conversation.tools.find(({ name, kind }) => name === "exec" && kind === "custom");
  if (code !== undefined) return { kind: "call", tool: code, args: codeOf(step, asked) };
  if (step.tool === "shell") return shell(conversation, textFor(step.command, asked));
  const folder = folderOf(conversation);
  const path = folder === null || isAbsolute(step.path) ? step.path : join(folder, step.path);
  if (step.tool === "read") {
    const tool = offered(conversation, READ);
    return tool === null ? shell(conversation, `cat ${quote(step.path)}`) : call(tool, pathArgs(tool, path));
  }
  const content = textFor(step.text, asked);
  const patch = conversation.tools.find(({ name }) => name === "apply_patch");
  const tool = offered(conversation, WRITE);
  if (tool !== null) return call(tool, { ...pathArgs(tool, path), content });
  if (patch === undefined)
    return shell(
      conversation,
      `mkdir -p "$(dirname ${quote(step.path)})" && printf %s ${quote(content)} > ${quote(step.path)}`,
    );
  const input = patchOf(step.path, content);
  return {
    kind: "call",
    tool: patch,
    args: patch.kind === "custom" ? input : { [patch.required[0] ?? "input"]: input },
  };
}

/** Codex' newer models are given one tool that runs JavaScript, from which the others are called. */
function codeOf(step: ToolStep, asked: Asked): string {
  if (step.tool === "write")
    return `text(await tools.apply_patch(${JSON.stringify(patchOf(step.path, textFor(step.text, asked)))}));`;
  const cmd = step.tool === "shell" ? textFor(step.command, asked) : `cat ${quote(step.path)}`;
  return `const done = await tools.exec_command(${JSON.stringify({ cmd })}); text(done.output);`;
}

function patchOf(path: string, content: string): string {
  const lines = content.replace(/\n$/, "").split("\n");
  return ["*** Begin Patch", `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), "*** End Patch", ""].join(
    "\n",
  );
}

function shell(conversation: Conversation, command: string): Reply {
  const tool = offered(conversation, SHELL);
  if (tool === null) return { kind: "text", text: `no tool to run: ${command}` };
  const name = "cmd" in tool.properties ? "cmd" : "command";
  const list = (tool.properties[name] as { type?: unknown } | undefined)?.type === "array";
  return call(tool, { [name]: list ? ["bash", "-lc", command] : command });
}

const offered = ({ tools }: Conversation, names: readonly string[]): ToolOffer | null =>
  names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])[0] ?? null;

const pathArgs = (tool: ToolOffer, path: string): Record<string, string> => ({
  [["file_path", "filePath", "absolute_path", "path"].find((name) => name in tool.properties) ?? "path"]: path,
});

/** What else a tool demands is filled with something of its type. */
function call(tool: ToolOffer, args: Record<string, unknown>): Reply {
  const missing = tool.required.filter((name) => !(name in args)).map((name) => [name, filler(tool.properties[name])]);
  return { kind: "call", tool, args: { ...args, ...Object.fromEntries(missing) } };
}

/** Something of a JSON Schema's form. */
export function filler(schema: unknown): unknown {
  if (!isObject(schema)) return "scripted";
  const type = text(schema["type"]).toLowerCase();
  const { properties, required } = parameters(schema);
  if (type === "object") return Object.fromEntries(required.map((name) => [name, filler(properties[name])]));
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  return type === "boolean" ? false : type === "number" || type === "integer" ? 50 : type === "array" ? [] : "scripted";
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The folder that the agent says it works in: some tools take absolute paths only. */
function folderOf({ system, messages }: Conversation): string | null {
  const said = [system, ...messages.filter(({ role }) => role === "user").map((message) => message.text)].join("\n");
  return /(?:working directory:|in the directory:|<cwd>)\s*(\/[^\s<]+)/i.exec(said)?.[1] ?? null;
}
