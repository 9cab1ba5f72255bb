import type { MutationFormat, ToolCheck, ToolCommand } from "../../schema/check-settings.ts";
import { isBelow } from "../text/places.ts";

type MutationCommand = Extract<ToolCommand, { readonly check: "mutation" }>;

/** Whose code each format's tools break. */
const MUTATED: Readonly<Record<MutationFormat, RegExp>> = {
  "mutation-testing": /(?<!\.d)\.(?:[cm]?[jt]sx?|vue|svelte|cs|fs|scala|kts?)$/,
  pit: /\.(?:java|kt|scala|groovy)$/,
  "cargo-mutants": /\.rs$/,
};

export const mutationCommands = (commands: readonly ToolCommand[]): MutationCommand[] =>
  commands.flatMap((command) => (command.check === "mutation" ? [command] : []));

export const mutates = ({ format, directory }: MutationCommand, path: string): boolean =>
  isBelow(directory, path) && MUTATED[format].test(path);

const SETTING = "checks.commands of baton.config.json";

/** Commands that are not started over a change of these files of code, each with why and what to do about it. */
export function commandsPassedOver(commands: readonly MutationCommand[], paths: readonly string[]): string[] {
  return commands.flatMap((command, at) => {
    const { name, format, directory } = command;
    const own = paths.filter((path) => mutates(command, path));
    const before = commands.slice(0, at);
    const [beside] = paths.filter((path) => mutates({ ...command, directory: "" }, path));
    if (own.some((path) => !before.some((other) => mutates(other, path)))) return [];
    const [path] = own;
    const first = path === undefined ? undefined : before.find((other) => mutates(other, path));
    if (first !== undefined)
      return [
        `${name}: ${first.name} stands before it and breaks ${path}: take one out of ${SETTING}, or give each a "directory"`,
      ];
    if (beside !== undefined)
      return [`${name}: ${beside} lies outside its "directory" ${directory}: give it another one in ${SETTING}`];
    return [
      `${name}: no code of the change is what its format ${format} tells of; where it is, name another "format" in ${SETTING}`,
    ];
  });
}

/** A report that holds mutants of none of the lines that changed: its paths, and those of them that the tree has. */
export function silentReport(
  { name, directory }: MutationCommand,
  files: readonly string[],
  reported: { readonly mutants: number; readonly unknown: readonly string[] },
): string {
  const of = files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more`;
  const [stranger] = reported.unknown;
  if (stranger !== undefined)
    return `${name}: its report names ${stranger}, which is no file ${directory === "" ? "of the tree" : `below ${directory}`}: mend its "directory" in ${SETTING}`;
  const tells = reported.mutants === 0 ? "holds no mutant" : "holds mutants of older lines alone";
  return `${name}: its report ${tells}, none of the changed lines of ${of}: where they can be broken, have the command look at them`;
}

/** Commands for a check that is not asked for. */
export const commandsUnasked = (
  commands: readonly ToolCommand[],
  asked: readonly ToolCheck[],
  never: (check: ToolCheck) => boolean,
): ReadonlyMap<ToolCheck, string[]> =>
  new Map(
    [
      ...Map.groupBy(
        commands.filter(({ check }) => !asked.includes(check)),
        ({ check }) => check,
      ),
    ].map(([check, own]) => [
      check,
      own.map(({ name }) =>
        never(check)
          ? `${name}: checks.need.${check} is "never": take that out of baton.config.json, or the command`
          : `${name}: this run began without ${check} among its checks: the next \`baton init\` asks for it`,
      ),
    ]),
  );
