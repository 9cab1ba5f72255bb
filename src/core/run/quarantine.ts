import type { ReportedFinding } from "../../schema/event.ts";

/** Why a task waits whose answer the firewall holds back, and how its attempt ends when a person discards it. */
export const QUARANTINE = "FIREWALL_INJECTION";

/** Findings about an answer's form: they go to the next agent beside what was wrong with its work. */
export const isOfAnswer = (code: string): boolean =>
  code.startsWith("ENVELOPE_") || (code.startsWith("FIREWALL_") && code !== QUARANTINE);

/** Findings about an attempt itself, made when its agent's tree was taken apart: they hold for whatever becomes of its change. */
export const isOfAttempt = (code: string): boolean => code === "CONTROL_TOUCHED" || code === "SCOPE_EXCEEDED";

export const isQuarantined = ({ findings }: { readonly findings: readonly ReportedFinding[] }): boolean =>
  findings.some(({ code, severity }) => code === QUARANTINE && severity === "person");
