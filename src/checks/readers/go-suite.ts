import { readdirSync } from "node:fs";
import { join, posix } from "node:path";
import type { RunReport, TestResult } from "../../schema/report.ts";
import { createReported } from "./go-reported.ts";
import { readGoTestJson } from "./go-test-json.ts";
import { TEXT_LIMIT } from "./reading.ts";
import { sourceText } from "./source-text.ts";

/** How Go before 1.24 tells on its stream, in plain words, that a package could not be built. */
const NOT_BUILT = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/;

/**
 * What `go test -json` told of a module in `directory`, with files in place of packages: Go names only the package of a test.
 * A package that could not be built is an error of each of its test files.
 */
export function goSuiteReport(
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  tree: string,
  directory: string,
): RunReport {
  const lines = stdout.split("\n").flatMap((line) => {
    const name = NOT_BUILT.exec(line)?.[1];
    return name === undefined ? [line] : [JSON.stringify({ Action: "fail", Package: name, Output: "" })];
  });
  const { report } = readGoTestJson(Buffer.from(lines.filter((line) => line.trim() !== "FAIL").join("\n")));
  const places = createPlaces(tree, directory);
  return {
    ...report,
    tests: report.tests.map((test) => {
      const name = test.id.slice(test.file.length + 2);
      const file = places.fileOf(test.file, name.split(" > ")[0] ?? name);
      return { ...test, ...failureOf(test, places), file, id: `${file}::${name}` };
    }),
    fileErrors: report.fileErrors.flatMap(({ file, name, message }) => {
      const files = places.testFiles(file);
      const told = message.trim() === "" ? stderr.slice(0, TEXT_LIMIT) : message;
      return (files.length === 0 ? [places.folderOf(file)] : files).map((path) => ({
        file: path,
        name,
        message: told,
      }));
    }),
  };
}

/** A panic after a failure that the test had reported does not take it back. */
function failureOf({ file, failure }: TestResult, places: Places): Pick<TestResult, "failure"> {
  if (failure?.kind !== "error" || !places.hadReported(file, failure.message)) return {};
  return { failure: { ...failure, kind: "assertion" } };
}

interface Places {
  folderOf(packageName: string): string;
  /** Relative to the tree. */
  testFiles(packageName: string): string[];
  fileOf(packageName: string, test: string): string;
  /** Whether a test had reported a failure before it panicked, by what it printed. */
  hadReported(packageName: string, output: string): boolean;
}

interface Package {
  readonly files: string[];
  readonly tests: ReadonlyMap<string, string>;
  readonly hadReported: (output: string) => boolean;
}

function createPlaces(tree: string, directory: string): Places {
  const module = /^module\s+"?([^\s"]+)/m.exec(sourceText(join(tree, directory, "go.mod")))?.[1] ?? "";
  const known = new Map<string, Package>();
  const folderOf = (name: string): string =>
    posix.join(directory, name.startsWith(`${module}/`) ? name.slice(module.length + 1) : ".");
  const textsOf = (name: string, ending: string): Map<string, string> => {
    const folder = join(tree, folderOf(name));
    return new Map(namesIn(folder, ending).map((file) => [file, sourceText(join(folder, file))]));
  };
  /** Of packages of the module that test files import, what helps tests. */
  const helping = (texts: ReadonlyMap<string, string>): string[] => {
    const named = [...texts.values()].flatMap((text) => [...text.matchAll(/"([^"\s]+)"/g)].map(([, one = ""]) => one));
    const own = new Set(named.filter((one) => module !== "" && one.startsWith(`${module}/`)));
    return [...own].flatMap((one) => [...textsOf(one, ".go").values()]).filter((text) => text.includes('"testing"'));
  };
  const look = (name: string): Package => {
    const folder = folderOf(name);
    const texts = textsOf(name, "_test.go");
    const tests = new Map<string, string>();
    for (const [file, text] of texts) {
      for (const [, test = ""] of text.matchAll(/^func\s+((?:Test|Fuzz|Example)[\p{L}\p{N}_]*)\s*\(/gmu))
        if (!tests.has(test)) tests.set(test, posix.join(folder, file));
    }
    const files = [...texts.keys()].map((file) => posix.join(folder, file));
    const found = { files, tests, hadReported: createReported(texts, helping(texts)) };
    known.set(name, found);
    return found;
  };
  const of = (name: string) => known.get(name) ?? look(name);
  return {
    folderOf,
    testFiles: (name) => of(name).files,
    fileOf: (name, test) => of(name).tests.get(test) ?? folderOf(name),
    hadReported: (name, output) => of(name).hadReported(output),
  };
}

const namesIn = (folder: string, ending: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .toSorted();
  } catch {
    // A package that lies elsewhere (a replaced module) has no files here.
    return [];
  }
};
