import type { SuiteRun } from "../../schema/report.ts";
import type { ProveProgress } from "../prove/subject.ts";
import { oneLine } from "../../core/text/one-line.ts";

export interface NamedRun {
  readonly step: ProveProgress["step"];
  readonly detail: string;
  readonly run: SuiteRun;
  /** When it was over. */
  readonly at?: Date;
}

/** The runs of one step as a text to read: each command with its exit code, its output, and what each test came to. */
export function renderRuns(title: string, runs: readonly NamedRun[]): string {
  const parts = runs.map(({ step, detail, run }) => {
    const units = run.units.map(
      ({ command, directory, end, code, output }) =>
        `$ ${command}\n(in ${directory === "" ? "." : directory}, ${end}${code === null ? "" : ` ${code}`})\n${output.trimEnd()}`,
    );
    const tests = run.report.tests.map(
      ({ id, status, failure }) =>
        `${status.padEnd(7)} ${id}${failure === undefined ? "" : `\n        ${failure.kind} ${failure.name}: ${shortened(failure.message)}`}`,
    );
    const errors = run.report.fileErrors.map(({ file, message }) => `error   ${file}: ${shortened(message)}`);
    const heading = `## ${step}${detail === "" ? "" : ` (${detail})`} · tree ${run.tree}`;
    return [heading, ...units, "", ...tests, ...errors].join("\n");
  });
  return `${[`# ${title}`, ...parts].join("\n\n")}\n`;
}

const shortened = (text: string): string => oneLine(text).slice(0, 500);
