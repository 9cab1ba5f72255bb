import type { Violation } from "../../schema/envelope.ts";
import { gateEvidence, gatesBehind, ownsGate } from "./roles.ts";
import type { Judged } from "./judged.ts";
import { gateOf } from "../gate/registry.ts";

/** GATES_REQUIRED as assigned, GATES_PASSED a part of it, each gate claimed by its owner and with its evidence. */
export function gateViolations(judged: Judged): Violation[] {
  return [...requiredViolations(judged), ...passedViolations(judged)];
}

function requiredViolations(judged: Judged): Violation[] {
  const { envelope, assignment, report } = judged;
  const required = envelope.GATES_REQUIRED;
  if (required === undefined) return [];
  if (assignment === null) return unassignedViolations(required, judged);
  const missing = assignment.gatesRequired.filter((gate) => !required.includes(gate));
  const extra = required.filter((gate) => !assignment.gatesRequired.includes(gate));
  if (missing.length + extra.length === 0) return [];
  const difference = [...missing.map((gate) => `add ${gate}`), ...extra.map((gate) => `remove ${gate}`)].join(", ");
  return [report("ENVELOPE_GATES_MISMATCH", "GATES_REQUIRED", `write the gates of the assignment: ${difference}`)];
}

/** What no assignment asks for: no gate at all, or one that nobody registered. */
function unassignedViolations(required: readonly string[], { registry, report }: Judged): Violation[] {
  const wrong = (message: string): Violation => report("ENVELOPE_GATES_MISMATCH", "GATES_REQUIRED", message);
  if (required.length === 0) return [wrong("GATES_REQUIRED is empty; write the gates of the packet's gates_required")];
  const unknown = required.filter((gate) => gateOf(registry, gate) === undefined);
  const known = registry.gates.map(({ id }) => id).join(", ");
  return unknown.map((gate) => wrong(`${gate} is no gate; there are ${known}`));
}

function passedViolations({ envelope, role, agent, assignment, registry, report }: Judged): Violation[] {
  const passed = envelope.GATES_PASSED ?? [];
  const required = envelope.GATES_REQUIRED ?? [];
  const before = assignment?.gatesPassed ?? gatesBehind(envelope.STATUS ?? "");
  const found: Violation[] = [];
  const extra = envelope.GATES_REQUIRED === undefined ? [] : passed.filter((gate) => !required.includes(gate));
  if (extra.length > 0) {
    const message = `remove ${extra.join(", ")}: GATES_PASSED may hold gates of GATES_REQUIRED only`;
    found.push(report("ENVELOPE_GATES_MISMATCH", "GATES_PASSED", message));
  }
  const open = required.filter((gate) => !passed.includes(gate));
  if (envelope.STATUS === "APPROVED" && open.length > 0) {
    const message = `APPROVED needs every required gate passed; ${open.join(", ")} is not`;
    found.push(report("ENVELOPE_GATES_MISMATCH", "GATES_PASSED", message));
  }
  for (const gate of passed) {
    if (!before.includes(gate) && !ownsGate(agent, role, gate, registry)) {
      const message = `remove ${gate}: ${role} "${agent}" may not pass it, the harness or another agent does`;
      found.push(report("ENVELOPE_GATE_NOT_OWNED", "GATES_PASSED", message));
    }
    if (assignment?.gatesPassed.includes(gate) === true) continue;
    const lacking = gateEvidence(gate, registry).filter((key) => (envelope.EVIDENCE?.[key] ?? []).length === 0);
    if (lacking.length > 0) {
      const message = `${gate} in GATES_PASSED needs entries under ${lacking.join(" and ")}; add the files or remove the gate`;
      found.push(report("ENVELOPE_EVIDENCE_MISSING", "EVIDENCE", message));
    }
  }
  return found;
}
