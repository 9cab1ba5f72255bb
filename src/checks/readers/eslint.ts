import { z } from "zod";
import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { empty, implausible, jsonOf, reading, said, type Evidence } from "./evidence.ts";
import { securityRule } from "./known-rules.ts";
import { seenAsSecret } from "./secret-finding.ts";

const Message = z.object({
  ruleId: z.string().nullable(),
  severity: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  message: z.string(),
  line: z.number().int().nonnegative().optional(),
  column: z.number().int().nonnegative().optional(),
  fatal: z.boolean().optional(),
});
const Count = z.number().int().nonnegative();
const Report = z.array(
  z.object({
    filePath: z.string().min(1),
    messages: z.array(Message),
    suppressedMessages: z.array(Message).default([]),
    errorCount: Count,
    warningCount: Count,
  }),
);

/** `eslint --format json`. Its counts are recounted; no file is no measurement. Source texts in it are not kept. */
export const readEslint = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const report = jsonOf(source, Report, "the ESLint report");
    if (report.length === 0) throw empty("ESLint looked at no file");
    for (const { filePath, messages, errorCount, warningCount } of report) {
      const count = (level: number): number => messages.filter(({ severity }) => severity === level).length;
      if (count(2) !== errorCount || count(1) !== warningCount)
        throw implausible(
          `${filePath} says ${errorCount} errors and ${warningCount} warnings, its messages ${count(2)} and ${count(1)}`,
        );
    }
    const of = (path: string, list: readonly z.infer<typeof Message>[]): ToolFinding[] =>
      list.map((one) => findingOf(path, one));
    return {
      findings: report.flatMap(({ filePath, messages }) => of(filePath, messages)),
      suppressed: report.flatMap(({ filePath, suppressedMessages }) => of(filePath, suppressedMessages)),
      files: report.map(({ filePath }) => filePath),
    };
  });

function findingOf(
  path: string,
  { ruleId, severity, message, line = 0, column = 0 }: z.infer<typeof Message>,
): ToolFinding {
  const security = securityRule(ruleId ?? "");
  return seenAsSecret({
    tool: "eslint",
    rule: ruleId ?? "",
    path,
    line,
    column,
    level: severity === 2 ? "error" : "warning",
    severity: security?.severity ?? (severity === 2 ? "medium" : "low"),
    message: said(message),
    cwe: [...(security?.cwe ?? [])],
  });
}
