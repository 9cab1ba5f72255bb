import { z } from "zod";
import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { empty, implausible, parsed, reading, said, shaped, type Evidence } from "./evidence.ts";
import { securityRule } from "./known-rules.ts";
import { listAndReport } from "./listed-report.ts";
import { seenAsSecret } from "./secret-finding.ts";

const Position = z.object({ line: z.number().int().positive(), column: z.number().int().nonnegative() });
const Diagnostic = z.object({
  message: z.string(),
  /** `plugin(rule)`; a file that does not parse has none. */
  code: z.string().optional(),
  severity: z.enum(["error", "warning", "advice"]),
  filename: z.string(),
  labels: z.array(z.object({ span: Position })),
});
const Report = z.object({ diagnostics: z.array(Diagnostic), number_of_files: z.number().int().nonnegative() });

/**
 * What oxlint printed: the files it is about to look at, one a line, the mark of their end, then `--format json`. A version that
 * lists no files leaves the first part empty; one that does looked at exactly these.
 */
export const readOxlint = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const { list, report: json } = listAndReport(source);
    // It says so in words before the report.
    if (/^No files found to lint\b/.test(json)) throw empty("oxlint looked at no file");
    const report = shaped(parsed(json, "the oxlint report"), Report, "the oxlint report");
    if (report.number_of_files === 0) throw empty("oxlint looked at no file");
    const files = list.filter((line) => line !== "");
    if (files.length > 0 && files.length !== report.number_of_files)
      throw implausible(`oxlint lists ${files.length} files and counts ${report.number_of_files}`);
    return { findings: report.diagnostics.map(findingOf), suppressed: [], files: files.length > 0 ? files : null };
  });

function findingOf({ message, code = "", severity, filename, labels }: z.infer<typeof Diagnostic>): ToolFinding {
  const security = securityRule(eslintName(code));
  const { line = 0, column = 0 } = labels[0]?.span ?? {};
  return seenAsSecret({
    tool: "oxlint",
    rule: code,
    path: filename,
    line,
    column,
    level: severity === "advice" ? "note" : severity,
    severity: security?.severity ?? (severity === "error" ? "medium" : "low"),
    message: said(message),
    cwe: [...(security?.cwe ?? [])],
  });
}

/** A rule as ESLint calls it. */
function eslintName(code: string): string {
  const [, plugin = "", rule = ""] = /^([^()]+)\(([^()]+)\)$/.exec(code) ?? [];
  if (plugin === "eslint") return rule;
  return plugin === "typescript" ? `@typescript-eslint/${rule}` : `${plugin}/${rule}`;
}
