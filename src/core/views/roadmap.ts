import type { Check } from "../../schema/reports.ts";
import type { TaskPlan } from "../../schema/task.ts";
import { perTaskPage } from "../run/pages.ts";
import type { RunState, TaskState } from "../run/state.ts";
import { remembered } from "../run/remembered.ts";
import { checkWaivers, everyCheckPasses } from "./criteria.ts";
import { gatesOf, plannedTasks } from "./gates.ts";
import { piece, wholeText, type FileText } from "./growing.ts";
import { escaped, lineOf, quoted } from "./text.ts";

type Phase = "Planning Phase" | "Execution Phase" | "Validation Phase" | "Complete";

/** `state/ROADMAP.md` (H3A State Specification, §1). Tasks are added and marked; no line of them ever goes. */
export const renderRoadmap = (state: RunState): string => wholeText(roadmapFile(state));

const taskPages = perTaskPage((tasks, state) => piece(tasks.map((task) => `${taskLine(state, task)}\n`).join("")));

export function roadmapFile(state: RunState): FileText {
  const before = [
    "# H3A System Roadmap",
    `**Run Initialized:** ${state.createdAt}`,
    `**Status:** ${phaseOf(state)}`,
    "",
    "---",
    "",
    "## Task Brief",
    quoted(state.run.brief),
    "",
    "---",
    "",
    "## Overall Strategy",
    "**Approach:** One feature at a time, test first: a test that fails without the change, then the change, proven by the harness's own runs",
    `**Risk Mitigation:** ${riskMitigation(state)}`,
    "",
    "---",
    "",
    "## Task Decomposition",
    "",
    "### Task Queue",
    "",
  ];
  const after = [
    "",
    "---",
    "",
    "## Success Criteria",
    ...successCriteria(state),
    "",
    "---",
    "",
    "## Notes",
    ...notesOf(state).map((note) => `- ${escaped(lineOf(note))}`),
    "",
  ];
  return [piece(before.join("\n")), ...taskPages(state), piece(after.join("\n"))];
}

function phaseOf(state: RunState): Phase {
  if (state.status === "complete") return "Complete";
  if (state.turns === 0) return "Planning Phase";
  const current = state.tasks[state.current ?? ""];
  const isValidating = current?.lifecycle === "awaiting_validation" || current?.lifecycle === "validation";
  return isValidating || gatesOf(state).G2_validation === "passed" || plannedTasks(state).length === 0
    ? "Validation Phase"
    : "Execution Phase";
}

function riskMitigation({ run, runId }: RunState): string {
  const landing =
    run.land === "auto"
      ? `lands on ${run.branch} by fast-forward only`
      : `stays there until it is landed on ${run.branch} by hand`;
  const line = `Proven work is committed to baton/${runId} and ${landing}; failed work is kept aside, never on a branch`;
  return escaped(lineOf(line));
}

const CLOSED = {
  superseded: "Superseded: its feature was changed",
  split: "Split into smaller tasks",
  skipped: "Skipped by a person",
} as const;

function taskLine(state: RunState, { plan, lifecycle, completedAt, closed }: TaskState): string {
  const isDone = lifecycle === "complete" && completedAt !== null;
  const away = state.away[plan.feature_id];
  const left = closed !== null ? CLOSED[closed] : away === undefined ? null : `Feature ${away}`;
  const line = `- [${isDone ? "x" : " "}] ${plan.task_id}: ${goalOf(plan)}`;
  return `${line}${isDone ? ` ✅ (Completed: ${completedAt})` : ""}${left === null ? "" : ` (${left})`}`;
}

/** Plans are replaced, never changed. */
const goalOf = remembered(({ goal }: TaskPlan): string => escaped(lineOf(goal)));

type Thresholds = NonNullable<RunState["run"]["policy"]["thresholds"]>;
/** Of runs that do not say. */
const DEFAULT_THRESHOLDS: Thresholds = { coverage: "90", mutation: "85" };

const CRITERIA: readonly {
  readonly text: string | ((thresholds: Thresholds) => string);
  readonly checks: readonly Check[];
}[] = [
  { text: "All tests passing (100% pass rate)", checks: ["tests"] },
  {
    text: ({ coverage }) => `Coverage of changed lines ≥ ${coverage}%, of the project not falling`,
    checks: ["coverage"],
  },
  { text: ({ mutation }) => `Mutation score ≥ ${mutation}%`, checks: ["mutation"] },
  { text: "Security scan clean (OWASP)", checks: ["security"] },
  { text: "Lint/type checks passing", checks: ["lint", "type_check"] },
  { text: "A11y compliance (if UI changes)", checks: ["accessibility"] },
  { text: "TDD RED→GREEN proven", checks: ["tdd_compliance"] },
  { text: "Definition of done met", checks: ["dod_checklist"] },
  { text: "Commands run again by the validator", checks: ["command_rerun"] },
];

/** Ticked when every task's newest verdict says so. Outside the policy nothing is asked, and nothing is ticked. */
function successCriteria(state: RunState): string[] {
  const { thresholds = DEFAULT_THRESHOLDS } = state.run.policy;
  return CRITERIA.map(({ text: words, checks }) => {
    const text = typeof words === "string" ? words : words(thresholds);
    const asked = checks.filter((check) => state.run.policy.checks.includes(check));
    if (asked.length === 0) return `- [ ] ${text} (not applicable: policy)`;
    const met = asked.every((check) => everyCheckPasses(state, check));
    const waived = asked.map((check) => checkWaivers(state, check)).filter((words) => words !== "");
    return `- [${met ? "x" : " "}] ${text}${waived.length === 0 ? "" : ` (${escaped(lineOf(waived.join(", ")))})`}`;
  });
}

function notesOf(state: RunState): string[] {
  const { run, left, knownRed, verified } = state;
  return [
    `Planned from ${run.spec.name === "" ? "the brief" : run.spec.name}: one task a feature, in the order of priority and dependencies.`,
    ...(state.status === "closed_partial"
      ? ["Closed as partial: a person ended the run before every feature was proven."]
      : []),
    ...(left === null ? [] : [`Proven commits wait on baton/${state.runId}: ${left.reason}`]),
    ...(knownRed.length === 0 ? [] : [`${knownRed.length} tests were red before the run began; they gate nothing.`]),
    ...(verified === null ? [] : [`Every feature was proven again from a clean checkout of ${verified}.`]),
  ];
}
