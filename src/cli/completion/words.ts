import type { Command, Option } from "commander";

/** One word that may stand next, with what it means. */
export interface Candidate {
  readonly value: string;
  readonly text: string;
}

/** What a shell may offer next: words of the command tree, and values of a kind that only the repository knows. */
export interface Wanted {
  readonly words: readonly Candidate[];
  readonly kind: Kind | null;
}

export type Kind = "agent" | "feature" | "gate" | "question" | "run" | "schema" | "task" | Closed;
/** Kinds whose values are always the same. */
export type Closed = "awaited" | "governor" | "isolation" | "land" | "priority" | "verification";

const KIND_OF_OPTION: Readonly<Record<string, Kind>> = {
  "--run": "run",
  "--agent": "agent",
  "--agents": "agent",
  "--reviewer": "agent",
  "--qa-agent": "agent",
  "--planner": "agent",
  "--task": "task",
  "--depends": "feature",
  "--approve": "question",
  "--for": "awaited",
  "--governor": "governor",
  "--isolation": "isolation",
  "--land": "land",
  "--priority": "priority",
  "--verify": "verification",
};

/** Arguments by the command's group, or its name where it has none, and their own name. */
const KIND_OF_ARGUMENT: Readonly<Record<string, Kind>> = {
  "agent agent": "agent",
  "approve id": "question",
  "archive run": "run",
  "feature id": "feature",
  "gate gate": "gate",
  "gate task": "task",
  "lock id": "task",
  "note task": "task",
  "reject id": "question",
  "repair run": "run",
  "replay run": "run",
  "schema name": "schema",
  "task id": "task",
  "trace turn": "task",
  "verify run": "run",
};

/** What may stand where the last word is, which may be empty; the words before it are the line after `baton`. */
export function wantedNext(program: Command, line: readonly string[]): Wanted {
  const last = line.at(-1) ?? "";
  const before = line.slice(0, -1);
  const { command, given, open } = walk(program, before);
  if (open !== null && !(open.variadic && last.startsWith("-")))
    return { words: [], kind: KIND_OF_OPTION[open.long ?? ""] ?? null };
  if (last.startsWith("-") && !before.includes("--")) return { words: optionsOf(program, command), kind: null };
  const argument = command.registeredArguments[given] ?? command.registeredArguments.findLast((one) => one.variadic);
  if (command.name() === "help") return { words: childrenOf(walk(program, before.slice(1)).command), kind: null };
  const [group = ""] = pathOf(command);
  const kind = argument === undefined ? null : (KIND_OF_ARGUMENT[`${group} ${argument.name()}`] ?? null);
  return { words: given === 0 ? childrenOf(command) : [], kind };
}

/** The command that the words name, how many of its arguments stand already, and an option that waits for its value. */
function walk(program: Command, words: readonly string[]): { command: Command; given: number; open: Option | null } {
  let command = program;
  let given = 0;
  let open: Option | null = null;
  for (const word of words) {
    const child = command.commands.find((one) => one.name() === word);
    if (word.startsWith("-")) open = takesValue(findOption(program, command, word), word);
    else if (open !== null) open = open.variadic ? open : null;
    else if (child !== undefined && given === 0) command = child;
    else given += 1;
  }
  return { command, given, open };
}

const findOption = (program: Command, command: Command, word: string): Option | undefined =>
  [...command.options, ...program.options].find(({ long, short }) => word === long || word === short);

const takesValue = (option: Option | undefined, word: string): Option | null =>
  option !== undefined && (option.required || option.optional) && !word.includes("=") ? option : null;

const optionsOf = (program: Command, command: Command): Candidate[] =>
  [...new Map([...command.options, ...program.options].map((one) => [one.long ?? one.flags, one])).values()].map(
    ({ long, flags, description }) => ({ value: long ?? flags, text: description }),
  );

const childrenOf = (command: Command): Candidate[] =>
  command.commands.map((child) => ({ value: child.name(), text: child.description() }));

function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}
