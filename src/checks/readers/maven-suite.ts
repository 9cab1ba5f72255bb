import type { RunReport } from "../../schema/report.ts";
import { javaSuiteReport, WHOLE_LENGTH, type JavaRun } from "./java-suite.ts";

/** What was told of a run of `mvn test`, with Maven and Surefire as its witnesses. */
export function mavenSuiteReport(run: JavaRun): RunReport {
  const { output } = run;
  return javaSuiteReport(run, {
    contradiction: (passed) => contradiction(output, passed),
    compilerLines: compilerLines(output),
    isTriedAgain: RERUN.test(output) || /\bBUILD SUCCESS\b/.test(output),
    buildFile: "pom.xml",
  });
}

/** What Surefire says of a test that it ran again (`rerunFailingTestsCount`). */
const RERUN = /^\[\w+\]\s+Run \d+: /m;

function contradiction(output: string, passed: number): string | null {
  if (!output.includes("Scanning for projects...")) return null; // It says less than it does by itself.
  if (!/BUILD (?:SUCCESS|FAILURE)/.test(output)) return "Maven was ended before its build was";
  if (!output.includes("Results:") || output.length > WHOLE_LENGTH) return null;
  const sums = [...output.matchAll(/Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: \d+(?!.*Time elapsed)/g)];
  const counted = sums.reduce((sum, [, count]) => sum + Number(count), 0);
  return passed > counted ? `${passed} tests are told as passed, Surefire ran ${counted}` : null;
}

function compilerLines(output: string): string[] | null {
  const at = output.indexOf("COMPILATION ERROR");
  if (at === -1) return null;
  const lines = output.slice(at).split("\n");
  const errors = lines.filter((line) => /^\[ERROR\] .*:\[\d+/.test(line)).map((line) => line.slice("[ERROR] ".length));
  return errors.length === 0 ? lines : errors;
}
