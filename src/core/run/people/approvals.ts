import { CHECKS } from "../../../schema/words.ts";
import { BatonError, type Code } from "../../../errors.ts";
import type { EventOf, ReportedFinding, RunEvent } from "../../../schema/event.ts";
import { attemptOf, openAttempts } from "../beside.ts";
import { AGENT_BLOCKED, QUARANTINE } from "./quarantine.ts";
import { landingAsked, tasksToLand } from "../landing.ts";
import { waivesRed } from "./red-waived.ts";
import { blockedGate, requireOther } from "./review.ts";
import { openTasks, tasksOf, waiveCommand, waiverId, type RunState, type TaskState } from "../state.ts";

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

/** A person must look, for no test decides. */
export const MANUAL_CHECK = "MANUAL_CHECK";

/** What waits for a person's yes or no, and has not had it. */
export function questionsIn(state: RunState): Question[] {
  const given = new Set(state.approvals);
  const held = openAttempts(state).filter(({ phase }) => phase === "held");
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
  const ofReviews = openTasks(state).flatMap(({ plan, attempt, phase, review }) =>
    (phase === "reviewing" ? (review?.gates ?? []) : [])
      .filter((gate) => gate.state === "blocked")
      .map((gate) => ({
        approval: gate.approval,
        feature_id: plan.feature_id,
        task_id: plan.task_id,
        attempt,
        ...blockedGate(gate),
      })),
  );
  const ofFeatures = Object.entries(state.asked).map(([feature_id, { approval, reason }]) => ({
    approval,
    feature_id,
    task_id: null,
    attempt: null,
    code: MANUAL_CHECK,
    message: reason,
  }));
  return [...ofTasks, ...ofReviews, ...ofFeatures, ...ofLanding(state), ...ofProduction(state)].filter(
    ({ approval }) => !given.has(approval),
  );
}

/** As a person reads them: by the task's number; what is about none comes last. */
export const compareQuestions = (
  { task_id: one }: Pick<Question, "task_id">,
  { task_id: other }: Pick<Question, "task_id">,
): number =>
  Number(one === null) - Number(other === null) || (one ?? "").localeCompare(other ?? "", "en", { numeric: true });

/** What a question about the branch, and no feature, is called. */
const LANDING = "landing";
const LANDING_WAITS = "LANDING_WAITS";

/** A commit is named by its hash: a yes holds for that one alone. */
function ofLanding(state: RunState): Question[] {
  const commit = landingAsked(state);
  if (commit === null) return [];
  const message = `proven commits wait on baton/${state.runId}; with your yes ${state.run.branch} follows to ${commit.slice(0, 12)}`;
  const about = { feature_id: LANDING, task_id: null, attempt: null };
  return [{ approval: commit.slice(0, 12), ...about, code: LANDING_WAITS, message }];
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

const PRODUCTION_READY = "PRODUCTION_READY" satisfies Code;

const asks = (finding: ReportedFinding): finding is ReportedFinding & { approval: string } =>
  finding.severity === "person" && finding.approval !== undefined;

const SHORTEST = 4;

/** The questions that an id, the beginning of one, or a task or feature means. Throws APPROVAL_UNKNOWN naming what waits. */
export function questionsFor(state: RunState, given: string): Question[] {
  const all = questionsIn(state);
  const feature = featureMeant(state, given);
  const found = all.filter(
    ({ approval, task_id, feature_id }) =>
      task_id === given || feature_id === feature || (given.length >= SHORTEST && approval.startsWith(given)),
  );
  const ids = new Set(found.map(({ approval }) => approval));
  if (found.length > 0 && (ids.size === 1 || found.every(({ approval }) => !approval.startsWith(given)))) return found;
  const what = found.length === 0 ? "waits for an answer" : "is the one that is meant";
  throw new BatonError("APPROVAL_UNKNOWN", `nothing called ${JSON.stringify(given)} ${what}`, {
    details: { waiting: all },
    hint:
      all.length === 0
        ? given === "G3"
          ? "It is asked for once everything else of it holds: baton gate check G3"
          : "Nothing waits for a person now; see baton status."
        : `There are: ${all.map(({ approval, task_id, feature_id }) => `${approval} (${task_id ?? feature_id})`).join(", ")}.`,
  });
}

/** A feature's id, or what only one begins with; anything else as it is. */
function featureMeant({ features }: RunState, given: string): string {
  const [only, ...others] = Object.keys(features).filter((id) => given.length >= SHORTEST && id.startsWith(given));
  return only === undefined || others.length > 0 ? given : only;
}

export interface Decision {
  /** Who answers: a name or address, as it will stand in the record. */
  readonly by: string;
  readonly comment: string;
}

/**
 * What answers an agent that cannot go on, and whether it left a change that a yes would have judged; null: the question is
 * another one.
 */
export function answerTo(
  { tasks }: RunState,
  { task_id: id, attempt, code }: Question,
): { readonly command: string; readonly hasChange: boolean } | null {
  if (code !== AGENT_BLOCKED || id === null) return null;
  const candidate = attemptOf(tasks[id], attempt ?? 0)?.candidate ?? null;
  return { command: `baton task retry ${id} --note TEXT`, hasChange: candidate !== null };
}

/** What a person types to let through what a question is about: not every one is answered by a bare yes. */
export function yesTo({ approval, task_id: id, code }: Pick<Question, "approval" | "task_id" | "code">): string {
  const check = CHECKS.find((one) => id !== null && approval === waiverId(id, one));
  if (code === UNMEASURED && id !== null && check !== undefined) return waiveCommand(id, check);
  return waivesRed({ code }) ? `baton approve ${approval} --as NAME --comment TEXT` : `baton approve ${approval}`;
}

/** Nobody says yes to what was not measured: it is waived. */
const UNMEASURED = "NOT_MEASURED";
export const isUnmeasured = ({ code }: Pick<Question, "code">): boolean => code === UNMEASURED;

/**
 * Yes, to exactly what was shown. One to missing RED is a waiver, and needs a reason. Throws APPROVAL_UNKNOWN, WAIVER_NEEDED, APPROVER_IS_AUTHOR: nobody approves work of their own;
 * AGENT_BLOCKED: there is a question to answer, and no change that a yes could be about.
 */
export function approve(state: RunState, given: string, { by, comment }: Decision): RunEvent[] {
  const questions = questionsFor(state, given);
  const unmeasured = questions.find(isUnmeasured);
  if (unmeasured !== undefined) throw new BatonError("WAIVER_NEEDED", unmeasured.message, { hint: yesTo(unmeasured) });
  const unproven = questions.find(waivesRed);
  if (unproven !== undefined && comment === "")
    throw new BatonError("WAIVER_NEEDED", `a yes to it stands in the place of RED, so say why: ${unproven.message}`, {
      hint: yesTo(unproven),
    });
  for (const question of questions) {
    const answer = answerTo(state, question);
    if (answer !== null && !answer.hasChange)
      throw new BatonError("AGENT_BLOCKED", `${question.task_id} left nothing to judge: ${question.message}`, {
        hint: `Answer it: ${answer.command}`,
      });
  }
  for (const question of questions)
    requireOther(state, tasksAsked(state, question), by, question.code === LANDING_WAITS ? LAND_BY_HAND : undefined);
  return questions.map(({ approval, task_id, feature_id, code }): RunEvent => {
    if (code === LANDING_WAITS) return { type: "landing_approved", to: state.tip ?? "", by, comment };
    if (code === PRODUCTION_READY) return { type: "production_approved", approval, by, comment };
    return { type: "approved", approval, task_id, feature_id, by, comment };
  });
}

/** A yes on record is another person's; who made all of it moves their branch themselves. */
const LAND_BY_HAND = "Somebody else says yes: baton approve ID --as NAME. Or move your branch yourself: baton land";

/** What a question is about: a task, all tasks of a feature, all work that lands, or at G3 everything that the run made. */
function tasksAsked(state: RunState, { task_id: id, feature_id: featureId, code }: Question): TaskState[] {
  if (code === PRODUCTION_READY) return Object.values(state.tasks);
  if (code === LANDING_WAITS) return tasksToLand(state);
  const task = id === null ? undefined : state.tasks[id];
  return task === undefined ? tasksOf(state, featureId) : [task];
}

/** Nothing is judged: the attempt is lost, and its tree and candidate stay at their refs. */
const discard = (
  { plan, attempt, candidate }: TaskState,
  code: EventOf<"attempt_lost">["code"],
  { by, comment }: Decision,
): RunEvent => ({
  type: "attempt_lost",
  task_id: plan.task_id,
  attempt,
  code,
  detail: `${by} discarded its answer: ${comment}`,
  kept: candidate,
  decided: { by, comment },
});

/** No: the attempt has failed, with the reason as what its next packet says. Throws APPROVAL_UNKNOWN. */
export function reject(
  state: RunState,
  given: string,
  { by, comment }: Decision,
): { event: RunEvent; task: TaskState | null } {
  const questions = questionsFor(state, given);
  if (questions.some(({ code }) => code === LANDING_WAITS)) {
    const reason = `${by} said no: ${comment}`;
    const left = { branch: state.run.branch, to: state.tip ?? "", reason };
    return { task: null, event: { type: "landing_left", ...left, code: "PERSON_REJECTED", decided: { by, comment } } };
  }
  const [question] = questions.filter(({ task_id }) => task_id !== null);
  const task = attemptOf(state.tasks[question?.task_id ?? ""], question?.attempt ?? 0);
  if (task === null)
    throw new BatonError("APPROVAL_UNKNOWN", `${given} is about a feature that is proven already`, {
      hint: `Put it back into the plan: baton feature reopen ${given} --reason TEXT`,
    });
  if (question?.code === QUARANTINE || question?.code === AGENT_BLOCKED)
    return { task, event: discard(task, question.code, { by, comment }) };
  const message = `${by} rejected it: ${comment}`;
  const decided = { by, comment };
  if (task.phase === "reviewing")
    return { task, event: { ...failedReview(task, `PERSON_REJECTED: ${message}`), decided } };
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
      decided,
    },
  };
}

/** A person's no in the place of a review that could not be had. */
function failedReview({ plan, attempt, review }: TaskState, remediation: string): EventOf<"validation_judged"> {
  const { results = {}, artifacts = [] } = review ?? {};
  return {
    type: "validation_judged",
    task_id: plan.task_id,
    attempt,
    outcome: "failed",
    results,
    remediation,
    artifacts,
  };
}
