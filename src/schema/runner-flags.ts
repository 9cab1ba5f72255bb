import type { RunnerName } from "./unit.ts";

/** What a runner's command line needs known to be read: which flags take a value, and what the short ones stand for. */
interface FlagTable {
  readonly short: Readonly<Record<string, string>>;
  /** Take one value, written after `=` or as the next argument. */
  readonly valued: ReadonlySet<string>;
  /** Take every argument up to the next flag (yargs arrays). */
  readonly lists: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

const VITEST: FlagTable = {
  short: { "-t": "--testNamePattern", "-c": "--config", "-r": "--root", "-u": "--update", "-w": "--watch" },
  valued: words(`--testNamePattern --config --root --dir --project --reporter --outputFile --environment --pool --mode
    --workspace --shard --bail --testTimeout --hookTimeout --teardownTimeout --maxWorkers --minWorkers --maxConcurrency
    --retry --exclude --changed --browser.name --logHeapUsage --sequence.seed --slowTestThreshold --coverage.provider
    --coverage.reporter --coverage.reportsDirectory --configLoader --diff --execArgv --attachmentsDir`),
  lists: new Set(),
};

const JEST: FlagTable = {
  short: {
    "-t": "--testNamePattern",
    "-c": "--config",
    "-u": "--updateSnapshot",
    "-i": "--runInBand",
    "-w": "--maxWorkers",
    "-b": "--bail",
    "-o": "--onlyChanged",
    "-f": "--onlyFailures",
    "-e": "--expand",
  },
  valued: words(`--testNamePattern --config --maxWorkers --rootDir --env --testEnvironment --testTimeout --outputFile
    --changedSince --shard --seed --cacheDirectory --coverageDirectory --coverageProvider --collectCoverageFrom
    --coverageThreshold --globalSetup --globalTeardown --maxConcurrency --preset --resolver --runner --testRunner
    --testResultsProcessor --testRegex --transform --workerThreads --workerIdleMemoryLimit --notifyMode --filter
    --moduleNameMapper --snapshotFormat --globals --testEnvironmentOptions`),
  lists: words(`--reporters --projects --selectProjects --ignoreProjects --roots --testMatch --testPathPattern
    --testPathPatterns --testPathIgnorePatterns --setupFiles --setupFilesAfterEnv --coverageReporters
    --coveragePathIgnorePatterns --moduleDirectories --modulePaths --moduleFileExtensions --modulePathIgnorePatterns
    --transformIgnorePatterns --snapshotSerializers --unmockedModulePathPatterns --watchPathIgnorePatterns`),
};

const MOCHA: FlagTable = {
  short: {
    "-g": "--grep",
    "-f": "--fgrep",
    "-R": "--reporter",
    "-r": "--require",
    "-t": "--timeout",
    "-s": "--slow",
    "-u": "--ui",
    "-b": "--bail",
    "-c": "--color",
    "-C": "--no-color",
    "-w": "--watch",
    "-j": "--jobs",
    "-n": "--node-option",
    "-p": "--parallel",
    "-O": "--reporter-option",
    "-i": "--invert",
    "-A": "--async-only",
  },
  valued:
    words(`--grep --fgrep --reporter --require --timeout --timeouts --slow --ui --jobs --node-option --reporter-option
    --reporter-options --config --package --file --spec --extension --ignore --exclude --retries --opts --loader --import
    --experimental-loader --global --globals --watch-files --watch-ignore`),
  lists: new Set(),
};

const NODE: FlagTable = {
  short: { "-r": "--require", "-C": "--conditions" },
  valued:
    words(`--require --import --loader --experimental-loader --conditions --env-file --env-file-if-exists --input-type
    --test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --test-reporter --test-reporter-destination
    --test-isolation --experimental-test-isolation --test-shard --test-global-setup --test-coverage-include
    --test-coverage-exclude --test-coverage-lines --test-coverage-branches --test-coverage-functions --test-rerun-failures
    --test-random-seed --watch-path --title --stack-trace-limit --experimental-config-file --disable-warning
    --unhandled-rejections --icu-data-dir --max-http-header-size`),
  lists: new Set(),
};

const PLAYWRIGHT: FlagTable = {
  short: { "-c": "--config", "-g": "--grep", "-G": "--grep-invert", "-j": "--workers", "-x": "--max-failures=1" },
  valued:
    words(`--browser --config --debug --global-timeout --grep --grep-invert --max-failures --only-changed --output --project
    --repeat-each --reporter --retries --shard --test-list --test-list-invert --timeout --trace --tsconfig --ui-host --ui-port
    --update-snapshots --update-source-method --workers`),
  lists: new Set(),
};

const PYTEST: FlagTable = {
  short: {},
  valued: words(`-k -m -p -c -n -r -o -W --rootdir --ignore --ignore-glob --deselect --confcutdir --basetemp --junitxml
    --junit-xml --maxfail --tb --durations --capture --color --import-mode --override-ini --timeout --numprocesses --dist
    --cov-config --log-level --log-file --log-cli-level --config-file --verbosity --hypothesis-profile --ds --asyncio-mode`),
  lists: new Set(),
};

const UNITTEST: FlagTable = {
  short: {
    "-v": "--verbose",
    "-q": "--quiet",
    "-f": "--failfast",
    "-c": "--catch",
    "-b": "--buffer",
    "-s": "--start-directory",
    "-p": "--pattern",
    "-t": "--top-level-directory",
  },
  valued: words("-k --start-directory --pattern --top-level-directory --durations"),
  lists: new Set(),
};

const DJANGO: FlagTable = {
  short: {
    "-p": "--pattern",
    "-t": "--top-level-directory",
    "-v": "--verbosity",
    "-d": "--debug-sql",
    "-r": "--reverse",
  },
  valued: words(
    `-k --pattern --top-level-directory --verbosity --settings --pythonpath --testrunner --tag --exclude-tag --parallel
    --durations --shuffle`,
  ),
  lists: new Set(),
};

/** Go takes every flag with one dash or two; read here with two. */
const GO: FlagTable = {
  short: {},
  valued:
    words(`--run --skip --tags --timeout --count --cpu --parallel --p --bench --benchtime --coverprofile --covermode --coverpkg
    --cpuprofile --memprofile --mod --modfile --exec --list --vet --shuffle --fuzz --fuzztime --ldflags --gcflags --asmflags
    --outputdir --o --overlay --pkgdir --trace --blockprofile --mutexprofile`),
  lists: new Set(),
};

const CARGO: FlagTable = {
  short: { "-p": "--package", "-F": "--features", "-j": "--jobs", "-r": "--release" },
  valued: words(`--package --exclude --bin --example --test --bench --features --jobs --profile --target --target-dir
    --message-format --color --config --manifest-path --lockfile-path`),
  lists: new Set(),
};

/** Properties (`-Dname=value`) carry their value themselves. */
const MAVEN: FlagTable = {
  short: {
    "-pl": "--projects",
    "-P": "--activate-profiles",
    "-s": "--settings",
    "-gs": "--global-settings",
    "-f": "--file",
    "-T": "--threads",
    "-t": "--toolchains",
    "-rf": "--resume-from",
    "-l": "--log-file",
  },
  valued: words(`--projects --activate-profiles --settings --global-settings --file --threads --toolchains --resume-from
    --log-file --color --builder --define`),
  lists: new Set(),
};

/** Properties (`-Dname=value`, `-Pname=value`) carry their value themselves. */
const GRADLE: FlagTable = {
  short: {
    "-q": "--quiet",
    "-w": "--warn",
    "-i": "--info",
    "-d": "--debug",
    "-s": "--stacktrace",
    "-S": "--full-stacktrace",
    "-m": "--dry-run",
    "-t": "--continuous",
    "-a": "--no-rebuild",
    "-U": "--refresh-dependencies",
    "-p": "--project-dir",
    "-b": "--build-file",
    "-c": "--settings-file",
    "-g": "--gradle-user-home",
    "-I": "--init-script",
    "-x": "--exclude-task",
    "-F": "--dependency-verification",
    "-M": "--write-verification-metadata",
  },
  valued:
    words(`--tests --project-dir --build-file --settings-file --gradle-user-home --init-script --exclude-task --console
    --include-build --max-workers --project-cache-dir --priority --warning-mode --dependency-verification
    --configuration-cache-problems --write-verification-metadata --update-locks`),
  lists: new Set(),
};

const TABLES: Partial<Record<RunnerName, FlagTable>> = {
  vitest: VITEST,
  jest: JEST,
  mocha: MOCHA,
  "node-test": NODE,
  playwright: PLAYWRIGHT,
  pytest: PYTEST,
  unittest: UNITTEST,
  django: DJANGO,
  "go-test": GO,
  "cargo-test": CARGO,
  maven: MAVEN,
  gradle: GRADLE,
};

export interface RunnerArgs {
  /** Flags, long where a long form is known, each with its value as `--flag=value` (Python's `-k` has it glued on). */
  readonly flags: readonly string[];
  readonly positionals: readonly string[];
}

/** Reads a runner's arguments. A flag that is not known is taken to have no value. */
export function splitRunnerArgs(runner: RunnerName, args: readonly string[]): RunnerArgs {
  const table = TABLES[runner];
  if (table === undefined) return { flags: [], positionals: args };
  const flags: string[] = [];
  const positionals: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    // What follows is the test programs' own, which `splitCargoArgs` tells apart.
    if (argument === "--")
      return { flags, positionals: [...positionals, ...args.slice(index + (table === CARGO ? 0 : 1))] };
    if (!argument.startsWith("-") || argument === "-") {
      positionals.push(argument);
      continue;
    }
    const equals = argument.indexOf("=");
    const written = equals === -1 ? argument : argument.slice(0, equals);
    const flag = table.short[written] ?? (table === GO ? written.replace(/^-(?=\w)/, "--") : written);
    const inline = equals === -1 ? null : argument.slice(equals + 1);
    if (inline !== null) flags.push(joined(flag, inline));
    else if (table.lists.has(flag)) {
      while (isValue(args[index + 1])) flags.push(joined(flag, args[(index += 1)] ?? ""));
    } else if (table.valued.has(flag) && args[index + 1] !== undefined && !(args[index + 1] ?? "").startsWith("--")) {
      flags.push(joined(flag, args[(index += 1)] ?? ""));
    } else flags.push(flag);
  }
  return { flags, positionals };
}

export interface CargoArgs {
  /** For cargo. */
  readonly flags: readonly string[];
  /** Parts of test names. */
  readonly filters: readonly string[];
  /** For the test programs, after `--`. */
  readonly after: readonly string[];
}

const LIBTEST_VALUED = /^--(?:test-threads|skip|shuffle-seed|format|logfile|color)$/;

/** Reads `cargo test [flags] [filter] [-- flags and filters]`. */
export function splitCargoArgs(args: readonly string[]): CargoArgs {
  const { flags, positionals } = splitRunnerArgs("cargo-test", args);
  const at = positionals.indexOf("--");
  const filters = at === -1 ? [...positionals] : positionals.slice(0, at);
  const rest = at === -1 ? [] : positionals.slice(at + 1);
  const after: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const argument = rest[index] ?? "";
    if (!argument.startsWith("-")) filters.push(argument);
    else if (LIBTEST_VALUED.test(argument)) after.push(`${argument}=${rest[(index += 1)] ?? ""}`);
    else after.push(argument);
  }
  return { flags, filters, after };
}

const isValue = (argument: string | undefined): boolean => argument !== undefined && !argument.startsWith("-");

/** Python's short options take their value glued on; everything else after an equals sign. */
function joined(flag: string, value: string): string {
  return /^-\w$/.test(flag) ? `${flag}${value}` : `${flag}=${value}`;
}

/** The long name of a flag as `splitRunnerArgs` writes it. */
export function flagName(flag: string): string {
  if (/^-\w/.test(flag)) return flag.slice(0, 2);
  return flag.split("=")[0] ?? flag;
}
