import type { Command } from "commander";
import { group, RUN_OPTION, SET_OPTION, withApart, type Bind } from "./bind.ts";

/** What the governor decides, and what it decides by. */
export function addGovernorCommands(program: Command, bind: Bind): void {
  bind(
    withApart(program.command("ask"))
      .argument("<text>", "what is asked (- is standard input)")
      .description(
        "one governed turn by hand: decided, approved, and answered by the agents it takes; nothing is changed",
      )
      .option(
        "--agents <agent...>",
        "who may be started, from cheap to strong (default: nobody, only what would be done)",
      )
      .option("--set <field=value...>", SET_OPTION),
    async (around, flags, [text]) => (await import("../commands/ask.ts")).askCommand(text, flags, around),
  );
  const governor = group(program, "governor", "how turns are decided: explain a decision, see the configuration");
  bind(
    governor
      .command("explain")
      .argument("<text>", "what is asked for, or a task of the run (- is standard input)")
      .description("every number of a turn and why: altitude, classification, strategy, candidates, action, approval")
      .option(
        "--agents <agent...>",
        "of a task: whom `run` would be given, from cheap to strong (those of the last session)",
      )
      .option("--set <field=value...>", SET_OPTION)
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [text]) =>
      (await import("../commands/governor.ts")).governorExplainCommand(text, flags, around),
  );
  bind(
    governor
      .command("config")
      .description("every field of the governor with where its value comes from")
      .option("--set <field=value...>", SET_OPTION),
    async (around, flags) => (await import("../commands/governor.ts")).governorConfigCommand(flags, around),
  );
}
