import type { EnvelopeStatus, EvidenceKey } from "../../schema/envelope.ts";
import type { Role } from "../../schema/packet.ts";
import { gateOf, roleEntry, roleId, type Registry } from "../gate/registry.ts";

const PLANNERS = ["initializer", "web-design-lead"];

/** The role that an agent's name stands for where no assignment says it. Any other agent builds. */
export function roleOf(agent: string, registry: Registry): Role {
  const entry = roleEntry(registry, agent);
  if (entry !== undefined) return entry.family;
  return PLANNERS.includes(roleId(agent)) ? "planner" : "executor";
}

/** Who may set which STATUS (Messaging Protocol §3). */
const OWNERS: Readonly<Record<EnvelopeStatus, readonly Role[]>> = {
  BLOCKED: ["planner", "executor", "validator", "orchestrator", "human"],
  IN_PROGRESS: ["executor", "orchestrator"],
  READY_FOR_QA: ["executor"],
  QA_IN_PROGRESS: ["orchestrator"],
  READY_FOR_REVIEW: ["orchestrator"],
  APPROVED: ["orchestrator"],
};

export function maySet(role: Role, status: EnvelopeStatus): boolean {
  return OWNERS[status].includes(role);
}

/** The changes of §6, plus BLOCKED from anywhere but APPROVED. Only a dispatch takes a task out of BLOCKED. */
const NEXT: Readonly<Record<EnvelopeStatus, readonly EnvelopeStatus[]>> = {
  BLOCKED: ["IN_PROGRESS"],
  IN_PROGRESS: ["READY_FOR_QA", "BLOCKED"],
  READY_FOR_QA: ["QA_IN_PROGRESS", "BLOCKED"],
  QA_IN_PROGRESS: ["READY_FOR_REVIEW", "BLOCKED"],
  READY_FOR_REVIEW: ["APPROVED", "BLOCKED"],
  APPROVED: [],
};

export function mayFollow(from: EnvelopeStatus, to: EnvelopeStatus, role: Role): boolean {
  return NEXT[from].includes(to) && (from !== "BLOCKED" || role === "orchestrator");
}

export function nextStatuses(from: EnvelopeStatus, role: Role): EnvelopeStatus[] {
  return NEXT[from].filter((to) => maySet(role, to) && mayFollow(from, to, role));
}

/** The status that an agent finds and gives back unchanged, where no assignment says it. */
export function usualEcho(agent: string, role: Role): EnvelopeStatus | null {
  if (role === "planner") return "IN_PROGRESS";
  if (role !== "validator") return null;
  return /review/i.test(agent) ? "READY_FOR_REVIEW" : "QA_IN_PROGRESS";
}

/** A gate that nobody registered is for those who check, never for those who build. */
export function ownsGate(agent: string, role: Role, gate: string, registry: Registry): boolean {
  if (role === "orchestrator") return true;
  const known = gateOf(registry, gate);
  if (known === undefined) return role === "validator";
  // By role and by name: a program that happens to be called like a reviewer still builds.
  return known.owners === null || (role === "validator" && known.owners.includes(roleId(agent)));
}

export const gateEvidence = (gate: string, registry: Registry): readonly EvidenceKey[] =>
  gateOf(registry, gate)?.evidence ?? [];

/** Gates that lie behind a task in this status; an answer may repeat them. */
export function gatesBehind(status: string): readonly string[] {
  const harness = ["GATE-TESTS", "GATE-EVIDENCE"];
  if (status === "QA_IN_PROGRESS") return harness;
  return status === "READY_FOR_REVIEW" ? [...harness, "GATE-VISUAL-QA", "GATE-A11Y-BASELINE"] : [];
}
