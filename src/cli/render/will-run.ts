import type { RunState } from "../../core/run/state.ts";
import { counted } from "../../core/text/counted.ts";
import { plain } from "./plain.ts";

const SHOWN = 3;

/** The programs that a run from elsewhere starts on this machine once it goes on: whoever takes it in sees them first. */
export function willRun({ agentSpecification: agent, features }: RunState) {
  const open = Object.values(features).filter(({ passes }) => !passes);
  const commands = [...new Set(open.flatMap(({ test_command: command }) => command ?? []))];
  const more = commands.length > SHOWN ? ", …" : "";
  const named = commands.length === 0 ? "" : `: ${commands.slice(0, SHOWN).map(plain).join(", ")}${more}`;
  const line = `  starts here: ${agent === null ? "the agent that you name" : plain(agent)} · ${counted(commands.length, "test command", "test commands")}${named}`;
  return { data: { agent, test_commands: commands }, line };
}
