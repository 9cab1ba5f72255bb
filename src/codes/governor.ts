import { code, EXIT } from "./code.ts";

/** What the governor refuses or cannot do (HRM §9.1). */
export const GOVERNOR_CODES = {
  INPUT_INVALID: code(
    EXIT.usage,
    "A turn's input, or what is known beside it, is not of the form that the governor reads.",
    "Give some text, or the id of a task of the run (`baton task list`).",
  ),
  CLASSIFIER_FAILED: code(
    EXIT.gateClosed,
    "The model that is configured to classify requests gave nothing usable, so the rules' own classification counts. Nothing is refused for that.",
    "Look at the reason beside it: the model's name in `governor.classifier`, its key, its packages; `--set classifier=` goes without.",
  ),
  GATE_DENIED: code(
    EXIT.gateClosed,
    "A gate of the governor stays closed.",
    "Give what the reason names, or take the fallback; `baton governor explain` shows every gate that was asked.",
  ),
  STANCE_VIOLATION: code(
    EXIT.gateClosed,
    "An action does not belong to the present stance.",
    "Change the stance through its gate first: framing, commitment or evaluation.",
  ),
  NO_CANDIDATE: code(
    EXIT.gateClosed,
    "No action of a turn is allowed.",
    "Look at what each candidate was denied for: `baton governor explain TEXT --json`.",
  ),
  ESCALATION_REQUIRED: code(
    EXIT.person,
    "The question needs more care than any strategy gives.",
    "Say what is wanted in `baton note TASK TEXT`, or settle the conflict in the spec.",
  ),
  COMMITMENT_REFUSED: code(
    EXIT.conflict,
    "A commitment cannot be made: one is active, or its turns are out of range.",
    "Complete or abandon the active one; keep to `governor.max_commitment_turns`.",
  ),
  AGENT_EXECUTION_TIMEOUT: code(
    EXIT.timeout,
    "A bundle of agents ran out of time, and what was running was ended.",
    "Raise it: --set agent_execution_timeout_ms=MS, or governor.agent_execution_timeout_ms in the configuration.",
  ),
  BUNDLE_FAILED: code(
    EXIT.gateClosed,
    "A bundle of agents came to no result.",
    "Look at what each agent said; try another agent, or ask for less.",
  ),
  BUNDLE_UNKNOWN: code(EXIT.usage, "No bundle of this name was started here.", "Take the id that its start answered."),
  WRITE_DENIED: code(
    EXIT.gateClosed,
    "The write gate keeps something out of memory.",
    "Bring more evidence or better alignment; a working set needs no gate.",
  ),
  FIREWALL_VIOLATION: code(
    EXIT.gateClosed,
    "An agent's output breaks a rule of the firewall.",
    "Answer with a proposal, in the form of the envelope, within what the assignment allows.",
  ),
} as const;
