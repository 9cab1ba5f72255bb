import { ctrfOf } from "../../../core/ctrf/results.ts";
import { RESULTS_FILE } from "../../../core/ctrf/of-run.ts";
import { oneLine } from "../../../core/text/one-line.ts";
import type { ProofData } from "../../../schema/proof.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import { packageVersion } from "../../../util/package-root.ts";
import { redactDeep } from "../../../util/redact.ts";
import type { ProveProgress } from "../../prove/subject.ts";
import type { Turn } from "../context.ts";
import type { Artifact } from "./evidence.ts";

export interface NamedRun {
  readonly step: ProveProgress["step"];
  readonly detail: string;
  readonly run: SuiteRun;
  /** When it was over. */
  readonly at?: Date;
}

/** The newest run of everything on head. */
export const greenOf = (runs: readonly NamedRun[]): NamedRun | undefined =>
  runs.findLast(({ step, detail }) => step === "R2" && detail === "");

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

/**
 * One run test by test, in the Common Test Report Format. Redacted here, text by text, and kept as bytes: cut in the middle it could
 * not be read any more.
 */
export function resultsArtifact(
  { redact, options }: Pick<Turn, "redact" | "options">,
  role: "executor" | "validator",
  shown: { readonly run: SuiteRun; readonly step: string; readonly commit: string; readonly at?: Date },
  proof: ProofData | null,
): Artifact {
  const report = ctrfOf({ at: options.now(), ...shown, tool: `proofbaton ${packageVersion()}` }, proof);
  return {
    role,
    kind: "harness",
    name: RESULTS_FILE,
    // On one line: a large suite has thousands of tests, and each attempt keeps them.
    content: Buffer.from(`${JSON.stringify(redactDeep(report, redact))}\n`.toWellFormed()),
    description: `Test by test: ${shown.step} (CTRF)`,
    mapping: "Evidence-Based Gates",
  };
}
