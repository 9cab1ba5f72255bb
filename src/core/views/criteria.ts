import type { Check, CheckStatus, TddCycle, Verdict, WaiverWord } from "../../schema/reports.ts";
import type { ProductionCriterion } from "../../schema/production.ts";
import type { HandoffEntry } from "../../schema/session-handoff.ts";
import type { GateKey } from "../../schema/task.ts";
import { CHECKS } from "../../schema/words.ts";
import { artifactName } from "../run/artifact-name.ts";
import { foldGrowing, perTaskPage } from "../run/pages.ts";
import { isFinished, type EvidenceEntry, type RunState, type TaskState } from "../run/state.ts";
import { waiversBehind } from "../run/waivers-used.ts";
import { hasPassed, isPlanned, plannedTasks } from "./gates.ts";

export interface Criterion {
  readonly text: string;
  readonly met: boolean;
}

export interface Criteria {
  readonly entry: readonly Criterion[];
  readonly exit: readonly Criterion[];
}

/** What is asked of each task: words, and whether a task is so. */
interface Asked {
  readonly text: string;
  readonly holds: (task: TaskState, state: RunState) => boolean;
  /** The waiver that it holds by; none: it holds by itself, or not. */
  readonly waiver?: (task: TaskState, state: RunState) => Pick<WaiverWord, "by"> | undefined;
}

/** What G1 of a task stands on in somebody's name. */
const inCycle =
  (check: Check): NonNullable<Asked["waiver"]> =>
  ({ plan }, { executor }) =>
    newestCycles(executor)
      .get(plan.task_id)
      ?.waivers?.find((one) => one.check === check);

const DONE_CRITERIA = 3;

const GOAL: Asked = { text: "Goal and files named", holds: ({ plan }) => plan.goal !== "" && plan.files.length > 0 };
const DONE: Asked = {
  text: `At least ${DONE_CRITERIA} measurable done-criteria`,
  holds: ({ plan }) => plan.definition_of_done.length >= DONE_CRITERIA,
};
const PLANNED: Asked = {
  text: "RED, GREEN and REFACTOR planned",
  holds: ({ plan }) => Object.values(plan.tdd_plan).every((part) => part !== ""),
};
const PROVEN: Asked = {
  text: "RED and GREEN proven, no test of the base lost",
  holds: (task) => hasPassed(task, 1),
  waiver: inCycle("tdd_compliance"),
};
const letPass = inCycle("dod_checklist");
const MET: Asked = {
  text: "Definition of done met",
  holds: (task, state) =>
    hasPassed(task, 1) &&
    (newestCycles(state.executor).get(task.plan.task_id)?.definition_of_done ?? []).every(
      ({ met, criterion }) => met || isReviewed(task, criterion) || letPass(task, state) !== undefined,
    ),
  waiver: letPass,
};
/** A criterion that G2 decides, by who reviews. */
const isReviewed = ({ plan }: TaskState, text: string): boolean =>
  plan.definition_of_done.some(({ criterion, check }) => criterion === text && check === "review");
const VERIFIED: Asked = { text: "Verified from a clean checkout", holds: (task) => hasPassed(task, 2) };
const passed = (gate: number): Asked => ({ text: `G${gate} passed`, holds: (task) => hasPassed(task, gate) });
const PASSED = [passed(0), passed(1), passed(2)] as const;
const outputRecorded = (name: string): Asked => ({
  text: `${name} recorded`,
  holds: ({ plan }, { evidence }) => recordedNames(evidence).has(`${plan.task_id} ${name}`),
});
const OUTPUTS = [outputRecorded("test_output_red.txt"), outputRecorded("test_output_green.txt")] as const;
const checkPasses = (check: Check): Asked => ({
  text: `Check ${check} passes`,
  holds: ({ plan }, { validator }) =>
    isGood(newestVerdicts(validator).get(plan.task_id)?.verification_results[check]?.status ?? null),
  waiver: ({ plan: { task_id: id } }, state) =>
    waiversBehind(state, id, newestVerdicts(state.validator).get(id)?.verification_results ?? {}).find(
      (one) => one.check === check,
    ),
});
const CHECK = Object.fromEntries(CHECKS.map((check) => [check, checkPasses(check)])) as Record<Check, Asked>;

/** The tasks of a page, and of how many what was asked so far is so: most criteria are asked of no page. */
const plannedPages = perTaskPage((all, state) => ({
  tasks: all.filter((task) => isPlanned(state, task)),
  counts: new Map<Asked, number>(),
}));

const metBy = (state: RunState, asked: Asked): number =>
  plannedPages(state).reduce((total, { tasks, counts }) => {
    const count = counts.get(asked) ?? tasks.filter((task) => asked.holds(task, state)).length;
    counts.set(asked, count);
    return total + count;
  }, 0);

/** How many tasks hold by a waiver, and by whose: it passes, and is said. */
function waivedWords(state: RunState, { waiver }: Asked): string {
  if (waiver === undefined || state.waivers.length === 0) return "";
  const given = [...new Set(state.waivers.map(({ task_id: id }) => id))].flatMap((id) => {
    const task = state.tasks[id];
    return task === undefined || !isPlanned(state, task) ? [] : (waiver(task, state) ?? []);
  });
  return given.length === 0 ? "" : `${given.length} waived by ${[...new Set(given.map(({ by }) => by))].join(", ")}`;
}

/** The same of a check by every task's newest verdict; empty: it passes without. */
export const checkWaivers = (state: RunState, check: Check): string => waivedWords(state, CHECK[check]);

/** Whether the newest verdict of every task says that a check passes. */
export function everyCheckPasses(state: RunState, check: Check): boolean {
  const tasks = plannedTasks(state).length;
  return tasks > 0 && metBy(state, CHECK[check]) === tasks;
}

/** Entry and exit of a gate, ticked from facts (design.md §5). What nobody measures here is not listed. */
export function criteriaOf(state: RunState, gate: GateKey): Criteria {
  const tasks = plannedTasks(state).length;
  const every = (asked: Asked): Criterion => {
    const met = metBy(state, asked);
    const waived = waivedWords(state, asked);
    const counts = `${met} of ${tasks} tasks${waived === "" ? "" : `, ${waived}`}`;
    return { text: `${asked.text} (${counts})`, met: tasks > 0 && met === tasks };
  };
  const handedTo = (role: string): Criterion => ({
    text: `Handoff addressed to the ${role}`,
    met: receivers(state.handoffs).has(role),
  });
  switch (gate) {
    case "G0_planning":
      return planning(
        state,
        [GOAL, DONE, PLANNED].map((asked) => every(asked)),
      );
    case "G1_implementation":
      return {
        entry: [
          every(PASSED[0]),
          handedTo("executor"),
          { text: "Environment and baseline hold", met: state.turns > 0 },
        ],
        exit: [PROVEN, MET, ...OUTPUTS].map((asked) => every(asked)),
      };
    case "G2_validation":
      return {
        entry: [every(PASSED[1]), handedTo("validator")],
        exit: [...state.run.policy.checks.map((check) => every(CHECK[check])), every(VERIFIED)],
      };
    case "G3_production_ready":
      return {
        entry: [every(PASSED[2])],
        exit: [
          {
            text: "Every feature passes again from a clean checkout of the final commit",
            met: state.verified !== null,
          },
          ...productionCriteria(state),
          { text: "Approved", met: isProductionOf(state) && (state.production?.approvedBy ?? null) !== null },
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

function planning(state: RunState, exit: readonly Criterion[]): Criteria {
  const tasks = plannedTasks(state);
  const planned = new Set(tasks.map(({ plan }) => plan.feature_id));
  const features = Object.keys(state.features).filter((id) => state.away[id] === undefined);
  return {
    entry: [
      { text: "Brief given", met: state.run.brief !== "" },
      { text: "Run open", met: !isFinished(state) },
    ],
    exit: [
      { text: "Every feature has a task with an id", met: features.every((id) => planned.has(id)) && tasks.length > 0 },
      ...exit,
    ],
  };
}

/** "Not measured" is never a pass (design.md §5). */
export const isGood = (status: CheckStatus | null): boolean =>
  status === "pass" || status === "partial" || status === "not_applicable" || status === "waived";

const newestOf = <T extends { readonly task_id: string }>() =>
  foldGrowing<T, Map<string, T>>(
    () => new Map(),
    (newest, entry) => void newest.set(entry.task_id, entry),
  );

const newestCycles = newestOf<TddCycle>();
const newestVerdicts = newestOf<Verdict>();

/** `T001 test_output_red.txt`: which files every task has evidence of. */
const recordedNames = foldGrowing<EvidenceEntry, Set<string>>(
  () => new Set(),
  (names, { task_id: id, path }) => void names.add(`${id} ${artifactName(path)}`),
);

const receivers = foldGrowing<HandoffEntry, Set<string>>(
  () => new Set(),
  (roles, { to }) => void roles.add(to),
);
