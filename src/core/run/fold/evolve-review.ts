import type { EventOf } from "../../../schema/event.ts";
import type { Step } from "../../../schema/reports.ts";
import type { Ballot } from "../../../schema/review-arm.ts";
import { tallyVotes } from "../../governor/reasoning/tally-votes.ts";
import { isOfHarness, isUncounted } from "../losses.ts";
import { attemptOf, foldAttempt } from "../beside.ts";
import type { Handlers } from "./handler.ts";
import { NOTHING_RUN } from "./records.ts";
import { addUsage } from "../spending.ts";
import { blockedGate, ballotWords, mergedEvidence, nextVoter, VOTE_UNDECIDED } from "../people/review.ts";
import { HUMAN, type GateReview, type RunState, type TaskState } from "../state.ts";
import { logGate } from "./gate-log.ts";

export type ReviewKind = "validation_checked" | "review_started" | "review_judged" | "status_set";

const NO_EVIDENCE = { screenshots: [], a11y: [], console: [], reports: [] };
const LOST_LIMIT = 3;
/** What happens to a candidate between the harness's checks and its approval. */
export const REVIEW_HANDLERS: Handlers<ReviewKind> = {
  validation_checked(state, event, at) {
    const task = state.tasks[event.task_id];
    if (task === undefined) return;
    const gates = event.asked.map((asked): GateReview => ({ ...asked, ...NEVER_ASKED, evidence: { ...NO_EVIDENCE } }));
    const { candidate, results, notes = [], artifacts, gates_required: required, gates_absent: absent } = event;
    task.review = { candidate, required, absent, results, notes, artifacts, gates };
    task.phase = "reviewing";
    const not = absent.map(({ gate, reason }) => `${gate} not asked: ${reason}`);
    logGate(state, at, "G2_validation", "STARTED", "validator", [`${event.task_id} checks hold`, ...not].join("; "));
    state.updatedAt = at;
  },
  review_started(state, event, at) {
    const { agent, by, round, harness, packet } = event;
    const gate = gateOf(state, event);
    if (gate !== null) Object.assign(gate, { state: "working", agent, by, round, harness, packet });
    state.updatedAt = at;
  },
  review_judged: judge,
  status_set(state, { task_id: id, attempt, status }) {
    const task = state.tasks[id];
    // Of a build that is over beside others nothing is left to change.
    if (task !== undefined && attemptOf(task, attempt) !== null)
      foldAttempt(task, attempt, () => void (task.envelope = status));
  },
};

const NEVER_ASKED = {
  state: "open",
  round: 0,
  lost: 0,
  agent: null,
  by: null,
  harness: null,
  packet: null,
  reasons: [],
  discarded: [],
} as const satisfies Partial<GateReview>;

/** The gate of a task that is asked about; null: it is none of it. */
export function gateOf(state: RunState, { task_id: id, gate }: { task_id: string; gate: string }): GateReview | null {
  return state.tasks[id]?.review?.gates.find((one) => one.gate === gate) ?? null;
}

function judge(state: RunState, event: EventOf<"review_judged">, at: string): void {
  const task = state.tasks[event.task_id];
  const gate = gateOf(state, event);
  if (event.usage !== undefined) addUsage(state, event.usage);
  if (task === undefined || gate === null) return;
  const { outcome, code, detail, by, evidence, discarded } = event;
  const voter = gate.harness === HUMAN ? null : nextVoter(gate);
  const reasons = outcome === "lost" ? [`${code ?? ""}: ${detail}`] : event.reasons;
  Object.assign(gate, { harness: null, by, reasons, discarded });
  gate.evidence = voter === null ? evidence : mergedEvidence([gate.evidence, evidence]);
  state.updatedAt = at;
  if (outcome === "lost") gate.lost += isUncounted(code ?? "", detail) || isOfHarness(detail) ? 0 : 1;
  else gate.lost = 0;
  if (outcome === "lost" && gate.lost < LOST_LIMIT) {
    gate.state = "open";
    return;
  }
  if (voter !== null) castBallot(gate, { voter, by, outcome, reasons });
  else gate.state = outcome === "lost" ? "blocked" : outcome;
  if (gate.state === "blocked") task.blocked = blockedGate(gate).code;
  if (outcome === "lost") return;
  const note = `${event.task_id} ${gate.gate} by ${by ?? ""}${outcome === "failed" ? `: ${reasons[0] ?? ""}` : ""}`;
  logGate(state, at, "G2_validation", outcome === "passed" ? "PASSED" : "FAILED", gate.role, note);
  state.steps.push(stepOf(task, gate, { outcome, reasons, artifacts: Object.values(evidence).flat(), at }));
}

/** One more voter has spoken, or can not be had: the gate is decided, open for the next one, or a person's. */
function castBallot(gate: GateReview, ballot: Ballot): void {
  const { vote, ballots: before = [] } = gate;
  if (vote === undefined) return;
  const ballots = [...before, ballot];
  const { voters, tiebreaker } = vote;
  const votes = ballots.map(({ outcome }) => (outcome === "lost" ? null : outcome));
  const tally = tallyVotes({ votes, voters: voters.length, threshold: Number(vote.threshold), tiebreaker });
  Object.assign(gate, { ballots, lost: 0, reasons: [] });
  switch (tally.kind) {
    case "open":
      gate.state = "open";
      return;
    case "decided": {
      const agreed = ballots.filter(({ outcome }) => outcome === tally.vote);
      gate.state = tally.vote === "passed" ? "passed" : "failed";
      gate.by = agreed.map(({ by }) => by ?? "").join(", ");
      gate.reasons = agreed.flatMap(({ reasons }) => reasons);
      return;
    }
    case "abstained":
      gate.state = "failed";
      gate.reasons = [VOTE_UNDECIDED, ...ballots.map(ballotWords)];
      return;
    case "escalated":
      gate.state = "blocked";
      gate.reasons = ballots.map(ballotWords);
  }
}

/** A finished review is a role's finished attempt, so it is a step of its own (H3A-29). */
function stepOf(
  task: TaskState,
  { gate, role }: GateReview,
  said: Pick<Step, "artifacts"> & {
    readonly outcome: string;
    readonly reasons: readonly string[];
    readonly at: string;
  },
): Step {
  const { outcome, reasons, artifacts, at } = said;
  const passed = outcome === "passed";
  return {
    task_id: task.plan.task_id,
    agent: role,
    timestamp: at,
    summary: passed ? `${gate} passed` : `${gate} failed`,
    gate: "G2_validation",
    status: passed ? "passed" : "failed",
    ...NOTHING_RUN,
    artifacts,
    notes: reasons.join("\n"),
  };
}

/** A person's yes to a gate that nobody could be had for, or that a vote left open. */
export function passByApproval(state: RunState, { approval, task_id: id, by }: EventOf<"approved">): void {
  const task = id === null ? undefined : state.tasks[id];
  const gate = task?.review?.gates.find((one) => one.approval === approval && one.state === "blocked");
  if (task === undefined || gate === undefined) return;
  const path = approvalPath(task, gate);
  const known = state.evidence.some((entry) => entry.path === path);
  const { evidence } = gate;
  const isTied = blockedGate(gate).code === "VOTE_TIED";
  Object.assign(gate, { state: "passed", by, reasons: [], lost: 0, ...(isTied ? {} : { waived: true }) });
  const word = { ...NO_EVIDENCE, reports: [path] };
  // What the voters looked at stays what the gate rests on.
  if (known) gate.evidence = isTied ? mergedEvidence([evidence, word]) : word;
  if (task.review?.gates.every(({ state: one }) => one !== "blocked") === true) task.blocked = null;
}

export const approvalPath = ({ plan, attempt }: TaskState, { gate, round }: GateReview): string =>
  `artifacts/validator/${plan.task_id}/${attempt}/${gate}-${round}/approval.txt`;

/** A person wants a candidate looked at again, by whoever reviews now. */
export function askAnew(task: TaskState): void {
  task.blocked = null;
  for (const gate of task.review?.gates ?? [])
    if (gate.state === "blocked" || gate.state === "working")
      Object.assign(gate, { state: "open", lost: 0, harness: null, ballots: undefined });
}
