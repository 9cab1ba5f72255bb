import type { ReportedFinding } from "../../../schema/event.ts";
import { attemptsOf } from "../beside.ts";
import { waiverOf, type RunState, type TaskState } from "../state.ts";

/** Findings that no RED was shown: a yes to one stands in its place, so it is a waiver, with a name and a reason. */
const OF_RED: ReadonlySet<string> = new Set(["ALREADY_PASSING", "RED_MISSING"]);
export const waivesRed = ({ code }: { readonly code: string }): boolean => OF_RED.has(code);

/** What a person said yes to in the place of RED; undefined: RED was shown, or nothing was proven. */
export const withoutRed = (findings: readonly ReportedFinding[]): ReportedFinding | undefined =>
  findings.find((finding) => finding.severity === "info" && finding.approval !== undefined && waivesRed(finding));

/** A yes as it is given: it is a waiver where it is one to missing RED. Answers whether it is. */
export function waiveRed(
  state: RunState,
  { approval, task_id: id, by, comment }: { approval: string; task_id: string | null; by: string; comment: string },
  at: string,
): boolean {
  const task = id === null ? undefined : state.tasks[id];
  const asked = task === undefined ? [] : attemptsOf(task).flatMap(({ findings }) => findings);
  if (id === null || !asked.some((finding) => finding.approval === approval && waivesRed(finding))) return false;
  state.waivers.push({ at, task_id: id, check: "tdd_compliance", by, reason: comment });
  return true;
}

/**
 * A judgement without RED as it is made. The yes may have been given for an earlier task of the feature that showed the very same, or
 * before the run came here.
 */
export function carryRedWaiver(state: RunState, { plan, findings }: TaskState, at: string): void {
  const { task_id: id, feature_id: featureId } = plan;
  const accepted = withoutRed(findings);
  if (accepted === undefined || waiverOf(state, id, "tdd_compliance") !== null) return;
  const earlier = state.waivers.findLast(
    ({ check, task_id: other }) => check === "tdd_compliance" && state.tasks[other]?.plan.feature_id === featureId,
  );
  const by = earlier?.by ?? state.approvers[accepted.approval ?? ""] ?? "a person";
  state.waivers.push({ at, task_id: id, check: "tdd_compliance", by, reason: earlier?.reason ?? "" });
}

/** How a task that holds at G1 was proven, in words. */
export function provenWords(state: RunState, { plan, findings }: TaskState): string {
  if (state.features[plan.feature_id]?.verification_method === "manual") return "verified by a person";
  if (withoutRed(findings) === undefined) return "RED and GREEN proven";
  return `GREEN proven, RED waived by ${waiverOf(state, plan.task_id, "tdd_compliance")?.by ?? "a person"}`;
}
