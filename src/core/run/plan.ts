import { BatonError } from "../../errors.ts";
import { FeaturePlan, type RunEvent } from "../../schema/event.ts";
import type { Criterion, TaskPlan } from "../../schema/task.ts";
import type { SpecFeature } from "../spec/spec-feature.ts";
import type { RunState } from "./state.ts";

/** What a run's plan holds when it is changed: enough to give new ids and to refuse contradictions. */
export type Plan = Pick<RunState, "features" | "tasks">;

/** The argument of a criterion that is bound to the whole suite. */
export const EVERY_TEST = "every test";

/** A feature as the specification has it, with a way to verify each part of it. */
export function featureOf(spec: SpecFeature): FeaturePlan {
  const stated = [spec.steps, spec.acceptance].find((list) => list.length > 0) ?? [spec.description];
  return {
    id: spec.id,
    category: spec.category,
    description: spec.description,
    priority: spec.priority,
    steps: [...stated],
    test_command: spec.testCommand,
    verification_method: spec.verify,
    ...(spec.detail === "" ? {} : { detail: spec.detail }),
    ...(spec.acceptance.length === 0 ? {} : { acceptance: [...spec.acceptance] }),
    ...(spec.files.length === 0 ? {} : { files: [...spec.files] }),
    ...(spec.changes.length === 0 ? {} : { changes: [...spec.changes] }),
    ...(spec.dependsOn.length === 0 ? {} : { depends_on: [...spec.dependsOn] }),
  };
}

/** The first events of a run's plan: one task a feature, in the order of the specification. */
export function planFeatures(features: readonly FeaturePlan[]): RunEvent[] {
  return features.map((feature, at) => ({
    type: "feature_added",
    feature,
    task: taskFor(feature, taskId(at + 1)),
    reason: "the specification",
  }));
}

/** Adds a feature. Throws PLAN_INVALID. */
export function addFeature(plan: Plan, feature: FeaturePlan, reason: string): RunEvent {
  if (plan.features[feature.id] !== undefined)
    throw new BatonError("PLAN_INVALID", `feature ${feature.id} is there already`, {
      hint: `Change it with \`baton feature edit ${feature.id}\`.`,
    });
  const whole = checked(plan, feature);
  return { type: "feature_added", feature: whole, task: taskFor(whole, nextTaskId(plan)), reason };
}

/** Changes a feature; its proof is void, so it gets a new task. Throws PLAN_INVALID, FEATURE_UNKNOWN. */
export function editFeature(plan: Plan, id: string, change: Partial<FeaturePlan>, reason: string): RunEvent {
  const before = plan.features[id];
  if (before === undefined) throw new BatonError("FEATURE_UNKNOWN", `no feature ${id}`);
  const feature = checked(plan, { ...FeaturePlan.strip().parse(before), ...change, id });
  return { type: "feature_edited", feature, task: taskFor(feature, nextTaskId(plan)), reason };
}

/** A new task for a proven feature that broke (decisions.md, Tasks: `complete` is final). */
export function regress(plan: Plan, id: string, commit: string, reason: string): RunEvent {
  const before = plan.features[id];
  if (before === undefined) throw new BatonError("FEATURE_UNKNOWN", `no feature ${id}`);
  const feature = FeaturePlan.strip().parse(before);
  return { type: "feature_regressed", feature_id: id, commit, reason, task: taskFor(feature, nextTaskId(plan)) };
}

/** Splits a task into the given parts, each with a goal of its own. Throws PLAN_INVALID, TASK_UNKNOWN. */
export function splitTask(plan: Plan, id: string, goals: readonly string[], reason: string): RunEvent {
  const task = plan.tasks[id];
  if (task === undefined) throw new BatonError("TASK_UNKNOWN", `no task ${id}`);
  if (task.closed !== null || task.lifecycle === "complete" || task.phase === "working")
    throw new BatonError("PLAN_INVALID", `${id} cannot be split: it is ${task.closed ?? task.lifecycle}`);
  if (goals.length < 2) throw new BatonError("PLAN_INVALID", "a split needs two goals or more");
  const first = taskCount(plan) + 1;
  const into = goals.map((goal, at): TaskPlan => {
    const own = taskId(first + at);
    const before = at === 0 ? [] : [taskId(first + at - 1)];
    return { ...task.plan, task_id: own, goal: oneLine(goal), depends_on: [...task.plan.depends_on, ...before] };
  });
  return { type: "task_split", task_id: id, into, reason };
}

/** Dispatch without a planner (decisions.md): criteria from the feature's own words, each bound to its test. */
function taskFor(feature: FeaturePlan, id: string): TaskPlan {
  const test = feature.test_command ?? "the tests that the change adds";
  const check = feature.verification_method === "manual" ? "human" : "test";
  const bind = (criterion: string): Criterion => ({ criterion: oneLine(criterion), check, argument: test });
  return {
    task_id: id,
    feature_id: feature.id,
    goal: oneLine(feature.description),
    context: feature.detail ?? "",
    tdd_plan: {
      red: `Write a test that fails without the change (${test})`,
      green: "Make it pass with the smallest change",
      refactor: "Tidy up with every test green",
    },
    files: feature.files ?? ["**"],
    definition_of_done: [
      bind("The feature's test passes"),
      { criterion: "No test that was green on the base is lost", check: "test", argument: EVERY_TEST },
      ...(feature.acceptance ?? feature.steps).map(bind),
    ],
    depends_on: [],
  };
}

function checked(plan: Plan, feature: FeaturePlan): FeaturePlan {
  const parsed = FeaturePlan.safeParse(feature);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BatonError("PLAN_INVALID", `${feature.id}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  const needed = parsed.data.depends_on ?? [];
  const unknown = needed.filter((id) => plan.features[id] === undefined);
  if (unknown.length > 0)
    throw new BatonError(
      "PLAN_INVALID",
      `${feature.id} depends on ${unknown.join(", ")}, which the plan does not have`,
    );
  const cycle = needed.find((id) => reaches(plan, id, feature.id));
  if (cycle !== undefined)
    throw new BatonError("PLAN_INVALID", `${feature.id} and ${cycle} would depend on each other`);
  return parsed.data;
}

function reaches(plan: Plan, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (plan.features[from]?.depends_on ?? []).some((id) => reaches(plan, id, to, seen));
}

const taskCount = (plan: Plan): number => Object.keys(plan.tasks).length;
const taskId = (number: number): string => `T${String(number).padStart(3, "0")}`;
const nextTaskId = (plan: Plan): string => taskId(taskCount(plan) + 1);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
