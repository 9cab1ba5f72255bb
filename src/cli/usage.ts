import type { Command, CommanderError, Option } from "commander";
import { BatonError } from "../errors.ts";
import { describeCommands } from "./describe.ts";
import { nearest } from "../util/nearest.ts";
import { asWord } from "./render/as-word.ts";
import { answered, type Answer } from "./output.ts";

/** The help of one command (`["feature", "add"]`), or of all: text for people, the command tree as data. */
export function helpAnswer(program: Command, path: readonly string[] = []): Answer {
  const target = path.reduce(childOf, program);
  return answered(describeCommands(target), target.helpInformation());
}

function childOf(parent: Command, name: string): Command {
  const names = namesOf(parent);
  const child = parent.commands.find((command) => command.name() === name);
  if (child !== undefined) return child;
  const before = parent.parent === null ? "" : `${parent.name()} `;
  const meant = nearest(name, names);
  const others = names.length === 0 ? `See \`baton help ${before.trim()}\`.` : `There are ${names.join(", ")}.`;
  throw new BatonError("USAGE_INVALID", `unknown command ${JSON.stringify(before + name)}`, {
    hint: meant === null ? others : `Did you mean \`baton help ${before}${meant}\`?`,
  });
}

/** The command that a command line names, whatever stands before it: `["feature", "add"]`. */
export function commandOf(program: Command, argv: readonly string[]): string[] {
  let at = program;
  const path: string[] = [];
  for (const word of argv.slice(2)) {
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined) continue;
    at = next;
    path.push(word);
  }
  return path;
}

/** What commander refuses, as one of our errors: what is wrong, and what to type instead. */
export function usageError(error: CommanderError, program: Command, argv: readonly string[]): BatonError {
  const path = commandOf(program, argv);
  const text = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  const [, message = text, meant] = /^(.*?) \(Did you mean (.+)\?\)$/.exec(text) ?? [];
  const help = path.length === 0 ? "`baton help`" : `\`baton ${path.join(" ")} --help\``;
  if (meant !== undefined) return usage(error, message, `Did you mean ${meant}? See ${help}.`);
  const [, extra] = /^too many arguments .* got 1: (.+)\.$/s.exec(message) ?? [];
  if (extra !== undefined && path.join() === "init")
    return usage(error, message, `A spec is named with --spec: baton init --spec ${extra}`);
  const missing = /^missing required argument '(.+)'$/.exec(message)?.[1];
  const greedy = missing === undefined ? [] : path.reduce(childOf, program).options.filter((one) => one.variadic);
  if (missing !== undefined && greedy.length > 0) {
    const names = greedy.map(({ long, short }) => long ?? short).join(", ");
    const typed = `baton ${path.join(" ")} ${missing.toUpperCase()}`;
    return usage(error, message, `Put it first, \`${typed} …\`, or after --: ${names} take every word up to there.`);
  }
  if (message.startsWith("required option "))
    return usage(error, message, `${inFull(program, path, argv)}; see ${help}.`);
  const unknown = /^unknown command '(.*)'$/s.exec(message)?.[1];
  if (unknown === undefined) return usage(error, message, `See ${help}.`);
  // Whatever follows it was never looked at.
  const before = commandOf(program, argv.slice(0, argv.indexOf(unknown, 2)));
  const names = namesOf(before.reduce(childOf, program)).join(", ");
  return usage(error, message, `There are ${names}; see \`baton help${before.map((word) => ` ${word}`).join("")}\`.`);
}

/** What was typed, with all that it lacks: a line to complete. */
function inFull(program: Command, path: readonly string[], argv: readonly string[]): string {
  const command = path.reduce(childOf, program);
  const words = argv.slice(2).filter((word) => word !== "--json");
  const isGiven = ({ long }: Option): boolean => words.some((word) => word === long || word.startsWith(`${long}=`));
  const lacking = command.options.filter((option) => option.mandatory && !isGiven(option));
  // What follows the command's name may hold its arguments, or not: nobody but commander knows.
  const names = command.registeredArguments.filter(({ required }) => required).map((one) => one.name().toUpperCase());
  return [
    "baton",
    ...words.map(asWord),
    ...(words.at(-1) === path.at(-1) ? names : []),
    ...lacking.map((option) => `${option.long} ${valueOf(option)}`),
  ].join(" ");
}

/** Of an option that knows one value, that one stands in its description. */
const valueOf = ({ flags, description }: Option): string =>
  /^\w+$/.test(description) ? description : (/<(.+?)(?:\.{3})?>/.exec(flags)?.[1] ?? "").toUpperCase();

const namesOf = (command: Command): string[] => command.commands.map((one) => one.name());

const usage = (cause: unknown, message: string, hint: string): BatonError =>
  new BatonError("USAGE_INVALID", message, { cause, hint });
