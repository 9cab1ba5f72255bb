import { z } from "zod";
import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { empty, implausible, parsed, reading, said, shaped, unreadable, type Evidence } from "./evidence.ts";
import { biomeRule } from "./known-rules.ts";
import { listAndReport } from "./listed-report.ts";

const Count = z.number().int().nonnegative();
const Position = z.object({ line: Count, column: Count });
/** A place by line and column, or as Biome 1 has it: by bytes of the text that it brings along. */
const Place = z.union([
  z.object({ path: z.string(), start: Position }),
  z.object({
    path: z.object({ file: z.string() }).nullable(),
    span: z.tuple([Count, Count]).nullable(),
    sourceCode: z.string().nullable(),
  }),
]);
const Diagnostic = z.object({
  category: z.string().nullable(),
  severity: z.enum(["hint", "info", "information", "warning", "error", "fatal"]),
  message: z.unknown(),
  description: z.string().optional(),
  location: Place,
});
const Report = z.object({
  summary: z.object({
    changed: Count,
    unchanged: Count,
    errors: Count,
    warnings: Count,
    diagnosticsNotPrinted: Count,
  }),
  diagnostics: z.array(Diagnostic),
  command: z.literal("lint"),
});
type Severity = z.infer<typeof Diagnostic>["severity"];

const LEVELS: Readonly<Record<Severity, ToolFinding["level"]>> = {
  hint: "note",
  info: "note",
  information: "note",
  warning: "warning",
  error: "error",
  fatal: "error",
};

/**
 * What Biome printed: with `--verbose` the files that it looks at, the mark of their end, then `--reporter=json`. Its counts are
 * recounted. Source texts in it are not kept.
 */
export const readBiome = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const { list, report: json } = listAndReport(source);
    const { summary, diagnostics } = shaped(parsed(json, "the Biome report"), Report, "the Biome report");
    const listed = (level: string): number => diagnostics.filter(({ severity }) => LEVELS[severity] === level).length;
    if (summary.diagnosticsNotPrinted > 0)
      throw unreadable(`Biome keeps ${summary.diagnosticsNotPrinted} findings back`);
    if (listed("error") !== summary.errors || listed("warning") !== summary.warnings)
      throw implausible(
        `Biome counts ${summary.errors} errors and ${summary.warnings} warnings, and lists ${listed("error")} and ${listed("warning")}`,
      );
    const unread = diagnostics.find(({ category }) => /^(?:fs|internalError)\//.test(category ?? ""));
    if (unread !== undefined) throw unreadable(`Biome did not look at all of it: ${textIn(unread)}`);
    const looked = summary.changed + summary.unchanged;
    if (looked === 0) throw empty("Biome looked at no file");
    const files = processed(list);
    if (files !== null && files.length !== looked)
      throw implausible(`Biome lists ${files.length} files and counts ${looked}`);
    return { findings: diagnostics.map(findingOf), suppressed: [], files };
  });

/** Null where it listed none. */
function processed(lines: readonly string[]): string[] | null {
  const from = lines.findIndex((line) => line.trim() === "i Files processed:");
  if (from < 0) return null;
  const after = lines.slice(from + 1);
  const end = after.findIndex((line) => /^\s*VERBOSE\b/.test(line));
  return after.slice(0, end < 0 ? after.length : end).flatMap((line) => /^\s*- (.+)$/.exec(line)?.[1] ?? []);
}

const textIn = ({ message, description }: z.infer<typeof Diagnostic>): string =>
  said(description ?? (typeof message === "string" ? message : ""));

function findingOf(one: z.infer<typeof Diagnostic>): ToolFinding {
  const level = LEVELS[one.severity];
  const rule = one.category ?? "";
  const known = biomeRule(rule);
  return {
    tool: "biome",
    rule,
    ...placeOf(one.location),
    level,
    severity: known?.severity ?? (level === "error" ? "medium" : "low"),
    message: textIn(one),
    cwe: [...(known?.cwe ?? [])],
  };
}

function placeOf(place: z.infer<typeof Place>): Pick<ToolFinding, "path" | "line" | "column"> {
  if ("start" in place) return { path: place.path, ...place.start };
  const { path, span, sourceCode } = place;
  if (span === null || sourceCode === null) return { path: path?.file ?? "", line: 0, column: 0 };
  const before = Buffer.from(sourceCode).subarray(0, span[0]).toString().split("\n");
  return { path: path?.file ?? "", line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
