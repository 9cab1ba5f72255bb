import type { EnvelopeStatus, EvidenceKey } from "../../schema/envelope.ts";
import type { Role } from "../../schema/packet.ts";

const PLANNERS = ["planner", "initializer", "web-design-lead"];
const VALIDATORS = ["validator", "visual-qa", "a11y-auditor", "code-reviewer"];

/** The role that an agent's name stands for where no assignment says it. Any other agent builds. */
export function roleOf(agent: string): Role {
  const name = agent.toLowerCase().replace(/_/g, "-");
  if (name === "orchestrator" || name === "human") return name;
  if (PLANNERS.includes(name)) return "planner";
  return VALIDATORS.includes(name) ? "validator" : "executor";
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

interface Gate {
  /** Agents that may claim it by name; null leaves it to every agent. */
  readonly owners: readonly string[] | null;
  readonly evidence: readonly EvidenceKey[];
}

const GATES: Readonly<Record<string, Gate>> = {
  "GATE-MSG-STRICT": { owners: null, evidence: [] },
  "GATE-TESTS": { owners: [], evidence: ["reports"] },
  "GATE-EVIDENCE": { owners: [], evidence: [] },
  "GATE-VISUAL-QA": { owners: ["visual-qa"], evidence: ["screenshots", "console"] },
  "GATE-A11Y-BASELINE": { owners: ["a11y-auditor"], evidence: ["a11y"] },
  "GATE-CODE-REVIEW": { owners: ["code-reviewer"], evidence: ["reports"] },
};

/** A project's own gate is for those who check, never for those who build. */
export function ownsGate(agent: string, role: Role, gate: string): boolean {
  if (role === "orchestrator") return true;
  const known = GATES[gate];
  if (known === undefined) return role === "validator";
  return known.owners === null || known.owners.includes(agent.toLowerCase().replace(/_/g, "-"));
}

export function gateEvidence(gate: string): readonly EvidenceKey[] {
  return GATES[gate]?.evidence ?? [];
}

/** Gates that lie behind a task in this status; an answer may repeat them. */
export function gatesBehind(status: string): readonly string[] {
  const harness = ["GATE-TESTS", "GATE-EVIDENCE"];
  if (status === "QA_IN_PROGRESS") return harness;
  return status === "READY_FOR_REVIEW" ? [...harness, "GATE-VISUAL-QA", "GATE-A11Y-BASELINE"] : [];
}
