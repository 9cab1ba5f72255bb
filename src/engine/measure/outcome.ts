import type { Code, Finding } from "../../errors.ts";
import type { ToolCheck } from "../../schema/check-settings.ts";
import type { ToolVersion } from "../../schema/report.ts";
import type { CheckResult } from "../../schema/reports.ts";

export interface MeasuredReport {
  readonly name: string;
  readonly content: object;
  /** What measured, in which version, where it says so. */
  readonly tools?: readonly ToolVersion[];
}

/** What one check came to. Only `fail` and `not_measured` stand in the way, and only they have findings. */
export interface Measured {
  readonly check: ToolCheck;
  readonly status: "pass" | "fail" | "not_measured";
  /** The document's fields for this check. */
  readonly result: CheckResult;
  /** Each names file, line, rule and what to run: the next packet is made of them. */
  readonly findings: readonly Finding[];
  /** What passes and is worth saying. */
  readonly notes: readonly string[];
  /** The evidence, as a file of the document's name; null when nothing was measured. */
  readonly report: MeasuredReport | null;
}

const FINDINGS_NAMED = 20;

/** A check that could not be made: never a pass, and its reason stands in the verdict. */
export function notMeasured(check: ToolCheck, code: string, reason: string): Measured {
  const message = `${check} could not be measured: ${reason}`;
  return {
    check,
    status: "not_measured",
    result: { status: "not_measured", reason: code, notes: reason },
    findings: [{ code: code as Code, severity: "error", message }],
    notes: [],
    report: null,
  };
}

/** At most so many findings by name, then how many more there are. */
export function capped(findings: readonly Finding[]): Finding[] {
  const rest = findings.slice(FINDINGS_NAMED);
  const [first] = rest;
  if (first === undefined) return [...findings];
  const more = { code: first.code, severity: first.severity, message: `and ${rest.length} more of the kind` } as const;
  return [...findings.slice(0, FINDINGS_NAMED), more];
}

/** What could have measured and did not, said beside what did: each with what to do about it. */
export function withPassedOver(one: Measured, passedOver: readonly string[]): Measured {
  if (passedOver.length === 0) return one;
  const said = { not_measured: [...passedOver] };
  const { report } = one;
  return {
    ...one,
    result: { ...one.result, ...said },
    report: report === null ? null : { ...report, content: { ...report.content, ...said } },
  };
}

/** A check of the configuration that nobody asked for. */
export const unasked = (check: ToolCheck, passedOver: readonly string[]): Measured =>
  withPassedOver(
    {
      check,
      status: "pass",
      result: { status: "not_applicable", reason: "policy" },
      findings: [],
      notes: [],
      report: null,
    },
    passedOver,
  );
