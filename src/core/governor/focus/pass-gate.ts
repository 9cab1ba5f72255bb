import type { GateType, Stance } from "../../../schema/governor-enums.ts";
import type { StancePassage } from "../../../schema/governor-events.ts";
import { createGateController } from "./gate-controller.ts";
import { stay, type GateContext } from "./gate-evaluators.ts";
import { createStanceMachine } from "./stance-machine.ts";

/** The way to where a result is judged, through the evaluation gate (ONE-03). */
export const toEvaluation = (from: Stance, result: unknown): StancePassage =>
  passed(from, "evaluation", { to: "evaluation", result });

/** The way back from anywhere, whenever a person stops a run: this gate is always open (HRM §4.2). */
export const toSafety = (from: Stance, reason: string): StancePassage =>
  passed(from, "emergency", { to: "sensemaking", reason });

function passed(from: Stance, gate: GateType, context: Omit<GateContext, "stance">): StancePassage {
  const now = (): string => "";
  const judgeBundle = () => stay("agent_approval", false, "nothing is started on the way");
  const gates = createGateController({ judgeBundle, judgeWrite: null, now });
  const { success, to_stance: to } = createStanceMachine({ stance: from, gates, now }).passGate(gate, context);
  return { gate, passed: success, from, to };
}
