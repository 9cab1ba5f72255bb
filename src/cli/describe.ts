import type { Command } from "commander";

export interface CommandDescription {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly options: readonly { readonly flags: string; readonly description: string; readonly required: boolean }[];
  readonly commands: readonly CommandDescription[];
}

/** The command tree as data. */
export function describeCommands(command: Command): CommandDescription {
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
    })),
    options: command.options.map(({ flags, description, mandatory }) => ({ flags, description, required: mandatory })),
    commands: command.commands.map(describeCommands),
  };
}
