import type { GateType, Stance } from "../../../schema/governor-enums.ts";
import { createGateController } from "./gate-controller.ts";
import { stay } from "./gate-evaluators.ts";
import { createStanceMachine } from "./stance-machine.ts";

/** The way to where a result is judged, through the evaluation gate (ONE-03); null: the gate stays closed. */
export function toEvaluation(
  from: Stance,
  result: unknown,
): { readonly from: Stance; readonly to: Stance; readonly gate: GateType } | null {
  const now = (): string => "";
  const judgeBundle = () => stay("agent_approval", false, "nothing is started to judge");
  const gates = createGateController({ judgeBundle, judgeWrite: null, now });
  const { success, to_stance: to } = createStanceMachine({ stance: from, gates, now }).passGate("evaluation", {
    to: "evaluation",
    result,
  });
  return success ? { from, to, gate: "evaluation" } : null;
}
