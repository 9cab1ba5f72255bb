import { flagName, type RunnerArgs } from "../../schema/runner-flags.ts";
import type { ResolvedCommand } from "./resolve-command.ts";
import type { RunnerStep } from "./step.ts";

/** What is asked for: a module, or a name that may be a package; and one of its tests. */
interface Wanted {
  readonly file: string;
  readonly test: string | null;
  /** It says where tests are, too. */
  readonly places: boolean;
}

/**
 * `python -m unittest tests.test_cart.CartTest.test_total`, `python manage.py test shop.tests.CartTest`: a module, class or test that
 * is typed selects; packages and folders say besides where tests are, as what `discover` is told does.
 */
export function resolvedUnittest(
  { runner, env }: RunnerStep,
  own: RunnerArgs,
  typed: RunnerArgs,
  before: string[],
): ResolvedCommand {
  const selects = typed.positionals[0] !== "discover" && own.positionals[0] !== "discover";
  const wanted = selects ? typed.positionals.map(wantedBy) : [];
  const isKnown = wanted.length > 0 && wanted.every(({ places }) => !places);
  const names = wanted.flatMap(({ test }) => test ?? []);
  const patterns = typed.flags.filter((flag) => flagName(flag) === "-k").map((flag) => flag.slice("-k".length));
  const all = names.length < wanted.length ? patterns : [...names, ...patterns];
  return {
    runner,
    args: [
      ...own.flags,
      ...typed.flags.filter((flag) => flagName(flag) !== "-k"),
      ...own.positionals,
      ...(isKnown ? [] : typed.positionals),
    ],
    env: { ...env },
    files: [...new Set(wanted.map(({ file }) => file))],
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
): string[] => {
  const placed = new Set(args.map(pathOf));
  return [
    ...args,
    ...(nameFilter?.split(" or ").map((name) => `-k${name}`) ?? []),
    ...files.filter((file) => !placed.has(file)),
  ];
};

/** A class begins with a capital letter, a module of tests with `test`; what follows a class is a test. */
function wantedBy(name: string): Wanted {
  if (name.endsWith(".py")) return { file: name, test: null, places: false };
  const [, module, test] = /^((?:\w+\.)*\w+)\.[A-Z]\w*(?:\.(\w+))?$/.exec(name) ?? [];
  const found = module ?? (/^(?:\w+\.)*test_\w+$/.test(name) ? name : undefined);
  if (found === undefined) return { file: pathOf(name), test: null, places: true };
  return { file: `${pathOf(found)}.py`, test: test ?? null, places: false };
}

/** `shop.tests` as `shop/tests`; what is no dotted name stays. */
const pathOf = (name: string): string =>
  /^\w+(?:\.\w+)+$/.test(name) && !name.endsWith(".py") ? name.replaceAll(".", "/") : name;
