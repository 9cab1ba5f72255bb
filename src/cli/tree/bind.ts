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
export const GOVERNOR_OPTION =
  "who decides about tasks and attempts: governed weighs the ledger's facts, fixed is first in, first out, plain builds only";
export const SET_OPTION = "a field of the governor, before BATON_* and baton.config.*";
export const TOKEN_OPTION = "what `task claim` gave whoever claimed it (default: BATON_CLAIM_TOKEN)";
export const DRY_RUN_OPTION = "say what would be written, write nothing";

/** The option of every command that writes a person's decision. */
export const withPerson = (command: Command): Command =>
  command.option("--as <name>", "who says so (default: the author recorded at init)");

/** A command that only holds others. */
export function group(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}

const ISOLATION =
  "what keeps the agent apart: I1 its own folder and process group (default), I2 bubblewrap, I3 another user, auto: I2 where it can be had, I0 nothing is claimed";

/** The options of who starts an agent; the run's own are remembered. */
export const withApart = (command: Command): Command =>
  command
    .option("--agent-env <name...>", "further variables of your environment that the agent gets, by name")
    .option("--isolation <level>", ISOLATION)
    .option("--agent-user <name>", "run the agent as this user (isolation I3); needs root");

export const withPages = (command: Command): Command =>
  command
    .option("--limit <count>", "how many to show (default 100; all: every one)")
    .option("--page <number>", "which page of so many (default 1)");

/** A command's name as it is typed: `feature list`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}
