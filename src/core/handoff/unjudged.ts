import type { CarriedAttempt, CarriedItem, CarriedTask } from "../../schema/carried.ts";
import type { Continuation } from "../../schema/bundle.ts";
import { isOfAnswer, isOfAttempt } from "../run/people/quarantine.ts";

/**
 * What an import takes of a bundle, which nobody signs: what was left to judge, and not what was said of it. A change that was
 * proven or reviewed elsewhere and is not committed is judged anew; approvals and waivers for it are never inherited
 * (security.md, Control files). `landed`: the branch here has the run's newest commit; else a person says yes to it first.
 */
export function unjudged(continuation: Continuation, { landed }: { readonly landed: boolean }): Continuation {
  const { run, standing, items } = continuation;
  const open = new Map(
    items.flatMap((item) =>
      item.kind === "task" && item.value.phase !== "committed" ? [[item.value.plan.task_id, item.value]] : [],
    ),
  );
  const undone = new Set(
    [...open.values()].flatMap(({ phase, plan }) => (phase === "validated" ? plan.feature_id : [])),
  );
  const isTaken = (item: CarriedItem): boolean =>
    item.kind === "waiver" ? !open.has(item.value.task_id) : !JUDGEMENTS.has(item.kind);
  const here = { landing: null, landed: landed ? standing.landed : null, land_approved: null, verified: null };
  return {
    ...continuation,
    // Nor does the branch's own configuration say yes in that person's place.
    run: landed ? run : { ...run, land: run.land === "auto" ? "manual" : run.land, land_configured: false },
    standing: { ...standing, ...here, ...(undone.size > 0 ? { status: "running" as const } : {}) },
    items: items.filter(isTaken).map((item): CarriedItem => {
      if (item.kind === "task") return { ...item, value: taskToJudge(item.value) };
      return item.kind === "feature" && undone.has(item.value.id)
        ? { ...item, value: { ...item.value, passes: false } }
        : item;
    }),
  };
}

/** Of attempts under way: where a change is judged anew, they are made anew. */
const JUDGEMENTS: ReadonlySet<CarriedItem["kind"]> = new Set(["approval", "evidence", "cycle"]);

const PAST_ANSWERED: ReadonlySet<CarriedAttempt["phase"]> = new Set([
  "implemented",
  "validating",
  "reviewing",
  "validated",
]);

function taskToJudge(task: CarriedTask): CarriedTask {
  const own = { ...attemptToJudge(task), ...(task.beside && { beside: task.beside.map(attemptToJudge) }) };
  if (task.closed !== null || !PAST_ANSWERED.has(task.phase)) return own;
  return { ...own, lifecycle: "in_progress", gate: "G1_in_progress", review: null, completed_at: null };
}

function attemptToJudge<T extends CarriedAttempt>(attempt: T): T {
  if (!PAST_ANSWERED.has(attempt.phase)) return attempt;
  const findings = attempt.findings.filter(({ code }) => isOfAnswer(code) || isOfAttempt(code));
  return { ...attempt, phase: "answered", envelope: "READY_FOR_QA", findings, blocked: null };
}
