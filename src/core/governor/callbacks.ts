import type { AltitudeLevel, GateType, Stance } from "../../schema/governor-enums.ts";
import type { StancePassage } from "../../schema/governor-events.ts";
import type { AgentExecutionHandle } from "../../schema/governor-focus.ts";
import type { WriteDecision } from "../../schema/memory.ts";
import type { Pattern } from "../../schema/pattern.ts";
import type { GovernedTurn } from "./turn.ts";

/** Who wants to know of what happens in another layer (HRM §8.3). What one of them throws is its own affair. */
export interface HRMCallback {
  readonly onAltitudeTransition: (fromLevel: AltitudeLevel, toLevel: AltitudeLevel, reason: string) => void;
  readonly onStanceChange: (fromStance: Stance, toStance: Stance, viaGate: GateType) => void;
  readonly onAgentActivated: (handle: AgentExecutionHandle) => void;
  readonly onPatternMatched: (pattern: Pattern, confidence: number) => void;
  readonly onWriteCompleted: (target: string, key: string, decision: WriteDecision) => void;
}

/** Tells of a gate that was passed after the turn was decided. */
export function tellOfPassage({ passed, from, to, gate }: StancePassage, callback: HRMCallback): void {
  if (passed) callback.onStanceChange(from, to, gate);
}

/** Tells of the changes that a turn made. */
export function tellOfTurn({ altitudeChange, transitions }: GovernedTurn, callback: HRMCallback): void {
  if (altitudeChange?.success === true)
    callback.onAltitudeTransition(altitudeChange.from_level, altitudeChange.to_level, altitudeChange.reason);
  for (const { success, from_stance: from, to_stance: to, via_gate: gate } of transitions)
    if (success) callback.onStanceChange(from, to, gate);
}
