import { BatonError } from "../../../errors.ts";
import type { Evidence, EvidenceKey } from "../../../schema/envelope.ts";
import type { Ballot } from "../../../schema/review-arm.ts";
import { sameName } from "../../text/same-name.ts";
import type { GateReview, RunState, TaskState } from "../state.ts";
import { HUMAN, openTasks } from "../state.ts";

/** Names one process: whoever is started again is somebody else, and nobody reviews what they made (ENV-10). */
export const processName = (agent: string, role: string, taskId: string, turn: number | string): string =>
  `${agent}/${role}/${taskId}/${turn}`;

/** The program that a process name names; connections over MCP count as one, and a person's name is one by itself. */
export const programOf = (name: string): string =>
  /^mcp-[0-9a-f]{8}$/.test(name) ? "mcp" : (name.split("/", 1)[0] ?? name);

/** What the orchestrator does next about the reviews of a candidate; `wait`: a person is asked, or nothing is open. */
export type ReviewStep =
  | { readonly kind: "wait" }
  /** Their harness died. */
  | { readonly kind: "lose"; readonly gates: readonly GateReview[] }
  | { readonly kind: "ask"; readonly gates: readonly GateReview[] }
  | { readonly kind: "to_review" }
  | { readonly kind: "conclude"; readonly outcome: "passed" | "failed" };

/** QA agents at the same time, then the code reviewer; whoever says no ends it (Messaging Protocol §6). */
export function reviewStep({ review, envelope }: TaskState, harness: string): ReviewStep {
  const gates = review?.gates ?? [];
  const stale = gates.filter((gate) => gate.state === "working" && gate.harness !== harness && gate.harness !== HUMAN);
  if (stale.length > 0) return { kind: "lose", gates: stale };
  const qa = gates.filter(({ stage }) => stage === "qa");
  const isQa = envelope === "QA_IN_PROGRESS";
  const stage = isQa ? qa : gates.filter((gate) => gate.stage === "review");
  const of = (state: GateReview["state"]): GateReview[] => stage.filter((gate) => gate.state === state);
  if (of("open").length > 0) return { kind: "ask", gates: of("open") };
  if (of("failed").length > 0) return { kind: "conclude", outcome: "failed" };
  if (of("passed").length < stage.length) return { kind: "wait" };
  return isQa ? { kind: "to_review" } : { kind: "conclude", outcome: "passed" };
}

/** Whether a candidate waits for a person: as a reviewer, or since three reviews were lost. It holds no files then. */
export const reviewWaits = ({ phase, review }: Pick<TaskState, "phase" | "review">): boolean =>
  phase === "reviewing" &&
  (review?.gates ?? []).some(({ state, harness }) => state === "blocked" || (state === "working" && harness === HUMAN));

export interface HumanReview {
  readonly task: TaskState;
  readonly gate: GateReview;
}

/** The review that a person has open: of a task, or one that `notBy` may hand in; null when there is none. */
export function humanReview(
  state: RunState,
  { taskId, notBy }: { readonly taskId?: string; readonly notBy?: string } = {},
): HumanReview | null {
  for (const task of openTasks(state)) {
    if (taskId !== undefined && taskId !== task.plan.task_id) continue;
    if (notBy !== undefined && isAuthor(state, task, notBy)) continue;
    const gate = task.phase === "reviewing" ? task.review?.gates.find(isHumans) : undefined;
    if (gate !== undefined) return { task, gate };
  }
  return null;
}

/** What prints the prompt of a review: who made the work must say that somebody else asks. */
export const reviewCommand = (state: RunState, task: TaskState): string =>
  isAuthor(state, task, state.run.author.email) ? "baton next --as NAME" : "baton next";

const isHumans = ({ state, harness }: GateReview): boolean => state === "working" && harness === HUMAN;

/** Who of a vote is asked next; null: nobody votes, or all have. */
export const nextVoter = ({ vote, ballots = [] }: GateReview): string | null => vote?.voters[ballots.length] ?? null;

export interface BallotNumber {
  readonly number: number;
  readonly of: number;
}

/** Which of its voters a gate's answer under way is of; null: one reviewer decides, or a person. */
export function ballotUnderWay(gate: GateReview): BallotNumber | null {
  const { ballots = [], vote, harness } = gate;
  if (vote === undefined || harness === HUMAN || nextVoter(gate) === null) return null;
  return { number: ballots.length + 1, of: vote.voters.length };
}

/** What a gate says of which the reviewers abstain. */
export const VOTE_UNDECIDED = "the reviewers' vote decided nothing";

export interface VoteResult {
  readonly isYes: boolean;
  readonly words: string;
}

/** What a vote has come to after its newest ballot; null: others are still to be asked. */
export function voteResult(gate: GateReview): VoteResult | null {
  if (gate.state === "open" || gate.state === "working") return null;
  if (gate.state === "passed") return { isYes: true, words: "the vote says yes" };
  if (gate.state === "blocked")
    return { isYes: false, words: `the vote decided nothing, a person does: ${blockedGate(gate).code}` };
  return { isYes: false, words: gate.reasons[0] === VOTE_UNDECIDED ? VOTE_UNDECIDED : "the vote says no" };
}

const SAYS = { passed: "says yes", failed: "says no", lost: "could not be had" } as const;

/** What a voter said, in a line; which gate it is about is said once for all of them. */
export const ballotWords = ({ voter, outcome, reasons }: Ballot): string =>
  [`${voter} ${SAYS[outcome]}`, reasons.map((reason) => reason.replace(/^GATE-[A-Z0-9-]+: /, "")).join("; ")]
    .filter((part) => part !== "")
    .join(": ");

export function mergedEvidence(all: readonly Evidence[]): Evidence {
  const one = (key: EvidenceKey): string[] => [...new Set(all.flatMap((each) => each[key]))];
  return { screenshots: one("screenshots"), a11y: one("a11y"), console: one("console"), reports: one("reports") };
}

/** Why a person must answer for a gate that is blocked. */
export const blockedGate = ({
  gate,
  ballots = [],
  reasons,
}: GateReview): { readonly code: string; readonly message: string } =>
  ballots.some(({ outcome }) => outcome !== "lost")
    ? { code: "VOTE_TIED", message: `${gate}: ${reasons.join("; ")}` }
    : { code: "REVIEW_LOST", message: `${gate} could not be had: ${reasons[0] ?? "no usable answer"}` };

/** Gates behind a candidate: the harness's own, and those that passed. */
export function passedGates({ review }: TaskState): string[] {
  const gates = review?.gates ?? [];
  const open = new Set(gates.filter(({ state }) => state !== "passed").map(({ gate }) => gate));
  return (review?.required ?? []).filter((gate) => !open.has(gate));
}

/** Files that reviews of a task rest on. */
export const reviewEvidence = (task: TaskState | undefined): string[] =>
  (task?.review?.gates ?? []).flatMap(({ evidence }) => Object.values(evidence).flat());

/**
 * Whether somebody made any attempt of a task: under the same name, or as the person of that name or address who began the
 * run. Processes are named anew each time, so only persons can meet themselves.
 */
export function isAuthor({ run }: RunState, { authors }: TaskState, by: string): boolean {
  const { name, email } = run.author;
  const self = [name, email, `${name} <${email}>`].map(sameName);
  const known = authors.map(sameName);
  const one = sameName(by);
  return known.includes(one) || (self.includes(one) && known.some((author) => self.includes(author)));
}

/** Throws APPROVER_IS_AUTHOR when one of these tasks is somebody's own work, done or under way; `hint`: what to type else. */
export function requireOther(state: RunState, tasks: readonly TaskState[], by: string, hint?: string): void {
  const own = tasks.find((task) => isAuthor(state, task, by) || by === task.owner);
  if (own !== undefined)
    throw new BatonError(
      "APPROVER_IS_AUTHOR",
      `${by} made ${own.plan.task_id}, and cannot approve it`,
      hint === undefined ? {} : { hint },
    );
}
