import { BatonError } from "../../errors.ts";
import { type RunEvent } from "../../schema/event.ts";
import { FeaturePlan } from "../../schema/plan-events.ts";
import type { Criterion, TaskPlan } from "../../schema/task.ts";
import type { SpecFeature } from "../spec/spec-feature.ts";
import { parsePattern } from "../pattern/pattern.ts";
import { bindingOf } from "../spec/criterion.ts";
import { slugOf } from "../spec/title.ts";
import { assignedFiles } from "./named-tests.ts";
import { taskId } from "./names.ts";
import { requireFeature, type RunState } from "./state.ts";
import { oneLine } from "../text/one-line.ts";

/** What a run's plan holds when it is changed: enough to give new ids and to refuse contradictions. */
export type Plan = Pick<RunState, "features" | "tasks">;

/** What a person says of a feature; what is left out keeps its value, or its default in a new one. An empty list clears. */
export type FeatureChange = Partial<Omit<FeaturePlan, "id">>;

/** The argument of a criterion that is bound to the whole suite. */
export const EVERY_TEST = "every test";

/** The criterion that is about all of a feature's tests. */
export const FEATURE_TEST = "The feature's test passes";

/** A feature as the specification has it, with a way to verify each part of it. */
export function featureOf(spec: SpecFeature): FeaturePlan {
  const stated = [spec.steps, spec.acceptance].find((list) => list.length > 0) ?? [spec.description];
  return withoutEmpty({
    id: spec.id,
    category: spec.category,
    description: spec.description,
    priority: spec.priority,
    steps: [...stated],
    test_command: spec.testCommand,
    verification_method: spec.verify,
    detail: spec.detail,
    acceptance: [...spec.acceptance],
    files: [...spec.files],
    shared_files: [...spec.sharedFiles],
    changes: [...spec.changes],
    depends_on: [...spec.dependsOn],
    ...(spec.timeoutSeconds === null ? {} : { timeout_seconds: spec.timeoutSeconds }),
    ...(spec.heartbeatSeconds === null ? {} : { heartbeat_interval_seconds: spec.heartbeatSeconds }),
  });
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

/** Adds a feature; without an id it gets the next number. Throws PLAN_INVALID. */
export function addFeature(
  plan: Plan,
  id: string | null,
  said: FeatureChange & { readonly description: string },
  reason: string,
): RunEvent {
  const own = id ?? newFeatureId(plan, said.description);
  if (!FEATURE_ID.test(own))
    throw new BatonError("PLAN_INVALID", `${JSON.stringify(own)} is no id`, {
      hint: "Use letters, digits, _ and -, such as feat_012_log_in; without --id one is given.",
    });
  if (plan.features[own] !== undefined)
    throw new BatonError("PLAN_INVALID", `feature ${own} is there already`, {
      hint: `Change it with \`baton feature edit ${own}\`.`,
    });
  const stated = [said.steps, said.acceptance].find((list) => list !== undefined && list.length > 0);
  const feature = checked(plan, {
    category: "functional",
    priority: "medium",
    test_command: null,
    verification_method: "automated",
    ...said,
    steps: stated ?? [said.description],
    id: own,
  });
  return { type: "feature_added", feature, task: taskFor(feature, nextTaskId(plan)), reason };
}

/** Changes a feature. Throws FEATURE_UNKNOWN, PLAN_INVALID when nothing would change. */
export function editFeature(plan: Plan, id: string, change: FeatureChange, reason: string): RunEvent {
  const before = planOf(plan, id);
  const feature = checked(plan, { ...before, ...change, id });
  const changed = changesOf(before, feature);
  if (changed.length === 0)
    throw new BatonError("PLAN_INVALID", `nothing of ${id} would change`, {
      hint: `See what it says: baton feature list; what can be changed: baton feature edit --help`,
    });
  const task = voidsProof(plan, id, changed) ? taskFor(feature, nextTaskId(plan)) : null;
  return { type: "feature_edited", feature, task, reason };
}

/** Whether a change takes away what a proof stands on. Other files are a new task, as long as there is no proof yet. */
export function voidsProof(plan: Plan, id: string, changed: readonly (keyof FeaturePlan)[]): boolean {
  const isPassing = plan.features[id]?.passes === true;
  return changed.some((field) => PROVEN_BY.has(field) || (LOCKED.has(field) && !isPassing));
}

/** A new task for a proven feature that broke (decisions.md, Tasks: `complete` is final). */
export function regress(plan: Plan, id: string, commit: string, reason: string): RunEvent {
  const feature = planOf(plan, id);
  return { type: "feature_regressed", feature_id: id, commit, reason, task: taskFor(feature, nextTaskId(plan)) };
}

/** The fields in which two versions of a feature differ. */
export function changesOf(before: FeaturePlan, after: FeaturePlan): (keyof FeaturePlan)[] {
  const [one, other] = [withoutEmpty(before), withoutEmpty(after)];
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof FeaturePlan)[];
  return fields.filter((field) => field !== "id" && JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

/** A feature without what was measured of it, as it is: an old run may have one that no edit would give. Throws FEATURE_UNKNOWN. */
export function planOf(plan: Plan, id: string): FeaturePlan {
  const feature = requireFeature(plan, id);
  const fields = Object.entries(feature).filter(([field]) => field in FeaturePlan.shape);
  return Object.fromEntries(fields) as unknown as FeaturePlan;
}

/** `feat_<next number>_<words of the description>`: numbers are never given twice. */
export function newFeatureId(plan: Plan, description: string): string {
  const numbers = Object.keys(plan.features).map((id) => Number(/^feat_(\d{1,6})_/.exec(id)?.[1] ?? 0));
  return `feat_${String(Math.max(0, ...numbers) + 1).padStart(3, "0")}_${slugOf(description)}`;
}

const FEATURE_ID = /^[A-Za-z0-9][\w-]{0,79}$/;

/** What a proof stands on (decisions.md, Changing the plan: description, test or criterion). */
const PROVEN_BY: ReadonlySet<keyof FeaturePlan> = new Set([
  "description",
  "detail",
  "steps",
  "acceptance",
  "test_command",
  "verification_method",
  "changes",
] as const);

/** What an attempt's locks are made of. */
const LOCKED: ReadonlySet<keyof FeaturePlan> = new Set(["files", "shared_files"] as const);

/** Dispatch without a planner (decisions.md): criteria from the feature's own words, each bound to its test where it says nothing else. */
export function taskFor(feature: FeaturePlan, id: string): TaskPlan {
  const test = feature.test_command ?? "the tests that the change adds";
  const isManual = feature.verification_method === "manual";
  const usual = isManual ? "human" : "test";
  const bind = (criterion: string): Criterion => {
    const { text, check, argument } = bindingOf(oneLine(criterion));
    return check === null ? { criterion: text, check: usual, argument: test } : { criterion: text, check, argument };
  };
  const stated = [...new Set([...feature.steps, ...(feature.acceptance ?? [])])].map(bind);
  const shown = stated.filter(({ check }) => check === usual).map(({ criterion }) => criterion);
  return {
    task_id: id,
    feature_id: feature.id,
    goal: oneLine(feature.description),
    context: feature.detail ?? "",
    tdd_plan: {
      red: `${isManual ? "Say what a person looks at, and how" : `Write a test that fails without the change (${test})`}${shown.length === 0 ? "" : `: ${cut(shown.join("; "))}`}`,
      green: `${isManual ? "Build it" : "Make it pass"} with the smallest change${feature.files === undefined ? "" : ` in ${cut(feature.files.join(", "))}`}`,
      refactor: "Tidy up with every test green",
    },
    files: assignedFiles(feature.files, feature.test_command),
    ...(feature.shared_files === undefined ? {} : { shared_files: feature.shared_files }),
    definition_of_done: [
      bind(FEATURE_TEST),
      { criterion: "No test that was green on the base is lost", check: "test", argument: EVERY_TEST },
      ...stated,
    ],
    depends_on: [],
  };
}

const WORDS = 300;
const cut = (text: string): string => (text.length > WORDS ? `${text.slice(0, WORDS).toWellFormed()}…` : text);

/** A feature that fits its plan. Throws PLAN_INVALID naming what does not: a field, a dependency, a circle. */
export function checked(plan: Plan, feature: FeaturePlan): FeaturePlan {
  const parsed = FeaturePlan.safeParse(withoutEmpty(feature));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BatonError("PLAN_INVALID", `${feature.id}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  const { id, description, depends_on: needed = [], files = [], shared_files: shared = [] } = parsed.data;
  if (description.trim() === "") throw new BatonError("PLAN_INVALID", `${id} has no description`);
  requirePatterns(id, [...files, ...shared]);
  const unknown = needed.filter((one) => one !== id && plan.features[one] === undefined);
  if (unknown.length > 0)
    throw new BatonError("PLAN_INVALID", `${id} depends on ${unknown.join(", ")}, which the plan does not have`, {
      hint: "List the ids with `baton feature list`.",
    });
  if (needed.includes(id))
    throw new BatonError("PLAN_INVALID", `${id} would wait for itself`, { hint: "Leave it out of --depends." });
  const cycle = needed.find((one) => reaches(plan, one, id));
  if (cycle !== undefined)
    throw new BatonError("PLAN_INVALID", `${id} and ${cycle} would depend on each other, so neither could begin`, {
      hint: `Take one away: baton feature edit ${cycle} --depends "" --reason TEXT`,
    });
  return parsed.data;
}

function requirePatterns(id: string, files: readonly string[]): void {
  for (const pattern of files) {
    const parsed = parsePattern(pattern);
    if ("flaw" in parsed)
      throw new BatonError("PLAN_INVALID", `${id}: ${pattern} ${parsed.flaw}`, {
        hint: "Write paths from the repository's root: --file 'src/**'",
      });
  }
}

function reaches(plan: Plan, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (plan.features[from]?.depends_on ?? []).some((id) => reaches(plan, id, to, seen));
}

/** An optional text or list that is empty says nothing, so it is left out. */
function withoutEmpty(feature: FeaturePlan): FeaturePlan {
  const { detail, acceptance, files, shared_files, changes, depends_on, ...others } = feature;
  const { timeout_seconds, heartbeat_interval_seconds, ...rest } = others;
  const lists = Object.entries({ detail, acceptance, files, shared_files, changes, depends_on });
  const times = Object.entries({ timeout_seconds, heartbeat_interval_seconds });
  return {
    ...rest,
    ...Object.fromEntries(lists.filter(([, value]) => value !== undefined && value.length > 0)),
    ...Object.fromEntries(times.filter(([, value]) => value !== undefined)),
  };
}

const nextTaskId = (plan: Plan): string => taskId(Object.keys(plan.tasks).length + 1);
