import { code, EXIT } from "./code.ts";

/** What memory, learned patterns and traces refuse (HRM §5–7). */
export const MEMORY_CODES = {
  MEMORY_UNKNOWN: code(
    EXIT.notFound,
    "Nothing in memory has this key, version or id.",
    "`baton memory list` shows what there is; `baton memory search WORDS` finds it by its text.",
  ),
  MEMORY_EXISTS: code(
    EXIT.conflict,
    "A conclusion with this id is there already, and is not written over.",
    "Give the new one an id of its own; `baton memory get ID` shows the old one.",
  ),
  MEMORY_SUPERSEDED: code(
    EXIT.conflict,
    "The episode was superseded already.",
    "Supersede the newest one: `baton memory get ID` names it.",
  ),
  MEMORY_EVIDENCE_MISSING: code(
    EXIT.evidence,
    "A conclusion rests on episodes, and one that it names is not there.",
    "Name episodes that `baton memory list --compartment episodic` shows.",
  ),
  MEMORY_TOO_LARGE: code(
    EXIT.usage,
    "An entry is larger than memory takes.",
    "Keep the long text in a file of the repository, and its path in memory.",
  ),
  MEMORY_INVALID: code(EXIT.usage, "An entry has a form that memory does not take.", "Correct what is named."),
  MEMORY_LOCKING_REQUIRED: code(
    EXIT.configuration,
    "Memory in a file is shared by processes, so it is never written without locking.",
    "Take `memory_file_locking: false` out of the configuration.",
  ),
  PATTERN_UNKNOWN: code(
    EXIT.notFound,
    "No learned pattern has this id.",
    "`baton pattern list` shows what was learned.",
  ),
  PATTERN_PROTECTED: code(
    EXIT.conflict,
    "The pattern is protected from removal.",
    "`baton pattern protect ID --off` lifts that.",
  ),
  TRACE_UNKNOWN: code(
    EXIT.notFound,
    "No turn or task of the run has this name.",
    "`baton trace list` shows the turns.",
  ),
} as const;
