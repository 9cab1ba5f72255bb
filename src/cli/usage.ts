import type { Command, CommanderError } from "commander";
import { BatonError, EXIT } from "../errors.ts";
import { describeCommands } from "./describe.ts";
import { nearest } from "./nearest.ts";
import type { Answer } from "./output.ts";

/** The help of one command, or of all: text for people, the command tree as data. */
export function helpAnswer(program: Command, name?: string): Answer {
  const names = program.commands.map((command) => command.name());
  const target = name === undefined ? program : program.commands.find((command) => command.name() === name);
  if (target !== undefined)
    return { data: describeCommands(target), exitCode: EXIT.ok, text: target.helpInformation() };
  const meant = nearest(name ?? "", names);
  throw new BatonError("USAGE_INVALID", `unknown command ${JSON.stringify(name)}`, {
    hint: meant === null ? `There are ${names.join(", ")}.` : `Did you mean \`baton help ${meant}\`?`,
  });
}

/** The command that a command line names, whatever stands before it. */
export function commandOf(program: Command, argv: readonly string[]): string | null {
  const names = new Set(program.commands.map((command) => command.name()));
  return argv.slice(2).find((word) => names.has(word)) ?? null;
}

/** What commander refuses, as one of our errors: what is wrong, and what to type instead. */
export function usageError(error: CommanderError, program: Command, command: string | null): BatonError {
  const text = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  const [, message = text, meant] = /^(.*?) \(Did you mean (.+)\?\)$/.exec(text) ?? [];
  const help = command === null ? "`baton help`" : `\`baton ${command} --help\``;
  if (meant !== undefined) return usage(error, message, `Did you mean ${meant}? See ${help}.`);
  const unknown = /^unknown command '(.*)'$/s.exec(message)?.[1];
  if (unknown === undefined) return usage(error, message, `See ${help}.`);
  const names = program.commands.map((one) => one.name()).join(", ");
  return usage(error, message, `There are ${names}; see ${help}.`);
}

const usage = (cause: unknown, message: string, hint: string): BatonError =>
  new BatonError("USAGE_INVALID", message, { cause, hint });
