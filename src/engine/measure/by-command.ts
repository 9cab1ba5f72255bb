import { isIgnored, newlyIgnored, type Tried } from "../../core/measure/judge-mutation.ts";
import { silentReport } from "../../core/measure/configured-commands.ts";
import { createReportedPaths } from "../../core/measure/reported-paths.ts";
import type { ToolCommand } from "../../schema/check-settings.ts";
import type { FileCoverage } from "../../schema/coverage.ts";
import type { SuiteCoverage } from "../../schema/report.ts";
import type { ChangedSource } from "../../schema/source.ts";
import { changedLines } from "../../util/git/changed-lines.ts";
import { mergeCoverage } from "../../checks/readers/suite-coverage.ts";
import type { Measuring } from "./open.ts";

/** What the project's own commands say ran of a side; null: it names none. They stand for what its runners would measure. */
export async function coverageByCommands(
  { subject, unmuted, suites, layers, plan }: Measuring,
  side: "base" | "head",
): Promise<SuiteCoverage | null> {
  const { commands } = subject.config.checks;
  const tree = side === "base" ? subject.base : unmuted;
  const units = plan[side].map(({ directory, stack }) => ({ directory, stack }));
  const parts: SuiteCoverage[] = [];
  for (const command of commands) {
    if (command.check !== "coverage") continue;
    const asked = { command, timeout_seconds: subject.config.limits.suite_seconds };
    const { coverage, problem } = await suites.measureBy({ tree: tree.tree, layer: layers[side], plan: asked });
    const placeOf = createReportedPaths(tree.paths, command.directory);
    const files = (coverage?.files ?? []).flatMap((file): FileCoverage[] => {
      const path = placeOf(file.path);
      return path === null ? [] : [{ ...file, path }];
    });
    parts.push({ files, units, problem });
  }
  return parts.length === 0 ? null : { ...mergeCoverage(parts), units };
}

type Command = Extract<ToolCommand, { readonly check: "mutation" }>;

/** Its mutants of the changed lines: what it makes of the others is older than the change. */
export async function mutantsByCommand(
  { subject, suites, layers, unmuted }: Measuring,
  command: Command,
  files: readonly ChangedSource[],
): Promise<Tried> {
  const { seconds } = subject.config.checks.mutation_budget;
  const asked = { command, timeout_seconds: seconds };
  const over = { tree: unmuted.tree, layer: layers.head, plan: asked };
  const { mutation, problem, command: shown } = await suites.measureBy(over);
  if (mutation === null)
    return { problem: problem ?? { code: "TOOL_FAILED", message: `${command.name} said nothing` } };
  const paths = files.map(({ path }) => path);
  const lines = changedLines(subject.git, subject.base.tree, subject.head.tree, paths);
  const placeOf = createReportedPaths(unmuted.paths, command.directory);
  const mutants = mutation.mutants.flatMap((mutant) => {
    const path = placeOf(mutant.path);
    const isOfChange = (lines.get(path ?? "") ?? []).some((line) => line >= mutant.line && line <= mutant.end_line);
    return path === null || !isOfChange ? [] : [{ ...mutant, path }];
  });
  const made = { kind: "command", command: shown, mutants, leftOut: 0 } as const;
  if (mutants.length === 0) {
    const unknown = mutation.mutants.flatMap(({ path }) => (placeOf(path) === null ? [path] : []));
    const silent = silentReport(command, paths, { mutants: mutation.mutants.length, unknown });
    const isForeign = unknown.length > 0 && unknown.length === mutation.mutants.length;
    return isForeign ? { problem: { code: "EVIDENCE_EMPTY", message: silent } } : { ...made, newlyIgnored: [], silent };
  }
  if (!mutants.some(isIgnored)) return { ...made, newlyIgnored: [] };
  const before = await suites.measureBy({ tree: subject.base.tree, layer: layers.base, plan: asked });
  if (before.mutation === null) return { problem: unknownIgnored(before.problem) };
  return { ...made, newlyIgnored: newlyIgnored(mutants, before.mutation.mutants) };
}

type Problem = { readonly code: string; readonly message: string };

/** Mutants are ignored, and base cannot say whether that was agreed on. */
export const unknownIgnored = (problem: Problem | null): Problem => ({
  code: problem?.code ?? "TOOL_FAILED",
  message: `mutants of the change are ignored, and on base: ${problem?.message ?? "the tool said nothing"}`,
});
