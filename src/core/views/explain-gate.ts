import { goOn } from "../run/go-on.ts";
import type { Check, CheckResult, Verdict } from "../../schema/reports.ts";
import type { GateKey } from "../../schema/task.ts";
import { CHECKS } from "../../schema/words.ts";
import type { ReportedFinding } from "../../schema/finding.ts";
import { yesTo } from "../run/people/approvals.ts";
import { artifactName } from "../run/fold/artifact-name.ts";
import { WAIVABLE } from "../run/people/waive.ts";
import { AGENT_BLOCKED } from "../run/people/quarantine.ts";
import { waiveCommand, waiverOf, type RunState, type TaskState } from "../run/state.ts";
import { isGood, standingOf } from "./criteria.ts";
import { hasPassed, plannedTasks } from "./gates.ts";

/** One criterion of a gate as it stands: what it asks, what was found, where that is written, and what would supply it. */
export interface Explained {
  /** Empty for what is asked of the whole run. */
  readonly task_id: string;
  readonly rule: string;
  readonly verdict: string;
  readonly met: boolean;
  /** Paths below the run directory. */
  readonly evidence: readonly string[];
  readonly missing: string;
  readonly command: string;
}

/**
 * Everything that a gate asks, of every task or of one, with what is missing and the command that would supply it. `altered`: paths of
 * what it rests on that are no longer as recorded.
 */
export function explainGate(
  state: RunState,
  gate: GateKey,
  taskId: string | null,
  altered: ReadonlySet<string> = new Set(),
): Explained[] {
  const only = taskId === null ? null : (state.tasks[taskId] ?? null);
  const { entry, exit } = standingOf(state, gate, only);
  const ofRun = [...entry, ...exit].map(({ text, met, open, missing, check }) => {
    const found = gate === "G3_production_ready" && !met && missing === "" ? productionNeed(state, text) : null;
    const command = met ? "" : supplyFor(state, open[0], check);
    return { ...NOTHING, rule: text, verdict: met ? "holds" : "open", met, ...(found ?? { missing, command }) };
  });
  const changed = [...altered].map((path) => ({
    ...NOTHING,
    ...ALTERED,
    evidence: [path],
    command: `baton repair --run ${state.runId}`,
  }));
  const tasks = only === null ? plannedTasks(state) : [only];
  const all = [...ofRun, ...changed];
  if (gate === "G2_validation") return [...all, ...tasks.flatMap((task) => checksOf(state, task))];
  return gate === "G1_implementation" ? [...all, ...tasks.flatMap((task) => openFindings(state, task))] : all;
}

export const ALTERED = {
  rule: "Evidence as it was recorded",
  verdict: "fail",
  met: false,
  missing: "its bytes are no longer what the run recorded (ARTIFACT_CHANGED)",
} as const;

/** What brings a task on, and what lets it pass without the check that is asked for; the run, whichever task of it waits for a person. */
function supplyFor(state: RunState, taskId: string | undefined, check: Check | null): string {
  const task = taskId === undefined ? plannedTasks(state).find(({ phase }) => phase === "held") : state.tasks[taskId];
  if (task === undefined) return goOn(state);
  if (check !== null) return commandFor(state, task, check);
  const asked = task.findings.find(({ severity }) => severity === "person");
  return asked === undefined ? nextOf(state, task) : answerTo(state, task, asked);
}

/**
 * What a gate rests on (design.md §5), as the run recorded it: paths and their hashes, of every task or of one. Of each task the
 * newest under its name.
 */
export function restsOn(state: RunState, gate: GateKey, taskId: string | null): ReadonlyMap<string, string> {
  const [views, names] = RESTS[gate];
  const planned = new Set(
    (taskId === null ? plannedTasks(state) : [state.tasks[taskId]]).map((task) => task?.plan.task_id),
  );
  const newest = new Map<string, { readonly path: string; readonly sha256: string }>();
  for (const { task_id: id, path, sha256, erased } of state.evidence) {
    const name = artifactName(path);
    if (erased === undefined && names.includes(name) && planned.has(id)) newest.set(`${id} ${name}`, { path, sha256 });
  }
  const published = views.flatMap((path): [string, string][] => {
    const sha256 = state.published[path];
    return sha256 === undefined ? [] : [[path, sha256]];
  });
  return new Map([...published, ...[...newest.values()].map(({ path, sha256 }): [string, string] => [path, sha256])]);
}

const NOTHING = { task_id: "", evidence: [], missing: "", command: "" } as const;

/** Each check of the policy, by the newest verdict of the task. */
function checksOf(state: RunState, task: TaskState): Explained[] {
  const { task_id: id } = task.plan;
  const verdict = state.validator.findLast((one) => one.task_id === id);
  // What the verdict names beside its check is not said twice.
  const isTold = (check: Check | undefined): boolean =>
    check !== undefined && task.gate === "G2_failed" && verdict?.verification_results[check]?.status === "fail";
  const { checks } = state.run.policy;
  const passedOver = CHECKS.filter(
    (check) => !checks.includes(check) && verdict?.verification_results[check]?.["not_measured"] !== undefined,
  );
  return [
    ...[...checks, ...passedOver].map((check): Explained => {
      const result = verdict?.verification_results[check];
      const met = isGood(result?.status ?? null);
      return {
        task_id: id,
        rule: ruleOf(check, result),
        verdict: result === undefined ? "not made yet" : told(result),
        met,
        evidence: evidenceOf(state, id, check, verdict),
        missing: met ? "" : missingIn(check, verdict),
        command: met ? "" : commandFor(state, task, check),
      };
    }),
    ...openFindings(state, task).filter(({ rule }) => !isTold(CHECK_OF[rule])),
  ];
}

/** What the last judgement found in the way, in its own words: file, line, rule, and what to run. */
function openFindings(state: RunState, task: TaskState): Explained[] {
  const { task_id: id } = task.plan;
  const commandOf = (finding: ReportedFinding): string => {
    if (finding.severity === "person") return answerTo(state, task, finding);
    const check = checkOf(finding) ?? (OF_SOME_CHECK.has(finding.code) ? failedCheck(state, id) : undefined);
    return check === undefined ? nextOf(state, task) : commandFor(state, task, check);
  };
  return task.findings
    .filter(({ severity }) => severity === "error" || severity === "person")
    .map((finding) => ({
      ...NOTHING,
      task_id: id,
      rule: finding.code,
      verdict: `${finding.severity === "error" ? "fail" : "asks a person"} (${task.gate})`,
      met: false,
      missing: finding.message,
      command: commandOf(finding),
    }));
}

/** What a person is asked: a question ends with the attempt that it was about. */
function answerTo(state: RunState, task: TaskState, { code, approval }: ReportedFinding): string {
  const { task_id: id } = task.plan;
  if (task.phase !== "held") return nextOf(state, task);
  if (code === AGENT_BLOCKED) return `baton task retry ${id} --note TEXT`;
  return yesTo({ approval: approval ?? id, task_id: id, code });
}

/** The check that found it; older journals say it by the code alone. */
const checkOf = ({ check, code }: ReportedFinding): Check | undefined =>
  WAIVABLE.find((one) => one === check) ?? CHECK_OF[code];

/** What a check's findings are called, where the check can be waived. */
const CHECK_OF: Readonly<Record<string, Check>> = {
  COVERAGE_LOW: "coverage",
  COVERAGE_FELL: "coverage",
  MUTATION_LOW: "mutation",
  VULNERABILITY: "security",
  LINT_FOUND: "lint",
  TYPE_ERROR: "type_check",
  ACCESSIBILITY: "accessibility",
  CRITERION_UNMET: "dod_checklist",
};

/** Found by whichever check was switched off or narrowed. */
const OF_SOME_CHECK: ReadonlySet<string> = new Set(["CHECK_SUPPRESSED", "CHECK_NARROWED"]);

/** The one check that failed, for what no code of its own says; of several nobody can tell. */
function failedCheck(state: RunState, taskId: string): Check | undefined {
  const verdict = state.validator.findLast((one) => one.task_id === taskId)?.verification_results;
  const judged = state.executor.findLast((one) => one.task_id === taskId)?.checks;
  const failed = WAIVABLE.filter((check) => judged?.[check] === "fail" || verdict?.[check]?.status === "fail");
  return failed.length === 1 ? failed[0] : undefined;
}

const ruleOf = (check: Check, result: CheckResult | undefined): string => {
  const threshold = result?.["threshold"];
  return typeof threshold === "string" ? `${check}: ${threshold}` : check;
};

/** Status first, then what was measured. */
function told({ status, not_measured: passedOver, ...measured }: CheckResult): string {
  const words = Object.entries(measured)
    .filter(([name, value]) => name !== "threshold" && name !== "notes" && String(value) !== "")
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(", ") : String(value)}`);
  const beside = Array.isArray(passedOver) ? [`not measured: ${passedOver.join("; ")}`] : [];
  return [status, ...words, ...beside].join(" · ");
}

const FILES: Readonly<Partial<Record<Check, readonly string[]>>> = {
  tdd_compliance: ["test_output_red.txt", "test_output_green.txt"],
  tests: ["rerun_output.txt"],
  command_rerun: ["rerun_output.txt"],
  coverage: ["coverage_delta.json"],
  mutation: ["mutation_report.json", "mutation_report.txt"],
  security: ["security_scan.json"],
  lint: ["lint_report.json"],
  type_check: ["type_report.json"],
  accessibility: ["a11y_report.json"],
};

function evidenceOf(state: RunState, taskId: string, check: Check, verdict: Verdict | undefined): string[] {
  if (verdict === undefined) return [];
  const names = FILES[check] ?? [];
  const own = state.evidence.filter(({ task_id: id, path }) => id === taskId && names.includes(artifactName(path)));
  return names.flatMap((name) => own.findLast(({ path }) => artifactName(path) === name)?.path ?? []);
}

/** Published files and artifacts. */
const RESTS: Readonly<Record<GateKey, readonly [views: readonly string[], artifacts: readonly string[]]>> = {
  G0_planning: [["state/ROADMAP.md", "state/CURRENT_TASK.json", "planner_report.json"], []],
  G1_implementation: [
    ["executor_report.json"],
    ["test_output_red.txt", "test_output_green.txt", "coverage_delta.json"],
  ],
  G2_validation: [["validator_report.json"], Object.values(FILES).flat()],
  G3_production_ready: [[], []],
};

const NAMED = 5;

/** What the verdict found in the way of a check; where it names nothing, what the check says of itself. */
function missingIn(check: Check, verdict: Verdict | undefined): string {
  const result = verdict?.verification_results[check];
  if (result === undefined) return "the check was not made yet";
  const found = (verdict?.remediation_plan ?? "").split("\n").flatMap((line) => {
    const [, code = "", message = ""] = /^([A-Z_]+): (.*)$/.exec(line) ?? [];
    return CHECK_OF[code] === check ? [message] : [];
  });
  if (result.status !== "fail" || found.length === 0) return String(result["notes"] ?? result["reason"] ?? "");
  const more = found.length > NAMED ? [`and ${found.length - NAMED} more`] : [];
  return [...found.slice(0, NAMED), ...more].join("; ");
}

/** How a task goes on that waits for no answer. */
const nextOf = (state: RunState, { lifecycle, plan }: TaskState): string =>
  lifecycle === "escalation_required" ? `baton task retry ${plan.task_id} --note TEXT` : goOn(state);

/** How a task goes on, and the waiver that lets it pass with what a check found. */
function commandFor(state: RunState, task: TaskState, check: Check): string {
  const { task_id: id } = task.plan;
  const asked = task.phase === "held" ? task.findings.find(({ severity }) => severity === "person") : undefined;
  if (asked?.approval !== undefined) return yesTo({ ...asked, approval: asked.approval, task_id: id });
  const decides = nextOf(state, task);
  const isFound = hasPassed(task, 1) || task.findings.some((finding) => checkOf(finding) === check);
  if (!isFound || !WAIVABLE.includes(check) || waiverOf(state, id, check) !== null) return decides;
  const waive = waiveCommand(id, check);
  // After the last failure nothing is tried again unasked, with a waiver or without.
  return task.lifecycle === "escalation_required" ? `${decides}, or first ${waive}` : `${decides}, or ${waive}`;
}

function productionNeed(state: RunState, text: string): { missing: string; command: string } {
  if (state.verified === null) return { missing: "no final commit was verified yet", command: goOn(state) };
  if (text === "Approved") {
    const { approval, criteria = [] } = state.production ?? {};
    const isAsked =
      approval !== undefined && criteria.every(({ status }) => status !== "fail" && status !== "not_measured");
    const missing = isAsked ? "nobody said yes" : "it is asked for when everything else holds";
    return { missing, command: isAsked ? `baton approve ${approval}` : "" };
  }
  const open = (state.production?.criteria ?? []).find(({ name }) => text.startsWith(NAMES[name]));
  return { missing: open?.detail ?? "not looked at yet", command: open?.command ?? "baton gate check G3" };
}

const NAMES = {
  hashes: "Every hash",
  clean_tree: "The work tree",
  ci: "Continuous integration",
  dependency_audit: "Dependencies",
  documentation: "Documentation",
  pre_deploy_checklist: "pre_deploy_checklist.md",
  rollback_plan: "rollback_plan.md",
} as const;
