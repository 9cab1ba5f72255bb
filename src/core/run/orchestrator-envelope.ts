import type { Envelope, EnvelopeStatus, Evidence } from "../../schema/envelope.ts";
import { mergedEvidence, passedGates } from "./people/review.ts";
import type { GateReview, TaskState } from "./state.ts";

export interface OrchestratorWords {
  readonly status: EnvelopeStatus;
  readonly gatesRequired: readonly string[];
  readonly gatesPassed: readonly string[];
  readonly evidence: Evidence;
  readonly reasons: readonly string[];
  readonly output: string;
  readonly next: readonly string[];
}

/** The orchestrator's own change of a STATUS, as the twelve fields (ENV-15). */
export function orchestratorEnvelope({ plan }: TaskState, words: OrchestratorWords): Envelope {
  return {
    STATUS: words.status,
    TASK_ID: plan.task_id,
    TASK: plan.goal,
    ASSIGNED_AGENT: "orchestrator",
    REPORTS_TO: "orchestrator",
    INPUTS_USED: [],
    GATES_REQUIRED: [...words.gatesRequired],
    GATES_PASSED: [...words.gatesPassed],
    EVIDENCE: words.evidence,
    FAIL_REASONS: [...words.reasons],
    OUTPUT: words.output,
    NEXT_ACTIONS: [...words.next],
  };
}

/** The orchestrator gives a task out: the only way out of BLOCKED (Messaging Protocol §6). */
export const dispatchWords = (agent: string, attempt: number, gatesRequired: readonly string[]): OrchestratorWords => ({
  gatesPassed: [],
  evidence: NO_EVIDENCE,
  status: "IN_PROGRESS",
  gatesRequired,
  reasons: [],
  output: `Attempt ${attempt} is given to ${agent}.`,
  next: [`${agent} to answer with an envelope`],
});

/** What an answer that is not used, or that a person let through, left is found proven: only a dispatch leads out of BLOCKED. */
export const takenOnWords = (gatesRequired: readonly string[]): OrchestratorWords => ({
  ...dispatchWords("the harness", 0, gatesRequired),
  output: "The harness goes on with what the attempt left: it is proven, whatever its answer said.",
  next: ["orchestrator to have it checked"],
});

/** An attempt that came to nothing, or that a person has to look at: by the codes of what was found. */
export const blockedWords = (
  { codes, reports }: { readonly codes: readonly string[]; readonly reports: readonly string[] },
  gatesRequired: readonly string[],
): OrchestratorWords => ({
  gatesPassed: [],
  status: "BLOCKED",
  gatesRequired,
  evidence: { ...NO_EVIDENCE, reports: [...reports] },
  reasons: [...new Set(codes.length === 0 ? ["PERSON_NEEDED"] : codes)].map((code) => `GATE-TESTS: ${code}`),
  output: "The harness did not find it proven; what it found stands in its reports.",
  next: ["orchestrator to give the task out again, or to ask a person"],
});

const NO_EVIDENCE: Evidence = { screenshots: [], a11y: [], console: [], reports: [] };

/**
 * What the orchestrator says of a candidate at each step of its reviews. GATE-MSG-STRICT holds for every envelope whose STATUS
 * was used: that of an author whose answer was rejected is not, and its tree is judged all the same (ONE-13).
 */
export function reviewWords(task: TaskState, to: "READY_FOR_REVIEW" | "APPROVED" | "BLOCKED"): OrchestratorWords {
  const { review } = task;
  const gates = review?.gates ?? [];
  const failed = gates.filter(({ state }) => state === "failed");
  const asked = (stage: "qa" | "review"): string[] =>
    gates.filter((gate) => gate.stage === stage).map(({ role }) => `orchestrator to invoke ${role}`);
  const evidence = mergedEvidence([
    { screenshots: [], a11y: [], console: [], reports: review?.artifacts ?? [] },
    ...gates.filter(({ state }) => state === "passed").map((gate) => gate.evidence),
  ]);
  const common = { gatesRequired: review?.required ?? [], gatesPassed: passedGates(task), evidence };
  if (to === "BLOCKED") {
    const reasons = failed.flatMap(({ gate, reasons: why }) => why.map((one) => naming(gate, one)));
    const output = `Sent back by ${failed.map(({ role }) => role).join(" and ")}.`;
    const named = reasons.join("\n");
    const gatesPassed = common.gatesPassed.filter((gate) => !named.includes(gate));
    return {
      ...common,
      gatesPassed,
      status: to,
      reasons,
      output,
      next: ["orchestrator to give the task out again with the reasons"],
    };
  }
  if (to === "APPROVED")
    return {
      ...common,
      status: to,
      reasons: [],
      output: ["Every required gate has passed.", ...gates.flatMap(waivedWords)].join(" "),
      next: ["orchestrator to commit"],
    };
  const next = [...asked("review"), "orchestrator to decide"];
  return { ...common, status: to, reasons: [], output: "QA is over; what it found stands in its reports.", next };
}

const waivedWords = ({ gate, by, waived }: GateReview): string[] =>
  waived === true ? [`${gate} is waived by ${by ?? "a person"}: nobody else could be had.`] : [];

const naming = (gate: string, reason: string): string =>
  /\bGATE-[A-Z0-9]/.test(reason) ? reason : `${gate}: ${reason}`;
