import { attemptsOf, statusOf } from "../../core/feature/feature-list.ts";
import { nextStep } from "../../core/feature/next-feature.ts";
import type { ProjectState } from "../../runs/project-files.ts";
import type { Feature } from "../../schema/feature-list.ts";

/** What `run` and `status` answer of a run: every feature, always, and the gates they come to. */
export function runData({ list, state }: ProjectState) {
  const step = nextStep(list);
  return {
    run_id: state.run_id,
    status: state.status,
    iteration: state.iteration,
    total_features: list.total_features,
    completed: list.completed,
    features: list.features.map((feature) => ({
      id: feature.id,
      description: feature.description,
      passes: feature.passes,
      status: statusOf(feature),
      attempts: attemptsOf(feature),
      test_command: feature.test_command,
      agent_notes: feature.agent_notes,
    })),
    gates: gatesOf(list.features),
    tasks: list.features.map((feature) => ({
      id: feature.id,
      status: lifecycleOf(feature),
      attempt: attemptsOf(feature),
      owner: feature.assigned_to,
    })),
    next: step.kind === "feature" ? step.feature.id : null,
  };
}

/** The words of design.md §4 for what the feature list says. */
function lifecycleOf(feature: Feature): string {
  const status = statusOf(feature);
  if (status === "completed") return "complete";
  if (status === "failed") return "escalation_required";
  if (status === "not_started") return "ready_for_execution";
  return attemptsOf(feature) > 0 ? "remediation_needed" : "in_progress";
}

type GateState = "not_started" | "in_progress" | "passed" | "failed";

/** A run's gate shows the least advanced of its tasks; planning is done when the spec became features. */
function gatesOf(
  features: readonly Feature[],
): Record<"G0_planning" | "G1_implementation" | "G2_validation" | "G3_production_ready", GateState> {
  const statuses = features.map(statusOf);
  const all = (wanted: string): boolean => statuses.every((status) => status === wanted);
  const work: GateState = all("completed")
    ? "passed"
    : all("not_started")
      ? "not_started"
      : statuses.includes("failed")
        ? "failed"
        : "in_progress";
  return { G0_planning: "passed", G1_implementation: work, G2_validation: work, G3_production_ready: "not_started" };
}
