import { waiveCommand, waiverId, waiverOf, type TaskState } from "../../../core/run/state.ts";
import type { ToolCheck } from "../../../schema/check-settings.ts";
import type { ReportedFinding } from "../../../schema/event.ts";
import type { Check, CheckResult } from "../../../schema/reports.ts";
import type { MeasureOptions } from "../../measure/open.ts";
import { measure } from "../../measure/measure.ts";
import type { Measured } from "../../measure/outcome.ts";
import type { Turn } from "../context.ts";
import type { Artifact } from "./evidence.ts";
import { reported } from "../attempt/take.ts";
import type { Finding } from "../../../errors.ts";

/** The checks of a task that need a tool, with what persons waived taken into account. */
export interface TaskChecks {
  readonly results: Partial<Record<Check, CheckResult>>;
  /** What failed and nobody waived. */
  readonly failed: readonly { readonly check: ToolCheck; readonly findings: readonly ReportedFinding[] }[];
  /** What could not be measured and nobody waived: a person is asked. */
  readonly unmeasured: readonly { readonly check: ToolCheck; readonly findings: readonly ReportedFinding[] }[];
  readonly notes: readonly string[];
  /** Coverage is the executor's evidence (design.md §5, G1), the rest the validator's. */
  readonly artifacts: readonly (Artifact & { readonly check: ToolCheck })[];
}

const TOOL_CHECKS: readonly ToolCheck[] = ["coverage", "mutation", "security", "lint", "type_check", "accessibility"];
/** What G1 asks for (design.md §5); the others are judged in G2. */
const IMPLEMENTATION_CHECKS: ReadonlySet<string> = new Set(["coverage", "lint", "type_check"]);

/** How a task's candidate is opened for measuring. */
export function measureOptions({ project, journal, options }: Turn, task: TaskState): Omit<MeasureOptions, "checks"> {
  const command = journal.state.features[task.plan.feature_id]?.test_command ?? null;
  return {
    repository: project.root,
    base: task.baseCommit ?? "",
    head: task.candidate ?? "",
    stateDirectory: options.stateDirectory,
    env: options.env,
    policy: options.policy,
    onProgress: (progress) => options.onEvent?.({ kind: "check", progress, taskId: task.plan.task_id }),
    ...(command === null ? {} : { test: command }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Measures what the run's policy asks for, on the task's candidate; equal runs that are known are cited. */
export async function measureTask(turn: Turn, task: TaskState): Promise<TaskChecks> {
  const { state } = turn.journal;
  const wanted = TOOL_CHECKS.filter((check) => state.run.policy.checks.includes(check));
  const made = await measure({ ...measureOptions(turn, task), checks: wanted });
  const { task_id: taskId } = task.plan;
  const judged = made.map((one) => ({
    ...one,
    waiver: one.status === "pass" ? null : waiverOf(state, taskId, one.check),
  }));
  const open = (status: Measured["status"]): TaskChecks["failed"] =>
    judged
      .filter((one) => one.status === status && one.waiver === null)
      .map(({ check, findings }) => ({
        check,
        findings: findings.map((finding) => reported({ ...finding, check }, turn.redact)),
      }));
  return {
    results: Object.fromEntries(
      judged.map(({ check, result, waiver }) => [
        check,
        waiver === null ? result : { ...result, status: "waived", waived_by: waiver.by, reason: waiver.reason },
      ]),
    ),
    failed: open("fail"),
    unmeasured: open("not_measured"),
    notes: judged.flatMap(({ check, notes, waiver }) => [
      ...notes,
      ...(waiver === null ? [] : [`${check} waived by ${waiver.by}: ${waiver.reason}`]),
    ]),
    artifacts: made.flatMap(({ check, report, result }) => {
      if (report === null) return [];
      const content = `${JSON.stringify(report.content, null, 2)}\n`;
      return [
        {
          check,
          role: check === "coverage" ? "executor" : "validator",
          name: report.name,
          content,
          kind: "harness",
          description: describe(check, result),
          mapping: MAPPING[check],
        } as const,
      ];
    }),
  };
}

const MAPPING: Readonly<Record<ToolCheck, string>> = {
  coverage: "Coverage Delta",
  mutation: "Mutation Testing",
  security: "OWASP LLM Top-10",
  lint: "Static Analysis",
  type_check: "Static Analysis",
  accessibility: "Accessibility",
};

function describe(check: ToolCheck, result: CheckResult): string {
  const says = (field: string): string => String(result[field] ?? "");
  switch (check) {
    case "coverage":
      return `Coverage ${says("absolute")} (${says("delta")}), changed lines ${says("changed_lines") || "that can run: none"}${
        result["changed_branches"] === undefined ? "" : `, their branches ${says("changed_branches")}`
      }`;
    case "security":
      return `OWASP scan: ${says("vulnerabilities")} findings, ${says("new_vulnerabilities")} new`;
    case "lint":
    case "type_check":
      return `${says("tool")}: ${says("errors")} errors, ${says("new_errors")} new`;
    case "mutation":
      return `${says("score")} mutation score (${says("kind").replace("_", " ")})`;
    case "accessibility":
      return `Accessibility ${result.status}`;
  }
}

/** Coverage, and the reports of those that G1 failed for: what passed is measured and recorded once more in G2. */
export function implementationReports({ artifacts, failed }: TaskChecks): TaskChecks["artifacts"] {
  const failing = new Set<string>(failed.map(({ check }) => check).filter((check) => IMPLEMENTATION_CHECKS.has(check)));
  return artifacts.filter(({ check }) => check === "coverage" || failing.has(check));
}

/** What stands in the way of G1: failed checks of the implementation, and a question for each that could not be made. */
export function implementationFindings({ failed, unmeasured }: TaskChecks, taskId: string): Finding[] {
  return [
    ...failed
      .filter(({ check }) => IMPLEMENTATION_CHECKS.has(check))
      .flatMap(({ findings }) => findings as readonly Finding[]),
    ...unmeasured.map(({ check, findings: [finding] }): Finding => {
      const how = waiveCommand(taskId, check);
      return {
        code: "NOT_MEASURED",
        severity: "person",
        approval: waiverId(taskId, check),
        message: `${finding?.message ?? `${check} could not be measured`} (${finding?.code ?? "NOT_MEASURED"}); mend it, or ${how}`,
      };
    }),
  ];
}
