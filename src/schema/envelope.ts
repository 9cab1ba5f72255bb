import { z } from "zod";
import { Id, Texts } from "./primitives.ts";

/** The twelve fields in the order in which an answer must give them (Messaging Protocol §2). */
export const ENVELOPE_FIELDS = [
  "STATUS",
  "TASK_ID",
  "TASK",
  "ASSIGNED_AGENT",
  "REPORTS_TO",
  "INPUTS_USED",
  "GATES_REQUIRED",
  "GATES_PASSED",
  "EVIDENCE",
  "FAIL_REASONS",
  "OUTPUT",
  "NEXT_ACTIONS",
] as const;
export type EnvelopeField = (typeof ENVELOPE_FIELDS)[number];

export const EnvelopeStatus = z.enum([
  "BLOCKED",
  "IN_PROGRESS",
  "READY_FOR_QA",
  "QA_IN_PROGRESS",
  "READY_FOR_REVIEW",
  "APPROVED",
]);
export type EnvelopeStatus = z.infer<typeof EnvelopeStatus>;

export const EVIDENCE_KEYS = ["screenshots", "a11y", "console", "reports"] as const;
export type EvidenceKey = (typeof EVIDENCE_KEYS)[number];

export const Evidence = z.strictObject({ screenshots: Texts, a11y: Texts, console: Texts, reports: Texts });
export type Evidence = z.infer<typeof Evidence>;

/** A whole envelope. Lists are empty where the text says `[]` or `NONE`; `NEXT_ACTIONS` come without their numbers. */
export const Envelope = z.strictObject({
  STATUS: EnvelopeStatus,
  TASK_ID: z.string(),
  TASK: z.string(),
  ASSIGNED_AGENT: z.string(),
  REPORTS_TO: z.string(),
  INPUTS_USED: Texts,
  GATES_REQUIRED: Texts,
  GATES_PASSED: Texts,
  EVIDENCE: Evidence,
  FAIL_REASONS: Texts,
  OUTPUT: z.string(),
  NEXT_ACTIONS: Texts,
});
export type Envelope = z.infer<typeof Envelope>;

/** What could be read of an answer. STATUS may be any word, fields and evidence keys may be absent. */
export const PartialEnvelope = Envelope.extend({ STATUS: z.string(), EVIDENCE: Evidence.partial() }).partial();
export type PartialEnvelope = z.infer<typeof PartialEnvelope>;

export const EnvelopeCode = z.enum([
  "ENVELOPE_FIELD_MISSING",
  "ENVELOPE_FIELD_ORDER",
  "ENVELOPE_FIELD_DUPLICATE",
  "ENVELOPE_FIELD_UNKNOWN",
  "ENVELOPE_STATUS_INVALID",
  "ENVELOPE_STATUS_NOT_OWNED",
  "ENVELOPE_TRANSITION_FORBIDDEN",
  "ENVELOPE_REPORTS_TO",
  "ENVELOPE_AGENT_MISMATCH",
  "ENVELOPE_TASK_MISMATCH",
  "ENVELOPE_INPUT_UNKNOWN",
  "ENVELOPE_GATES_MISMATCH",
  "ENVELOPE_GATE_NOT_OWNED",
  "ENVELOPE_EVIDENCE_MISSING",
  "ENVELOPE_EVIDENCE_EMBEDDED",
  "ENVELOPE_FAIL_REASONS",
  "ENVELOPE_NEXT_ACTIONS",
]);
export type EnvelopeCode = z.infer<typeof EnvelopeCode>;

/** Rules 1 to 3 of the firewall: broken, the answer goes back as a rejected envelope does (HRM §4.6). */
const FIREWALL_CODES = ["FIREWALL_DECISION", "FIREWALL_CAPABILITY", "FIREWALL_PACKET"] as const;

/** `line` is the line of the answer, from 1; null when the field is not there at all. */
export const Violation = z.strictObject({
  code: z.enum([...EnvelopeCode.options, ...FIREWALL_CODES]),
  field: z.string(),
  line: z.number().int().positive().nullable(),
  message: z.string(),
});
export type Violation = z.infer<typeof Violation>;

/** As an event keeps it. Older journals have no `line`. */
export const RecordedViolation = z.strictObject({
  code: Id,
  field: z.string(),
  line: Violation.shape.line.optional(),
  message: z.string(),
});
