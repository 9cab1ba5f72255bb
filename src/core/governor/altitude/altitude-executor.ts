import { messageOf } from "../../../errors.ts";
import type { ExecutionResult, Plan, PlanStep } from "../../../schema/governor-altitude.ts";
import type { HRMContext } from "../../../schema/governor.ts";
import { StanceViolationError, WriteDeniedError } from "../errors.ts";
import type { GateController } from "../focus/gate-controller.ts";
import type { WriteVerdict } from "../focus/gate-evaluators.ts";
import type { AltitudePlanner } from "./altitude-planner.ts";

/** What a write is about; the gate that judges it knows the rest (HRM §2.4, §6.2). */
export interface PlannedWrite {
  readonly target: string;
  readonly key: string;
}

/** Execution within the altitude layer (HRM §2.4). */
export interface AltitudeExecutor<Write extends PlannedWrite> {
  /** Throws STANCE_VIOLATION where the plan's beginning does not belong to the stance. */
  execute(plan: Plan, context: HRMContext): ExecutionResult;
  requestWriteApproval(write: Write): WriteVerdict;
}

export interface StepOutcome<Write> {
  readonly output: string;
  readonly artifacts?: readonly string[];
  /** What the step wants remembered; it is written only where the gate lets it. */
  readonly writes?: readonly Write[];
}

export interface ExecutorPorts<Write> {
  readonly planner: Pick<AltitudePlanner, "validatePlan">;
  readonly gates: GateController;
  /** Does one step. What it throws ends the plan there. */
  readonly perform: (step: PlanStep, context: HRMContext) => StepOutcome<Write>;
  readonly write: (write: Write, target: string) => void;
}

export function createAltitudeExecutor<Write extends PlannedWrite>(
  ports: ExecutorPorts<Write>,
): AltitudeExecutor<Write> {
  let stance: HRMContext["stance"] = "sensemaking";
  const requestWriteApproval = (write: Write): WriteVerdict => {
    const { approved, reason, metadata } = ports.gates.attemptGate("write_approval", { stance, write });
    const { target, conditions } = { target: write.target, conditions: [], ...metadata } as Pick<
      WriteVerdict,
      "target" | "conditions"
    >;
    return { approved, target, reason, conditions };
  };
  const remember = (write: Write): string[] => {
    const verdict = requestWriteApproval(write);
    if (!verdict.approved) return [new WriteDeniedError(write.target, verdict.reason).message];
    ports.write(write, verdict.target);
    return [];
  };
  return {
    requestWriteApproval,
    execute(plan, context) {
      ({ stance } = context);
      const { valid, violations } = ports.planner.validatePlan(plan, stance);
      if (!valid) throw new StanceViolationError(stance, violations.join("; "));
      const done: ExecutionResult = { success: true, outputs: [], artifacts_created: [], turns_used: 0, errors: [] };
      for (const step of plan.steps.toSorted((a, b) => a.order - b.order)) {
        done.turns_used += 1;
        try {
          const { output, artifacts = [], writes = [] } = ports.perform(step, context);
          done.outputs.push(output);
          done.artifacts_created.push(...artifacts);
          done.errors.push(...writes.flatMap(remember));
        } catch (error) {
          done.errors.push(`step ${step.order}: ${messageOf(error)}`);
          break;
        }
      }
      return { ...done, success: done.errors.length === 0 };
    },
  };
}
