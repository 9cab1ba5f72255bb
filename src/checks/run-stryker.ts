import { join } from "node:path";
import type { MutationRun, StrykerPlan } from "../schema/mutation-run.ts";
import { reportBytes, said } from "./readers/evidence.ts";
import { readPartOfMutationReport } from "./readers/mutation-report.ts";
import { createTreePaths } from "./readers/paths.ts";
import { startTool, type ToolRequest } from "./run-tool.ts";
import { strykerLaunch } from "./tools/stryker.ts";

export type StrykerRequest = Omit<ToolRequest, "plan"> & { readonly plan: StrykerPlan };

/**
 * Runs Stryker over changed lines of a tree in a slot; exit code and report must agree, else nothing was measured. Throws
 * ENVIRONMENT_FAILED, INTERRUPTED.
 */
export async function runStryker(request: StrykerRequest): Promise<MutationRun> {
  const { slot, plan } = request;
  const start = { name: "stryker", directory: plan.directory, timeoutMs: 1000 * plan.timeout_seconds };
  const started = await startTool(request, start, (place) => strykerLaunch(plan, place));
  const command = `stryker run --mutate ${plan.ranges.join(",")}`;
  const none = (code: string, message: string, durationMs = 0): MutationRun => ({
    command,
    mutation: null,
    problem: { code, message },
    durationMs,
  });
  if (started === null) return none("TOOL_MISSING", "stryker is not installed where the project would find it");
  const { end, code, stdout, stderr, durationMs } = started.result;
  const printed = said(`${stdout}\n${stderr}`.slice(-2000));
  if (end === "timeout") return none("MUTATION_BUDGET", `stryker took more than ${plan.timeout_seconds} s`, durationMs);
  if (end !== "exited" || code !== 0) return none("TOOL_FAILED", `it ended by ${end} ${code}: ${printed}`, durationMs);
  const bytes = reportBytes(started.report);
  const evidence = bytes.problem === null ? readPartOfMutationReport(bytes.value) : bytes;
  if (evidence.problem !== null) return none(evidence.problem.code, evidence.problem.message, durationMs);
  const within = createTreePaths(slot.tree);
  const mutants = evidence.value.mutants.flatMap((mutant) => {
    const path = within(join(slot.tree, plan.directory, mutant.path));
    return path === null ? [] : [{ ...mutant, path }];
  });
  const { version } = started.launch;
  return { command, ...(version === undefined ? {} : { version }), mutation: { mutants }, problem: null, durationMs };
}
