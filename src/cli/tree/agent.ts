import type { Command } from "commander";
import { group, type Bind } from "./bind.ts";

/** Which agents are usable here. */
export function addAgentCommands(program: Command, bind: Bind): void {
  const agent = group(program, "agent", "coding agents: which are usable here");
  bind(
    agent.command("list").description("every known agent, what of it is installed here, and what to install"),
    async (around) => (await import("../commands/agent.ts")).agentListCommand(around),
  );
  bind(
    agent
      .command("check")
      .argument(
        "<agent>",
        "claude, codex, gemini, opencode, qwen, headless:NAME, acp:COMMAND, command:PROGRAM or replay:FILE",
      )
      .description("start an agent and open a session in an empty folder; its model is asked nothing"),
    async (around, _flags, [given = ""]) => (await import("../commands/agent.ts")).agentCheckCommand(given, around),
  );
}
