import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunReport } from "../../schema/report.ts";
import { jvmFiles, textOf, typesIn } from "./java-places.ts";
import { readReports } from "./ndjson.ts";
import { createTreePaths } from "./paths.ts";
import { TEXT_LIMIT } from "./reading.ts";

/** One run of `mvn test` over the module or reactor in `directory`. */
export interface MavenRun {
  readonly stdout: string;
  readonly reportDirectory: string;
  /** Absolute. */
  readonly tree: string;
  /** Relative to the tree. */
  readonly directory: string;
  /** Those that were asked for; null: all. */
  readonly files: readonly string[] | null;
}

const TESTS = /@(?:[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/;
const NO_REPORT = "no report was written";

/**
 * What our listener told of a run, with the files that tests really lie in. A module that could not be compiled told
 * nothing: that is an error of each of its files with tests.
 */
export function mavenSuiteReport(run: MavenRun): RunReport {
  const report = witnessed(run.stdout, placed(run, readReports(run.reportDirectory, run.tree)));
  const message = compilerError(run.stdout, run.tree);
  if (message === null) return report;
  const told = new Set(report.tests.map(({ file }) => file));
  const relative = createTreePaths(run.tree);
  const files = (run.files ?? jvmFiles(join(run.tree, run.directory)).flatMap((path) => relative(path) ?? [])).filter(
    (file) => !told.has(file) && TESTS.test(textOf(join(run.tree, file))),
  );
  const runErrors = report.runErrors.filter((error) => error.message !== NO_REPORT);
  return {
    complete: runErrors.every(({ name }) => name !== "ReportInvalid"),
    tests: report.tests,
    fileErrors: (files.length === 0 ? [join(run.directory, "pom.xml")] : files).map((file) => ({
      file,
      name: "NotCompiled",
      message,
    })),
    runErrors,
  };
}

/**
 * Maven and Surefire witness what the listener told: tests run where the code that they test could write its report and
 * end the process, and with it, where there is but one, Maven.
 */
function witnessed(stdout: string, report: RunReport): RunReport {
  const message = contradiction(stdout, report.tests.filter(({ status }) => status === "passed").length);
  if (message === null) return report;
  return { ...report, complete: false, runErrors: [...report.runErrors, { name: "ReportInvalid", message }] };
}

function contradiction(stdout: string, passed: number): string | null {
  if (!stdout.includes("Scanning for projects...")) return null; // It says less than it does by itself.
  if (!/BUILD (?:SUCCESS|FAILURE)/.test(stdout)) return "Maven was ended before its build was";
  if (!stdout.includes("Results:") || stdout.length > WHOLE_LENGTH) return null;
  const sums = [...stdout.matchAll(/Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: \d+(?!.*Time elapsed)/g)];
  const counted = sums.reduce((sum, [, count]) => sum + Number(count), 0);
  return passed > counted ? `${passed} tests are told as passed, Surefire ran ${counted}` : null;
}

/** Of longer output the middle was left out, and with it sums of modules. */
const WHOLE_LENGTH = 2 ** 21;

/** The first thing that the compiler said, its places relative to the tree; null where it had nothing to say. */
function compilerError(stdout: string, tree: string): string | null {
  const at = stdout.indexOf("COMPILATION ERROR");
  if (at === -1) return null;
  const lines = stdout.slice(at).split("\n");
  const errors = lines.filter((line) => /^\[ERROR\] .*:\[\d+/.test(line)).map((line) => line.slice("[ERROR] ".length));
  return [...new Set(errors.length === 0 ? lines : errors)].join("\n").replaceAll(`${tree}/`, "").slice(0, TEXT_LIMIT);
}

/** The listener knows classes: those that are not where Maven has them by itself are looked for by name. */
function placed(run: MavenRun, report: RunReport): RunReport {
  const missing = new Set(report.tests.map(({ file }) => file).filter((file) => !existsSync(join(run.tree, file))));
  if (missing.size === 0) return report;
  const relative = createTreePaths(run.tree);
  const owners = new Map<string, string>();
  for (const path of jvmFiles(join(run.tree, run.directory))) {
    const file = relative(path);
    if (file !== null) for (const name of typesIn(textOf(path))) owners.set(name, file);
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
