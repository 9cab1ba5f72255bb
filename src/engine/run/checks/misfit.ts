import { toolMisfit } from "../../../core/feature/verification-tool.ts";
import type { TaskState } from "../../../core/run/state.ts";
import type { Finding } from "../../../errors.ts";
import type { ProofData } from "../../../schema/proof.ts";
import type { Turn } from "../context.ts";
import { sourcesOf, withHelpers } from "../../prove/test-texts.ts";
import { openCommit } from "../open-commit.ts";

/** Whether what ran the feature's tests fits how it is to be verified (TAH-16). */
export function misfitOf({ project, journal }: Turn, task: TaskState, proof: ProofData): Finding[] {
  const feature = journal.state.features[task.plan.feature_id];
  const [unit] = proof.units;
  if (feature === undefined || unit === undefined || task.candidate === null) return [];
  const tree = openCommit(project.git, task.candidate);
  const tests = withHelpers(tree, sourcesOf(tree, proof.runs.R2?.sets["selected"] ?? [])).map(({ text }) => text);
  const why = toolMisfit(feature.verification_method, {
    runner: unit.runner,
    command: feature.test_command ?? unit.command,
    tests,
  });
  return why === null ? [] : [{ code: "TOOL_MISFIT", severity: "error", message: `${feature.id}: ${why}` }];
}
