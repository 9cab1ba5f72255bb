/** Programs that check sources and run no tests: left out when they stand beside a runner in one script. */
const CHECKS = new Set(
  `eslint prettier xo standard ts-standard semistandard biome oxlint oxfmt publint attw knip tsd dprint stylelint markdownlint
   markdownlint-cli2 cspell ls-lint sort-package-json depcheck dependency-cruiser depcruise madge syncpack jshint jscs tslint
   rome remark type-coverage npm-package-json-lint pkg-ok are-the-types-wrong ruff black flake8 mypy pyright isort pylint codecov`.split(
    /\s+/,
  ),
);

/** Type checkers build as well: only without output are they checks. */
const COMPILERS = new Set(["tsc", "vue-tsc", "tsgo"]);

export function isCheck(program: string, args: readonly string[]): boolean {
  if (CHECKS.has(program)) return true;
  if (program === "svelte-check") return true;
  if (program === "astro" || program === "flow") return args[0] === "check";
  return COMPILERS.has(program) && args.some((argument) => argument.toLowerCase() === "--noemit");
}

/** Programs that can only answer: a script of nothing else runs no test. */
export function isTrivial(program: string): boolean {
  return /^(?:true|:|echo|printf|exit|false)$/.test(program);
}

/** Commands of a coverage wrapper that report on a run instead of making one. */
export const COVERAGE_REPORTS: ReadonlySet<string> = new Set([
  "report",
  "check-coverage",
  "merge",
  "html",
  "xml",
  "lcov",
]);

/** Flags of c8, nyc and `coverage run` that take the next argument. */
export const COVERAGE_VALUES: ReadonlySet<string> = new Set(
  `-r --reporter -x --exclude -n --include --src -o --report-dir --reports-dir --temp-directory --temp-dir -e --extension
   --lines --branches --functions --statements --config --cwd -i --require --source --omit --rcfile --data-file`.split(
    /\s+/,
  ),
);

/** A file inside node_modules as the runner it belongs to: `node node_modules/jest/bin/jest.js`. */
export function programOfFile(path: string): string | null {
  const bin = /(?:^|\/)node_modules\/\.bin\/([\w-]+)$/.exec(path)?.[1];
  if (bin !== undefined) return bin;
  const name = /(?:^|\/)node_modules\/(vitest|jest|jest-cli|mocha)\/(?:vitest\.mjs|bin\/[\w.]+)$/.exec(path)?.[1];
  return name === "jest-cli" ? "jest" : (name ?? null);
}
