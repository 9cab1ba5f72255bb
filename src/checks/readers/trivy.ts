import { z } from "zod";
import type { Severity, ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { VULNERABLE_DEPENDENCY } from "./audits.ts";
import { jsonOf, reading, said, type Evidence } from "./evidence.ts";
import { cweIn } from "./known-rules.ts";
import { secretFinding } from "./secret-finding.ts";

const Rated = z.enum(["UNKNOWN", "LOW", "MEDIUM", "HIGH", "CRITICAL"]);
const Line = z.number().int().nonnegative().optional();
const Result = z.object({
  Target: z.string(),
  Vulnerabilities: z
    .array(
      z.object({
        VulnerabilityID: z.string().min(1),
        PkgName: z.string(),
        InstalledVersion: z.string().default(""),
        Severity: Rated,
        Title: z.string().default(""),
        CweIDs: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
  Misconfigurations: z
    .array(
      z.object({
        ID: z.string().min(1),
        Title: z.string().default(""),
        Message: z.string().default(""),
        Severity: Rated,
        Status: z.string().default("FAIL"),
        CauseMetadata: z.object({ StartLine: Line }).optional(),
      }),
    )
    .nullish(),
  Secrets: z
    .array(z.object({ RuleID: z.string().min(1), Title: z.string().default(""), Severity: Rated, StartLine: Line }))
    .nullish(),
});
const Report = z.object({
  SchemaVersion: z.literal(2),
  ArtifactType: z.string(),
  Results: z.array(Result).nullish(),
});

/** What nobody rated counts as high: not knowing is no reason to look away. */
const SEVERITIES: Readonly<Record<z.infer<typeof Rated>, Severity>> = {
  UNKNOWN: "high",
  LOW: "low",
  MEDIUM: "medium",
  HIGH: "high",
  CRITICAL: "critical",
};
const CONFIGURATION = 16;

/** `trivy fs --format json`. It names no file where it found nothing. Of a secret only rule and place are kept. */
export const readTrivy = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const { Results: results } = jsonOf(source, Report, "the trivy report");
    const findings = (results ?? []).flatMap((result): ToolFinding[] => [
      ...(result.Vulnerabilities ?? []).map((one) => {
        const text = `${one.PkgName} ${one.InstalledVersion}: ${one.Title}`;
        const cwe = cweIn(one.CweIDs ?? []);
        return finding(
          result.Target,
          one.VulnerabilityID,
          0,
          one.Severity,
          text,
          cwe.length > 0 ? cwe : [VULNERABLE_DEPENDENCY],
        );
      }),
      ...(result.Misconfigurations ?? [])
        .filter(({ Status: status }) => status === "FAIL")
        .map((one) =>
          finding(
            result.Target,
            one.ID,
            one.CauseMetadata?.StartLine ?? 0,
            one.Severity,
            `${one.Title}: ${one.Message}`,
            [CONFIGURATION],
          ),
        ),
      ...(result.Secrets ?? []).map((one) =>
        secretFinding(finding(result.Target, one.RuleID, one.StartLine ?? 0, one.Severity, "", [])),
      ),
    ]);
    return { findings, suppressed: [], files: null };
  });

function finding(
  path: string,
  rule: string,
  line: number,
  rated: z.infer<typeof Rated>,
  message: string,
  cwe: number[],
): ToolFinding {
  const severity = SEVERITIES[rated];
  const level = severity === "low" ? "warning" : "error";
  return { tool: "trivy", rule, path, line, column: 0, level, severity, message: said(message), cwe };
}
