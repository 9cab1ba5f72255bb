import type { Check, CheckStatus, TddCycle, Verdict, WaiverWord } from "../../schema/reports.ts";
import type { ProductionCriterion } from "../../schema/production.ts";
import type { HandoffEntry } from "../../schema/session-handoff.ts";
import type { GateKey } from "../../schema/task.ts";
import { CHECKS } from "../../schema/words.ts";
import { artifactName } from "../run/fold/artifact-name.ts";
import { foldGrowing, perTaskPage } from "../run/pages.ts";
import { isFinished, type EvidenceEntry, type RunState, type TaskState } from "../run/state.ts";
import { waiversBehind } from "../run/people/waivers-used.ts";
import { hasPassed, isPlanned, plannedTasks } from "./gates.ts";

export interface Criterion {
  readonly text: string;
  readonly met: boolean;
}

export interface Criteria {
  readonly entry: readonly Criterion[];
  readonly exit: readonly Criterion[];
}

/** One as it stands, with the tasks that it is open for, what is missing, and the check that it asks for, if one. */
export interface Standing extends Criterion {
  readonly open: readonly string[];
  readonly missing: string;
  readonly check: Check | null;
}

/** What is asked of each task: words, and whether a task is so. */
interface Asked {
  readonly text: string;
  readonly holds: (task: TaskState, state: RunState) => boolean;
  /** Where it does not hold: what was found instead. */
  readonly found?: (task: TaskState, state: RunState) => string;
  readonly check?: Check;
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
/** The newest judgement of a task as it stands: none while an attempt is under way that was not judged. */
const judgedCycle = (task: TaskState, { executor }: RunState): TddCycle | undefined =>
  task.gate === "G1_failed" || hasPassed(task, 1) ? newestCycles(executor).get(task.plan.task_id) : undefined;
/** Of journals that do not say, the gate says it. */
const PROVEN: Asked = {
  text: "RED and GREEN proven, no test of the base lost",
  holds: (task, state) => {
    const cycle = judgedCycle(task, state);
    return cycle?.proof_status === undefined ? hasPassed(task, 1) : cycle.proof_status === "proven";
  },
  found: (task, state) => judgedCycle(task, state)?.proof_status?.replace("_", " ") ?? NOT_JUDGED,
  waiver: inCycle("tdd_compliance"),
};
const NOT_JUDGED = "not judged yet";
const letPass = inCycle("dod_checklist");
const MET: Asked = {
  text: "Definition of done met",
  holds: (task, state) => {
    const done = judgedCycle(task, state)?.definition_of_done ?? null;
    if (done === null || done.length < task.plan.definition_of_done.length) return hasPassed(task, 1);
    return letPass(task, state) !== undefined || done.every(({ met, criterion }) => met || isReviewed(task, criterion));
  },
  found: (task, state) => {
    const done = judgedCycle(task, state)?.definition_of_done ?? [];
    const unmet = done.filter(({ met, criterion }) => !met && !isReviewed(task, criterion));
    return unmet.length === 0 ? NOT_JUDGED : `not met: ${unmet.map(({ criterion }) => criterion).join("; ")}`;
  },
  check: "dod_checklist",
  waiver: letPass,
};
/** A criterion that G2 decides, by who reviews. */
const isReviewed = ({ plan }: TaskState, text: string): boolean =>
  plan.definition_of_done.some(({ criterion, check }) => criterion === text && check === "review");
/** The validator's own run of the tests, whatever the other checks came to. */
const VERIFIED: Asked = {
  text: "Verified from a clean checkout",
  holds: (task, state) => {
    const { tests, command_rerun: again } = checkedResults(task, state) ?? {};
    return hasPassed(task, 2) || (isGood(tests?.status ?? null) && isGood(again?.status ?? null));
  },
  found: (task, state) => (checkedResults(task, state) === undefined ? "not checked yet" : "its tests fail there"),
};
/** What the validator found of a task as it stands. */
const checkedResults = (task: TaskState, { validator }: RunState): Verdict["verification_results"] | undefined =>
  task.gate === "G2_failed" || hasPassed(task, 2)
    ? newestVerdicts(validator).get(task.plan.task_id)?.verification_results
    : undefined;
const passed = (gate: number): Asked => ({
  text: `G${gate} passed`,
  holds: (task) => hasPassed(task, gate),
  found: ({ gate: now }) => `at ${now}`,
});
const PASSED = [passed(0), passed(1), passed(2)] as const;
const outputRecorded = (name: string): Asked => ({
  text: `${name} recorded`,
  holds: ({ plan }, { evidence }) => recordedNames(evidence).has(`${plan.task_id} ${name}`),
  found: () => "not recorded",
});
const OUTPUTS = [outputRecorded("test_output_red.txt"), outputRecorded("test_output_green.txt")] as const;
const checkPasses = (check: Check): Asked => ({
  text: `Check ${check} passes`,
  holds: ({ plan }, { validator }) =>
    isGood(newestVerdicts(validator).get(plan.task_id)?.verification_results[check]?.status ?? null),
  found: ({ plan }, { validator }) =>
    newestVerdicts(validator).get(plan.task_id)?.verification_results[check]?.status ?? "not made yet",
  check,
  waiver: ({ plan: { task_id: id } }, state) =>
    waiversBehind(state, id, newestVerdicts(state.validator).get(id)?.verification_results ?? {}).find(
      (one) => one.check === check,
    ),
});
const CHECK = Object.fromEntries(CHECKS.map((check) => [check, checkPasses(check)])) as Record<Check, Asked>;

/** What G1 measures itself (design.md §5). */
const OF_IMPLEMENTATION = ["coverage", "lint", "type_check"] as const satisfies readonly Check[];
const MEASURED = Object.fromEntries(
  OF_IMPLEMENTATION.map((check): [Check, Asked] => [
    check,
    {
      text: `Check ${check} passes`,
      holds: (task, state) => {
        const status = judgedCycle(task, state)?.checks?.[check];
        return status === undefined ? hasPassed(task, 1) : isGood(status);
      },
      found: (task, state) => judgedCycle(task, state)?.checks?.[check] ?? "not made yet",
      check,
      waiver: inCycle(check),
    },
  ]),
) as Record<Check, Asked>;

/** What was asked of reviewers about what was checked; of journals that do not say, the gate says it. */
const REVIEWED: Asked = {
  text: "Required gates passed by their own roles",
  holds: (task) =>
    task.review === null ? hasPassed(task, 2) : task.review.gates.every(({ state }) => state === "passed"),
  found: (task, state) => {
    if (task.review !== null)
      return task.review.gates
        .flatMap(({ gate, state: word }) => (word === "passed" ? [] : [`${gate} ${word}`]))
        .join(", ");
    const bad = Object.entries(checkedResults(task, state) ?? {}).filter(([, { status }]) => !isGood(status));
    const first =
      bad.length === 0
        ? "the harness's own checks come first"
        : `${bad.map(([check]) => check).join(", ")} failed before`;
    return `nobody was asked: ${first}`;
  },
};

/** The tasks of a page, and of how many what was asked so far is so: most criteria are asked of no page. */
const plannedPages = perTaskPage((all, state) => ({
  tasks: all.filter((task) => isPlanned(state, task)),
  counts: new Map<Asked, number>(),
}));

const metBy = (state: RunState, asked: Asked, only: TaskState | null): number => {
  if (only !== null) return Number(asked.holds(only, state));
  return plannedPages(state).reduce((total, { tasks, counts }) => {
    const count = counts.get(asked) ?? tasks.filter((task) => asked.holds(task, state)).length;
    counts.set(asked, count);
    return total + count;
  }, 0);
};

/** How many tasks hold by a waiver, and by whose: it passes, and is said. */
function waivedWords(state: RunState, { waiver }: Asked, only: TaskState | null): string {
  if (waiver === undefined || state.waivers.length === 0) return "";
  const given = [...new Set(state.waivers.map(({ task_id: id }) => id))].flatMap((id) => {
    const task = state.tasks[id];
    if (only !== null && task !== only) return [];
    return task === undefined || !isPlanned(state, task) ? [] : (waiver(task, state) ?? []);
  });
  return given.length === 0 ? "" : `${given.length} waived by ${[...new Set(given.map(({ by }) => by))].join(", ")}`;
}

/** The same of a check by every task's newest verdict; empty: it passes without. */
export const checkWaivers = (state: RunState, check: Check): string => waivedWords(state, CHECK[check], null);

/** Whether the newest verdict of every task says that a check passes. */
export function everyCheckPasses(state: RunState, check: Check): boolean {
  const tasks = plannedTasks(state).length;
  return tasks > 0 && metBy(state, CHECK[check], null) === tasks;
}

/** Entry and exit of a gate, ticked from facts (design.md §5). What nobody measures here is not listed. */
export function criteriaOf(state: RunState, gate: GateKey): Criteria {
  const { entry, exit } = standingOf(state, gate);
  const short = ({ text, met }: Standing): Criterion => ({ text, met });
  return { entry: entry.map(short), exit: exit.map(short) };
}

/** The same of every task or of one, with what each is open for. */
export function standingOf(
  state: RunState,
  gate: GateKey,
  only: TaskState | null = null,
): { readonly entry: readonly Standing[]; readonly exit: readonly Standing[] } {
  const planned = only === null ? plannedTasks(state) : [only];
  const every = (asked: Asked): Standing => {
    const met = metBy(state, asked, only);
    const waived = waivedWords(state, asked, only);
    const counts = `${met} of ${planned.length} tasks${waived === "" ? "" : `, ${waived}`}`;
    const isMet = planned.length > 0 && met === planned.length;
    const text = `${asked.text} (${counts})`;
    if (isMet || planned.length === 0)
      return { text, met: isMet, open: [], missing: isMet ? "" : "no task is planned", check: null };
    return openOf(state, text, asked, () => planned.filter((task) => !asked.holds(task, state)));
  };
  const handedTo = (role: string): Standing =>
    ofRun(
      `Handoff addressed to the ${role}`,
      receivers(state.handoffs).has(role),
      `nothing was handed to the ${role} yet`,
    );
  const asked = (checks: readonly Check[], by: Readonly<Record<Check, Asked>>): Standing[] =>
    checks.filter((check) => state.run.policy.checks.includes(check)).map((check) => every(by[check]));
  switch (gate) {
    case "G0_planning":
      return planning(
        state,
        [GOAL, DONE, PLANNED].map((one) => every(one)),
      );
    case "G1_implementation":
      return {
        entry: [
          every(PASSED[0]),
          handedTo("executor"),
          ofRun("Environment and baseline hold", state.turns > 0, "no attempt has begun: both are looked at before"),
        ],
        exit: [
          ...[PROVEN, MET].map((one) => every(one)),
          ...asked(OF_IMPLEMENTATION, MEASURED),
          ...OUTPUTS.map((one) => every(one)),
        ],
      };
    case "G2_validation":
      return {
        entry: [every(PASSED[1]), handedTo("validator")],
        exit: [...asked(state.run.policy.checks, CHECK), every(REVIEWED), every(VERIFIED)],
      };
    case "G3_production_ready": {
      const again = "Every feature passes again from a clean checkout of the final commit";
      return {
        entry: [every(PASSED[2])],
        exit: [
          ofRun(again, state.verified !== null, "no final commit was verified yet"),
          ...productionCriteria(state).map(({ text, met }) => ofRun(text, met, "")),
          ofRun("Approved", isProductionOf(state) && (state.production?.approvedBy ?? null) !== null, ""),
        ],
      };
    }
  }
}

/** Of many tasks only who explains the gate wants to know which, and what was found of them. */
const openOf = (state: RunState, text: string, { found, check }: Asked, tasks: () => TaskState[]): Standing => ({
  text,
  met: false,
  check: check ?? null,
  get open() {
    return tasks().map(({ plan }) => plan.task_id);
  },
  get missing() {
    const words = Map.groupBy(tasks(), (task) => found?.(task, state) ?? "not so");
    return [...words].map(([word, those]) => `${named(those.map(({ plan }) => plan.task_id))}: ${word}`).join("; ");
  },
});

const ofRun = (text: string, met: boolean, missing: string): Standing => ({
  text,
  met,
  open: [],
  missing: met ? "" : missing,
  check: null,
});

const NAMED = 5;
const named = (ids: readonly string[]): string =>
  `${ids.slice(0, NAMED).join(", ")}${ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ""}`;

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

function planning(state: RunState, exit: readonly Standing[]): ReturnType<typeof standingOf> {
  const tasks = plannedTasks(state);
  const planned = new Set(tasks.map(({ plan }) => plan.feature_id));
  const features = Object.keys(state.features).filter((id) => state.away[id] === undefined);
  const without = features.filter((id) => !planned.has(id));
  const isPlannedAll = without.length === 0 && tasks.length > 0;
  const isWritten = state.planner.some(({ tasks_created: created }) => created.length > 0);
  return {
    entry: [
      ofRun("Brief given", state.run.brief !== "", "the run has no brief"),
      // What was planned was planned while it was open.
      ofRun("Run open", tasks.length > 0 || !isFinished(state), "the run is over"),
    ],
    exit: [
      ofRun("Strategy and risks in ROADMAP.md", isWritten, "nothing was planned yet"),
      ofRun("Every feature has a task with an id", isPlannedAll, `without a task: ${named(without)}`),
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
