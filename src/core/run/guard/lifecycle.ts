import type { Feature } from "../../../schema/feature-list.ts";
import type { Lifecycle } from "../../../schema/task.ts";
import type { LedgerWord } from "../../../schema/words.ts";
import type { FeatureStatus } from "../../feature/feature-list.ts";
import { tasksOf, type RunState, type TaskState } from "../state.ts";

/** The task lifecycle: these edges and no others (decisions.md, Tasks, status, lanes). `complete` is final. */
export const EDGES: Readonly<Record<Lifecycle, readonly Lifecycle[]>> = {
  awaiting_planner: ["ready_for_execution", "escalation_required"],
  ready_for_execution: ["in_progress", "awaiting_planner"],
  in_progress: ["awaiting_validation", "remediation_needed"],
  awaiting_validation: ["validation", "in_progress"],
  validation: ["complete", "remediation_needed"],
  remediation_needed: ["in_progress", "escalation_required"],
  escalation_required: ["in_progress", "awaiting_planner"],
  complete: [],
};

export function canMove(from: Lifecycle, to: Lifecycle): boolean {
  return EDGES[from].includes(to);
}

/** The words of one task in the four vocabularies (design.md §4): they can never contradict each other (ONE-04). */
export interface StatusWords {
  readonly lifecycle: Lifecycle;
  readonly gate: string;
  readonly envelope: string | null;
  readonly ledger: LedgerWord;
  readonly feature: FeatureStatus;
}

const LEDGER = {
  awaiting_planner: "pending",
  ready_for_execution: "ready",
  in_progress: "in_progress",
  awaiting_validation: "in_progress",
  validation: "in_progress",
  complete: "done",
  remediation_needed: "ready",
  escalation_required: "blocked",
} as const;

const FEATURE = {
  awaiting_planner: "not_started",
  ready_for_execution: "not_started",
  in_progress: "in_progress",
  awaiting_validation: "in_progress",
  validation: "in_progress",
  complete: "completed",
  remediation_needed: "in_progress",
  escalation_required: "failed",
} as const;

/** What a lost attempt left, or a person gave guidance to, is free for the next attempt: nobody works on it. */
const isFree = ({ lifecycle, phase, guided }: TaskState): boolean =>
  phase === "idle" && (lifecycle === "in_progress" || (lifecycle === "escalation_required" && guided));

export function wordsOf(task: TaskState): StatusWords {
  const { lifecycle } = task;
  const blocked = task.blocked !== null;
  return {
    lifecycle,
    gate: task.gate,
    envelope: blocked ? "BLOCKED" : task.envelope,
    ledger: blocked && lifecycle !== "complete" ? "blocked" : isFree(task) ? "ready" : LEDGER[lifecycle],
    feature: FEATURE[lifecycle],
  };
}

/** What a feature has come to: the word of its tasks, where one that failed or is under way speaks for all. */
export function featureStatus(state: RunState, { id, passes }: Pick<Feature, "id" | "passes">): FeatureStatus {
  if (passes) return "completed";
  const words = tasksOf(state, id).map((task) => wordsOf(task).feature);
  if (words.includes("failed")) return "failed";
  return words.every((word) => word === "not_started") ? "not_started" : "in_progress";
}
