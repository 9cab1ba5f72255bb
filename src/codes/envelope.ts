import { code, EXIT } from "./code.ts";

/** Violations of the strict envelope (decisions.md, Codes). */
export const ENVELOPE_CODES = {
  ENVELOPE_FIELD_MISSING: code(EXIT.failed, "An envelope field is missing.", "Write all twelve fields, in order."),
  ENVELOPE_FIELD_ORDER: code(
    EXIT.failed,
    "The envelope's fields are out of order.",
    "Keep the order of the answer form.",
  ),
  ENVELOPE_FIELD_DUPLICATE: code(EXIT.failed, "An envelope field occurs twice.", "Write each field once."),
  ENVELOPE_FIELD_UNKNOWN: code(
    EXIT.failed,
    "The envelope has a field that is not one of the twelve.",
    "Move its text into OUTPUT.",
  ),
  ENVELOPE_STATUS_INVALID: code(
    EXIT.failed,
    "STATUS is not one of the six values.",
    "Use IN_PROGRESS, READY_FOR_QA or BLOCKED.",
  ),
  ENVELOPE_STATUS_NOT_OWNED: code(
    EXIT.failed,
    "This agent may not set this STATUS.",
    "A build agent goes as far as READY_FOR_QA.",
  ),
  ENVELOPE_TRANSITION_FORBIDDEN: code(
    EXIT.failed,
    "STATUS cannot follow the task's present one.",
    "Follow the order of the messaging protocol.",
  ),
  ENVELOPE_REPORTS_TO: code(EXIT.failed, "REPORTS_TO is not orchestrator.", "Write `orchestrator`."),
  ENVELOPE_AGENT_MISMATCH: code(
    EXIT.failed,
    "ASSIGNED_AGENT is not the agent of the assignment.",
    "Copy assigned_agent from the packet.",
  ),
  ENVELOPE_TASK_MISMATCH: code(EXIT.failed, "TASK_ID is not the assignment's.", "Copy task_id from the packet."),
  ENVELOPE_INPUT_UNKNOWN: code(
    EXIT.failed,
    "INPUTS_USED names something that was neither in the assignment nor in the repository when the work began.",
    "List only files that were there to read; what you made goes into OUTPUT.",
  ),
  ENVELOPE_GATES_MISMATCH: code(
    EXIT.failed,
    "The gates are not those of the assignment.",
    "Copy gates_required from the packet; pass only gates of that list.",
  ),
  ENVELOPE_GATE_NOT_OWNED: code(
    EXIT.failed,
    "A gate is claimed that this role cannot evidence.",
    "A build agent lists GATE-MSG-STRICT only.",
  ),
  ENVELOPE_EVIDENCE_MISSING: code(
    EXIT.failed,
    "Evidence that is named or needed does not exist.",
    "Name files below artifacts/ that exist and are not empty.",
  ),
  ENVELOPE_EVIDENCE_EMBEDDED: code(
    EXIT.failed,
    "OUTPUT embeds evidence instead of naming it.",
    "Write it to a file below artifacts/ and list it under EVIDENCE.",
  ),
  ENVELOPE_NEXT_ACTIONS: code(
    EXIT.failed,
    "NEXT_ACTIONS is not a numbered list.",
    "Write `1. …`; NONE only at APPROVED.",
  ),
  ENVELOPE_FAIL_REASONS: code(
    EXIT.failed,
    "FAIL_REASONS does not fit STATUS.",
    "Reasons with gate ids when BLOCKED, otherwise NONE.",
  ),
} as const;
