import type { Command } from "commander";
import { RUN_OPTION, TOKEN_OPTION, type Bind } from "./bind.ts";

/** A person, or an agent with the tools of `mcp`, in the place of an agent that `run` starts. */
export function addHumanCommands(program: Command, bind: Bind): void {
  bind(
    program
      .command("next")
      .description(
        "open the next task, or the review that waits, for a person or an agent driven by hand: the prompt, the files, a clone",
      )
      .option("--as <name>", "who works: nobody reviews what they made (default: the author recorded at init)")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/next.ts")).nextCommand(flags, around),
  );
  bind(
    program
      .command("submit")
      .description("hand in the clone that `next` opened: judged and committed as an agent's work is")
      .option("--answer <file>", "the answer (- is standard input; default: artifacts/answer.md in the clone)")
      .option("--as <name>", "who works: nobody reviews what they made (default: the author recorded at init)")
      .option("--task <id>", "what was claimed with `task claim` (default: what `next` opened)")
      .option("--attempt <n>", "the number that `claim` gave; an older one is refused")
      .option("--token <token>", TOKEN_OPTION)
      .option("--run <id>", RUN_OPTION)
      .option("--approve <id...>", "first approve these, as `baton approve ID` does"),
    async (around, flags) => (await import("../commands/submit.ts")).submitCommand(flags, around),
  );
  bind(
    program
      .command("mcp")
      .description("serve the run's tools to an agent: MCP over standard input and output, or with --http on loopback")
      .option("--http", "Streamable HTTP on 127.0.0.1, with a token of this start")
      .option("--port <n>", "which port, with --http (default: a free one)")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/mcp.ts")).mcpCommand(flags, around),
  );
}
