import { messageOf } from "../../../errors.ts";
import type { GateType, Stance } from "../../../schema/governor-enums.ts";
import type { GateDecision } from "../../../schema/governor-focus.ts";
import { defaultEvaluators, stay, type GateContext, type GateEvaluator, type GatePorts } from "./gate-evaluators.ts";

/** Enforces checkpoints for state changes (HRM §4.2). */
export interface GateController {
  attemptGate(gate: GateType, context: GateContext): GateDecision;
  /** Puts an evaluator of one's own in a gate's place. The emergency gate stays open whatever it says. */
  registerGate(gate: GateType, evaluator: GateEvaluator): void;
  /** Every decision, in order, approved or not. */
  readonly decisions: readonly RecordedDecision[];
  /** Uses up a pass that was given for this way, so that it is good for one transition. Answers whether there was one. */
  usePass(gate: GateType, from: Stance, to: Stance): boolean;
}

export interface RecordedDecision {
  readonly at: string;
  readonly from: Stance;
  readonly decision: GateDecision;
}

export function createGateController(ports: GatePorts & { readonly now: () => string }): GateController {
  const evaluators = new Map(Object.entries(defaultEvaluators(ports)) as [GateType, GateEvaluator][]);
  const emergency = defaultEvaluators(ports).emergency;
  const decisions: RecordedDecision[] = [];
  let pass: RecordedDecision | null = null;
  return {
    decisions,
    attemptGate(gate, context) {
      const asked = judge(evaluators.get(gate), gate, context);
      const decision = gate === "emergency" && !asked.approved ? emergency(context) : asked;
      const recorded = { at: ports.now(), from: context.stance, decision };
      decisions.push(recorded);
      pass = decision.approved && decision.transitions_stance_to !== null ? recorded : pass;
      return decision;
    },
    registerGate: (gate, evaluator) => void evaluators.set(gate, evaluator),
    usePass(gate, from, to) {
      const fits = pass?.decision.gate === gate && pass.from === from && pass.decision.transitions_stance_to === to;
      if (fits) pass = null;
      return fits;
    },
  };
}

/** A gate whose evaluator breaks stays closed: not measured is not passed. */
function judge(evaluator: GateEvaluator | undefined, gate: GateType, context: GateContext): GateDecision {
  if (evaluator === undefined) return stay(gate, false, "nobody evaluates this gate");
  try {
    return { ...evaluator(context), gate };
  } catch (error) {
    return stay(gate, false, `its evaluator failed: ${messageOf(error)}`);
  }
}
