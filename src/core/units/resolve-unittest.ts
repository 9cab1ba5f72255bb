import { flagName, type RunnerArgs } from "../../schema/runner-flags.ts";
import type { ResolvedCommand } from "./resolve-command.ts";
import type { RunnerStep } from "./step.ts";

/** A module that is asked for, and one of its tests. */
interface Wanted {
  readonly file: string;
  readonly test: string | null;
}

/**
 * `python -m unittest tests.test_cart.CartTest.test_total`, `python manage.py test shop.tests.CartTest`: a module, class or test that
 * is typed selects; packages, folders and what `discover` is told say where tests are.
 */
export function resolvedUnittest(
  { runner, env }: RunnerStep,
  own: RunnerArgs,
  typed: RunnerArgs,
  before: string[],
): ResolvedCommand {
  const selects = typed.positionals[0] !== "discover" && own.positionals[0] !== "discover";
  const wanted = selects ? typed.positionals.map(wantedBy) : [];
  const isKnown = wanted.length > 0 && !wanted.includes(null);
  const found = isKnown ? wanted.flatMap((one) => one ?? []) : [];
  const names = found.flatMap(({ test }) => test ?? []);
  const patterns = typed.flags.filter((flag) => flagName(flag) === "-k").map((flag) => flag.slice("-k".length));
  const all = names.length < found.length ? patterns : [...names, ...patterns];
  return {
    runner,
    args: [
      ...own.flags,
      ...typed.flags.filter((flag) => flagName(flag) !== "-k"),
      ...own.positionals,
      ...(isKnown ? [] : typed.positionals),
    ],
    env: { ...env },
    files: [...new Set(found.map(({ file }) => file))],
    nameFilter: all.length === 0 ? null : all.join(" or "),
    before,
    level: "P3",
  };
}

/** The arguments that run what is selected, too. */
export const wholeUnittestArgs = (
  args: readonly string[],
  files: readonly string[],
  nameFilter: string | null,
): string[] => [...args, ...(nameFilter?.split(" or ").map((name) => `-k${name}`) ?? []), ...files];

/** A class begins with a capital letter, a module of tests with `test`; what follows a class is a test. */
function wantedBy(name: string): Wanted | null {
  if (name.endsWith(".py")) return { file: name, test: null };
  const [, module, test] = /^((?:\w+\.)*\w+)\.[A-Z]\w*(?:\.(\w+))?$/.exec(name) ?? [];
  const found = module ?? (/^(?:\w+\.)*test_\w+$/.test(name) ? name : undefined);
  return found === undefined ? null : { file: `${found.replaceAll(".", "/")}.py`, test: test ?? null };
}
