import type { AltitudeLevel } from "../../../schema/governor-enums.ts";
import type { Evaluation, ExecutionResult, Plan } from "../../../schema/governor-altitude.ts";
import { depthOf, LEVELS } from "./levels.ts";

/** Evaluation within the altitude layer (HRM §2.3). */
export interface AltitudeEvaluator {
  evaluateResult(result: ExecutionResult, plan: Plan): Evaluation;
  /** Null: the level stays. */
  shouldTransition(evaluation: Evaluation, currentLevel: AltitudeLevel): AltitudeLevel | null;
}

const OVERRUN_COSTS = 0.1;
const HALF = 0.5;

export const altitudeEvaluator: AltitudeEvaluator = {
  evaluateResult({ success, outputs, turns_used: turns, errors }, { steps, estimated_turns: estimated }) {
    const done = success ? steps.length : Math.min(outputs.length, steps.length);
    const overrun = Math.max(0, turns - estimated);
    const sound =
      outputs.length + errors.length === 0 ? Number(success) : outputs.length / (outputs.length + errors.length);
    const isOver = overrun > 0 ? [`${turns} turns were used where ${estimated} were expected`] : [];
    return {
      success: success && errors.length === 0,
      completion_ratio: done / steps.length,
      quality_score: Math.max(0, sound - OVERRUN_COSTS * overrun),
      issues: [...errors, ...isOver],
      suggestions: [
        ...(errors.length > 0 ? [`Go on from step ${done + 1}, with what went wrong in hand`] : []),
        ...(overrun > 0 ? ["Split what is left into smaller steps"] : []),
      ],
    };
  },
  /** What mostly failed was planned wrongly: it is settled a level higher. What was settled as a strategy is carried out. */
  shouldTransition({ success, completion_ratio: ratio }, current) {
    if (success) return current === "strategy" ? "operations" : null;
    return ratio < HALF && current !== "identity" && current !== "strategy"
      ? (LEVELS[depthOf(current) - 1] ?? null)
      : null;
  },
};
