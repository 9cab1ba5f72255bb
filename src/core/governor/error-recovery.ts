import { CODES, type Code } from "../../errors.ts";
import type { RecoveryAction } from "../../schema/recovery.ts";
import {
  AltitudeError,
  EscalationRequiredError,
  FirewallViolation,
  GateDeniedError,
  type HRMError,
  LearningError,
  MemoryBusError,
  StanceViolationError,
} from "./errors.ts";

/** What to do about an error of the governor (HRM §9.2). */
export interface ErrorRecovery {
  /** Whether going on makes sense without a change of the program. */
  canRecover(error: HRMError): boolean;
  recover(error: HRMError): RecoveryAction;
}

/** A store that somebody else holds is free again after a write or two. */
const BUSY_MS = 100;
const BUSY: ReadonlySet<Code> = new Set(["LOCK_CONFLICT"]);

type Rule = readonly [kind: abstract new (...args: never[]) => HRMError, action: RecoveryAction["action"]];

/** First hit decides, so what is special stands before what it is a kind of. */
const RULES: readonly Rule[] = [
  [EscalationRequiredError, "escalate"],
  [GateDeniedError, "fallback"],
  [StanceViolationError, "fallback"],
  [AltitudeError, "fallback"],
  // What is not let in stays where it is: the working set, or the trace of episodes; what cannot be had is left out.
  [MemoryBusError, "fallback"],
  // Routing does without patterns what it did before there were any.
  [LearningError, "fallback"],
];

export const errorRecovery: ErrorRecovery = {
  canRecover: ({ code }) => CODES[code].recoverable,
  recover(error) {
    const context = { code: error.code, ...error.details };
    if (!errorRecovery.canRecover(error)) return { action: "abort", delay_ms: 0, context };
    if (error instanceof FirewallViolation)
      return { action: error.code === "FIREWALL_INJECTION" ? "escalate" : "retry", delay_ms: 0, context };
    if (BUSY.has(error.code)) return { action: "retry", delay_ms: BUSY_MS, context };
    const [, action] = RULES.find(([kind]) => error instanceof kind) ?? [null, "escalate" as const];
    return { action, delay_ms: 0, context };
  },
};
