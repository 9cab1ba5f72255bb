import { EnvelopeStatus } from "../../schema/envelope.ts";
import type { Violation } from "../../schema/envelope.ts";
import { evidenceViolations } from "./evidence.ts";
import { violation } from "./fields.ts";
import type { ParsedEnvelope } from "./fields.ts";
import type { EnvelopeFacts } from "./evidence.ts";
import type { EnvelopeAssignment, Judged } from "./judged.ts";
import { BUILT_IN, gateOf, type Registry } from "../gate/registry.ts";
import { gateViolations } from "./gates.ts";
import { mayFollow, maySet, nextStatuses, roleOf, usualEcho } from "./roles.ts";

/**
 * Everything that is wrong with an answer, at once, in the order of its lines; none means valid. Without an assignment
 * the role follows ASSIGNED_AGENT; without facts nothing is looked up on disk.
 */
export function validateEnvelope(
  parsed: ParsedEnvelope,
  assignment: EnvelopeAssignment | null,
  facts: EnvelopeFacts | null,
  registry: Registry = BUILT_IN,
): Violation[] {
  const { envelope, lines } = parsed;
  const agent = assignment?.assignedAgent ?? envelope.ASSIGNED_AGENT ?? "";
  const judged: Judged = {
    envelope,
    role: assignment?.role ?? roleOf(agent, registry),
    agent,
    assignment,
    registry,
    facts,
    report: (code, field, message) => violation(code, field, lines[field] ?? null, message),
  };
  const rules = [
    statusViolations,
    nameViolations,
    textViolations,
    gateViolations,
    failReasonViolations,
    evidenceViolations,
  ];
  const found = [...parsed.violations, ...rules.flatMap((rule) => rule(judged))];
  return found.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity) || 0);
}

/** What this role may write from here. */
function statusAdvice({ agent, role, assignment }: Judged): string {
  const present = assignment?.status ?? usualEcho(agent, role);
  return present === null ? "BLOCKED or READY_FOR_QA" : [present, ...nextStatuses(present, role)].join(" or ");
}

function statusViolations(judged: Judged): Violation[] {
  const { envelope, role, agent, assignment, report } = judged;
  if (envelope.STATUS === undefined) return [];
  const parsed = EnvelopeStatus.safeParse(envelope.STATUS);
  if (!parsed.success) {
    const message = `"${envelope.STATUS}" is no STATUS; write ${statusAdvice(judged)}`;
    return [report("ENVELOPE_STATUS_INVALID", "STATUS", message)];
  }
  const status = parsed.data;
  const present = assignment?.status ?? usualEcho(agent, role);
  if (status === present && (status !== "APPROVED" || role === "orchestrator")) return [];
  const found: Violation[] = [];
  const advice = statusAdvice(judged);
  if (!maySet(role, status)) {
    const message = `${role} "${agent}" may not set ${status}; write ${advice}`;
    found.push(report("ENVELOPE_STATUS_NOT_OWNED", "STATUS", message));
  }
  if (assignment !== null && !mayFollow(assignment.status, status, role)) {
    const message = `${status} does not follow ${assignment.status}; write ${advice}`;
    found.push(report("ENVELOPE_TRANSITION_FORBIDDEN", "STATUS", message));
  }
  return found;
}

function nameViolations({ envelope, assignment, report }: Judged): Violation[] {
  const found: Violation[] = [];
  if (envelope.REPORTS_TO !== undefined && envelope.REPORTS_TO !== "orchestrator") {
    found.push(
      report("ENVELOPE_REPORTS_TO", "REPORTS_TO", 'write "REPORTS_TO: orchestrator"; no other value is allowed'),
    );
  }
  if (assignment === null) return found;
  if (envelope.ASSIGNED_AGENT !== undefined && envelope.ASSIGNED_AGENT !== assignment.assignedAgent) {
    const message = `the task was given to "${assignment.assignedAgent}"; write that name`;
    found.push(report("ENVELOPE_AGENT_MISMATCH", "ASSIGNED_AGENT", message));
  }
  if (envelope.TASK_ID !== undefined && envelope.TASK_ID !== assignment.taskId) {
    found.push(report("ENVELOPE_TASK_MISMATCH", "TASK_ID", `the task is "${assignment.taskId}"; write that id`));
  }
  return found;
}

/** Fields that must say something (ENV-16). */
function textViolations({ envelope, report }: Judged): Violation[] {
  const found: Violation[] = [];
  const needed = {
    TASK_ID: "the id of the task",
    TASK: "what was attempted",
    ASSIGNED_AGENT: "your agent name",
    OUTPUT: "what you made",
  } as const;
  for (const field of ["TASK_ID", "TASK", "ASSIGNED_AGENT", "OUTPUT"] as const) {
    if (envelope[field]?.trim() === "")
      found.push(report("ENVELOPE_FIELD_MISSING", field, `${field} is empty; write ${needed[field]}`));
  }
  if (envelope.NEXT_ACTIONS?.length === 0 && envelope.STATUS !== "APPROVED") {
    const message = 'write at least "1. …": NEXT_ACTIONS may be NONE only at APPROVED';
    found.push(report("ENVELOPE_NEXT_ACTIONS", "NEXT_ACTIONS", message));
  }
  return found;
}

const GATE_ID = /\bGATE-[A-Z0-9]+(?:-[A-Z0-9]+)*\b/g;
const DONE: readonly string[] = ["READY_FOR_QA", "READY_FOR_REVIEW", "APPROVED"];

function failReasonViolations({ envelope, assignment, registry, report }: Judged): Violation[] {
  const reasons = envelope.FAIL_REASONS;
  const status = envelope.STATUS;
  if (reasons === undefined || status === undefined) return [];
  const wrong = (message: string): Violation => report("ENVELOPE_FAIL_REASONS", "FAIL_REASONS", message);
  if (status === "BLOCKED" && reasons.length === 0) {
    return [wrong('STATUS is BLOCKED: write why, one "- GATE-…: reason" line for each failure')];
  }
  if (DONE.includes(status) && reasons.length > 0) {
    return [wrong(`STATUS ${status} says that nothing failed: write NONE here, or BLOCKED as STATUS`)];
  }
  return reasons.flatMap((reason) => {
    const gates = reason.match(GATE_ID) ?? [];
    if (gates.length === 0) return [wrong(`name the gate that failed: "- GATE-…: ${reason.slice(0, 60)}"`)];
    const [first = ""] = gates;
    if (gateOf(registry, first) === undefined && assignment?.gatesRequired.includes(first) !== true)
      return [wrong(`${first} is no gate; name one of ${registry.gates.map(({ id }) => id).join(", ")}`)];
    const passed = gates.filter((gate) => envelope.GATES_PASSED?.includes(gate));
    return passed.map((gate) => wrong(`${gate} stands in GATES_PASSED as well; take it out of one of them`));
  });
}
