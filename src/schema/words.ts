/** Closed vocabularies without the schemas they stand in: commands that only read start without a schema library (design.md §9). */

import type { Code } from "../codes/registry.ts";

/** How proven commits reach the branch checked out at init (decisions.md, Landing). */
export const LAND_MODES = ["auto", "branch", "pr", "manual"] as const;

export const PRIORITIES = ["critical", "high", "medium", "low"] as const;

export const VERIFICATION_METHODS = ["automated", "e2e", "manual"] as const;

/** The ten checks of the validator, in the order of decisions.md (Gates and criteria). */
export const CHECKS = [
  "tdd_compliance",
  "tests",
  "coverage",
  "mutation",
  "security",
  "lint",
  "type_check",
  "accessibility",
  "dod_checklist",
  "command_rerun",
] as const;

/** What a ledger entry says of its task (design.md §4). */
export const LEDGER_WORDS = ["pending", "ready", "in_progress", "blocked", "done"] as const;
export type LedgerWord = (typeof LEDGER_WORDS)[number];

/**
 * What breaks while one attempt is heard, judged or reviewed, and is that attempt's own: it ends, and the run goes on. DISK_FULL ends the
 * run too, and is what its next harness says of the attempt.
 */
export const BREAK_CODES = [
  "INTERNAL",
  "EVENT_INVALID",
  "ARTIFACT_REFUSED",
  "GIT_FAILED",
  "DISK_FULL",
] as const satisfies readonly Code[];

/**
 * Why an attempt ended without counting. CONTROL_TOUCHED: by one of several at work, and nobody knows which. The two after it: a
 * person discarded an answer that was held.
 */
export const LOSS_CODES = [
  "TASK_TIMEOUT",
  "TASK_STALLED",
  "ATTEMPT_LOST",
  "AGENT_UNAUTHORIZED",
  "PROVIDER_FAILED",
  "BUDGET_SPENT",
  "ATTEMPT_RELEASED",
  "CONTROL_TOUCHED",
  "FIREWALL_INJECTION",
  "AGENT_BLOCKED",
  ...BREAK_CODES,
] as const satisfies readonly Code[];
