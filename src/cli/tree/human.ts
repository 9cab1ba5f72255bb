import type { Command } from "commander";
import { RUN_OPTION, type Bind } from "./bind.ts";

/** A person in the place of an agent. */
export function addHumanCommands(program: Command, bind: Bind): void {
  bind(
    program
      .command("next")
      .description("open the next task for a person, or for an agent driven by hand: the prompt, the files, a clone")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/next.ts")).nextCommand(flags, around),
  );
  bind(
    program
      .command("submit")
      .description("hand in the clone that `next` opened: judged and committed as an agent's work is")
      .option("--answer <file>", "the answer (- is standard input; default: artifacts/answer.md in the clone)")
      .option("--run <id>", RUN_OPTION)
      .option("--approve <id...>", "approve findings a person looked at, by the id they show"),
    async (around, flags) => (await import("../commands/submit.ts")).submitCommand(flags, around),
  );
}
