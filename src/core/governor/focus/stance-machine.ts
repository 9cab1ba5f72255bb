import type { GateType, Stance } from "../../../schema/governor-enums.ts";
import type { StanceTransition } from "../../../schema/governor-focus.ts";
import { StanceViolationError } from "../errors.ts";
import type { GateController } from "./gate-controller.ts";
import type { GateContext } from "./gate-evaluators.ts";
import { ALLOWED_ACTIONS, WAYS } from "./stances.ts";

/** Four stances, one at a time (HRM §4.1). */
export interface StanceMachine {
  getCurrent(): Stance;
  /** Succeeds only with a pass of that gate for exactly this way, which it uses up. */
  transition(toStance: Stance, reason: string, viaGate: GateType): StanceTransition;
  getAllowedActions(): readonly string[];
  /** Asks a gate and, when it opens, goes where it leads. */
  passGate(gate: GateType, context: Omit<GateContext, "stance">): StanceTransition;
  /** Throws STANCE_VIOLATION. */
  assertAllowed(action: string): void;
}

export interface StanceOptions {
  readonly stance: Stance;
  readonly gates: GateController;
  readonly now: () => string;
}

/** No stance ever changes outside a gate: the pass of the gate controller is the only way. */
export function createStanceMachine({ stance, gates, now }: StanceOptions): StanceMachine {
  let current = stance;
  const machine: StanceMachine = {
    getCurrent: () => current,
    getAllowedActions: () => ALLOWED_ACTIONS[current],
    transition(to, reason, via) {
      const answer = (success: boolean, why: string): StanceTransition => ({
        success,
        from_stance: current,
        to_stance: success ? to : current,
        via_gate: via,
        reason: why,
        timestamp: now(),
      });
      if (!WAYS[via][current].includes(to)) return answer(false, `${via} does not lead from ${current} to ${to}`);
      if (!gates.usePass(via, current, to))
        return answer(false, `the ${via} gate was not passed for ${current} → ${to}`);
      const done = answer(true, reason);
      current = to;
      return done;
    },
    passGate(gate, context) {
      const decision = gates.attemptGate(gate, { ...context, stance: current });
      const to = decision.transitions_stance_to;
      if (decision.approved && to !== null) return machine.transition(to, decision.reason, gate);
      return {
        success: decision.approved,
        from_stance: current,
        to_stance: current,
        via_gate: gate,
        reason: decision.reason,
        timestamp: now(),
      };
    },
    assertAllowed(action) {
      if (!ALLOWED_ACTIONS[current].includes(action)) throw new StanceViolationError(current, action);
    },
  };
  return machine;
}
