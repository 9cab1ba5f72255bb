/** Extensions of programs: what of a change is code, whether or not anything here can break it or count what of it runs. */
const CODE =
  /(?<!\.d)\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kts?|scala|groovy|rb|php|cs|fs|c|cc|cpp|cxx|h|hpp|swift|mm?|exs?|erl|clj|hs|lua|dart)$/;

export const isCode = (path: string): boolean => CODE.test(path);

/** Languages that one tool counts together, by the stack of their units; every other is one of its extension's name. */
const TOGETHER: readonly (readonly [string, RegExp])[] = [
  ["node", /\.(?:[cm]?[jt]sx?|vue|svelte)$/],
  ["python", /\.py$/],
  ["go", /\.go$/],
  ["rust", /\.rs$/],
  ["java", /\.(?:java|kts?|scala|groovy)$/],
  ["c", /\.(?:c|cc|cpp|cxx|h|hpp|mm?)$/],
];
/** No test runs what Cargo keeps for building, for showing and for measuring. */
const NOT_TESTED = /(?:^|\/)(?:build\.rs$|(?:examples|benches)\/.*\.rs$)/;

/** The language whose lines tests may run; null: no code, or none that a test runs. */
export function languageOf(path: string): string | null {
  if (!isCode(path) || NOT_TESTED.test(path)) return null;
  return TOGETHER.find(([, files]) => files.test(path))?.[0] ?? path.slice(path.lastIndexOf(".") + 1);
}

/** What is only read, whatever a report counts of it. */
const DATA = /\.(?:json[5c]?|ya?ml|toml|xml|csv|txt|md|mdx|s?css|less|html?|svg)$/;

export const isData = (path: string): boolean => DATA.test(path);
