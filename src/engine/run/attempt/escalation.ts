import type { RunState, TaskState } from "../../../core/run/state.ts";
import { failureNotes } from "../../../core/run/notes.ts";
import type { ReportedFinding, RunEvent } from "../../../schema/event.ts";
import type { Redact } from "../../../util/redact.ts";
import type { Project } from "../project.ts";

/**
 * What a person needs who is asked after the last attempt that a task may have (H3A, escalation protocol). Empty when the
 * task has attempts left. `fresh`: what is recorded together with it.
 */
export function escalationOf(
  { project, state, redact }: { readonly project: Project; readonly state: RunState; readonly redact: Redact },
  task: TaskState,
  findings: readonly ReportedFinding[],
  fresh: readonly RunEvent[] = [],
): RunEvent[] {
  if (task.iterations + 1 < state.run.policy.max_iterations) return [];
  const now = fresh.filter(({ type }) => type === "implementation_judged").length;
  const judged = state.executor.filter(({ task_id: id }) => id === task.plan.task_id).length + now;
  return issueOf({ project, state, redact }, task, findings, judged, fresh);
}

/** What each attempt before the last one lacked, as its steps say: a person sees whether anything changed. */
function earlier({ steps }: RunState, { plan, attempt }: TaskState): string[] {
  const own = steps.filter(({ task_id: id, status }) => id === plan.task_id && status === "failed");
  const before = Array.from({ length: attempt - 1 }, (_, at) => at + 1);
  const failed = before.map((number) => ({ number, notes: own.filter((step) => attemptOf(step) === number) }));
  return failed.flatMap(({ number, notes }) =>
    notes.length === 0
      ? []
      : [`## What attempt ${number} lacked`, "", notes.map((step) => step.notes || step.summary).join("\n"), ""],
  );
}

/** Steps say it in words and by where their artifacts lie. */
function attemptOf({ summary, artifacts }: RunState["steps"][number]): number {
  const said = /^Attempt (\d+) /.exec(summary) ?? artifacts.flatMap((path) => OF_ATTEMPT.exec(path) ?? []);
  return Number(said[1] ?? 0);
}
const OF_ATTEMPT = /^artifacts\/[a-z]+\/[^/]+\/(\d+)\//;

/** The same, whatever is left: the governor asks now. */
export function issueOf(
  { project, state, redact }: { readonly project: Project; readonly state: RunState; readonly redact: Redact },
  task: TaskState,
  findings: readonly ReportedFinding[],
  judged: number,
  fresh: readonly RunEvent[] = [],
): RunEvent[] {
  const { task_id: taskId, goal, feature_id: featureId } = task.plan;
  const text = redact(
    [
      `# ${taskId} needs a person`,
      "",
      `**Goal:** ${goal}`,
      `**Feature:** ${featureId}`,
      `**Attempts judged:** ${judged}`,
      "",
      "## What the last attempt lacked",
      "",
      failureNotes(findings) || "Nothing was found to judge.",
      "",
      ...earlier(state, task),
      "## Evidence",
      "",
      ...[...state.evidence, ...fresh.filter((event) => event.type === "evidence_recorded")]
        .filter((entry) => entry.task_id === taskId)
        .map(({ path, description }) => `- \`${path}\` ${description}`),
      `- what the agent left: \`git log -p refs/baton/${state.runId}/${taskId}/${task.attempt}\``,
      "",
      "## What you can do",
      "",
      `- \`baton task retry ${taskId} --note "what to do differently"\``,
      `- \`baton task split ${taskId} --into "first part" --into "second part"\``,
      `- \`baton feature edit ${featureId} …\`, \`baton feature defer ${featureId}\`, or \`baton feature drop ${featureId}\``,
      "",
    ].join("\n"),
  ).toWellFormed();
  const first = `artifacts/escalation/issue_${taskId}.md`;
  const isAskedAgain = state.evidence.some((entry) => entry.path === first);
  const path = isAskedAgain ? `artifacts/escalation/issue_${taskId}-${task.attempt}.md` : first;
  return [
    {
      type: "evidence_recorded",
      path,
      sha256: project.blobs.put(text),
      bytes: Buffer.byteLength(text),
      role: "validator",
      task_id: taskId,
      kind: "harness",
      description: "What a person is asked",
      mapping: "",
    },
  ];
}
