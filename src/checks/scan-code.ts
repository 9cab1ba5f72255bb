import type { ChangedSource, SourceFile } from "../schema/source.ts";
import type { ToolFinding, ToolFindings } from "../schema/tool-findings.ts";
import { securityRule } from "./readers/known-rules.ts";
import { evaluatedIn } from "./source/javascript/evaluated.ts";

export const CODE_SCANNER = "proofbaton";

/**
 * Our own rules about code, of JavaScript and TypeScript: text that is run as code. They need no linter, and neither its
 * configuration nor a comment switches them off. Answers what base has and what head has.
 */
export async function scanCode(
  files: readonly ChangedSource[],
): Promise<{ readonly base: ToolFindings; readonly head: ToolFindings }> {
  const base = files.flatMap(({ path, base: text }) => (text === null ? [] : [{ path, text }]));
  return {
    base: await findingsIn(base),
    head: await findingsIn(files.map(({ path, head: text }) => ({ path, text }))),
  };
}

async function findingsIn(files: readonly SourceFile[]): Promise<ToolFindings> {
  const findings = await Promise.all(files.map(findingsOf));
  return { findings: findings.flat(), suppressed: [], files: null };
}

async function findingsOf(file: SourceFile): Promise<ToolFinding[]> {
  const found = await evaluatedIn(file);
  return found.map(({ rule, line, column, text }) => {
    const known = securityRule(rule);
    return {
      tool: CODE_SCANNER,
      rule,
      path: file.path,
      line,
      column,
      level: "error",
      severity: known?.severity ?? "high",
      message: `text that is made at run time is run as code: ${text.slice(0, 80)}`,
      cwe: [...(known?.cwe ?? [])],
    };
  });
}
