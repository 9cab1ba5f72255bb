import { EVIDENCE_KEYS } from "../../schema/envelope.ts";
import type { Envelope } from "../../schema/envelope.ts";

/** Prints an envelope so that reading it gives it back. OUTPUT is indented, so that none of its lines is a field. */
export function renderEnvelope(envelope: Envelope): string {
  return [
    `STATUS: ${envelope.STATUS}`,
    `TASK_ID: ${envelope.TASK_ID}`,
    text("TASK", envelope.TASK),
    `ASSIGNED_AGENT: ${envelope.ASSIGNED_AGENT}`,
    `REPORTS_TO: ${envelope.REPORTS_TO}`,
    list("INPUTS_USED", envelope.INPUTS_USED),
    list("GATES_REQUIRED", envelope.GATES_REQUIRED),
    list("GATES_PASSED", envelope.GATES_PASSED),
    "EVIDENCE:",
    ...EVIDENCE_KEYS.map((key) => list(key, envelope.EVIDENCE[key])),
    envelope.FAIL_REASONS.length === 0 ? "FAIL_REASONS: NONE" : list("FAIL_REASONS", envelope.FAIL_REASONS),
    text("OUTPUT", envelope.OUTPUT),
    actions(envelope.NEXT_ACTIONS),
    "",
  ].join("\n");
}

function list(name: string, items: readonly string[]): string {
  return items.length === 0 ? `${name}: []` : [`${name}:`, ...items.map((item) => `- ${oneLine(item)}`)].join("\n");
}

function actions(items: readonly string[]): string {
  if (items.length === 0) return "NEXT_ACTIONS: NONE";
  return ["NEXT_ACTIONS:", ...items.map((item, index) => `${index + 1}. ${oneLine(item)}`)].join("\n");
}

function text(name: string, value: string): string {
  if (!value.includes("\n") && name !== "OUTPUT") return `${name}: ${value}`;
  return [`${name}:`, ...value.split("\n").map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}
