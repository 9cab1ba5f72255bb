import { BatonError, type Code } from "../../errors.ts";
import type { FirewallRule } from "../../schema/agent-output.ts";
import type { GateType, Stance } from "../../schema/governor-enums.ts";

/**
 * The hierarchy of HRM §9.1 on top of the one registry of codes. What the document gives an error as a field is a field
 * here, and stands in `details`, so that it survives `--json` (HRM-27).
 */
export class HRMError extends BatonError {
  override readonly name: string = "HRMError";
}

export class AltitudeError extends HRMError {
  override readonly name = "AltitudeError";
}

export class ReasoningError extends HRMError {
  override readonly name: string = "ReasoningError";
}

export class FocusError extends HRMError {
  override readonly name: string = "FocusError";
}

export class LearningError extends HRMError {
  override readonly name = "LearningError";
}

export class MemoryBusError extends HRMError {
  override readonly name: string = "MemoryBusError";
}

type Layer = new (...given: ConstructorParameters<typeof BatonError>) => HRMError;

/** The same methods, each of whose coded errors is one of that layer (HRM §9.1); what another layer threw stays that one's. */
export function inLayer<T extends object>(LayerError: Layer, methods: T): T {
  const guarded = Object.entries(methods).map(([name, method]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]): unknown => {
      try {
        return method(...given);
      } catch (error) {
        if (!(error instanceof BatonError) || error instanceof HRMError) throw error;
        const { code, message, hint, details } = error;
        throw new LayerError(code, message, { hint, details, cause: error });
      }
    },
  ]);
  return Object.fromEntries(guarded) as T;
}

/** A gate denied passage. */
export class GateDeniedError extends FocusError {
  override readonly name = "GateDeniedError";
  readonly gate: GateType;
  readonly reason: string;

  constructor(gate: GateType, reason: string, details: Record<string, unknown> = {}) {
    super("GATE_DENIED", `the ${gate} gate stays closed: ${reason}`, { details: { ...details, gate, reason } });
    this.gate = gate;
    this.reason = reason;
  }
}

/** An action that the present stance does not allow. */
export class StanceViolationError extends FocusError {
  override readonly name = "StanceViolationError";
  readonly stance: Stance;
  readonly action: string;

  constructor(stance: Stance, action: string) {
    super("STANCE_VIOLATION", `${action} does not belong to ${stance}`, { details: { stance, action } });
    this.stance = stance;
    this.action = action;
  }
}

/** More care is needed than the ladder of strategies has: a person is asked. */
export class EscalationRequiredError extends ReasoningError {
  override readonly name = "EscalationRequiredError";

  constructor(message: string, details: Record<string, unknown> = {}) {
    super("ESCALATION_REQUIRED", message, { details });
  }
}

/** The write gate denied a write. */
export class WriteDeniedError extends MemoryBusError {
  override readonly name = "WriteDeniedError";
  readonly target: string;
  readonly reason: string;

  constructor(target: string, reason: string) {
    super("WRITE_DENIED", `nothing was written to ${target}: ${reason}`, { details: { target, reason } });
    this.target = target;
    this.reason = reason;
  }
}

/** The rule of the firewall that asks a person; the others send the answer back (decisions.md, Governor). */
export const INJECTION_RULE = "no_injection" satisfies FirewallRule;

/** An agent's output that must not be used (HRM §4.6). */
export class FirewallViolation extends HRMError {
  override readonly name = "FirewallViolation";
  readonly rule: FirewallRule;

  constructor(rule: FirewallRule, message: string, details: Record<string, unknown> = {}) {
    const code: Code = rule === INJECTION_RULE ? "FIREWALL_INJECTION" : "FIREWALL_VIOLATION";
    super(code, message, { details: { ...details, rule, message } });
    this.rule = rule;
  }
}
