import type { Command } from "commander";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

/** What a command does: its own options and arguments, in the order of its declaration. */
export type Action = (
  around: Surroundings,
  flags: Readonly<Record<string, unknown>>,
  args: readonly (string | undefined)[],
) => Promise<Answer>;

/** Gives a command its action and the options of every command. */
export type Bind = (command: Command, action: Action) => void;

export const RUN_OPTION = "which run, or a unique beginning of its id (default: the unfinished one, else the newest)";
export const DRY_RUN_OPTION = "say what would be written, write nothing";

/** A command that only holds others. */
export function group(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}

/** A command's name as it is typed: `feature list`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}
