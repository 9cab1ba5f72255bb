import type { ComplianceStatus } from "../../schema/audit.ts";
import type { AuditFacts } from "./facts.ts";

/** What a run's record shows for a rule. */
export interface Finding {
  readonly status: ComplianceStatus;
  readonly note: string;
  readonly artifacts: readonly string[];
}

export type Measure = (facts: AuditFacts) => Finding;

const SHOWN = 12;

export const found = (status: ComplianceStatus, note: string, artifacts: readonly string[] = []): Finding => ({
  status,
  note,
  artifacts: [...new Set(artifacts)].slice(0, SHOWN),
});

/** All of them: evidenced. Some: partial. None: not evidenced. */
export function share(part: number, whole: number, note: string, artifacts: readonly string[]): Finding {
  const status = whole === 0 || part === 0 ? "not_evidenced" : part === whole ? "evidenced" : "partial";
  return found(status, `${part} of ${whole} ${note}`, artifacts);
}

/** What is measured is a part of what the rule is about, whatever came out. */
export const partOf =
  (measure: Measure, lacking: string): Measure =>
  (facts) => {
    const { status, note, artifacts } = measure(facts);
    return { status: status === "evidenced" ? "partial" : status, note: `${note}; ${lacking}`, artifacts };
  };
