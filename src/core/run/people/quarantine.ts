import type { ReportedFinding } from "../../../schema/event.ts";

/** Why a task waits whose answer the firewall holds back, and how its attempt ends when a person discards it. */
export const QUARANTINE = "FIREWALL_INJECTION";
/** The same where its agent says that it cannot go on (Messaging Protocol §3, BLOCKED). */
export const AGENT_BLOCKED = "AGENT_BLOCKED";
/** Why a task waits whose work is judged and whose answer stayed wrong (decisions.md, Gates and criteria). */
export const ANSWER_UNUSABLE = "ANSWER_UNUSABLE";
const HELD: ReadonlySet<string> = new Set([QUARANTINE, AGENT_BLOCKED]);

/** Whether an answer with this code waits for a person before anything is made of it. */
export const isHeld = (code: string | null): boolean => code !== null && HELD.has(code);

/** Findings about an answer's form: they go to the next agent beside what was wrong with its work. */
export const isOfAnswer = (code: string): boolean =>
  code.startsWith("ENVELOPE_") || (code.startsWith("FIREWALL_") && code !== QUARANTINE);

/** Findings about an attempt itself, made when its agent's tree was taken apart: they hold for whatever becomes of its change. */
export const isOfAttempt = (code: string): boolean =>
  code === "CONTROL_TOUCHED" || code === "SCOPE_EXCEEDED" || code === ANSWER_UNUSABLE;

/** Whether a person said yes to something that a held task waits for; what holds its answer comes first. */
export function isReleased(findings: readonly ReportedFinding[], approvals: readonly string[]): boolean {
  const hold = holdIn({ findings });
  const isGiven = ({ severity, approval }: ReportedFinding): boolean =>
    severity === "person" && approval !== undefined && approvals.includes(approval);
  return hold === undefined ? findings.some(isGiven) : isGiven(hold);
}

/** What holds an answer; undefined: nothing does. */
export const holdIn = ({ findings }: { readonly findings: readonly ReportedFinding[] }): ReportedFinding | undefined =>
  findings.find(({ code, severity }) => isHeld(code) && severity === "person");
