import { code, EXIT } from "./code.ts";

/** What a handoff bundle, the ledger of a run, or the start of a session refuses (Fresh Context). */
export const HANDOFF_CODES = {
  HANDOFF_INVALID: code(
    EXIT.usage,
    "A handoff bundle cannot be gone on with: it lacks something, or contradicts itself.",
    "Correct what is named, or make it anew: `baton handoff export --out FILE`; `baton schema handoff-bundle` prints its form.",
  ),
  HANDOFF_REJECTED: code(
    EXIT.person,
    "A role sent a task back to the one before it, with a reason.",
    "Read the reason in `baton status`; then `baton task retry TASK --note TEXT`, or change its feature: `baton feature edit ID --reason TEXT`.",
  ),
  OBJECT_MISSING: code(
    EXIT.notFound,
    "The repository lacks a commit that the run builds on.",
    "Fetch it from where the run was made: `git fetch REMOTE 'refs/baton/*:refs/baton/*' 'refs/heads/baton/*:refs/heads/baton/*'`.",
  ),
  LEDGER_STATUS_MISMATCH: code(
    EXIT.gateClosed,
    "A task's status, gate and phase, or a feature and its tasks, contradict each other.",
    "See the task with `baton task show ID`; `baton task retry ID --note TEXT` has it worked again.",
  ),
  LEDGER_WORKER_MISSING: code(
    EXIT.gateClosed,
    "An attempt is open and nobody works on it.",
    "`baton resume` takes it back and gives the task out again.",
  ),
  LEDGER_RESULT_UNASSIGNED: code(
    EXIT.gateClosed,
    "A result or its evidence belongs to no attempt that was given out.",
    "Compare the journal with a copy: `baton verify`.",
  ),
  LEDGER_COUNT_MISMATCH: code(
    EXIT.gateClosed,
    "Counts of attempts do not add up.",
    "Compare the journal with a copy: `baton verify`.",
  ),
  LEDGER_DEPENDENCY_UNKNOWN: code(
    EXIT.gateClosed,
    "A task or feature depends on one that is not there.",
    'Take the dependency away: `baton feature edit ID --depends "" --reason TEXT`.',
  ),
  LEDGER_CYCLE: code(
    EXIT.gateClosed,
    "Tasks or features depend on each other in a circle, so none of them can begin.",
    'Take one dependency away: `baton feature edit ID --depends "" --reason TEXT`.',
  ),
  LEDGER_EVIDENCE_UNPUBLISHED: code(
    EXIT.evidence,
    "Recorded evidence is not in the run directory, or not as recorded.",
    "`baton repair` writes again what the database still has.",
  ),
  LEDGER_LOCK_ORPHANED: code(
    EXIT.gateClosed,
    "A lock is held for an attempt that is not open.",
    "Take the lock out of the bundle, or export it anew.",
  ),
} as const;
