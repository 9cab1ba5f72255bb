import type { GovernedTurn } from "../../core/governor/turn.ts";
import type { Classified } from "../../schema/classification.ts";
import { plain } from "./plain.ts";

/** What `governor explain` answers: every number of a turn, named as HRM names it. */
export function governedData(turn: GovernedTurn, task: string | null, classified: Classified | null) {
  const { altitude, reasoned, transitions, allowedActions, commitment, approval, context } = turn;
  const { classification, strategy, routing, patterns, signals, candidates, action, voting, irreversible } = reasoned;
  const last = approval.attempts.at(-1);
  return {
    task_id: task,
    altitude,
    classification,
    classified,
    signals,
    irreversible,
    strategy,
    routing,
    patterns,
    candidates,
    voting,
    action,
    stance: context.stance,
    allowed_actions: allowedActions,
    transitions,
    commitment,
    approval: {
      approved: approval.approved !== null,
      action: approval.approved?.action.id ?? null,
      gate: last?.decision.gate ?? null,
      reason: last?.decision.reason ?? approval.refusal?.message ?? "",
      transitions_stance_to: last?.decision.transitions_stance_to ?? null,
      metadata: last?.decision.metadata ?? null,
      attempts: approval.attempts,
    },
    refusal: refusalOf(turn),
  };
}

function refusalOf({ approval: { refusal } }: GovernedTurn) {
  if (refusal === null) return null;
  const { code, message, hint, details } = refusal;
  return { code, message, hint, details };
}

const share = (value: number): string => value.toFixed(2);

/** By whose word a request was read, where a model is configured. */
function classifierLine({ model, failure }: Classified): string {
  return failure === null
    ? `Classifier ${model}; stakes no lower than the rules have them`
    : `Classifier the rules, not ${model}: ${failure.code}, ${failure.kind.replace("_", " ")}: ${failure.message}`;
}

export function governedText(
  { altitude, reasoned, transitions, allowedActions, approval, context }: GovernedTurn,
  classified: Classified | null,
): string {
  const { classification: c, strategy, signals, candidates, action } = reasoned;
  const bundle = action.primary.agent_proposal;
  const lines = [
    `Altitude   ${altitude.level} at ${share(altitude.confidence)} · ${altitude.allows_agents ? "agents allowed" : "no agents"}`,
    ...altitude.signals.map((signal) => `             ${signal}`),
    `Request    ${c.complexity} · uncertainty ${share(c.uncertainty)} · conflict ${c.conflict} · stakes ${c.stakes} · ${c.horizon} · confidence ${share(c.confidence)}`,
    ...(classified === null ? [] : [classifierLine(classified)]),
    ...(c.domain.length === 0 ? [] : [`             about ${c.domain.join(", ")}`]),
    ...signals
      .filter(({ dimension }) => dimension !== "domain")
      .map(({ dimension, signal, effect }) => `             ${dimension}: ${signal} → ${effect}`),
    `Strategy   ${strategy.strategy} at ${share(strategy.confidence)}: ${strategy.reason}`,
    ...transitions.map(
      ({ success, via_gate: gate, from_stance: from, to_stance: to, reason }) =>
        `Gate       ${success ? "✓" : "✗"} ${gate}: ${success ? `${from} → ${to}` : reason}`,
    ),
    `Stance     ${context.stance}: ${allowedActions.join(", ")}`,
    ...candidates.map(
      ({ id, score, denied }) =>
        `Candidate  ${denied === null ? "·" : "✗"} ${id} ${share(score)}${denied === null ? "" : `: ${denied}`}`,
    ),
    `Action     ${action.rationale}`,
    ...(bundle === null ? [] : [`             ${bundle.orchestration_mode}: ${bundle.agents.join(", ")}`]),
    ...approval.attempts.map(
      ({ action: id, decision }) => `Approval   ${decision.approved ? "✓" : "✗"} ${id}: ${decision.reason}`,
    ),
    ...(approval.refusal === null ? [] : [`Refused    ${approval.refusal.code}: ${approval.refusal.message}`]),
  ];
  return lines.map((line) => plain(line)).join("\n");
}
