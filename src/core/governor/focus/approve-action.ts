import type { CandidateAction, SelectedAction } from "../../../schema/governor-reasoning.ts";
import type { Commitment, GateDecision } from "../../../schema/governor-focus.ts";
import { GateDeniedError, StanceViolationError, type FocusError, type HRMError } from "../errors.ts";
import type { GateController } from "./gate-controller.ts";
import { stay } from "./gate-evaluators.ts";
import type { StanceMachine } from "./stance-machine.ts";
import { stanceAllowsAction } from "./stances.ts";

declare const approvedBy: unique symbol;

/** An action that focus let pass. Only `approveAction` makes one, and nothing else can be started. */
export interface ApprovedAction {
  readonly action: CandidateAction;
  readonly decision: GateDecision;
  readonly [approvedBy]: true;
}

/** What focus says of a selected action, with everything it was asked. */
export interface Approval {
  readonly approved: ApprovedAction | null;
  /** The primary first, then its fallback where the primary was denied. */
  readonly attempts: readonly { readonly action: string; readonly decision: GateDecision }[];
  /** Why the turn ends here; null when something was approved. */
  readonly refusal: HRMError | null;
}

export interface Focus {
  readonly stance: StanceMachine;
  readonly gates: GateController;
  readonly commitment: Commitment | null;
}

/** Governs the one action: a denied primary is followed by its fallback under the same gates; then it is over (HRM-26). */
export function approveAction({ primary, fallback }: SelectedAction, focus: Focus): Approval {
  const attempts: { action: string; decision: GateDecision }[] = [];
  for (const action of fallback === null ? [primary] : [primary, fallback]) {
    const decision = judge(action, focus);
    attempts.push({ action: action.id, decision });
    if (decision.approved) return { approved: { action, decision } as ApprovedAction, attempts, refusal: null };
  }
  return { approved: null, attempts, refusal: refusalOf(primary, attempts, focus) };
}

function judge(action: CandidateAction, { stance, gates, commitment }: Focus): GateDecision {
  const current = stance.getCurrent();
  if (!stanceAllowsAction(current, action.action_type))
    return stay("agent_approval", false, `${action.action_type} does not belong to ${current}`, { rule: "stance" });
  if (action.action_type !== "delegate") return stay("agent_approval", true, `${action.action_type} starts no agent`);
  if (action.agent_proposal === null) return stay("agent_approval", false, "no bundle is proposed");
  return gates.attemptGate("agent_approval", { stance: current, proposal: action.agent_proposal, commitment });
}

function refusalOf(primary: CandidateAction, attempts: Approval["attempts"], { stance }: Focus): FocusError {
  const [first] = attempts;
  if (!stanceAllowsAction(stance.getCurrent(), primary.action_type))
    return new StanceViolationError(stance.getCurrent(), primary.action_type);
  const reasons = attempts.map(({ action, decision }) => `${action}: ${decision.reason}`).join("; ");
  return new GateDeniedError(first?.decision.gate ?? "agent_approval", reasons, { attempts: [...attempts] });
}
