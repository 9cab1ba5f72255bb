import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { RunReport } from "../../schema/report.ts";
import { readGoTestJson } from "./go-test-json.ts";
import { TEXT_LIMIT } from "./reading.ts";

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
      return { ...test, file, id: `${file}::${name}` };
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

interface Places {
  folderOf(packageName: string): string;
  /** Relative to the tree. */
  testFiles(packageName: string): string[];
  fileOf(packageName: string, test: string): string;
}

function createPlaces(tree: string, directory: string): Places {
  const module = /^module\s+"?([^\s"]+)/m.exec(textOf(join(tree, directory, "go.mod")))?.[1] ?? "";
  const known = new Map<string, { files: string[]; tests: Map<string, string> }>();
  const folderOf = (name: string): string =>
    posix.join(directory, name.startsWith(`${module}/`) ? name.slice(module.length + 1) : ".");
  const look = (name: string): { files: string[]; tests: Map<string, string> } => {
    const folder = folderOf(name);
    const files = namesIn(join(tree, folder)).map((file) => posix.join(folder, file));
    const tests = new Map<string, string>();
    for (const file of files) {
      for (const [, test = ""] of textOf(join(tree, file)).matchAll(
        /^func\s+((?:Test|Fuzz|Example)[\p{L}\p{N}_]*)\s*\(/gmu,
      ))
        if (!tests.has(test)) tests.set(test, file);
    }
    const found = { files, tests };
    known.set(name, found);
    return found;
  };
  const of = (name: string) => known.get(name) ?? look(name);
  return {
    folderOf,
    testFiles: (name) => of(name).files,
    fileOf: (name, test) => of(name).tests.get(test) ?? folderOf(name),
  };
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith("_test.go"))
      .toSorted();
  } catch {
    // A package that lies elsewhere (a replaced module) has no files here.
    return [];
  }
};

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
