import { randomUUID } from "node:crypto";
import type { StopReason } from "../../../core/run/next/next-effect.ts";
import { armsOf, routeOf } from "../../../core/run/next/govern-attempt.ts";
import { HARNESS_DIED } from "../../../core/run/losses.ts";
import { settleCriteria } from "../../../core/run/done-result.ts";
import { nextVoter, reviewStep } from "../../../core/run/people/review.ts";
import { reviewWords } from "../../../core/run/orchestrator-envelope.ts";
import { HUMAN, type GateReview, type RunState, type TaskState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { EventOf, RunEvent } from "../../../schema/event.ts";
import { endProcessesBelow } from "../../../util/process-tree.ts";
import { approvalId } from "../../prove/context.ts";
import { gatesFor, type GatesOfChange } from "../../../core/gate/required.ts";
import { changesUi } from "../../../core/gate/ui-files.ts";
import { findUi } from "../../../core/measure/find-ui.ts";
import { diffTrees } from "../../../util/git/trees.ts";
import { join } from "node:path";
import { rmSync } from "node:fs";
import type { Turn } from "../context.ts";
import { escalationOf } from "../attempt/escalation.ts";
import { clonesOf, reviewCloneName } from "../start/leftovers.ts";
import { forgetUsage, notedUsage } from "../attempt/metered.ts";
import type { Reviewer } from "./reviewers.ts";
import { keepArtifacts } from "../checks/evidence.ts";
import { forgetFullDisk, noteFullDisk, notedFullDisk } from "../record/full-disk.ts";
import { lookFolder, uiEvidence } from "../checks/ui-evidence.ts";
import { configOf, openCommit } from "../open-commit.ts";
import { statusSet } from "../orchestrator.ts";
import { breakOf, stackOf, type Loss } from "../attempt/lose.ts";
import { askReviewer, startReview, type ReviewTurn } from "./review-turn.ts";
import { registryHash } from "../registry.ts";
import { damagedIn } from "../record/artifacts.ts";
import { requireReconciled } from "../claims/reconciled.ts";

/** Which gates the candidate needs, by what it changes. */
export function gatesOfTask({ project, journal, options }: Turn, { baseCommit, candidate }: TaskState): GatesOfChange {
  const paths = diffTrees(project.git, baseCommit ?? "", candidate ?? "").map(({ path }) => path);
  const trees = [candidate, baseCommit].flatMap((commit) => (commit === null ? [] : [openCommit(project.git, commit)]));
  const { ui } = configOf(project, journal.state);
  const isStarted = trees.some((tree) => findUi(tree, ui) !== null);
  const isUi = changesUi({ patterns: options.registry.uiFiles, changed: paths, isStarted }, trees);
  return gatesFor(options.registry, { paths, isUi });
}

/** The harness begins to check: READY_FOR_QA becomes QA_IN_PROGRESS, and nobody skips it (Messaging Protocol §6). */
export const beginQa = (turn: Turn, task: TaskState): RunEvent[] =>
  statusSet(turn, task, {
    status: "QA_IN_PROGRESS",
    gatesRequired: gatesOfTask(turn, task).required,
    gatesPassed: ["GATE-MSG-STRICT"],
    evidence: { screenshots: [], a11y: [], console: [], reports: [] },
    reasons: [],
    output: "The implementation is proven. The harness checks it once more; then QA and review.",
    next: ["orchestrator to check the candidate from a clean checkout"],
  });

/** The harness's own checks hold: who else has to look, and why nobody else. */
export function checkedEvent(
  turn: Turn,
  task: TaskState,
  { results, notes, artifacts }: Pick<EventOf<"validation_judged">, "results" | "notes" | "artifacts">,
): EventOf<"validation_checked"> {
  const { required, absent, asked } = gatesOfTask(turn, task);
  const candidate = task.candidate ?? "";
  return {
    type: "validation_checked",
    task_id: task.plan.task_id,
    attempt: task.attempt,
    candidate,
    results,
    ...(notes === undefined ? {} : { notes }),
    artifacts,
    gates_required: [...required],
    gates_absent: absent.map((one) => ({ ...one })),
    asked: asked.map((one) => ({
      ...one,
      approval: approvalId(`${one.gate}\n${candidate}`),
      ...voteOn(turn, task, one),
    })),
    registry: registryHash(turn.options.registry),
  };
}

/** Whether several decide: what was decided about the attempt, where agents and no person review. */
function voteOn({ journal, options }: Turn, task: TaskState, { stage, role }: GatesOfChange["asked"][number]) {
  const vote = routeOf(journal.state, task)?.review?.vote ?? null;
  return stage === "qa" || vote === null || options.reviewers(role) === "human" ? {} : { vote };
}

/**
 * One step of QA and review: whoever is asked next is asked, QA agents at the same time; then the orchestrator moves the
 * STATUS. Each step ends in the journal, so a harness that was killed asks nobody twice who has answered. Answers why the
 * run cannot go on, if so.
 */
export async function review(turn: Turn, task: TaskState): Promise<StopReason | null> {
  const { journal } = turn;
  // A person's session is no process that could have died: what it starts has a name of its own.
  const harness = turn.harness === HUMAN ? randomUUID() : turn.harness;
  const step = reviewStep(task, harness);
  switch (step.kind) {
    case "wait":
      return null;
    case "lose":
      for (const gate of step.gates) loseReview(turn, task, gate);
      return null;
    case "ask":
      return ask(turn, task, step.gates, harness);
    case "to_review":
      journal.append(() => statusSet(turn, task, reviewWords(task, "READY_FOR_REVIEW")));
      return null;
    case "conclude":
      conclude(turn, task, step.outcome);
      turn.publisher.publish();
      return null;
  }
}

async function ask(
  turn: Turn,
  task: TaskState,
  gates: readonly GateReview[],
  harness: string,
): Promise<StopReason | null> {
  await lookAgain(turn, task, gates);
  const begun = gates.map((gate) => {
    const reviewer = whoLooks(turn, task, turn.options.reviewers(gate.role, labelOf(turn, task, gate)));
    return {
      reviewer,
      started: startReview(turn, task, { ...gate }, reviewer, reviewer === "human" ? HUMAN : harness),
    };
  });
  turn.publisher.publish();
  const ended = await Promise.allSettled(
    begun.map(async ({ reviewer, started }) => {
      if (reviewer !== "human") await askWhole(turn, task, started, reviewer);
    }),
  );
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  const codes = begun.flatMap(({ started }) => lossOf(turn, task, started.gate));
  turn.publisher.publish();
  if (codes.includes("AGENT_UNAUTHORIZED")) return "unauthorized";
  return codes.includes("BUDGET_SPENT") ? "budget" : null;
}

/** An answer that breaks whoever hears it is a review that was lost, as any other that cannot be used. */
async function askWhole(turn: Turn, task: TaskState, started: ReviewTurn, reviewer: Exclude<Reviewer, "human">) {
  try {
    await askReviewer(turn, started, reviewer);
  } catch (error) {
    const loss = turn.options.signal?.aborted === true ? null : breakOf(error);
    if (loss === null) {
      const { task_id, attempt } = started.attempt.packet;
      noteFullDisk(turn, { task_id, attempt, review: started }, error);
      throw error;
    }
    loseReview(turn, task, started, { ...loss, detail: turn.redact(loss.detail) });
    const { gate } = started;
    turn.options.onEvent?.({
      kind: "reviewed",
      task,
      gate,
      outcome: "lost",
      reasons: [`${loss.code}: ${loss.detail}`],
      vote: null,
      decided: null,
    });
  }
}

/** Who of the run's agents is asked: the next who votes, without the number of its process, or whom the governor named. */
const labelOf = ({ journal }: Turn, task: TaskState, gate: GateReview): string | undefined =>
  nextVoter(gate)?.replace(/#\d+$/, "") ?? armsOf(journal.state, task)?.reviewer.is;

/** A built-in agent judges what the harness saw; where nothing was seen, whoever would be asked without it. */
function whoLooks({ journal }: Turn, task: TaskState, reviewer: Reviewer): Reviewer {
  if (reviewer === "human" || reviewer.otherwise === undefined) return reviewer;
  return isSeen(journal.state, task) ? reviewer : reviewer.otherwise;
}

function isSeen({ evidence }: RunState, task: TaskState): boolean {
  const place = `/${task.plan.task_id}/${task.attempt}/${lookFolder(task)}/look.json`;
  return evidence.some(({ path }) => path.endsWith(place));
}

/** What kept the harness from looking when somebody was asked before, a browser that was not there, may be mended since. */
async function lookAgain(turn: Turn, task: TaskState, gates: readonly GateReview[]): Promise<void> {
  const { journal } = turn;
  const roles = gates.filter(({ round }) => round > 0).map(({ role }) => role);
  if (roles.length === 0 || isSeen(journal.state, task)) return;
  const seen = await uiEvidence(turn, task, roles);
  const owner = { taskId: task.plan.task_id, attempt: task.attempt };
  if (seen.length > 0) journal.append(() => keepArtifacts(turn, seen, owner).events);
}

/** The code of a loss that another round would meet again. */
function lossOf({ journal }: Turn, { plan }: TaskState, name: string): string[] {
  const gate = journal.state.tasks[plan.task_id]?.review?.gates.find((one) => one.gate === name);
  return gate?.state === "open" ? gate.reasons.flatMap((reason) => reason.split(":")[0] ?? []) : [];
}

/** A review that was cut short: leftovers of its agent are ended, and it is asked again. */
export function loseReview(
  turn: Turn,
  task: TaskState,
  { gate, round, by }: Pick<GateReview, "gate" | "round" | "by">,
  loss?: Loss,
): void {
  const { journal } = turn;
  const which = { task_id: task.plan.task_id, attempt: task.attempt, review: { gate, round } };
  const died: Loss = { code: "ATTEMPT_LOST", detail: HARNESS_DIED };
  const { code, detail, stack } = loss ?? notedFullDisk(turn, which) ?? died;
  const place = join(clonesOf(turn), reviewCloneName(which.task_id, which.attempt, gate, round));
  endProcessesBelow(place);
  rmSync(place, { recursive: true, force: true });
  const usage = notedUsage(turn, which);
  const owner = { taskId: which.task_id, attempt: which.attempt };
  const kept = keepArtifacts(turn, stackOf(stack, { role: "validator", folder: `${gate}-${round}/` }), owner).events;
  journal.append(() => [
    ...kept,
    {
      type: "review_judged",
      task_id: which.task_id,
      attempt: which.attempt,
      gate,
      round,
      candidate: task.candidate ?? "",
      by,
      outcome: "lost",
      code,
      detail: detail.toWellFormed(),
      reasons: [],
      violations: [],
      evidence: { screenshots: [], a11y: [], console: [], reports: [] },
      discarded: [],
      ...(usage === undefined ? {} : { usage }),
    },
  ]);
  forgetUsage(turn, which);
  forgetFullDisk(turn, which);
}

/**
 * The sole authority for APPROVED (Messaging Protocol §5): every gate has passed, and every file that they rest on is what
 * was recorded. Else the task goes back with the reasons of whoever said no, as a failed G2.
 */
function conclude(turn: Turn, task: TaskState, outcome: "passed" | "failed"): void {
  const { journal, options } = turn;
  const { task_id: taskId } = task.plan;
  const { review: at } = task;
  if (outcome === "passed") requireReconciled(turn, taskId);
  const damaged = outcome === "passed" ? damagedIn(turn.project, citedIn(journal.state, task)) : [];
  if (damaged.length > 0)
    throw new BatonError(
      "ARTIFACT_CHANGED",
      `${taskId} cannot be approved: ${damaged.join(", ")} is not what was recorded`,
    );
  const reasons = (at?.gates ?? []).filter(({ state }) => state === "failed").flatMap((gate) => gate.reasons);
  const remediation =
    outcome === "passed" ? null : [...new Set(reasons)].join("\n").slice(0, 2000) || "a review failed";
  const event: EventOf<"validation_judged"> = {
    type: "validation_judged",
    task_id: taskId,
    attempt: task.attempt,
    outcome,
    results: outcome === "passed" ? settleCriteria(at?.results ?? {}) : (at?.results ?? {}),
    ...(outcome === "passed" && at !== null && at.notes.length > 0 ? { notes: at.notes } : {}),
    remediation,
    artifacts: [
      ...(at?.artifacts ?? []),
      ...(at?.gates ?? []).flatMap(({ evidence }) => Object.values(evidence).flat()),
    ],
  };
  const escalation =
    remediation === null
      ? []
      : escalationOf({ ...turn, state: journal.state }, task, [
          { code: "REVIEW_FAILED", severity: "error", message: remediation },
        ]);
  const said = statusSet(turn, task, reviewWords(task, outcome === "passed" ? "APPROVED" : "BLOCKED"));
  journal.append(() => [...escalation, event, ...said]);
  if (outcome === "failed")
    options.onEvent?.({ kind: "judged", task, state: journal.state, verdict: "not_proven", violations: [] });
}

/** What the reviews of a task cite. */
function citedIn({ evidence }: RunState, { review }: TaskState): RunState["evidence"] {
  const cited = new Set((review?.gates ?? []).flatMap((gate) => Object.values(gate.evidence).flat()));
  return evidence.filter(({ path }) => cited.has(path));
}
