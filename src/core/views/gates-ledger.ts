import type { Check, Gates } from "../../schema/reports.ts";
import type { GateKey, GateState } from "../../schema/task.ts";
import { foldGrowing, perTaskPage } from "../run/pages.ts";
import type { GateEvent, RunState, TaskState } from "../run/state.ts";
import { criteriaOf, type Criterion } from "./criteria.ts";
import { shownTask } from "./current-task.ts";
import { currentGate, GATE_KEYS, gatesOf, isPlanned } from "./gates.ts";
import { LINE_JOINTS, piece, type FileText } from "./growing.ts";
import { partLine } from "./evidence-log.ts";
import { createSealer, joinedTexts, type SealedFile, type SealedPart, type Sealing } from "./sealing.ts";
import { encodedPath, escaped, lineOf } from "./text.ts";

export interface CurrentGate {
  readonly gate: GateKey;
  readonly entered: string;
  readonly owner: string;
  readonly status: "In Progress" | "Passed" | "Failed";
  readonly entry: readonly Criterion[];
  readonly exit: readonly Criterion[];
  readonly evidence: readonly { readonly path: string; readonly description: string }[];
  readonly blockers: readonly string[];
}

/** What `state/GATES_LEDGER.md` says; every text is one line. */
export interface GatesLedger {
  readonly createdAt: string;
  readonly gates: Gates;
  readonly events: readonly GateEvent[];
  readonly current: CurrentGate;
  readonly maxIterations: number;
}

export const FRAMEWORK: Readonly<
  Record<GateKey, { readonly title: string; readonly owner: string; readonly purpose: string }>
> = {
  G0_planning: { title: "G0: Planning", owner: "Planner", purpose: "Task decomposition, TDD strategy" },
  G1_implementation: { title: "G1: Implementation", owner: "Executor", purpose: "TDD execution" },
  G2_validation: { title: "G2: Validation", owner: "Validator", purpose: "Quality verification" },
  G3_production_ready: { title: "G3: Production-Ready", owner: "System", purpose: "Ready for deploy" },
};

export const MARKS: Readonly<Record<GateState, string>> = {
  passed: "🟢 Passed",
  in_progress: "🟡 In Progress",
  failed: "🔴 Failed",
  not_started: "⚪ Not Started",
};

export function gatesLedger(state: RunState): GatesLedger {
  return { ...frameOf(state), events: state.gateEvents.map(eventOf) };
}

const eventOf = (event: GateEvent): GateEvent => ({ ...event, agent: nameOf(event.agent), note: lineOf(event.note) });

type Frame = Omit<GatesLedger, "events">;

function frameOf(state: RunState): Frame {
  const gates = gatesOf(state);
  const gate = currentGate(gates);
  const entered = lastEntries(state.gateEvents)[gate];
  return {
    createdAt: state.createdAt,
    gates,
    current: {
      gate,
      entered: entered ?? state.createdAt,
      owner: FRAMEWORK[gate].owner.toLowerCase(),
      status: gates[gate] === "passed" ? "Passed" : gates[gate] === "failed" ? "Failed" : "In Progress",
      ...criteriaOf(state, gate),
      evidence: evidenceOf(state, gate, shownTask(state)),
      blockers: blockerPages(state).flat(),
    },
    maxIterations: state.run.policy.max_iterations,
  };
}

export function renderGatesLedger(ledger: GatesLedger): string {
  const { before, after } = around(ledger, []);
  return before + ledger.events.map((event) => `${eventLine(event)}\n`).join("") + after;
}

const seal = createSealer<GateEvent, string, FileText>((createdAt) => ({
  name: "GATES_LEDGER",
  extension: ".md",
  textOf: (event) => eventLine(eventOf(event)),
  open: () => joinedTexts(LINE_JOINTS),
  partOf: (events, number) => {
    const head = ["# H3A Gates Ledger", `**Run Initialized:** ${createdAt}`, `**Part:** ${number}`, ""];
    return [...head, "### Gate Events Log", "", ...events.map((event) => eventLine(eventOf(event))), ""].join("\n");
  },
}));

/** `state/GATES_LEDGER.md` of a run: the newest events, and the parts that were cut off. */
export function gatesLedgerFile(state: RunState, sealing: Sealing): SealedFile {
  const { parts, rest } = seal(state.gateEvents, state.createdAt, sealing);
  const { before, after } = around(frameOf(state), parts);
  return { head: [piece(before), ...rest, piece(rest.length === 0 ? after : `\n${after}`)], parts };
}

const eventLine = ({ at, gate, word, agent, note }: GateEvent): string =>
  `[${at}] ${gate} - ${word} - ${agent} - ${escaped(note)}`;

/** What stands before and after the log. */
function around(
  { createdAt, gates, current, maxIterations }: Frame,
  parts: readonly SealedPart[],
): { before: string; after: string } {
  const before = [
    "# H3A Gates Ledger",
    `**Run Initialized:** ${createdAt}`,
    "",
    "---",
    "",
    "## Gate Framework",
    "",
    "| Gate | Owner | Purpose | Status |",
    "|------|-------|---------|--------|",
    ...GATE_KEYS.map((key) => {
      const { title, owner, purpose } = FRAMEWORK[key];
      return `| **${title}** | ${owner} | ${purpose} | ${MARKS[gates[key]]} |`;
    }),
    "",
    "**Status Legend:**",
    "- 🟢 Passed",
    "- 🟡 In Progress",
    "- 🔴 Failed (remediation needed)",
    "- ⚪ Not Started",
    "",
    "---",
    "",
    "## Gate History",
    "",
    ...parts.map(partLine),
    ...(parts.length === 0 ? [] : [""]),
    "### Gate Events Log",
    "",
  ];
  const after = [
    "",
    "---",
    "",
    ...currentSection(current),
    "---",
    "",
    "## Escalation Protocol",
    `**Trigger:** Gate failure after ${maxIterations} iterations  `,
    "**Action:** Human review required  ",
    "**Evidence:** See EVIDENCE_LOG.md for artifact hashes",
    "",
  ];
  return { before: before.join("\n"), after: after.join("\n") };
}

function currentSection({ gate, entered, owner, status, entry, exit, evidence, blockers }: CurrentGate): string[] {
  const ticked = ({ text, met }: Criterion): string => `- ${met ? "✅" : "⬜"} ${escaped(text)}`;
  return [
    `## Current Gate: ${gate}`,
    `**Entry Time:** ${entered}`,
    `**Owner:** ${owner}`,
    `**Status:** ${status}`,
    "",
    "**Entry Criteria:**",
    ...entry.map(ticked),
    "",
    "**Exit Criteria:**",
    ...exit.map(ticked),
    "",
    "**Evidence Required:**",
    ...evidence.map(({ path, description }) => `- \`${encodedPath(path)}\` - ${escaped(description)}`),
    "",
    "**Blockers:**",
    ...(blockers.length === 0 ? ["- None"] : blockers.map((blocker) => `- ${escaped(blocker)}`)),
    "",
  ];
}

/** When each gate was last begun. */
const lastEntries = foldGrowing<GateEvent, Partial<Record<GateKey, string>>>(
  () => ({}),
  (entered, event) => {
    if (isEntry(event)) entered[event.gate] = event.at;
  },
);

const isEntry = ({ word }: GateEvent): boolean => word === "STARTED" || word === "RESUMED";

/** The log's grammar separates by ` - `, so a name can hold none. */
const nameOf = (agent: string): string => lineOf(agent).replaceAll(/ -(?= |$)|^-(?= )/g, "-") || "unknown";

/** What a gate rests on (design.md §5), of the task that is shown; a check's report where the run asks for it. */
function evidenceOf({ run }: RunState, gate: GateKey, task: TaskState | null): CurrentGate["evidence"] {
  const id = task?.plan.task_id ?? "T000";
  const folder = (role: string): string => `artifacts/${role}/${id}/${Math.max(task?.attempt ?? 0, 1)}`;
  const reportOf = (check: Check, role: string, name: string, description: string): CurrentGate["evidence"] =>
    run.policy.checks.includes(check) ? [{ path: `${folder(role)}/${name}`, description }] : [];
  switch (gate) {
    case "G0_planning":
      return [
        { path: "state/ROADMAP.md", description: "Strategy and tasks" },
        { path: "state/CURRENT_TASK.json", description: "Goal, files, done-criteria, TDD plan" },
        { path: "planner_report.json", description: "Task decomposition report" },
      ];
    case "G1_implementation":
      return [
        { path: `${folder("executor")}/test_output_red.txt`, description: "RED phase" },
        { path: `${folder("executor")}/test_output_green.txt`, description: "GREEN phase" },
        ...reportOf("coverage", "executor", "coverage_delta.json", "Coverage beside base's"),
        { path: "executor_report.json", description: "TDD cycles" },
      ];
    case "G2_validation":
      return [
        { path: "validator_report.json", description: "Verdicts of the ten checks" },
        { path: `${folder("validator")}/rerun_output.txt`, description: "Everything once more, from a clean checkout" },
        ...reportOf("security", "validator", "security_scan.json", "Security findings"),
        ...reportOf("mutation", "validator", "mutation_report.json", "Mutants that tests noticed"),
        ...reportOf("accessibility", "validator", "a11y_report.json", "Accessibility of what changed"),
      ];
    case "G3_production_ready":
      return [
        { path: `${RELEASE}/pre_deploy_checklist.md`, description: "Deploy checklist" },
        { path: `${RELEASE}/rollback_plan.md`, description: "Rollback plan" },
      ];
  }
}

/** Where `baton evidence add` puts what is of the whole run. */
const RELEASE = "artifacts/validator/release/1";

const blockerPages = perTaskPage((tasks, state) => tasks.filter((task) => isPlanned(state, task)).flatMap(blockersOf));

function blockersOf({ plan, lifecycle, blocked, guided, findings }: TaskState): string[] {
  const isBlocked = blocked !== null || lifecycle === "escalation_required";
  if (!isBlocked || guided || lifecycle === "complete") return [];
  const [first] = findings.filter(({ severity }) => severity === "error" || severity === "person");
  const because = first === undefined ? "" : ` - ${first.code}: ${first.message}`;
  return [lineOf(`${plan.task_id}: ${blocked ?? "PERSON_NEEDED"}${because}`)];
}
