import type { SourceFile } from "../../../schema/source.ts";

/** What a file loads, and the file without the statements that say so. */
export interface Imports {
  /** Of each module what is taken, as written: `add`, `add as plus`; of a package taken whole its own name. */
  readonly modules: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rest: string;
}

interface Language {
  readonly files: RegExp;
  /** `names` from `module`. */
  readonly statement: RegExp;
  /** Modules that change nothing for others when they are loaded. */
  readonly quiet: RegExp;
}

const SCRIPT_NAMES = String.raw`(?<names>[\w$]+|\{[^{}]*\}|[\w$]+[ \t]*,[ \t]*\{[^{}]*\}|\*[ \t]+as[ \t]+[\w$]+)`;

const LANGUAGES: readonly Language[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    statement: new RegExp(
      String.raw`^(?:import[ \t]+(?:type[ \t]+)?${SCRIPT_NAMES}[ \t]*from[ \t]*|(?:const|let|var)[ \t]+(?<taken>[\w$]+|\{[^{}]*\})[ \t]*=[ \t]*require\()["'](?<module>[^"'\n]+)["']\)?[ \t]*;?$`,
      "gm",
    ),
    quiet: /^node:(?:assert|buffer|crypto|events|fs|os|path|stream|url|util)\b/,
  },
  {
    files: /\.py$/,
    statement:
      /^(?:from[ \t]+(?<module>\S+)[ \t]+import[ \t]+(?<names>\([^()]*\)|[^\n(#]+)|import[ \t]+(?<taken>[^\n#]+))$/gm,
    quiet:
      /^(?:collections|dataclasses|datetime|decimal|enum|fractions|functools|io|itertools|json|math|operator|os|pathlib|pytest|random|re|string|sys|textwrap|typing|unittest)\b/,
  },
  {
    // Lines of a block among them.
    files: /\.go$/,
    statement: /^[ \t]*(?:import[ \t]+)?"(?<module>[\w./-]+)"[ \t]*$/gm,
    quiet:
      /^(?:bufio|bytes|context|encoding|errors|fmt|io|maps|math|net|os|path|reflect|regexp|slices|sort|strconv|strings|sync|testing|time|unicode)\b(?!\.)/,
  },
  { files: /\.java$/, statement: /^import[ \t]+(?:static[ \t]+)?(?<module>[\w.]+)\.(?<names>\w+|\*);$/gm, quiet: /^/ },
  { files: /\.rs$/, statement: /^use[ \t]+(?<module>[\w:]+)::(?<names>\w+|\*|\{[^;]*\});$/gm, quiet: /^/ },
];

const languageOf = (path: string): Language | undefined => LANGUAGES.find(({ files }) => files.test(path));

/** The statements at the left edge that load something by its name; others stay where they are. */
export function importsIn({ path, text }: SourceFile): Imports {
  const statement = languageOf(path)?.statement;
  const modules = new Map<string, Set<string>>();
  if (statement === undefined) return { modules, rest: text };
  for (const { groups = {} } of text.matchAll(statement)) {
    const names = listed(groups["names"] ?? groups["taken"]);
    // `import a, b` of Python names modules alone; a package of Go goes by the end of its path.
    const taken =
      groups["module"] === undefined
        ? names.map((name) => [name.split(/[\s.]/)[0] ?? "", name] as const)
        : (names.length > 0 ? names : [groups["module"].split("/").at(-1) ?? ""]).map(
            (name) => [groups["module"] ?? "", name] as const,
          );
    for (const [module, name] of taken) modules.set(module, (modules.get(module) ?? new Set()).add(name));
  }
  return { modules, rest: text.replaceAll(statement, "") };
}

/** Whether loading it changes nothing for others, as far as its name tells. */
export const isQuiet = (path: string, module: string): boolean => languageOf(path)?.quiet.test(module) ?? false;

const listed = (list = ""): string[] =>
  list
    .replaceAll(/[(){}]|#[^\n]*|\/\/[^\n]*/g, " ")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
