import { BatonError } from "../../../errors.ts";
import type { RunEvent } from "../../../schema/event.ts";
import type { ProductionCriterion } from "../../../schema/production.ts";
import type { Check } from "../../../schema/reports.ts";
import { CHECKS } from "../../../schema/words.ts";
import { requireOther } from "./review.ts";
import { requireTask, waiverOf, type RunState } from "../state.ts";

/** RED, GREEN and the tests themselves are what a proof is: nobody lets a task pass without them. */
const PROOF: ReadonlySet<Check> = new Set(["tdd_compliance", "tests", "command_rerun"]);
export const WAIVABLE: readonly Check[] = CHECKS.filter((check) => !PROOF.has(check));

export interface WaiverRequest {
  readonly taskId: string;
  readonly check: string;
  /** Who waives it, as it will stand in every report. */
  readonly by: string;
  readonly reason: string;
}

/**
 * Lets a task pass without a check, by name and with a reason. Throws TASK_UNKNOWN, WAIVER_UNKNOWN, and
 * the guard APPROVER_IS_AUTHOR: nobody waives a check of work of their own.
 */
export function waive(state: RunState, { taskId, check, by, reason }: WaiverRequest): RunEvent[] {
  if (taskId === "G3") return waiveProduction(state, check, by, reason);
  const task = requireTask(state, taskId);
  const known = WAIVABLE.find((one) => one === check);
  if (known === undefined)
    throw new BatonError(
      "WAIVER_UNKNOWN",
      `${JSON.stringify(check)} cannot be waived; these can: ${WAIVABLE.join(", ")}`,
    );
  if (!state.run.policy.checks.includes(known))
    throw new BatonError("WAIVER_UNKNOWN", `${known} is not asked of this run, so there is nothing to waive`);
  if (task.lifecycle === "complete")
    throw new BatonError("WAIVER_UNKNOWN", `${taskId} is complete: there is nothing to waive`);
  const standing = waiverOf(state, taskId, known);
  if (standing?.by === by && standing.reason === reason) return [];
  return [{ type: "check_waived", task_id: taskId, check: known, by, reason }];
}

/** What a release may go without, in somebody's name. Hashes and a clean tree are never waived. */
export const RELEASE: readonly ProductionCriterion["name"][] = ["ci", "dependency_audit", "documentation"];

function waiveProduction(state: RunState, name: string, by: string, reason: string): RunEvent[] {
  const criterion = RELEASE.find((one) => one === name);
  if (criterion === undefined)
    throw new BatonError(
      "WAIVER_UNKNOWN",
      `${JSON.stringify(name)} of G3 cannot be waived; these can: ${RELEASE.join(", ")}`,
    );
  requireOther(state, Object.values(state.tasks), by);
  const again = state.productionWaivers.some(
    (one) => one.criterion === criterion && one.by === by && one.reason === reason,
  );
  return again ? [] : [{ type: "production_waived", criterion, by, reason }];
}
