import { code, EXIT } from "./code.ts";

/** The firewall's four rules (HRM §4.6; decisions.md, Governor). */
export const FIREWALL_CODES = {
  FIREWALL_DECISION: code(
    EXIT.failed,
    "An agent's output, or a command that was typed in its turn, decides something instead of proposing it.",
    "Say what you found and propose; the harness and people decide.",
  ),
  FIREWALL_CAPABILITY: code(
    EXIT.failed,
    "An agent asks for, or used, what its role may not.",
    "Leave the CAPABILITY line out, and say in OUTPUT what is missing.",
  ),
  FIREWALL_PACKET: code(
    EXIT.failed,
    "An agent's output is not built as one must be.",
    "Name capabilities in lower case, and keep OUTPUT below a million characters.",
  ),
  AGENT_BLOCKED: code(
    EXIT.person,
    "An agent answered BLOCKED: it cannot go on, and says why.",
    "Answer it: `baton task retry ID --note TEXT` gives the task out again with your words, and costs no failure. Where it left a change, `baton approve ID` has that judged.",
  ),
  FIREWALL_INJECTION: code(
    EXIT.person,
    "An agent's output holds a passage that speaks to whoever reads it.",
    "Read the passage: `baton approve`; then `baton approve ID`, or `baton reject ID --reason TEXT`.",
  ),
} as const;
