import type { TurnFacts } from "../../../schema/turn-facts.ts";
import type { RunState, TaskState } from "../state.ts";

/** A task of the ledger as a governed turn sees it. */
export interface TaskTurn {
  readonly text: string;
  readonly facts: TurnFacts;
  /** For the commitment gate: what is to be done and how, and for the evaluation gate what came of it. */
  readonly work: { readonly description: string; readonly plan: unknown; readonly result: unknown };
}

/** What the user wants of a task, in the user's words, with the facts that outweigh them. */
export function turnOfTask(state: RunState, { plan, lifecycle, iterations, lost, candidate }: TaskState): TaskTurn {
  const steps = state.features[plan.feature_id]?.steps ?? [];
  return {
    text: [plan.goal, plan.context, ...steps.map((step) => `- ${step}`)].filter((line) => line !== "").join("\n"),
    facts: {
      task_id: plan.task_id,
      phase: PHASES[lifecycle],
      files: plan.files.filter((pattern) => pattern !== "**"),
      parts: steps.length,
      failures: iterations + lost,
      signal: null,
      single_agent: false,
    },
    work: { description: plan.goal, plan: plan.tdd_plan, result: candidate },
  };
}

const PHASES = {
  awaiting_planner: "planning",
  ready_for_execution: "implementation",
  in_progress: "implementation",
  awaiting_validation: "validation",
  validation: "validation",
  complete: "validation",
  remediation_needed: "implementation",
  escalation_required: "planning",
} as const satisfies Record<TaskState["lifecycle"], TurnFacts["phase"]>;
