import type { EnvelopeCode, EnvelopeField, EnvelopeStatus, PartialEnvelope, Violation } from "../../schema/envelope.ts";
import type { Role } from "../../schema/packet.ts";
import type { Registry } from "../gate/registry.ts";
import type { EnvelopeFacts } from "./evidence.ts";

/** What the harness gave the agent. `status` is the task's present one. */
export interface EnvelopeAssignment {
  readonly taskId: string;
  readonly assignedAgent: string;
  readonly role: Role;
  readonly status: EnvelopeStatus;
  readonly gatesRequired: readonly string[];
  readonly gatesPassed: readonly string[];
}

/** One envelope under judgement, with who answers and what is known. */
export interface Judged {
  readonly envelope: PartialEnvelope;
  readonly role: Role;
  readonly agent: string;
  readonly assignment: EnvelopeAssignment | null;
  readonly registry: Registry;
  readonly facts: EnvelopeFacts | null;
  readonly report: (code: EnvelopeCode, field: EnvelopeField, message: string) => Violation;
}
