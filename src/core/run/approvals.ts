import { BatonError } from "../../errors.ts";
import type { ReportedFinding, RunEvent } from "../../schema/event.ts";
import { QUARANTINE } from "./quarantine.ts";
import { openTasks, type RunState, type TaskState } from "./state.ts";

/** One thing that a person is asked about. Its id is a digest of what is shown, so an answer holds for exactly that (P11). */
export interface Question {
  readonly approval: string;
  readonly feature_id: string;
  /** Null when it is about what is proven already and changed since. */
  readonly task_id: string | null;
  readonly attempt: number | null;
  readonly code: string;
  readonly message: string;
}

/** What waits for a person's yes or no, and has not had it. */
export function questionsIn(state: RunState): Question[] {
  const given = new Set(state.approvals);
  const held = openTasks(state).filter(({ phase }) => phase === "held");
  const ofTasks = held.flatMap(({ plan, attempt, findings }) =>
    findings.filter(asks).map(({ approval, code, message }) => ({
      approval,
      feature_id: plan.feature_id,
      task_id: plan.task_id,
      attempt,
      code,
      message,
    })),
  );
  const ofFeatures = Object.entries(state.asked).map(([feature_id, { approval, reason }]) => ({
    approval,
    feature_id,
    task_id: null,
    attempt: null,
    code: "MANUAL_CHECK",
    message: reason,
  }));
  return [...ofTasks, ...ofFeatures, ...ofProduction(state)].filter(({ approval }) => !given.has(approval));
}

/** G3 is asked for once everything else holds (H3A-18). */
function ofProduction({ production, verified }: RunState): Question[] {
  if (production === null || production.approvedBy !== null || production.commit !== verified) return [];
  if (production.criteria.some(({ status }) => status === "fail" || status === "not_measured")) return [];
  const message = production.criteria.map(({ name, status, detail }) => `${name} ${status}: ${detail}`).join("\n");
  return [
    { approval: production.approval, feature_id: "G3", task_id: null, attempt: null, code: PRODUCTION_READY, message },
  ];
}

const PRODUCTION_READY = "PRODUCTION_READY";

const asks = (finding: ReportedFinding): finding is ReportedFinding & { approval: string } =>
  finding.severity === "person" && finding.approval !== undefined;

const SHORTEST = 4;

/** The questions that an id, the beginning of one, or a task or feature means. Throws APPROVAL_UNKNOWN naming what waits. */
function questionsFor(state: RunState, given: string): Question[] {
  const all = questionsIn(state);
  const found = all.filter(
    ({ approval, task_id, feature_id }) =>
      task_id === given || feature_id === given || (given.length >= SHORTEST && approval.startsWith(given)),
  );
  const ids = new Set(found.map(({ approval }) => approval));
  if (found.length > 0 && (ids.size === 1 || found.every(({ approval }) => !approval.startsWith(given)))) return found;
  const what = found.length === 0 ? "waits for an answer" : "is the one that is meant";
  throw new BatonError("APPROVAL_UNKNOWN", `nothing called ${JSON.stringify(given)} ${what}`, {
    details: { waiting: all },
    hint:
      all.length === 0
        ? "Nothing waits for a person now; see baton status."
        : `There are: ${all.map(({ approval, task_id, feature_id }) => `${approval} (${task_id ?? feature_id})`).join(", ")}.`,
  });
}

export interface Decision {
  /** Who answers: a name or address, as it will stand in the record. */
  readonly by: string;
  readonly comment: string;
}

/** Yes, to exactly what was shown. Throws APPROVAL_UNKNOWN, WAIVER_NEEDED, APPROVER_IS_AUTHOR: nobody approves work of their own. */
export function approve(state: RunState, given: string, { by, comment }: Decision): RunEvent[] {
  const questions = questionsFor(state, given);
  const unmeasured = questions.find(({ code }) => code === "NOT_MEASURED");
  if (unmeasured !== undefined) throw new BatonError("WAIVER_NEEDED", unmeasured.message);
  for (const { task_id: id } of questions) {
    const task = id === null ? undefined : state.tasks[id];
    const isAuthor = by === state.run.author.email && task?.owner === HUMAN_OWNER;
    if (isAuthor || (task !== undefined && by === task.owner))
      throw new BatonError("APPROVER_IS_AUTHOR", `${by} did ${id} by hand, and cannot approve it`);
  }
  return questions.map(({ approval, task_id, feature_id, code }): RunEvent =>
    code === PRODUCTION_READY
      ? { type: "production_approved", approval, by, comment }
      : { type: "approved", approval, task_id, feature_id, by, comment },
  );
}

const HUMAN_OWNER = "human";

/** Nothing is judged: the attempt is lost, and its tree and candidate stay at their refs. */
const discard = ({ plan, attempt, candidate }: TaskState, { by, comment }: Decision): RunEvent => ({
  type: "attempt_lost",
  task_id: plan.task_id,
  attempt,
  code: QUARANTINE,
  detail: `${by} discarded its answer: ${comment}`,
  kept: candidate,
});

/** No: the attempt has failed, with the reason as what its next packet says. Throws APPROVAL_UNKNOWN. */
export function reject(
  state: RunState,
  given: string,
  { by, comment }: Decision,
): { event: RunEvent; task: TaskState } {
  const [question] = questionsFor(state, given).filter(({ task_id }) => task_id !== null);
  const task = state.tasks[question?.task_id ?? ""];
  if (task === undefined)
    throw new BatonError("APPROVAL_UNKNOWN", `${given} is about a feature that is proven already`, {
      hint: `Put it back into the plan: baton feature reopen ${given} --reason TEXT`,
    });
  if (question?.code === QUARANTINE) return { task, event: discard(task, { by, comment }) };
  const message = `${by} rejected it: ${comment}`;
  return {
    task,
    event: {
      type: "implementation_judged",
      task_id: task.plan.task_id,
      attempt: task.attempt,
      outcome: "failed",
      proof: null,
      findings: [{ code: "PERSON_REJECTED", severity: "error", message }],
      artifacts: [],
    },
  };
}
