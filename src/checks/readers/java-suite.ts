import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunReport } from "../../schema/report.ts";
import type { FoundTest } from "./ids.ts";
import { jvmFiles, typesIn } from "./java-places.ts";
import { readReports } from "./ndjson.ts";
import { createTreePaths } from "./paths.ts";
import { TEXT_LIMIT } from "./reading.ts";
import { sourceText } from "./source-text.ts";

/** One run of a build tool's tests over what it builds in `directory`. */
export interface JavaRun {
  /** What the tool printed. */
  readonly output: string;
  readonly reportDirectory: string;
  /** Absolute. */
  readonly tree: string;
  /** Relative to the tree. */
  readonly directory: string;
  /** Those that were asked for; null: all. */
  readonly files: readonly string[] | null;
}

/** What a build tool printed that bears on what our listener told. */
export interface Witness {
  /** Why the report cannot be all of it, given how many tests are told to have passed; null: nothing speaks against it. */
  readonly contradiction: (passed: number) => string | null;
  /** Lines of the compiler; null where it had nothing to say. */
  readonly compilerLines: readonly string[] | null;
  /** Whether it started tests that failed once more: then what is told again is another try of the same test. */
  readonly isTriedAgain: boolean;
  /** Stands for what could not be compiled where no file with tests is known. */
  readonly buildFile: string;
}

/** Of longer output the middle was left out, and with it what was counted. */
export const WHOLE_LENGTH = 2 ** 21;

const TESTS =
  /@(?:[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b|\bextends\s+[\w.]*TestCase\b/;
const NO_REPORT = "no report was written";

/**
 * What our listener told of a run, with the files that tests really lie in. A module that could not be compiled told
 * nothing: that is an error of each of its files with tests. The tool witnesses the rest: tests run where the code that they
 * test could write its report and end the process, and with it, where there is but one, the tool.
 */
export function javaSuiteReport(run: JavaRun, witness: Witness): RunReport {
  const { contradiction, compilerLines, buildFile, isTriedAgain } = witness;
  const told = readReports(run.reportDirectory, run.tree, isTriedAgain ? withTries : undefined);
  const report = witnessed(placed(run, told), contradiction);
  if (compilerLines === null) return report;
  const ran = new Set(report.tests.map(({ file }) => file));
  const relative = createTreePaths(run.tree);
  const files = (run.files ?? jvmFiles(join(run.tree, run.directory)).flatMap((path) => relative(path) ?? [])).filter(
    (file) => !ran.has(file) && TESTS.test(sourceText(join(run.tree, file))),
  );
  const message = [...new Set(compilerLines)].join("\n").replaceAll(`${run.tree}/`, "").slice(0, TEXT_LIMIT);
  const runErrors = report.runErrors.filter((error) => error.message !== NO_REPORT);
  return {
    complete: runErrors.every(({ name }) => name !== "ReportInvalid"),
    tests: report.tests,
    fileErrors: (files.length === 0 ? [join(run.directory, buildFile)] : files).map((file) => ({
      file,
      name: "NotCompiled",
      message,
    })),
    runErrors,
  };
}

/** What a test came to at last, where it failed before, with how often it was tried. */
function withTries(found: readonly FoundTest[]): FoundTest[] {
  const tests = new Map<string, FoundTest[]>();
  for (const test of found) {
    const key = [test.file, ...test.path].join("\0");
    tests.set(key, [...(tests.get(key) ?? []), test]);
  }
  return [...tests.values()].flatMap((told) => {
    const last = told.at(-1);
    const isAgain = told.length > 1 && told.slice(0, -1).every(({ status }) => status === "failed");
    return !isAgain || last === undefined ? told : [{ ...last, tries: told.length }];
  });
}

function witnessed(report: RunReport, contradiction: Witness["contradiction"]): RunReport {
  const message = contradiction(report.tests.filter(({ status }) => status === "passed").length);
  if (message === null) return report;
  return { ...report, complete: false, runErrors: [...report.runErrors, { name: "ReportInvalid", message }] };
}

/** The listener knows classes: those that are not where builds have them by themselves are looked for by name. */
function placed(run: JavaRun, report: RunReport): RunReport {
  const missing = new Set(report.tests.map(({ file }) => file).filter((file) => !existsSync(join(run.tree, file))));
  if (missing.size === 0) return report;
  const relative = createTreePaths(run.tree);
  const owners = new Map<string, string>();
  for (const path of jvmFiles(join(run.tree, run.directory))) {
    const file = relative(path);
    if (file !== null) for (const name of typesIn(sourceText(path))) owners.set(name, file);
  }
  const ownerOf = (file: string): string => {
    const name = file.slice(file.lastIndexOf("src/test/java/") + "src/test/java/".length, -".java".length);
    return owners.get(name.replaceAll("/", ".")) ?? file;
  };
  return {
    ...report,
    tests: report.tests.map((test) => {
      if (!missing.has(test.file)) return test;
      const file = ownerOf(test.file);
      return { ...test, file, id: file + test.id.slice(test.file.length) };
    }),
  };
}
