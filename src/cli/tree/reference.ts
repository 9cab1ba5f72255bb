import type { Command } from "commander";
import { helpAnswer } from "../usage.ts";
import { group, type Bind } from "./bind.ts";

/** Commands that explain. */
export function addReferenceCommands(program: Command, bind: Bind): void {
  bind(
    program
      .command("schema")
      .argument("[name]", "which; without it the names there are")
      .description("print the JSON Schema of a file or an answer"),
    async (_around, _flags, [name]) => (await import("../commands/schema.ts")).schemaCommand(name),
  );
  const config = group(program, "config", "the configuration that counts");
  bind(config.command("print").description("each value with where it comes from"), async (around) =>
    (await import("../commands/config.ts")).configPrintCommand(around),
  );
  bind(
    config
      .command("validate")
      .argument("[file]", "which (- is standard input); without it baton.config.* of the work tree")
      .description("check a configuration file"),
    async (around, _flags, [file]) => (await import("../commands/config.ts")).configValidateCommand(file, around),
  );
  bind(
    program
      .command("complete")
      .argument("<shell>", "bash, zsh or fish")
      .argument("[words...]", "after --: the line so far, for what may stand next; the shell's own script asks so")
      .description('completion for a shell, ids of the run included: eval "$(baton complete bash)"'),
    async (around, _flags, [shell = "", ...words]) =>
      (await import("../commands/complete.ts")).completeCommand(
        program,
        shell,
        words.filter((word) => word !== undefined),
        around,
      ),
  );
  bind(
    program
      .command("help")
      .argument("[command]", "which; without it all of them")
      .argument("[verb]", "of a command that has several, such as `feature add`")
      .description("show help; with --json the command tree"),
    async (_around, _flags, names) =>
      helpAnswer(
        program,
        names.filter((name) => name !== undefined),
      ),
  );
}
