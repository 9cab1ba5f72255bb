import { posix } from "node:path";
import type { PathRole } from "../../core/proof/paths.ts";

interface Files {
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
}

/** What a runner's configuration is told to load before tests, and what it is told to load in its own place. */
const SETUP = "setupFiles|setupFilesAfterEnv|globalSetup|globalTeardown";
const MACHINERY =
  "testEnvironment|environment|transform|resolver|runner|testRunner|reporters?|snapshotSerializers|testResultsProcessor|testSequencer|sequencer|require|import|loader|file";
const FLAG =
  /(?:--(?:import|require|loader|experimental-loader|file|setup-files|config)|(?<=\s)-r)[\s=]+["']?([\w@./-]+)/g;
const PATHS = /(?:<rootDir>\/|\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*/g;
const IMPORTS = /(?:from|import|require\()\s*["'](\.{1,2}\/[^"']+)["']/g;
const ENDINGS = ["", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts"];

/**
 * Files that base's configuration of a runner, or a test script, names, wherever they lie: a setup file goes with the tests,
 * a transformer or a loader with the configuration. Such a file can put anything in the code's place.
 */
export function runnerFiles(
  tree: Files,
  roleOf: (path: string) => PathRole,
): ReadonlyMap<string, "test" | "test_config"> {
  const found = new Map<string, "test" | "test_config">();
  const add = (from: string, specifier: string, role: "test" | "test_config"): void => {
    const path = resolved(tree, posix.dirname(from), specifier.replace(/^<rootDir>\//, "./"));
    if (path !== null && !found.has(path)) found.set(path, role);
  };
  for (const path of tree.paths) {
    const isManifest = /(?:^|\/)package\.json$/.test(path);
    if (!isManifest && roleOf(path) !== "test_config") continue;
    const text = tree.read(path) ?? "";
    const { scripts, configuration } = isManifest ? manifestOf(text) : { scripts: "", configuration: text };
    for (const [, name = ""] of scripts.matchAll(FLAG)) add(path, name, "test_config");
    for (const name of namedAfter(SETUP, text)) add(path, name, "test");
    for (const name of namedAfter(MACHINERY, configuration)) add(path, name, "test_config");
    for (const [, name = ""] of isManifest ? [] : text.matchAll(IMPORTS)) {
      if (!/(?:^|\/)(?:src|lib)\//.test(name)) add(path, name, "test_config");
    }
  }
  return found;
}

const RUNS_TESTS = /--test\b|(?:^|[\s/])(?:mocha|jest|vitest|playwright|ava|tape?|jasmine|uvu|c8|nyc)\b/;

/** What of a manifest is about tests: an application is started with a loader of its own, and `import` is an export's, too. */
function manifestOf(text: string): { readonly scripts: string; readonly configuration: string } {
  try {
    const { jest, mocha, scripts } = JSON.parse(text) as Record<string, unknown>;
    const commands = Object.entries((scripts ?? {}) as Record<string, unknown>).flatMap(([name, command]) =>
      typeof command === "string" && (/^(?:pre|post)?test/.test(name) || RUNS_TESTS.test(command)) ? [command] : [],
    );
    return { scripts: commands.join("\n"), configuration: JSON.stringify([jest ?? null, mocha ?? null]) };
  } catch {
    return { scripts: "", configuration: "" };
  }
}

function namedAfter(keys: string, text: string): string[] {
  const value = new RegExp(
    `\\b(?:${keys})["']?\\s*:\\s*(\\[[\\s\\S]*?\\]|\\{[\\s\\S]*?\\}|(?:\\s*\\n\\s*-[^\\n]*)+|["'\`][^"'\`\\n]*|[^\\n,]*)`,
    "g",
  );
  return [...text.matchAll(value)].flatMap(([, names = ""]) => names.match(PATHS) ?? []);
}

function resolved(tree: Files, folder: string, specifier: string): string | null {
  const target = posix.normalize(posix.join(folder, specifier));
  return (
    ENDINGS.map((ending) => target + ending).find((path) => tree.paths.has(path) && /\.[cm]?[jt]s$/.test(path)) ?? null
  );
}
