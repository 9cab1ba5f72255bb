import type { RunReport } from "../../schema/report.ts";
import { javaSuiteReport, WHOLE_LENGTH, type JavaRun } from "./java-suite.ts";

/** What was told of a run of Gradle's tests, with Gradle as its witness; `name` begins what our init script printed. */
export function gradleSuiteReport(run: JavaRun, name: string): RunReport {
  return javaSuiteReport(run, {
    contradiction: (passed) => contradiction(run.output, name, passed),
    compilerLines: compilerLines(run.output),
    // Its plugin for it says nothing; but a build whose tests failed at last does not succeed.
    isTriedAgain: /^BUILD SUCCESSFUL\b/m.test(run.output),
    buildFile: "build.gradle",
  });
}

function contradiction(output: string, name: string, passed: number): string | null {
  if (!/^BUILD (?:SUCCESSFUL|FAILED)\b/m.test(output)) return "Gradle was ended before its build was";
  if (output.length > WHOLE_LENGTH) return null;
  const counts = [...output.matchAll(new RegExp(`^${name} \\S+ passed (\\d+)$`, "gm"))].map(([, count]) =>
    Number(count),
  );
  const counted = counts.reduce((sum, count) => sum + count, 0);
  return passed > counted ? `${passed} tests are told as passed, Gradle counted ${counted}` : null;
}

/** Of Java, of Kotlin, of Groovy. */
const ERROR = /^(?:.+\.java:\d+: error: |e: |.+\.groovy: \d+: )/;

function compilerLines(output: string): string[] | null {
  if (!/Execution failed for task '(?:\S*:)?compile\w*'/.test(output)) return null;
  const lines = output.split("\n");
  const errors = lines.filter((line) => ERROR.test(line));
  return errors.length === 0 ? lines.slice(-CLOSING_LINES) : errors;
}

/** What Gradle says at the end, where no compiler is known to have spoken. */
const CLOSING_LINES = 40;
