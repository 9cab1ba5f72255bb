import type { Check, CheckStatus, TddCycle, Verdict } from "../../schema/reports.ts";
import type { ProductionCriterion } from "../../schema/production.ts";
import type { GateKey } from "../../schema/task.ts";
import type { RunState, TaskState } from "../run/state.ts";
import { hasPassed, plannedTasks } from "./gates.ts";

export interface Criterion {
  readonly text: string;
  readonly met: boolean;
}

export interface Criteria {
  readonly entry: readonly Criterion[];
  readonly exit: readonly Criterion[];
}

/** Entry and exit of a gate, ticked from facts (design.md §5). What nobody measures here is not listed. */
export function criteriaOf(state: RunState, gate: GateKey): Criteria {
  const tasks = plannedTasks(state);
  switch (gate) {
    case "G0_planning":
      return planning(state, tasks);
    case "G1_implementation":
      return implementation(state, tasks);
    case "G2_validation":
      return validation(state, tasks);
    case "G3_production_ready":
      return {
        entry: [every(tasks, "G2 passed", (task) => hasPassed(task, 2))],
        exit: [
          {
            text: "Every feature passes again from a clean checkout of the final commit",
            met: state.verified !== null,
          },
          ...productionCriteria(state),
          { text: "Approved", met: isProductionOf(state) && state.production?.approvedBy != null },
        ],
      };
  }
}

const PRODUCTION: Readonly<Record<ProductionCriterion["name"], string>> = {
  hashes: "Every hash verifies",
  clean_tree: "The work tree is clean",
  ci: "Continuous integration holds",
  dependency_audit: "Dependencies are audited",
  documentation: "Documentation was touched",
  pre_deploy_checklist: "pre_deploy_checklist.md is recorded",
  rollback_plan: "rollback_plan.md is recorded",
};

const isProductionOf = ({ production, verified }: RunState): boolean =>
  production !== null && production.commit === verified;

/** As `gate check G3` found them last; before that, none holds. */
function productionCriteria(state: RunState): Criterion[] {
  const found = new Map(
    (isProductionOf(state) ? (state.production?.criteria ?? []) : []).map((one) => [one.name, one]),
  );
  return (Object.keys(PRODUCTION) as ProductionCriterion["name"][]).map((name) => {
    const status = found.get(name)?.status ?? "not_measured";
    const note = status === "waived" || status === "not_applicable" ? ` (${status.replace("_", " ")})` : "";
    return { text: `${PRODUCTION[name]}${note}`, met: status !== "fail" && status !== "not_measured" };
  });
}

const DONE_CRITERIA = 3;

function planning(state: RunState, tasks: readonly TaskState[]): Criteria {
  const planned = new Set(tasks.map(({ plan }) => plan.feature_id));
  const features = Object.keys(state.features).filter((id) => state.away[id] === undefined);
  const isOpen = state.status !== "complete" && state.status !== "closed_partial";
  return {
    entry: [
      { text: "Brief given", met: state.run.brief !== "" },
      { text: "Run open", met: isOpen },
    ],
    exit: [
      { text: "Every feature has a task with an id", met: features.every((id) => planned.has(id)) && tasks.length > 0 },
      every(tasks, "Goal and files named", ({ plan }) => plan.goal !== "" && plan.files.length > 0),
      every(
        tasks,
        `At least ${DONE_CRITERIA} measurable done-criteria`,
        ({ plan }) => plan.definition_of_done.length >= DONE_CRITERIA,
      ),
      every(tasks, "RED, GREEN and REFACTOR planned", ({ plan }) =>
        Object.values(plan.tdd_plan).every((part) => part !== ""),
      ),
    ],
  };
}

function implementation(state: RunState, tasks: readonly TaskState[]): Criteria {
  const cycles = newest(state.executor);
  const recorded = new Set(state.evidence.map(({ task_id, path }) => `${task_id} ${path.split("/").at(-1)}`));
  const cycleOf = ({ plan }: TaskState): TddCycle | undefined => cycles.get(plan.task_id);
  return {
    entry: [
      every(tasks, "G0 passed", (task) => hasPassed(task, 0)),
      { text: "Handoff addressed to the executor", met: state.handoffs.some(({ to }) => to === "executor") },
      { text: "Environment and baseline hold", met: state.turns > 0 },
    ],
    exit: [
      every(tasks, "RED and GREEN proven, no test of the base lost", (task) => hasPassed(task, 1)),
      every(tasks, "Definition of done met", (task) => {
        const criteria = cycleOf(task)?.definition_of_done ?? [];
        return hasPassed(task, 1) && criteria.every(({ met }) => met);
      }),
      ...["test_output_red.txt", "test_output_green.txt"].map((name) =>
        every(tasks, `${name} recorded`, ({ plan }) => recorded.has(`${plan.task_id} ${name}`)),
      ),
    ],
  };
}

function validation(state: RunState, tasks: readonly TaskState[]): Criteria {
  const statusOf = checkStatuses(state);
  return {
    entry: [
      every(tasks, "G1 passed", (task) => hasPassed(task, 1)),
      { text: "Handoff addressed to the validator", met: state.handoffs.some(({ to }) => to === "validator") },
    ],
    exit: [
      ...state.run.policy.checks.map((check) =>
        every(tasks, `Check ${check} passes`, (task) => isGood(statusOf(task, check))),
      ),
      every(tasks, "Verified from a clean checkout", (task) => hasPassed(task, 2)),
    ],
  };
}

/** What the newest verdict of a task says of a check; null before the first. */
export function checkStatuses(state: RunState): (task: TaskState, check: Check) => CheckStatus | null {
  const verdicts: ReadonlyMap<string, Verdict> = newest(state.validator);
  return ({ plan }, check) => verdicts.get(plan.task_id)?.verification_results[check]?.status ?? null;
}

/** "Not measured" is never a pass (design.md §5). */
export const isGood = (status: CheckStatus | null): boolean =>
  status === "pass" || status === "partial" || status === "not_applicable" || status === "waived";

function newest<T extends { readonly task_id: string }>(entries: readonly T[]): Map<string, T> {
  return new Map(entries.map((entry) => [entry.task_id, entry]));
}

function every(tasks: readonly TaskState[], text: string, holds: (task: TaskState) => boolean): Criterion {
  const met = tasks.filter(holds).length;
  return { text: `${text} (${met} of ${tasks.length} tasks)`, met: tasks.length > 0 && met === tasks.length };
}
