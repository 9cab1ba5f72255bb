import { z } from "zod";
import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { empty, implausible, jsonOf, reading, said, type Evidence } from "./evidence.ts";

const Count = z.number().int().nonnegative();
const Diagnostic = z.object({
  file: z.string().optional(),
  severity: z.enum(["error", "warning", "information"]),
  message: z.string(),
  range: z.object({ start: z.object({ line: Count, character: Count }) }).optional(),
  rule: z.string().optional(),
});
const Report = z.object({
  generalDiagnostics: z.array(Diagnostic),
  summary: z.object({ filesAnalyzed: Count, errorCount: Count, warningCount: Count, informationCount: Count }),
});
type Severity = z.infer<typeof Diagnostic>["severity"];

/** `pyright --outputjson`, and basedpyright's. Its counts are recounted; no file is no measurement. */
export const readPyright = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const { generalDiagnostics: all, summary } = jsonOf(source, Report, "the pyright report");
    const listed = (wanted: Severity): number => all.filter(({ severity }) => severity === wanted).length;
    const { errorCount, warningCount, informationCount } = summary;
    if (
      listed("error") !== errorCount ||
      listed("warning") !== warningCount ||
      listed("information") !== informationCount
    )
      throw implausible(
        `pyright counts ${errorCount} errors and ${warningCount} warnings, and lists ${listed("error")} and ${listed("warning")}`,
      );
    if (summary.filesAnalyzed === 0) throw empty("pyright looked at no file");
    return {
      findings: all.filter(({ severity }) => severity !== "information").map(findingOf),
      suppressed: [],
      files: null,
      looked: { what: "files", count: summary.filesAnalyzed, names: [] },
    };
  });

const findingOf = ({ file = "", severity, message, range, rule = "" }: z.infer<typeof Diagnostic>): ToolFinding => ({
  tool: "pyright",
  rule,
  path: file,
  // From 0, as editors count.
  line: range === undefined ? 0 : range.start.line + 1,
  column: range === undefined ? 0 : range.start.character + 1,
  level: severity === "error" ? "error" : "warning",
  severity: severity === "error" ? "medium" : "low",
  message: said(message),
  cwe: [],
});
