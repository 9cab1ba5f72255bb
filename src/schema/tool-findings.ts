import { z } from "zod";

/** `critical` and `high` fail; lower ones are notes (decisions.md, Gates and criteria). */
export const Severity = z.enum(["critical", "high", "medium", "low"]);
export type Severity = z.infer<typeof Severity>;

/** One thing that a linter, type checker or scanner says of a place. Never holds the text of the file. */
export const ToolFinding = z.strictObject({
  tool: z.string(),
  /** Empty where the tool names none. */
  rule: z.string(),
  path: z.string(),
  /** 0 where it is about the whole file. */
  line: z.number().int().nonnegative(),
  column: z.number().int().nonnegative(),
  /** How the tool itself counts it. */
  level: z.enum(["error", "warning", "note"]),
  severity: Severity,
  message: z.string(),
  /** CWE numbers, where known. */
  cwe: z.array(z.number().int().positive()),
});
export type ToolFinding = z.infer<typeof ToolFinding>;

export const ToolFindings = z.strictObject({
  findings: z.array(ToolFinding),
  /** Findings that the code itself switched off, as far as the tool tells. */
  suppressed: z.array(ToolFinding),
  /** Files that were looked at; null where the tool does not say. */
  files: z.array(z.string()).nullable(),
  /** What it says of them where it lists none; `names` are those that it tells, a target's the file that it begins with. */
  looked: z
    .strictObject({
      what: z.enum(["files", "packages", "targets"]),
      count: z.number().int().nonnegative(),
      names: z.array(z.string()),
    })
    .optional(),
});
export type LookedAt = NonNullable<ToolFindings["looked"]>;
export type ToolFindings = z.infer<typeof ToolFindings>;
