import type { ToolFinding } from "../../schema/tool-findings.ts";
import { said } from "./evidence.ts";

export const HARD_CODED_CREDENTIALS = 798;

/** Tools that look for nothing but secrets, and how the rules of others name them. */
const LOOKS_FOR_SECRETS =
  /(?:^|[^a-z])(?:secretlint|gitleaks|trufflehog|detect-secrets|no-secrets|ggshield|gitguardian|noseyparker|kingfisher|talisman|whispers)(?![a-z])|(?:^|\.)secrets[.:]/i;
/** How secretlint names what it found, where its format has no place for that. */
const NAMED = /^\[(\w{1,60})\] /;

/**
 * A finding as it was, or as the secret that its tool or its rule says it is: high whatever level its format knows, and without the
 * text, which may hold what was found.
 */
export const seenAsSecret = (finding: ToolFinding): ToolFinding =>
  [finding.tool, finding.rule].some((name) => LOOKS_FOR_SECRETS.test(name)) ? secretFinding(finding) : finding;

export function secretFinding(finding: ToolFinding): ToolFinding {
  const { rule, severity, cwe, message } = finding;
  const name = NAMED.exec(message)?.[1] ?? rule.split(/[/.>#\s]/).findLast((part) => part !== "") ?? rule;
  return {
    ...finding,
    level: "error",
    severity: severity === "critical" ? severity : "high",
    message: `holds a secret (${said(name)})`,
    cwe: cwe.length > 0 ? cwe : [HARD_CODED_CREDENTIALS],
  };
}
